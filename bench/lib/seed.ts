import type { Pool, PoolClient } from 'pg';
import { populate, populateMessages, type PopulationSize } from '../../apps/server/test/population.ts';

export type { PopulationSize };

/** Adds rows to a community while it has no foreign keys, which is many times faster. */
export type Addition = (client: PoolClient) => Promise<unknown>;

/**
 * Fills an empty database with a community and analyzes, vacuums and checkpoints it. Drops foreign keys and secondary
 * indexes and creates them again at the end.
 */
export async function seed(pool: Pool, size: PopulationSize, additions: readonly Addition[]): Promise<void> {
  const { rows: keys } = await pool.query<{ table: string; name: string; definition: string }>(
    `SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`,
  );
  const { rows: indexes } = await pool.query<{ name: string; definition: string }>(
    `SELECT indexname AS name, indexdef AS definition
     FROM pg_indexes WHERE schemaname = 'public' AND indexdef NOT LIKE 'CREATE UNIQUE%'`,
  );
  for (const { table, name } of keys) await pool.query(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`);
  for (const { name } of indexes) await pool.query(`DROP INDEX "${name}"`);
  await fill(pool, size, additions);
  for (const { definition } of indexes) await pool.query(definition);
  for (const { table, name, definition } of keys)
    await pool.query(`ALTER TABLE ${table} ADD CONSTRAINT "${name}" ${definition}`);
  // Otherwise the search job would index all rows during the first measurement.
  for (const [type, table] of Object.entries({ people: 'users', posts: 'posts' }))
    await pool.query(
      `INSERT INTO search_progress (type, until) SELECT '${type}', max(id::text)::uuid FROM ${table} HAVING count(*) > 0`,
    );
  await pool.query('VACUUM (ANALYZE)');
  await pool.query('CHECKPOINT');
}

/** Fills the database of a running server. */
export async function fill(pool: Pool, size: PopulationSize, additions: readonly Addition[]): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('SET synchronous_commit = off');
    await populate(client, size);
    for (const add of additions) await add(client);
  } finally {
    // Closed instead of reused: the connection has changed settings and temporary functions.
    client.release(true);
  }
}

export const withMessages =
  (conversationsOfEach: number, messagesInEach: number): Addition =>
  (client) =>
    populateMessages(client, { conversationsOfEach, messagesInEach });

const numbers = 'generate_series(1, $1::int) AS number';

/** Adds `count` books and as many podcasts to the library. */
export const withBooks =
  (count: number): Addition =>
  (client) =>
    client.query(
      `INSERT INTO library_items (id, kind, title, author, description, cover_url, link)
       SELECT uuidv7(), CASE WHEN number % 2 = 0 THEN 'book' ELSE 'podcast' END, 'Book ' || number, 'Author ' || number,
         'Short chapters about being present in an ordinary life, each of which can be read on its own.',
         'https://covers.test/' || number, 'https://books.test/' || number FROM ${numbers}`,
      [2 * count],
    );

/** Adds upcoming events. The first of `answersOfEach` members have a place, the others are on the waiting list. */
export const withEvents =
  (
    count: number,
    { answersOfEach = 0, maxAttendees }: { answersOfEach?: number; maxAttendees?: number } = {},
  ): Addition =>
  (client) =>
    client.query(
      `WITH added AS (
         INSERT INTO events (id, title, description, event_date, time_zone, location, max_attendees, created_at, updated_at,
           going_count, waiting_count, answers_count)
         SELECT uuidv7(), 'Walk ' || number, repeat('Two hours, slowly. ', 20), date_trunc('hour', now()) + number * interval '1 day',
           'Europe/Berlin', 'The old gate', $2::int, now(), now(), least($2, $3::int), greatest($3 - $2, 0), $3 FROM ${numbers} RETURNING id
       ), members AS (SELECT id, row_number() OVER () AS position FROM (SELECT id FROM users LIMIT $3::int) AS chosen)
       INSERT INTO event_attendances (event_id, member_id, is_going, position)
       SELECT added.id, members.id, position <= $2, position FROM added CROSS JOIN members`,
      [count, maxAttendees ?? null, answersOfEach],
    );

/** Adds meditations of one hour with a long description. */
export const withMeditations =
  (count: number): Addition =>
  (client) =>
    client.query(
      `INSERT INTO meditations (id, title, description, audio_url, album_cover_url, duration, created_at)
       SELECT uuidv7(), 'Meditation ' || number,
         repeat('Lie down or lean back. Put a hand where you feel your breath most, on the belly or the ribs. ', 6),
         'https://sounds.test/' || number, 'https://pictures.test/' || number, 3600, date_trunc('milliseconds', now())
       FROM ${numbers}`,
      [count],
    );
