import { type AnyPgColumn, customType, index, pgTable, uuid } from 'drizzle-orm/pg-core';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/**
 * What the rows of a table are found by, kept by a trigger beside the table and not in it: a counter that moves would carry
 * the words along each time, and a column with words would have to be written into every old row at once.
 */
export const searchedTable = (name: string, sourceId: () => AnyPgColumn) =>
  pgTable(
    `searched_${name}`,
    {
      id: uuid().primaryKey().references(sourceId, { onDelete: 'cascade' }),
      words: tsvector().notNull(),
    },
    // Each search reads what is not sorted in yet from end to end: a short list of it keeps that quick.
    (table) => [index(`searched_${name}_by_words`).using('gin', table.words).with({ gin_pending_list_limit: 256 })],
  );

export type SearchedTable = ReturnType<typeof searchedTable>;
