import type { Pool } from 'pg';
import { startBareServer } from './lib/bare-server-process.ts';
import { addBooks } from './lib/books.ts';
import { compareRates } from './lib/compare.ts';
import { openDatabase } from './lib/database.ts';
import { addEvents } from './lib/events.ts';
import { explain } from './lib/explain.ts';
import { addNotesAndWins } from './lib/gratitude-and-wins.ts';
import { cycleThrough } from './lib/load.ts';
import type { Measurement, ProgramOptions } from './lib/measurement.ts';
import { addMeditations } from './lib/meditations.ts';
import { connectPairs, signInMembers, findReaders } from './lib/members.ts';
import { requireDefined } from './lib/require-defined.ts';
import { productionSettings, startProfiledServer, startServer, startServerBefore } from './lib/server-process.ts';
import { watchReads } from './lib/watch-reads.ts';
import { makeFolder } from './lib/workspace.ts';
import { seed } from './seed.ts';

/** The most frequent reads. `atLeast` is the required share of a bare route's rate, in percent. */
const hotReads = {
  'feed page': { atLeast: 60 },
  post: { atLeast: 50 },
  'comment page': { atLeast: 50 },
  profile: { atLeast: 50 },
  'page of meditations': { atLeast: 50 },
  'page of books': { atLeast: 50 },
  'page of notes': { atLeast: 50 },
  'page of wins': { atLeast: 50 },
  'page of events': { atLeast: 50 },
  'list of conversations': { atLeast: 50 },
  'page of messages': { atLeast: 50 },
  'leaderboard page': { atLeast: 50 },
  'own rank': { atLeast: 50 },
};
type HotRead = keyof typeof hotReads;
const isHot = (name: string): name is HotRead => name in hotReads;

/**
 * Measures the most frequent reads in a community with 100,000 posts: their rates relative to a bare route, their
 * statements and plans.
 */
export async function measureFeed({ quick, against }: ProgramOptions): Promise<Measurement[]> {
  await using cleanups = new AsyncDisposableStack();
  const { url: DATABASE_URL, pool, postmasterPid } = await openDatabase(cleanups);
  await seed(pool, { members: 10_000, posts: 100_000 }, { conversationsOfEach: 2, messagesInEach: 25 });
  await addMeditations(pool, 60);
  await addBooks(pool, 10_000);
  await addNotesAndWins(pool, 10_000);
  await addEvents(pool, 60);
  const members = await signInMembers(pool, 500);
  await connectPairs(pool, members);
  await pool.query('VACUUM (ANALYZE)');
  const DATA_DIR = await makeFolder(cleanups);

  const { cookie, id } = requireDefined(members[0]);
  const paths = await readPaths(pool, id);
  const reads = await watchReads(paths, { databaseUrl: DATABASE_URL, cookie, atMost: 2 });
  const plans = await explain(
    pool,
    reads.flatMap(({ statements }) => statements),
  );

  const bare = await startBareServer(
    {
      databaseUrl: DATABASE_URL,
      reads: reads.map(({ statements, responseBody }) => ({
        statement: requireDefined(statements.at(-1)),
        responseBody,
      })),
    },
    cleanups,
  );
  const variables = { DATABASE_URL, DATA_DIR, ...productionSettings };
  const server = await startServer(variables, cleanups);
  const profiled = await startProfiledServer(variables, cleanups);
  const before = await startServerBefore(variables, cleanups, against);
  const rates: Measurement[] = [];
  for (const [index, name] of Object.keys(paths).entries()) {
    if (!isHot(name)) continue;
    const path = requireDefined(paths[name]);
    // Only the member of a conversation can read it. Many members read the other pages in turn, except blocked ones.
    const isPrivate = name === 'list of conversations' || name === 'page of messages';
    const readers = isPrivate ? members.slice(0, 1) : await findReaders(`${server.url}${path}`, members);
    const next = cycleThrough(
      readers.map((reader) => ({ method: 'GET', path, headers: { cookie: reader.cookie } }) as const),
    );
    rates.push(
      ...(await compareRates(
        name,
        {
          application: { server, next },
          bare: { server: bare, next: () => ({ method: 'GET', path: `/read/${index}` }) },
          before: before && { server: before, next },
        },
        { atLeastPercent: hotReads[name].atLeast, quick, postmasterPid, profiled },
      )),
    );
  }
  return [...rates, ...reads.map(({ count }) => count), plans];
}

async function readPaths(pool: Pool, readerId: string): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ id: string; authorId: string; otherId: string }>(
    `SELECT id, author_id AS "authorId", (SELECT other_id FROM conversation_members WHERE member_id = $1 LIMIT 1) AS "otherId"
     FROM posts ORDER BY id DESC LIMIT 1`,
    [readerId],
  );
  const { id, authorId, otherId } = requireDefined(rows[0]);
  return {
    'feed page': '/api/posts',
    'author page': `/api/posts?userId=${authorId}`,
    'comment page': `/api/posts/${id}/comments`,
    'like status': `/api/posts/${id}/like-status`,
    post: `/api/posts/${id}`,
    profile: `/api/users/${otherId}`,
    'page of meditations': '/api/meditations',
    'page of books': '/api/books?limit=24',
    'page of notes': '/api/gratitude-posts',
    'page of wins': '/api/wellness-wins',
    'page of events': '/api/events',
    'list of conversations': '/api/messages/conversations',
    'page of messages': `/api/messages?userId=${otherId}`,
    'leaderboard page': '/api/leaderboard',
    'own rank': '/api/leaderboard/me',
    'points history': '/api/points/history',
    'days with points': '/api/points/streak?timeZone=Europe/Berlin',
  };
}
