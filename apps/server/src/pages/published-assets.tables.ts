import { boolean, customType, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../platform/database/columns.ts';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/**
 * Files of recent web builds. Each name contains a hash of the content. Every server publishes its files at startup.
 * During an update, servers of the old and the new build can then serve each other's files. The migration makes the
 * table UNLOGGED: backups leave it out, and after a database crash the next startup fills it again.
 */
export const publishedAssets = pgTable('published_assets', {
  name: text().primaryKey(),
  content: bytea().notNull(),
  isBrotli: boolean().notNull(),
  publishedAt: instant().notNull().defaultNow(),
});
