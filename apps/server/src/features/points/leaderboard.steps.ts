import { pointsLimits } from '@commons/contract/points';
import { sql } from 'drizzle-orm';
import type { Transact } from '../../platform/database/unit-of-work.ts';
import { mapPeriods, isListedIn } from './leaderboard.periods.ts';
import { leaderboardStandings, leaderboardSteps } from './leaderboard.tables.ts';

/** Ratio between the ranks of two steps. An approximate rank is off by at most this factor. */
const stepFactor = 1.05;

const countPeriod = mapPeriods(
  (period) => sql`
    WITH scores AS (
      SELECT ${period.score} AS score, sum(count(*)) OVER (ORDER BY ${period.score} DESC) - count(*) AS above
      FROM ${leaderboardStandings} WHERE ${isListedIn(period)} GROUP BY ${period.score}
    ), steps AS (
      SELECT *, floor(ln(above) / ln(${stepFactor}::numeric)) AS step FROM scores
      WHERE above >= ${pointsLimits.exactRanks}
    )
    INSERT INTO ${leaderboardSteps} (period, score, began, above)
    SELECT DISTINCT ON (step) ${period.name}, score, ${period.start}, above FROM steps ORDER BY step, score`,
);

/** Counts the members above selected scores, for ranks that are too low to count in each request. */
export const countLeaderboard = (transact: Transact): Promise<void> =>
  transact(async ({ tx }) => {
    await tx.delete(leaderboardSteps);
    for (const statement of Object.values(countPeriod)) await tx.execute(statement);
  });
