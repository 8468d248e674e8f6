import type { Pool } from 'pg';

/** The members in random order, so that a row can pick its author by its number. */
const authors = `authors AS (SELECT array_agg(id ORDER BY md5(id::text)) AS ids FROM users)`;

/** Adds `count` gratitude notes and `count` wins with up to three cheers each, by random members. */
export async function addNotesAndWins(pool: Pool, count: number): Promise<void> {
  await pool.query(
    `WITH ${authors}
     INSERT INTO gratitude_posts (id, author_id, content, position_x, position_y, rotation, created_at)
     SELECT uuidv7(), ids[1 + number % cardinality(ids)], 'Thankful for the quiet of the ' || number || 'th morning.',
       10 + number % 80, 10 + number % 70, number % 20 - 10, now() FROM authors, generate_series(1, $1::int) AS number`,
    [count],
  );
  await pool.query(
    `WITH ${authors}
     INSERT INTO wellness_wins (id, author_id, title, content, category, created_at)
     SELECT uuidv7(), ids[1 + number % cardinality(ids)], 'Win ' || number,
       repeat('A walk around the block, though it rained. It was the first for weeks. ', 3), 'personal-growth', now()
     FROM authors, generate_series(1, $1::int) AS number`,
    [count],
  );
  await pool.query(
    `WITH ${authors}, added AS (
       INSERT INTO wellness_win_cheers (wellness_win_id, member_id)
       SELECT wellness_wins.id, ids[1 + abs(hashtext(wellness_wins.id::text || turn)) % cardinality(ids)]
       FROM authors, wellness_wins, generate_series(1, 3) AS turn ON CONFLICT DO NOTHING RETURNING wellness_win_id
     )
     UPDATE wellness_wins SET likes_count = cheers FROM (
       SELECT wellness_win_id, count(*)::int AS cheers FROM added GROUP BY 1
     ) AS counted WHERE id = wellness_win_id`,
  );
}
