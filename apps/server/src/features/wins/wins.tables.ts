import { winCategories, type WinCategory } from '@commons/contract/wins';
import { sql } from 'drizzle-orm';
import { check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from '../../platform/database/columns.ts';
import { type PersonalData, written } from '../../platform/personal-data.ts';
import { reactionsTable, subjectColumns } from '../contributions/contributions.tables.ts';

/** Good things that members tell of; `likes_count` counts the cheers. */
export const wins = pgTable(
  'wellness_wins',
  {
    ...subjectColumns(),
    title: text().notNull(),
    content: text().notNull(),
    category: text({ enum: Object.keys(winCategories) as [WinCategory, ...WinCategory[]] }).notNull(),
    createdAt: instant().notNull(),
    editedAt: instant(),
  },
  (table) => [
    index('wellness_wins_by_category').on(table.category, table.id),
    index('wellness_wins_by_author').on(table.authorId, table.id),
    // The contract counts what a person sees as one character; here it is what that may be made of.
    check('wellness_wins_title_length', sql`char_length(${table.title}) BETWEEN 1 AND 2000`),
    check('wellness_wins_content_length', sql`char_length(${table.content}) BETWEEN 1 AND 10000`),
    check('wellness_wins_cheers_not_negative', sql`${table.likesCount} >= 0`),
  ],
);

export const winCheers = reactionsTable('wellness_win', 'cheers', () => wins.id);

/** A win's counter goes with it; its points and cheers are taken back before, by what is announced when it goes. */
export const cascades = ['wellness_win_cheers.wellness_win_id'];

export const personalData: PersonalData[] = [
  {
    table: wins,
    what: 'your wellness wins',
    why: 'members read them',
    until: 'you delete them',
    mentions: [written(wins.authorId)],
  },
  {
    table: winCheers,
    what: 'the wins that you cheered',
    why: 'their authors know that somebody is glad with them',
    until: 'you take a cheer back, or the win goes',
    mentions: [written(winCheers.memberId)],
  },
];
