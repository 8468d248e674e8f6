import { type SQL, sql } from 'drizzle-orm';
import { timestamp, uuid } from 'drizzle-orm/pg-core';
import { v7 } from 'uuid';

/**
 * A new UUID v7, above all that this process made before, within a millisecond and when the clock is set back, too: what
 * was written after something is listed after it. Those of Node are random within a millisecond.
 */
export const newId = (): string => v7();

/** An id as one made at that moment, for what is written down later than it was. Within a millisecond it is random. */
export const newIdAt = (moment: Date): string => v7({ msecs: moment.getTime() });

/** Before every id that is made from that moment on, and after every one made before it (RFC 9562, 5.7). */
export const firstIdAt = (moment: Date): string => {
  const milliseconds = moment.getTime().toString(16).padStart(12, '0');
  return `${milliseconds.slice(0, 8)}-${milliseconds.slice(8)}-7000-8000-000000000000`;
};

/** A primary key made by the application: ordered by time, no sequence needed. */
export const primaryId = () => uuid().primaryKey().$defaultFn(newId);

/**
 * The same, made by the database for rows that a statement makes of other rows (RFC 9562, 5.7): a random one whose first
 * six bytes become the time and whose version becomes 7. PostgreSQL has a function for it only from 18 on.
 */
export const newIdInDatabase: SQL<string> = sql`encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) PLACING substring(int8send((extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6), 52, 1), 53, 1), 'hex')::uuid`;

/** An instant in UTC with milliseconds, the precision that answers carry. */
export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });
