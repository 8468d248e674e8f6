import type { Pool } from 'pg';
import {
  type MessagePopulationSize,
  populate,
  populateMessages,
  type PopulationSize,
} from '../apps/server/test/population.ts';

/**
 * Fills an empty database with a community and analyzes, vacuums and checkpoints it. Drops foreign keys and secondary
 * indexes and creates them again at the end, which is many times faster.
 */
export async function seed(pool: Pool, size: PopulationSize, correspondence?: MessagePopulationSize): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('SET synchronous_commit = off');
    const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
      `SELECT conrelid::regclass::text AS table, conname AS name, pg_get_constraintdef(oid) AS definition
       FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`,
    );
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
       FROM pg_index WHERE NOT indisunique AND indrelid IN
         ('users'::regclass, 'posts'::regclass, 'post_likes'::regclass, 'post_comments'::regclass, 'points_ledger'::regclass,
          'leaderboard_standings'::regclass)`,
    );
    for (const { table, name } of keys) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`);
    for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
    await populate(client, size);
    if (correspondence) await populateMessages(client, correspondence);
    for (const { definition } of indexes) await client.query(definition);
    for (const { table, name, definition } of keys)
      await client.query(`ALTER TABLE ${table} ADD CONSTRAINT "${name}" ${definition}`);
    // Otherwise the search job would index all rows during the first measurement.
    for (const [type, table] of Object.entries({ people: 'users', posts: 'posts' }))
      await client.query(
        `INSERT INTO search_progress (type, until) SELECT '${type}', max(id::text)::uuid FROM ${table} HAVING count(*) > 0`,
      );
    await client.query('VACUUM (ANALYZE)');
    await client.query('CHECKPOINT');
  } finally {
    // Closed instead of reused: the connection has changed settings and temporary functions.
    client.release(true);
  }
}
