import { customType, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { primaryId } from '../database/columns.ts';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** The words of everything that members can search, one row for each result, whatever its kind. */
export const searchDocuments = pgTable(
  'search_documents',
  { type: text().notNull(), id: uuid().notNull(), words: tsvector().notNull() },
  (table) => [
    primaryKey({ name: 'search_documents_key', columns: [table.type, table.id] }),
    // Each search reads the list of unsorted entries from end to end: a short list keeps that quick.
    index('search_documents_by_words').using('gin', table.words).with({ gin_pending_list_limit: 256 }),
  ],
);

/** Rows that changed and wait to be indexed. Written in the transaction of the change. */
export const searchChanges = pgTable('search_changes', {
  place: primaryId(),
  type: text().notNull(),
  id: uuid().notNull(),
});

/** How many documents a kind has, and the last row up to which all rows are indexed. */
export const searchProgress = pgTable('search_progress', {
  type: text().primaryKey(),
  until: uuid(),
  documents: integer().notNull().default(0),
});

/** Every indexed word and the number of documents that contain it. Misspelt words are corrected by it. */
export const searchWords = pgTable(
  'search_words',
  {
    /** Sorted by its bytes (the migration says so): the words with the same beginning are a range. */
    word: text().primaryKey(),
    uses: integer().notNull(),
  },
  (table) => [index('search_words_by_likeness').using('gin', table.word.op('gin_trgm_ops'))],
);
