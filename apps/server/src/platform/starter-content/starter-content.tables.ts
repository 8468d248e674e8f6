import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant } from '../database/columns.ts';

/** What ships with the application and this community has had. What an admin changed or deleted stays so. */
export const starterContent = pgTable(
  'starter_content',
  { kind: text().notNull(), slug: text().notNull(), addedAt: instant().notNull().defaultNow() },
  (table) => [primaryKey({ name: 'starter_content_once', columns: [table.kind, table.slug] })],
);
