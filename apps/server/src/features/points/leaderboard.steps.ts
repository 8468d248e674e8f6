import { pointsLimits } from '@commons/contract/points';
import { sql } from 'drizzle-orm';
import type { Transact } from '../../platform/database/unit-of-work.ts';
import { forEachPeriod, isListedIn } from './leaderboard.periods.ts';
import { leaderboardStandings, leaderboardSteps } from './leaderboard.tables.ts';

/** Each step is so much further down than the one before: a rank that is told by them is that far off at most. */
const stepFactor = 1.05;

const countPeriod = forEachPeriod(
  (period) => sql`
    WITH scores AS (
      SELECT ${period.score} AS score, sum(count(*)) OVER (ORDER BY ${period.score} DESC) - count(*) AS above
      FROM ${leaderboardStandings} WHERE ${isListedIn(period)} GROUP BY ${period.score}
    ), steps AS (
      SELECT *, floor(ln(above) / ln(${stepFactor}::numeric)) AS step FROM scores
      WHERE above >= ${pointsLimits.exactRanks}
    )
    INSERT INTO ${leaderboardSteps} (period, score, began, above)
    SELECT DISTINCT ON (step) ${period.name}, score, ${period.began}, above FROM steps ORDER BY step, score`,
);

/** Counts how many members are above which scores, for ranks that are too far down to be counted for each call. */
export const countLeaderboard = (transact: Transact): Promise<void> =>
  transact(async ({ tx }) => {
    await tx.delete(leaderboardSteps);
    for (const count of Object.values(countPeriod)) await tx.execute(count);
  });
