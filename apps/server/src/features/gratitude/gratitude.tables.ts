import { sql } from 'drizzle-orm';
import { check, index, pgTable, real, text } from 'drizzle-orm/pg-core';
import { subjectColumns } from '../../community/contributions/contributions.tables.ts';
import { type PersonalData, writtenBy } from '../../community/personal-data.ts';

/** Notes on the gratitude wall. */
export const notes = pgTable(
  'gratitude_posts',
  {
    ...subjectColumns(),
    content: text().notNull(),
    positionX: real().notNull(),
    positionY: real().notNull(),
    rotation: real().notNull(),
  },
  (table) => [
    index('gratitude_posts_by_author').on(table.authorId, table.id),
    // In code points. The contract limits grapheme clusters, which can have several.
    check('gratitude_posts_content_length', sql`char_length(${table.content}) BETWEEN 1 AND 4000`),
    check(
      'gratitude_posts_on_the_wall',
      sql`${table.positionX} BETWEEN 10 AND 89 AND ${table.positionY} BETWEEN 10 AND 79 AND ${table.rotation} BETWEEN -10 AND 10`,
    ),
  ],
);

export const personalData: PersonalData[] = [
  {
    table: notes,
    description: 'your notes on the gratitude wall',
    purpose: 'members read them',
    retention: 'you delete them',
    references: [writtenBy(notes.authorId)],
  },
];
