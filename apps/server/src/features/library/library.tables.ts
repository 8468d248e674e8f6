import { sql } from 'drizzle-orm';
import { check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { primaryId } from '../../platform/database/columns.ts';

export const libraryKinds = ['book', 'podcast'] as const;
export type LibraryKind = (typeof libraryKinds)[number];

/** What the community reads and listens to elsewhere: every member sees all of it. Ids are in the order of time. */
export const libraryItems = pgTable(
  'library_items',
  {
    id: primaryId(),
    kind: text({ enum: libraryKinds }).notNull(),
    title: text().notNull(),
    /** Of books. */
    author: text(),
    description: text(),
    /** An address of ours, or one elsewhere. */
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
