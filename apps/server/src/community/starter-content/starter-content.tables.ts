import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from '../../platform/database/columns.ts';

/** Starter content that was added to this community. It is never added again, so changes by admins are kept. */
export const starterContent = pgTable(
  'starter_content',
  { kind: text().notNull(), slug: text().notNull(), addedAt: instant().notNull().defaultNow() },
  (table) => [primaryKey({ name: 'starter_content_once', columns: [table.kind, table.slug] })],
);
