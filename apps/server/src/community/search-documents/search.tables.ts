import { customType, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { primaryId } from '../../platform/database/columns.ts';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/** The words of all searchable content, one row per result of any type. */
export const searchDocuments = pgTable(
  'search_documents',
  { type: text().notNull(), id: uuid().notNull(), words: tsvector().notNull() },
  (table) => [
    primaryKey({ name: 'search_documents_key', columns: [table.type, table.id] }),
    // Each search scans the list of pending entries, so the list is kept short.
    index('search_documents_by_words').using('gin', table.words).with({ gin_pending_list_limit: 256 }),
  ],
);

/** Changed rows that wait to be indexed. Written in the transaction of the change. */
export const searchChanges = pgTable('search_changes', {
  place: primaryId(),
  type: text().notNull(),
  id: uuid().notNull(),
});

/** The number of documents per type, and the id up to which all rows are indexed. */
export const searchProgress = pgTable('search_progress', {
  type: text().primaryKey(),
  until: uuid(),
  documents: integer().notNull().default(0),
});

/** Every indexed word with the number of documents that contain it. Used to correct misspelled words. */
export const searchWords = pgTable(
  'search_words',
  {
    /** Sorted by bytes (see the migration), so that words with the same prefix form a range. */
    word: text().primaryKey(),
    uses: integer().notNull(),
  },
  (table) => [index('search_words_by_likeness').using('gin', table.word.op('gin_trgm_ops'))],
);
