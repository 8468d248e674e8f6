import { winCategories, type WinCategory } from '@commons/contract/wins';
import { sql } from 'drizzle-orm';
import { check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { reactionsTable, subjectColumns } from '../../community/contributions/contributions.tables.ts';
import { type PersonalData, writtenBy } from '../../community/personal-data.ts';

/** Wellness wins of members. `likes_count` counts the cheers. */
export const wins = pgTable(
  'wellness_wins',
  {
    ...subjectColumns(),
    title: text().notNull(),
    content: text().notNull(),
    category: text({ enum: Object.keys(winCategories) as [WinCategory, ...WinCategory[]] }).notNull(),
  },
  (table) => [
    index('wellness_wins_by_category').on(table.category, table.id),
    index('wellness_wins_by_author').on(table.authorId, table.id),
    // In code points. The contract limits grapheme clusters, which can have several.
    check('wellness_wins_title_length', sql`char_length(${table.title}) BETWEEN 1 AND 2000`),
    check('wellness_wins_content_length', sql`char_length(${table.content}) BETWEEN 1 AND 10000`),
    check('wellness_wins_cheers_not_negative', sql`${table.likesCount} >= 0`),
  ],
);

export const winCheers = reactionsTable('wellness_win', 'cheers', () => wins.id);

/**
 * Deleting these rows needs no counter update: `likes_count` is deleted with its win, and the removal events have
 * already reversed the points and cheers.
 */
export const cascades = ['wellness_win_cheers.wellness_win_id'];

export const personalData: PersonalData[] = [
  {
    table: wins,
    description: 'your wellness wins',
    purpose: 'members read them',
    retention: 'you delete them',
    references: [writtenBy(wins.authorId)],
  },
  {
    table: winCheers,
    description: 'your cheers for wins',
    purpose: 'authors see that their wins are appreciated',
    retention: 'you remove the cheer, or the win is deleted',
    references: [writtenBy(winCheers.memberId)],
  },
];
