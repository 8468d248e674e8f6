import { sql } from 'drizzle-orm';
import { boolean, date, index, integer, pgTable, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../platform/database/columns.ts';
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

/** A place goes with its member: nobody counts it. */
export const cascades = ['leaderboard_standings.member_id'];
