import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';

/** Every word that is searched, once, without accents, and about how many rows have it. Misspelt words are mended by it. */
export const searchWords = pgTable(
  'search_words',
  {
    /** In the order of its bytes (the migration says so): the words with a beginning are a range of it. */
    word: text().primaryKey(),
    uses: integer().notNull(),
  },
  (table) => [index('search_words_by_likeness').using('gin', table.word.op('gin_trgm_ops'))],
);

/** Up to which row of a table the words are counted, and what was there before the triggers is indexed. */
export const searchProgress = pgTable('search_progress', {
  source: text().primaryKey(),
  until: uuid().notNull(),
  rows: integer().notNull(),
});
