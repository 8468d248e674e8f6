import type { Pool } from 'pg';
import { openDatabase } from './lib/database.ts';
import { explain } from './lib/explain.ts';
import { compareGrowth } from './lib/growth.ts';
import { latencies } from './lib/latency.ts';
import type { Measurement } from './lib/measurement.ts';
import { signInMembers } from './lib/members.ts';
import { requireDefined } from './lib/require-defined.ts';
import { startServer } from './lib/server-process.ts';
import { watchReads } from './lib/watch-reads.ts';
import { makeFolder } from './lib/workspace.ts';
import { seed } from './seed.ts';

const sizes = { small: { members: 2_000, posts: 2_000 }, large: { members: 200_000, posts: 20_000 } };
const connectionsOfEach = 20;

const callsInRound = 200;

const calls = {
  suggestions: '/api/connections/suggested',
  'own connections': '/api/connections',
  'community figures': '/api/community/stats',
};
type CallName = keyof typeof calls;

/** Measures whether suggestions, connections and community statistics get slower with 100 times as many members. */
export async function measureMembers(): Promise<Measurement[]> {
  await using cleanups = new AsyncDisposableStack();
  const small = await openCommunity(sizes.small, cleanups);
  const large = await openCommunity(sizes.large, cleanups);
  const growth = await compareGrowth(
    Object.keys(calls) as CallName[],
    { small, large },
    { sizes: '200,000 members, relative to 2,000', note: `${connectionsOfEach} connections each` },
  );
  return [...growth, ...(await large.explainReads())];
}

async function openCommunity(size: { members: number; posts: number }, cleanups: AsyncDisposableStack) {
  const { url: DATABASE_URL, pool } = await openDatabase(cleanups);
  await seed(pool, size);
  await connectMembers(pool);
  const cookies = (await signInMembers(pool, 200)).map(({ cookie }) => cookie);
  const server = await startServer({ DATABASE_URL, DATA_DIR: await makeFolder(cleanups) }, cleanups);
  return {
    time: (name: CallName) => latencies(`${server.url}${calls[name]}`, cookies, callsInRound),
    async explainReads(): Promise<Measurement[]> {
      // Without the statistics: they count all active members, but only once a minute.
      const { 'community figures': _figures, ...paths } = calls;
      const reads = await watchReads(paths, {
        databaseUrl: DATABASE_URL,
        cookie: requireDefined(cookies[0]),
        atMost: 2,
      });
      const statements = reads.flatMap((read) => read.statements);
      return [...reads.map(({ count }) => count), await explain(pool, statements)];
    },
  };
}

/** Connects each member with random others, and sets random times of their last activity in the last year. */
async function connectMembers(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('SET synchronous_commit = off');
    // Checking foreign keys for each row takes far longer than checking all rows at the end.
    const { rows: keys } = await client.query<{ name: string; definition: string }>(
      `SELECT conname AS name, pg_get_constraintdef(oid) AS definition
       FROM pg_constraint WHERE contype = 'f' AND conrelid = 'connections'::regclass`,
    );
    for (const { name } of keys) await client.query(`ALTER TABLE connections DROP CONSTRAINT "${name}"`);
    await client.query(`
      CREATE TEMPORARY TABLE numbered AS SELECT id, row_number() OVER (ORDER BY id) - 1 AS number FROM users;
      CREATE UNIQUE INDEX ON numbered (number);
      ANALYZE numbered;
      INSERT INTO connections (member_id, other_id, state, since)
        SELECT side.member_id, side.other_id, 'connected', now() - random() * interval '1 year'
        FROM numbered AS one
        CROSS JOIN generate_series(1, ${connectionsOfEach / 2}) AS turn
        JOIN numbered AS other ON other.number = (one.number + turn * turn * 37) % (SELECT count(*) FROM numbered)
        CROSS JOIN LATERAL (VALUES (one.id, other.id), (other.id, one.id)) AS side (member_id, other_id)
        ORDER BY side.member_id
        ON CONFLICT DO NOTHING;
      UPDATE users SET last_active_at = now() - random() * interval '1 year'`);
    for (const { name, definition } of keys)
      await client.query(`ALTER TABLE connections ADD CONSTRAINT "${name}" ${definition}`);
    await client.query('VACUUM (ANALYZE)');
    await client.query('CHECKPOINT');
  } finally {
    // Closed instead of reused: the connection has changed settings.
    client.release(true);
  }
}
