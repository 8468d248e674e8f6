import type { Pool } from 'pg';
import { startBareServer } from './lib/bare-server-process.ts';
import { compareRates } from './lib/compare.ts';
import { openDatabase } from './lib/database.ts';
import { explain } from './lib/explain.ts';
import { inTurn } from './lib/load.ts';
import type { Measurement } from './lib/measurement.ts';
import { signInMembers } from './lib/members.ts';
import { present } from './lib/present.ts';
import { startServer } from './lib/server-process.ts';
import { watchReads } from './lib/watch-reads.ts';
import { makeFolder } from './lib/workspace.ts';
import { seed } from './seed.ts';

/** The feed of 100,000 posts: its rate against a bare route, the statements it takes and their plans. */
export async function measureFeed(): Promise<Measurement[]> {
  await using cleanups = new AsyncDisposableStack();
  const { url: DATABASE_URL, pool } = await openDatabase(cleanups);
  await seed(pool, { members: 10_000, posts: 100_000 });
  const members = await signInMembers(pool, 500);
  const DATA_DIR = await makeFolder(cleanups);

  const { cookie } = present(members[0]);
  const reads = await watchReads(await readPaths(pool), { databaseUrl: DATABASE_URL, cookie, atMost: 2 });
  const feed = present(reads[0]);
  const plans = await explain(
    pool,
    reads.flatMap(({ statements }) => statements),
  );

  const server = await startServer({ DATABASE_URL, DATA_DIR }, cleanups);
  const bare = await startBareServer(
    { databaseUrl: DATABASE_URL, read: { statement: present(feed.statements.at(-1)), answer: feed.answer } },
    cleanups,
  );
  const rates = await compareRates(
    'feed page',
    {
      url: server.url,
      next: inTurn(members.map(({ cookie }) => ({ method: 'GET', path: '/api/posts', headers: { cookie } }) as const)),
    },
    { url: bare.url, next: () => ({ method: 'GET', path: '/read' }) },
    50,
  );
  return [...rates, ...reads.map(({ count }) => count), plans];
}

async function readPaths(pool: Pool): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ id: string; authorId: string }>(
    'SELECT id, author_id AS "authorId" FROM posts ORDER BY id DESC LIMIT 1',
  );
  const { id, authorId } = present(rows[0]);
  return {
    'feed page': '/api/posts',
    'author page': `/api/posts?userId=${authorId}`,
    'comment page': `/api/posts/${id}/comments`,
    'like status': `/api/posts/${id}/like-status`,
    post: `/api/posts/${id}`,
  };
}
