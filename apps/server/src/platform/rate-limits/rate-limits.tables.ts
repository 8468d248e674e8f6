import { bigint, integer, pgTable, varchar } from 'drizzle-orm/pg-core';

/**
 * Calls by counter, and the end of its window in milliseconds. The migration makes the table UNLOGGED: a counter needs no
 * fsync, and after a crash of the database everybody simply starts at zero.
 */
export const rateLimits = pgTable('rate_limits', {
  key: varchar({ length: 255 }).primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
});
