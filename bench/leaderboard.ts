import type { Pool } from 'pg';
import type { PopulationSize } from '../apps/server/test/population.ts';
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

const sizes = {
  small: { members: 2_000, posts: 2_000, meditationsOfEach: 3 },
  large: { members: 1_000_000, posts: 20_000, meditationsOfEach: 3 },
} satisfies Record<string, PopulationSize>;

const callsInRound = 300;

/** Measures whether the pages of 1,000,000 members are as fast as those of 2,000. */
export async function measureLeaderboard(): Promise<Measurement[]> {
  await using cleanups = new AsyncDisposableStack();
  const small = await openCommunity(sizes.small, cleanups);
  const large = await openCommunity(sizes.large, cleanups);
  const growth = await compareGrowth(
    ['first page', 'page of the week', 'page far down', 'own points', 'own days'],
    { small, large },
    { sizes: '1,000,000 members, relative to 2,000' },
  );
  return [...growth, ...(await large.explainReads())];
}

async function openCommunity(size: PopulationSize, cleanups: AsyncDisposableStack) {
  const { url, pool } = await openDatabase(cleanups);
  await seed(pool, size);
  const cookies = (await signInMembers(pool, 200)).map(({ cookie }) => cookie);
  const server = await startServer({ DATABASE_URL: url, DATA_DIR: await makeFolder(cleanups) }, cleanups);
  const paths = {
    'first page': '/api/leaderboard',
    'page of the week': '/api/leaderboard?period=week',
    'page far down': `/api/leaderboard?cursor=${await middleOf(pool)}`,
    'own rank': '/api/leaderboard/me',
    'own rank this week': '/api/leaderboard/me?period=week',
    'own points': '/api/points/history',
    'own days': '/api/points/streak?timeZone=Europe/Berlin',
  };
  return {
    time: (name: keyof typeof paths) => latencies(`${server.url}${paths[name]}`, cookies, callsInRound),
    async explainReads(): Promise<Measurement[]> {
      const reads = await watchReads(paths, { databaseUrl: url, cookie: requireDefined(cookies[0]), atMost: 2 });
      return [
        ...reads.map(({ count }) => count),
        await explain(
          pool,
          reads.flatMap(({ statements }) => statements),
        ),
      ];
    },
  };
}

/** Returns the cursor of a page in the middle of the list, among members with equal points. */
async function middleOf(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ points: number; reachedAt: Date; id: string; position: number }>(
    `SELECT score AS points, reached_at AS "reachedAt", member_id AS id, position::int FROM (
       SELECT *, row_number() OVER (ORDER BY -score, reached_at, member_id) AS position,
         count(*) OVER () AS members FROM leaderboard_standings WHERE is_listed AND score > 0) AS numbered
     WHERE position = members / 2`,
  );
  const { position, ...key } = requireDefined(rows[0]);
  return Buffer.from(JSON.stringify({ ...key, rank: position, position })).toString('base64url');
}
