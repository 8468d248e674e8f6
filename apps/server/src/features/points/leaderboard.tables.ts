import { sql } from 'drizzle-orm';
import { boolean, date, index, integer, pgTable, uuid } from 'drizzle-orm/pg-core';
import { users } from '../../community/members/users.tables.ts';
import { ownedBy, type PersonalData } from '../../community/personal-data.ts';
import { instant } from '../../platform/database/columns.ts';

/**
 * Leaderboard scores: a narrow row for each member with points, updated by the statement that books them. `monthScore`
 * is the member's score in the calendar month starting on `month`, and `weekScore` in the ISO week starting on `week`
 * (both UTC), without reversed awards. A score of a past period counts as 0 in the current one.
 */
export const leaderboardStandings = pgTable(
  'leaderboard_standings',
  {
    memberId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Copy of the member's choice and presence (see `isListed` in `points.counters.ts`), for the indexes. */
    isListed: boolean().notNull(),
    score: integer().notNull(),
    month: date().notNull(),
    monthScore: integer().notNull(),
    week: date().notNull(),
    weekScore: integer().notNull(),
    /** When the score last changed. For equal scores, the earlier one ranks first. */
    reachedAt: instant().notNull(),
  },
  // The negated score makes all sort columns ascending, so a page starts with one row comparison.
  (table) => [
    index('leaderboard_of_all')
      .on(sql`(-${table.score})`, table.reachedAt, table.memberId)
      .where(sql`${table.isListed} AND ${table.score} > 0`),
    index('leaderboard_of_month')
      .on(table.month, sql`(-${table.monthScore})`, table.reachedAt, table.memberId)
      .where(sql`${table.isListed} AND ${table.monthScore} > 0`),
    index('leaderboard_of_week')
      .on(table.week, sql`(-${table.weekScore})`, table.reachedAt, table.memberId)
      .where(sql`${table.isListed} AND ${table.weekScore} > 0`),
  ],
);

/** Deleting these rows needs no counter update. */
export const cascades = ['leaderboard_standings.member_id'];

export const personalData: PersonalData[] = [
  {
    table: leaderboardStandings,
    description: 'your ranks on the leaderboard',
    purpose: 'the leaderboard loads quickly; you can hide yourself from it',
    retention: 'you leave',
    references: [ownedBy(leaderboardStandings.memberId)],
  },
];
