import type { Pool } from 'pg';

/** A random order of the members, in which each of many rows finds its author by its number. */
const authors = `authors AS (SELECT array_agg(id ORDER BY md5(id::text)) AS ids FROM users)`;

/** So many notes on the gratitude wall and as many wins, by authors all over the community. */
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
       'A walk around the block, though it rained. It was the first for weeks.', 'personal-growth', now()
     FROM authors, generate_series(1, $1::int) AS number`,
    [count],
  );
}
