import { sql } from 'drizzle-orm';
import { check, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { own, type PersonalData } from '../../platform/personal-data.ts';
import { users } from './users.tables.ts';

/** The words that each member does not want to meet. Where there are none there is no row. */
export const mutedWords = pgTable(
  'muted_words',
  {
    memberId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    words: text().array().notNull(),
  },
  (table) => [check('muted_words_count', sql`cardinality(${table.words}) <= 100`)],
);

/** Nobody counts them. */
export const cascades = ['muted_words.member_id'];

export const personalData: PersonalData[] = [
  {
    table: mutedWords,
    what: 'the words that you muted',
    why: 'what has one is folded for you',
    until: 'you take them away',
    mentions: [own(mutedWords.memberId)],
  },
];
