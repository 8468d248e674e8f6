import { pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../../platform/database/columns.ts';

/** The newest release at the last check. Has at most one row. */
export const newestReleases = pgTable('newest_releases', {
  version: text().primaryKey(),
  /** The page with its changes. */
  url: text().notNull(),
  checkedAt: instant().notNull(),
});
