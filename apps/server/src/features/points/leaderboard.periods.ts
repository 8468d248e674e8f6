import { type LeaderboardPeriod, leaderboardPeriods } from '@commons/contract/points';
import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { leaderboardStandings as standings } from './leaderboard.tables.ts';
import { monthOf, weekOf } from './points.figures.ts';

/** What a period means in the standings: which figure counts, on which day it began, and whose rows are of it. */
export type PeriodParts = { name: LeaderboardPeriod; score: AnyColumn; began: SQL; isOfPeriod: SQL };

const [month, week] = [monthOf(sql`now()`), weekOf(sql`now()`)];

const parts: Record<LeaderboardPeriod, PeriodParts> = {
  all: { name: 'all', score: standings.score, began: sql`'epoch'::date`, isOfPeriod: sql`true` },
  month: { name: 'month', score: standings.monthScore, began: month, isOfPeriod: sql`${standings.month} = ${month}` },
  week: { name: 'week', score: standings.weekScore, began: week, isOfPeriod: sql`${standings.week} = ${week}` },
};

/** Who is on the leaderboard of a period; the words are those of its index. */
export const isListedIn = ({ score, isOfPeriod }: PeriodParts): SQL =>
  sql`${standings.isListed} AND ${score} > 0 AND ${isOfPeriod}`;

/** Makes something for each period: the statements of one list differ by their figure alone. */
export const forEachPeriod = <Made>(make: (period: PeriodParts) => Made): Record<LeaderboardPeriod, Made> =>
  Object.fromEntries(leaderboardPeriods.map((name) => [name, make(parts[name])])) as Record<LeaderboardPeriod, Made>;
