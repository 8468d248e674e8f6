import { randomUUIDv7 } from 'node:crypto';
import { timestamp, uuid } from 'drizzle-orm/pg-core';

/** A UUID v7 primary key made by the application: ordered by time, no sequence needed. */
export const primaryId = () =>
  uuid()
    .primaryKey()
    .$defaultFn(() => randomUUIDv7());

/** An instant in UTC with milliseconds, the precision that answers carry. */
export const instant = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' });
