import { bigint, pgTable } from 'drizzle-orm/pg-core';

/** Likes and comments given or taken back: one row per change, and one row with the sum of earlier changes. */
export const supportChanges = pgTable('support_changes', {
  given: bigint({ mode: 'number' }).notNull(),
});
