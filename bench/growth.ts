import type { PopulationSize } from '../apps/server/test/population.ts';
import { addBooks } from './lib/books.ts';
import { openDatabase } from './lib/database.ts';
import { addEvents } from './lib/events.ts';
import { compareGrowth } from './lib/growth.ts';
import { latencies } from './lib/latency.ts';
import type { Measurement } from './lib/measurement.ts';
import { signInMembers } from './lib/members.ts';
import { requireDefined } from './lib/require-defined.ts';
import { startServer } from './lib/server-process.ts';
import { makeFolder } from './lib/workspace.ts';
import { seed } from './seed.ts';

const sizes = {
  small: { members: 2_000, posts: 10_000 },
  large: { members: 200_000, posts: 1_000_000 },
} satisfies Record<string, PopulationSize>;

const callsInRound = 400;

/** Measures whether the pages get slower with 100 times as many posts and members. */
export async function measureGrowth(): Promise<Measurement[]> {
  await using cleanups = new AsyncDisposableStack();
  const small = await openCommunity(sizes.small, cleanups);
  const large = await openCommunity(sizes.large, cleanups);
  return await compareGrowth(
    ['feed page', 'feed page far back', 'comment page', 'author page', 'events page', 'books page'],
    { small, large },
    { sizes: '1,000,000 posts, relative to 10,000' },
  );
}

async function openCommunity(size: PopulationSize, cleanups: AsyncDisposableStack) {
  const { url, pool } = await openDatabase(cleanups);
  await seed(pool, size);
  await addEvents(pool, size.members / 100);
  await addBooks(pool, size.members / 10);
  await pool.query('VACUUM (ANALYZE) events, event_attendances, library_items');
  const cookies = (await signInMembers(pool, 200)).map(({ cookie }) => cookie);
  const server = await startServer({ DATABASE_URL: url, DATA_DIR: await makeFolder(cleanups) }, cleanups);
  const { rows } = await pool.query<{ id: string; authorId: string; middleId: string }>(
    `SELECT id, author_id AS "authorId", (SELECT id FROM posts ORDER BY id LIMIT 1 OFFSET $1) AS "middleId"
     FROM posts ORDER BY id DESC LIMIT 1`,
    [size.posts / 2],
  );
  const { id, authorId, middleId } = requireDefined(rows[0]);
  const paths = {
    'feed page': '/api/posts',
    'feed page far back': `/api/posts?cursor=${Buffer.from(JSON.stringify(middleId)).toString('base64url')}`,
    'comment page': `/api/posts/${id}/comments`,
    'author page': `/api/posts?userId=${authorId}`,
    'events page': '/api/events',
    'books page': '/api/books?limit=24',
  };
  return { time: (name: keyof typeof paths) => latencies(`${server.url}${paths[name]}`, cookies, callsInRound) };
}
