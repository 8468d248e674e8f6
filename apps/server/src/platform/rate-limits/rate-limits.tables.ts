import { bigint, integer, pgTable, varchar } from 'drizzle-orm/pg-core';

/**
 * Calls per counter, and the end of its window in milliseconds. The migration makes the table UNLOGGED: counters need
 * no fsync, and they may start at zero after a database crash.
 */
export const rateLimits = pgTable('rate_limits', {
  key: varchar({ length: 255 }).primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
});
