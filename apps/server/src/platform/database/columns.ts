import { randomUUID } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { timestamp, uuid } from 'drizzle-orm/pg-core';
import { databaseNow } from './clock.ts';

/** What UUID v7 begin with: their millisecond and their version (RFC 9562, 5.7). */
const beginningAt = (milliseconds: number): string => {
  const hex = milliseconds.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7`;
};

/** So many ids of a millisecond can be told apart by a counter in twelve bits (RFC 9562, 6.2, method 1). */
const idsInMillisecond = 4_096;
let latest = { milliseconds: 0, count: 0 };

/**
 * A new UUID v7, above all that this process made before, within a millisecond and when the clock is set back, too: what
 * was written after something is listed after it. Those of Node are random within a millisecond.
 */
export function newId(): string {
  const now = databaseNow().getTime();
  if (now > latest.milliseconds) latest = { milliseconds: now, count: 0 };
  else if (latest.count + 1 === idsInMillisecond) latest = { milliseconds: latest.milliseconds + 1, count: 0 };
  else latest.count += 1;
  const count = latest.count.toString(16).padStart(3, '0');
  return `${beginningAt(latest.milliseconds)}${count}${randomUUID().slice(18)}`;
}

/** An id as one made at that moment, for what is written down later than it was. Within a millisecond it is random. */
export const newIdAt = (moment: Date): string => `${beginningAt(moment.getTime())}${randomUUID().slice(15)}`;

/** Before every id that is made from that moment on, and after every one made before it. */
export const firstIdAt = (moment: Date): string => `${beginningAt(moment.getTime())}000-8000-000000000000`;

/** A primary key made by the application: ordered by time, no sequence needed. */
export const primaryId = () => uuid().primaryKey().$defaultFn(newId);

/**
 * The same, made by the database for rows that a statement makes of other rows (RFC 9562, 5.7): a random one whose first
 * six bytes become the time and whose version becomes 7. PostgreSQL has a function for it only from 18 on.
 */
export const newIdInDatabase: SQL<string> = sql`encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid`;

/** An instant in UTC with milliseconds, the precision that answers carry. */
export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });
