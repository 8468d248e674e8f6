import { type SQL, sql } from 'drizzle-orm';
import { isHere } from '../members/index.ts';
import { users } from '../members/users.tables.ts';
import { leaderboardStandings } from './leaderboard.tables.ts';

/** The first days of the calendar month and of the ISO week of an instant, in UTC. */
export const monthOf = (instant: SQL): SQL => sql`date_trunc('month', ${instant} AT TIME ZONE 'UTC')::date`;
export const weekOf = (instant: SQL): SQL => sql`date_trunc('week', ${instant} AT TIME ZONE 'UTC')::date`;

/** Whoever left the leaderboard, or the community, or is on a break, is on none of its lists, whatever their points do. */
export const isListed: SQL = sql`(${users.showsOnLeaderboard} AND ${isHere(users)})`;

/** A member's score as `moveFigures` leaves it. */
export type Score = { memberId: string; mindfulnessScore: number; scoreRevision: number };

/** Of two periods the later one counts; within one, what is booked is added. */
const movePeriod = (period: 'month' | 'week'): SQL => {
  const [began, score] = [sql.raw(period), sql.raw(`${period}_score`)];
  return sql`${began} = greatest(standing.${began}, excluded.${began}),
    ${score} = CASE
      WHEN standing.${began} = excluded.${began} THEN standing.${score} + excluded.${score}
      WHEN standing.${began} > excluded.${began} THEN standing.${score}
      ELSE excluded.${score}
    END`;
};

/**
 * The end of each statement that writes to the ledger: moves members' scores, minutes and standings by what is `moves`
 * there (`member_id, points, seconds, moment, month_points, week_points`), so that they equal the ledger at all times. A
 * standing is only written by whoever holds its member's row: no two wait for each other over it.
 */
export const moveFigures: SQL = sql`scored AS (
    UPDATE ${users} SET mindfulness_score = mindfulness_score + moves.points,
      meditation_seconds = meditation_seconds + moves.seconds,
      meditation_minutes = (meditation_seconds + moves.seconds) / 60,
      score_revision = score_revision + 1
    FROM moves WHERE users.id = moves.member_id
    RETURNING users.id, mindfulness_score, score_revision, ${isListed} AS is_listed, moment, month_points, week_points
  ), placed AS (
    INSERT INTO ${leaderboardStandings} AS standing
      (member_id, is_listed, score, month, month_score, week, week_score, reached_at)
    SELECT id, is_listed, mindfulness_score, ${monthOf(sql`moment`)}, month_points,
      ${weekOf(sql`moment`)}, week_points, moment
    FROM scored
    ON CONFLICT (member_id) DO UPDATE SET is_listed = excluded.is_listed, score = excluded.score,
      ${movePeriod('month')}, ${movePeriod('week')},
      reached_at = CASE WHEN standing.score = excluded.score THEN standing.reached_at ELSE excluded.reached_at END
  )
  SELECT id AS "memberId", mindfulness_score AS "mindfulnessScore", score_revision AS "scoreRevision" FROM scored`;
