import { leaderboardPeriods } from '@commons/contract/points';
import { sql } from 'drizzle-orm';
import { boolean, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../platform/database/columns.ts';
import { own, type PersonalData } from '../../platform/personal-data.ts';
import { users } from '../members/users.tables.ts';

/**
 * Where members stand on the leaderboard: a narrow row beside each member with points, moved by the statement that books
 * them. `monthScore` is what they earned in the calendar month that begins on `month`, `weekScore` in the ISO week that
 * begins on `week` (both in UTC) and did not take back; a row of a past period counts nothing in the present one.
 */
export const leaderboardStandings = pgTable(
  'leaderboard_standings',
  {
    memberId: uuid()
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The member's own choice (`users.shows_on_leaderboard`), here for the indexes. */
    isListed: boolean().notNull(),
    score: integer().notNull(),
    month: date().notNull(),
    monthScore: integer().notNull(),
    week: date().notNull(),
    weekScore: integer().notNull(),
    /** When the score last moved: of two with the same, who came there earlier is first. */
    reachedAt: instant().notNull(),
  },
  // The most points first, then ascending: a page begins by one comparison of rows.
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

/**
 * How many members on the leaderboard of a period had more than some scores when it was last counted, each step a little
 * further down than the one before: from it ranks are told that are too far down to be counted for each call.
 */
export const leaderboardSteps = pgTable(
  'leaderboard_steps',
  {
    period: text({ enum: leaderboardPeriods }).notNull(),
    score: integer().notNull(),
    /** The first day of the period that was counted; of all time, no day at all. */
    began: date().notNull(),
    above: integer().notNull(),
  },
  (table) => [primaryKey({ name: 'leaderboard_steps_one_per_score', columns: [table.period, table.score] })],
);

/** A place goes with its member: nobody counts it. */
export const cascades = ['leaderboard_standings.member_id'];

export const personalData: PersonalData[] = [
  {
    table: leaderboardStandings,
    what: 'your ranks on the leaderboard',
    why: 'the leaderboard loads quickly; you can hide yourself from it',
    until: 'you leave',
    mentions: [own(leaderboardStandings.memberId)],
  },
];
