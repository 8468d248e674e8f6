import { bigint, pgTable, smallint } from 'drizzle-orm/pg-core';

/**
 * How much support was given: likes and comments, counted as they come and go. Spread over shards, because every like of
 * the community would otherwise wait for one row.
 */
export const supportCounters = pgTable('support_counters', {
  shard: smallint().primaryKey(),
  given: bigint({ mode: 'number' }).notNull(),
});
