import type { Pool } from 'pg';
import { compareRates } from './lib/compare.ts';
import { openDatabase } from './lib/database.ts';
import { type Bench, type Measurement, requireDefined } from './lib/measurement.ts';
import { connectPairs, findReaders, signInMembers } from './lib/members.ts';
import { startBareServer, startRecordedServer } from './lib/recorded-server.ts';
import { cycleThrough } from './lib/requests.ts';
import { withBooks, withEvents, withMeditations, withMessages } from './lib/seed.ts';
import { fetchText, productionSettings, startServer } from './lib/servers.ts';

/** Required shares of a bare route's rate, in percent. */
const atLeastPercent = { 'feed page': 75, others: 50 };
const fullEvents = { maxAttendees: 100, answersOfEach: 200 };
/** The session's statement and one more. */
const maxStatements = 2;

/** Measures the most frequent reads among 100,000 posts: their rates relative to a bare route, and their statements. */
export async function measureFeed(bench: Bench): Promise<Measurement[]> {
  const { quick, cleanups } = bench;
  const size = quick ? { members: 1_000, posts: 10_000 } : { members: 10_000, posts: 100_000 };
  const additions = [withMessages(2, 25), withMeditations(60), withBooks(10_000), withEvents(60, fullEvents)];
  const { url: DATABASE_URL, pool, postmasterPid } = await openDatabase(cleanups, size, additions);
  const members = await signInMembers(pool, 500);
  await connectPairs(pool, members);

  const { cookie, id } = requireDefined(members[0]);
  const paths = Object.entries(await readPaths(pool, id));
  const recorded = await startRecordedServer(bench, { DATABASE_URL });
  const reads = [];
  for (const [name, path] of paths) {
    const readPage = () => fetchText(`${recorded.url}${path}`, cookie);
    const responseBody = await readPage();
    reads.push({ name, path, responseBody, statements: await recorded.record(readPage) });
  }
  const bareReads = reads.map(({ statements, responseBody }) => ({
    statement: requireDefined(statements.at(-1)),
    responseBody,
  }));
  const bare = await startBareServer(bench, { databaseUrl: DATABASE_URL, reads: bareReads });
  const server = await startServer(bench, { DATABASE_URL, ...productionSettings });
  const rates: Measurement[] = [];
  for (const [index, { name, path }] of reads.entries()) {
    // Only the member of a conversation can read it. Many members read the other pages in turn, except blocked ones.
    const isPrivate = path.startsWith('/api/messages');
    const readers = isPrivate ? members.slice(0, 1) : await findReaders(`${server.url}${path}`, members);
    const next = cycleThrough(
      readers.map((reader) => ({ method: 'GET', path, headers: { cookie: reader.cookie } }) as const),
    );
    rates.push(
      ...(await compareRates(
        bench,
        name,
        {
          application: { server, next },
          bare: { server: bare, next: () => ({ method: 'GET', path: `/read/${index}` }) },
        },
        { atLeastPercent: atLeastPercent[name === 'feed page' ? name : 'others'], postmasterPid },
      )),
    );
  }
  const counts = reads.map(({ name, statements }): Measurement => ({
    name: `${name}: statements`,
    value: statements.length,
    unit: '',
    target: { atMost: maxStatements },
    note: statements.map((statement) => statement.name || statement.text).join(', '),
  }));
  return [...rates, ...counts];
}

async function readPaths(pool: Pool, readerId: string): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ id: string; otherId: string }>(
    `SELECT id, (SELECT other_id FROM conversation_members WHERE member_id = $1 LIMIT 1) AS "otherId"
     FROM posts ORDER BY id DESC LIMIT 1`,
    [readerId],
  );
  const { id, otherId } = requireDefined(rows[0]);
  return {
    'feed page': '/api/posts',
    'comment page': `/api/posts/${id}/comments`,
    post: `/api/posts/${id}`,
    profile: `/api/users/${otherId}`,
    'page of meditations': '/api/meditations',
    'page of books': '/api/books?limit=24',
    'page of events': '/api/events',
    'list of conversations': '/api/messages/conversations',
    'page of messages': `/api/messages?userId=${otherId}`,
    'leaderboard page': '/api/leaderboard',
    'own rank': '/api/leaderboard/me',
  };
}
