import { boolean, customType, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../database/columns.ts';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/**
 * Files of recent builds of the web application, by their names, which are hashes of their content. Every server publishes
 * its own when it starts: during an update, servers of the old and of the new build answer for each other. The migration
 * makes the table UNLOGGED: it is no part of a backup, and after a crash of the database the next start fills it.
 */
export const publishedAssets = pgTable('published_assets', {
  name: text().primaryKey(),
  content: bytea().notNull(),
  isBrotli: boolean().notNull(),
  publishedAt: instant().notNull().defaultNow(),
});
