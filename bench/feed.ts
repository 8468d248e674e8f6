import type { Pool } from 'pg';
import type { SentStatement } from '../apps/server/test/plans.ts';
import { ask } from './lib/ask.ts';
import { startBareServer } from './lib/bare-server-process.ts';
import { compareRates } from './lib/compare.ts';
import { openDatabase } from './lib/database.ts';
import { explain } from './lib/explain.ts';
import { inTurn } from './lib/load.ts';
import type { Measurement } from './lib/measurement.ts';
import { signInMembers, type SignedInMember } from './lib/members.ts';
import { present } from './lib/present.ts';
import { startServer } from './lib/server-process.ts';
import { watchStatements } from './lib/statement-watch.ts';
import { makeFolder } from './lib/workspace.ts';
import { seed } from './seed.ts';

/** The feed of 100,000 posts: its rate against a bare route, the statements it takes and their plans. */
export async function measureFeed(): Promise<Measurement[]> {
  await using cleanups = new AsyncDisposableStack();
  const { url: DATABASE_URL, pool } = await openDatabase(cleanups);
  await seed(pool, { members: 10_000, posts: 100_000 });
  const members = await signInMembers(pool, 500);
  const DATA_DIR = await makeFolder(cleanups);

  const reads = await watchReads(cleanups, { DATABASE_URL, DATA_DIR, pool, member: present(members[0]) });
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

type Read = { statements: SentStatement[]; answer: string; count: Measurement };

/** Makes each kind of read call twice through the statement watch; the second one counts. */
async function watchReads(
  cleanups: AsyncDisposableStack,
  given: { DATABASE_URL: string; DATA_DIR: string; pool: Pool; member: SignedInMember },
): Promise<Read[]> {
  const { rows } = await given.pool.query<{ id: string; authorId: string }>(
    'SELECT id, author_id AS "authorId" FROM posts ORDER BY id DESC LIMIT 1',
  );
  const { id, authorId } = present(rows[0]);
  const calls = [
    { name: 'feed page', path: '/api/posts' },
    { name: 'author page', path: `/api/posts?userId=${authorId}` },
    { name: 'comment page', path: `/api/posts/${id}/comments` },
    { name: 'like status', path: `/api/posts/${id}/like-status` },
    { name: 'post', path: `/api/posts/${id}` },
  ];
  await using ownCleanups = new AsyncDisposableStack();
  const watch = await watchStatements(given.DATABASE_URL, cleanups);
  const server = await startServer({ DATABASE_URL: watch.url, DATA_DIR: given.DATA_DIR }, ownCleanups);
  const reads: Read[] = [];
  for (const { name, path } of calls) {
    await ask(`${server.url}${path}`, given.member.cookie);
    watch.take();
    const answer = await ask(`${server.url}${path}`, given.member.cookie);
    const statements = watch.take();
    const count = {
      name: `${name}: statements a request, session check included`,
      value: statements.length,
      unit: '',
      bar: { atMost: 2 },
      note: statements.map((statement) => statement.name || statement.text).join(', '),
    };
    reads.push({ statements, answer, count });
  }
  return reads;
}
