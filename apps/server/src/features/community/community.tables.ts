import { bigint, pgTable, smallint } from 'drizzle-orm/pg-core';

/**
 * Number of likes and comments given. Spread over shards, because otherwise every like in the community would wait for
 * the lock of one row.
 */
export const supportCounters = pgTable('support_counters', {
  shard: smallint().primaryKey(),
  given: bigint({ mode: 'number' }).notNull(),
});
