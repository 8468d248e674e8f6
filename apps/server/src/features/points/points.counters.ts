import { type SQL, sql } from 'drizzle-orm';
import { isAvailable } from '../../community/members/index.ts';
import { users } from '../../community/members/users.tables.ts';
import { leaderboardStandings } from './leaderboard.tables.ts';

/** The first day of the calendar month of an instant, in UTC. */
export const monthOf = (instant: SQL): SQL => sql`date_trunc('month', ${instant} AT TIME ZONE 'UTC')::date`;
/** The first day of the ISO week of an instant, in UTC. */
export const weekOf = (instant: SQL): SQL => sql`date_trunc('week', ${instant} AT TIME ZONE 'UTC')::date`;

/** False for members who opted out of the leaderboard, left the community or are on a break. */
export const isListed: SQL = sql`(${users.showsOnLeaderboard} AND ${isAvailable(users)})`;

/** A member's score after `applyLedgerChanges`. */
export type Score = { memberId: string; mindfulnessScore: number; scoreRevision: number };

/** Adds the booked points to a period's score, or starts a new score if the period has changed. */
const updatePeriodScore = (period: 'month' | 'week'): SQL => {
  const [periodStart, score] = [sql.raw(period), sql.raw(`${period}_score`)];
  return sql`${periodStart} = greatest(standing.${periodStart}, excluded.${periodStart}),
    ${score} = CASE
      WHEN standing.${periodStart} = excluded.${periodStart} THEN standing.${score} + excluded.${score}
      WHEN standing.${periodStart} > excluded.${periodStart} THEN standing.${score}
      ELSE excluded.${score}
    END`;
};

/**
 * The end of each statement that writes to the ledger. Updates scores, minutes and standings by the rows of the CTE
 * `changes` (`member_id, points, seconds, booked_at, month_points, week_points`), so that they always equal the
 * ledger. The member's row is locked before their standing is written, so that no deadlock occurs.
 */
export const applyLedgerChanges: SQL = sql`scored AS (
    UPDATE ${users} SET mindfulness_score = mindfulness_score + changes.points,
      meditation_seconds = meditation_seconds + changes.seconds,
      meditation_minutes = (meditation_seconds + changes.seconds) / 60,
      score_revision = score_revision + 1
    FROM changes WHERE users.id = changes.member_id
    RETURNING users.id, mindfulness_score, score_revision, ${isListed} AS is_listed, booked_at, month_points, week_points
  ), placed AS (
    INSERT INTO ${leaderboardStandings} AS standing
      (member_id, is_listed, score, month, month_score, week, week_score, reached_at)
    SELECT id, is_listed, mindfulness_score, ${monthOf(sql`booked_at`)}, month_points,
      ${weekOf(sql`booked_at`)}, week_points, booked_at
    FROM scored
    ON CONFLICT (member_id) DO UPDATE SET is_listed = excluded.is_listed, score = excluded.score,
      ${updatePeriodScore('month')}, ${updatePeriodScore('week')},
      reached_at = CASE WHEN standing.score = excluded.score THEN standing.reached_at ELSE excluded.reached_at END
  )
  SELECT id AS "memberId", mindfulness_score AS "mindfulnessScore", score_revision AS "scoreRevision" FROM scored`;
