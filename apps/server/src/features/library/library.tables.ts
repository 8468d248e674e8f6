import { sql } from 'drizzle-orm';
import { check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { primaryId } from '../../platform/database/columns.ts';

export const libraryKinds = ['book', 'podcast'] as const;
export type LibraryKind = (typeof libraryKinds)[number];

/** Books and podcasts, visible to all members. Ids sort by time. */
export const libraryItems = pgTable(
  'library_items',
  {
    id: primaryId(),
    kind: text({ enum: libraryKinds }).notNull(),
    title: text().notNull(),
    /** Null for podcasts. */
    author: text(),
    description: text(),
    /** A path of this server or an https address. */
    coverUrl: text(),
    link: text(),
  },
  (table) => [
    index('library_items_by_kind').on(table.kind, table.id),
    check('library_items_title_length', sql`char_length(${table.title}) BETWEEN 1 AND 200`),
    check('library_items_author_length', sql`char_length(${table.author}) <= 200`),
    check('library_items_description_length', sql`char_length(${table.description}) <= 500`),
  ],
);
