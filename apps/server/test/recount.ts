import { findWrongFigures } from '../src/features/points/points.recount.ts';
import type { Database } from '../src/platform/database/database.ts';

/** What the database says of the whole: counters against recounts, and how often transactions blocked each other. */
export async function recount(db: Database): Promise<Record<string, number>> {
  const { rows } = await db.$client.query<Record<string, number>>(
    `SELECT
       (SELECT count(*)::int FROM posts WHERE
          likes_count <> (SELECT count(*) FROM post_likes WHERE post_id = posts.id) OR
          comments_count <> (SELECT count(*) FROM post_comments WHERE post_id = posts.id AND NOT is_awaiting_review AND NOT is_removed)) AS "wrongCounters",
       (SELECT count(*)::int FROM poll_options WHERE votes_count <>
          (SELECT count(*) FROM poll_votes WHERE option_id = poll_options.id)) +
       (SELECT count(*)::int FROM polls WHERE votes_count <>
          (SELECT count(*) FROM poll_votes WHERE post_id = polls.post_id)) AS "wrongPolls",
       (SELECT count(*)::int FROM wellness_wins WHERE likes_count <>
          (SELECT count(*) FROM wellness_win_cheers WHERE wellness_win_id = wellness_wins.id)) AS "wrongCheers",
       (SELECT count(*)::int FROM recommendations WHERE likes_count <>
          (SELECT count(*) FROM recommendation_likes WHERE recommendation_id = recommendations.id)) AS "wrongRecommendations",
       (SELECT count(*)::int FROM meditations WHERE comments_count <>
          (SELECT count(*) FROM meditation_comments WHERE meditation_id = meditations.id AND NOT is_awaiting_review AND NOT is_removed)) AS "wrongMeditations",
       (SELECT count(*)::int FROM events WHERE
          going_count <> (SELECT count(*) FROM event_attendances WHERE event_id = events.id AND is_going) OR
          waiting_count <> (SELECT count(*) FROM event_attendances WHERE event_id = events.id AND NOT is_going) OR
          (waiting_count > 0 AND going_count < coalesce(max_attendees, 0))) AS "wrongEvents",
       (SELECT count(*)::int FROM (SELECT conversation_id, max(position) <> count(*) AS gap FROM messages GROUP BY 1) AS each WHERE gap) AS "gaps",
       (SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()) AS deadlocks`,
  );
  return { ...rows[0], wrongFigures: (await findWrongFigures(db)).length };
}
