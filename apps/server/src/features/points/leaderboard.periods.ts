import { leaderboardPeriods } from '@commons/contract/points';
import type { LeaderboardPeriod } from '@commons/contract/points/schemas';
import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import { leaderboardStandings as standings } from './leaderboard.tables.ts';
import { monthOf, weekOf } from './points.counters.ts';

/** The parts of a period's statements: its score column and the condition for rows of the period. */
export type PeriodColumns = { name: LeaderboardPeriod; score: AnyColumn; isOfPeriod: SQL };

// A subquery is evaluated once per statement, an expression once per row.
const [month, week] = [sql`(SELECT ${monthOf(sql`now()`)})`, sql`(SELECT ${weekOf(sql`now()`)})`];

const periods: Record<LeaderboardPeriod, PeriodColumns> = {
  all: { name: 'all', score: standings.score, isOfPeriod: sql`true` },
  month: { name: 'month', score: standings.monthScore, isOfPeriod: sql`${standings.month} = ${month}` },
  week: { name: 'week', score: standings.weekScore, isOfPeriod: sql`${standings.week} = ${week}` },
};

/** Matches members on the leaderboard of a period. The condition must match the predicate of the partial index. */
export const isListedIn = ({ score, isOfPeriod }: PeriodColumns): SQL =>
  sql`${standings.isListed} AND ${score} > 0 AND ${isOfPeriod}`;

/** Builds something for each period. The statements differ only in their score column. */
export const mapPeriods = <Result>(build: (period: PeriodColumns) => Result): Record<LeaderboardPeriod, Result> =>
  Object.fromEntries(leaderboardPeriods.map((name) => [name, build(periods[name])])) as Record<
    LeaderboardPeriod,
    Result
  >;
