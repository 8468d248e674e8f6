import { sql } from 'drizzle-orm';
import { check, pgTable, text } from 'drizzle-orm/pg-core';
import { ownedBy, type PersonalData } from '../personal-data.ts';
import { ownerId } from './users.tables.ts';

/** The muted words of each member. A member without muted words has no row. */
export const mutedWords = pgTable(
  'muted_words',
  {
    memberId: ownerId().primaryKey(),
    words: text().array().notNull(),
  },
  (table) => [check('muted_words_count', sql`cardinality(${table.words}) <= 100`)],
);

/** No counter includes these rows. */
export const cascades = ['muted_words.member_id'];

export const personalData: PersonalData[] = [
  {
    table: mutedWords,
    description: 'words that you muted',
    purpose: 'content with these words is collapsed for you',
    retention: 'you remove them',
    references: [ownedBy(mutedWords.memberId)],
  },
];
