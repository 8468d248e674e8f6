import type { Pool } from 'pg';
import { features } from '../apps/server/src/app.ts';
import { searchSourcesOf } from '../apps/server/src/community/feature.ts';
import { enqueueNewRows, indexChanges } from '../apps/server/src/community/search-documents/documents.ts';
import { openDatabase as openServerDatabase } from '../apps/server/src/platform/database/database.ts';
import { populateAuditLog, populateModeration } from '../apps/server/test/moderation-population.ts';
import { openDatabase } from './lib/database.ts';
import { type Bench, type Measurement, median, percentile, requireDefined, rounded } from './lib/measurement.ts';
import { findReaders, readIds, signInMembers } from './lib/members.ts';
import { latencies } from './lib/requests.ts';
import { type Addition, withBooks, withEvents, withMessages } from './lib/seed.ts';
import { startServer } from './lib/servers.ts';

const sizes = {
  small: { members: 2_000, posts: 10_000 },
  large: { members: 200_000, posts: 1_000_000 },
  quick: { members: 10_000, posts: 50_000 },
};
type Size = (typeof sizes)['small'];

const rounds = 5;
const callsInRound = 200;
const atMostTimesSlower = { search: 3, others: 1.3 };
const atMostSearchMilliseconds = 50;

/** Measures whether lists and searches get slower with 100 times as many posts and members. */
export async function measureGrowth(bench: Bench): Promise<Measurement[]> {
  const small = await openCommunity(bench, sizes.small);
  const largeSize = bench.quick ? sizes.quick : sizes.large;
  const large = await openCommunity(bench, largeSize);
  const searchTimes: number[] = [];
  const measurements: Measurement[] = [];
  for (const name of Object.keys(small.paths)) {
    const medians = { small: [] as number[], large: [] as number[] };
    // The first round is the warm-up.
    for (let round = 0; round <= rounds; round += 1) {
      const [before, after] = [await small.time(name), await large.time(name)];
      if (round === 0) continue;
      medians.small.push(median(before));
      medians.large.push(median(after));
      if (name.startsWith('search')) searchTimes.push(...after);
    }
    const [before, after] = [median(medians.small), median(medians.large)];
    measurements.push({
      name: `${name}: p50, relative to ${sizes.small.posts} posts`,
      value: rounded(after / before, 2),
      unit: '×',
      target: { atMost: atMostTimesSlower[name.startsWith('search') ? 'search' : 'others'] },
      note: `${rounded(after, 2)} ms with ${largeSize.posts} posts, ${rounded(before, 2)} ms in the small community`,
    });
  }
  const p95 = rounded(percentile(searchTimes, 0.95), 1);
  const target = { atMost: atMostSearchMilliseconds };
  return [...measurements, { name: `search among ${largeSize.posts} posts: p95`, value: p95, unit: 'ms', target }];
}

async function openCommunity(bench: Bench, size: Size) {
  const moderation: Addition = async (client) => {
    await populateModeration(client, size.members);
    await populateAuditLog(client, size.members);
  };
  const events = withEvents(size.members / 100, { maxAttendees: 100, answersOfEach: 200 });
  const additions = [events, withBooks(size.members / 10), withMessages(2, 10), withConnections, withWords, moderation];
  const { url, pool } = await openDatabase(bench.cleanups, size, additions);
  await indexAll(url, pool);
  // Admins can read everything.
  const admins = await signInMembers(pool, 200);
  await pool.query("UPDATE users SET role = 'admin' WHERE id = ANY($1)", [admins.map(({ id }) => id)]);
  const server = await startServer(bench, { DATABASE_URL: url });
  const paths = await readPaths(pool, size);
  const cookies = (await findReaders(`${server.url}${paths['comment page']}`, admins)).map(({ cookie }) => cookie);
  return { paths, time: (name: string) => latencies(`${server.url}${paths[name]}`, cookies, callsInRound) };
}

async function readPaths(pool: Pool, { posts }: Size): Promise<Record<string, string>> {
  const [newestPost] = await readIds(pool, 'SELECT id FROM posts ORDER BY id DESC LIMIT 1');
  const [middlePost] = await readIds(pool, 'SELECT id FROM posts ORDER BY id LIMIT 1 OFFSET $1', [posts / 2]);
  const [author] = await readIds(pool, 'SELECT author_id AS id FROM posts ORDER BY id DESC LIMIT 1');
  const wordOf = async (rank: number) => requireDefined((await readIds(pool, `SELECT ${word(rank)} AS id`))[0]);
  const [common, other, rare] = [await wordOf(3), await wordOf(400), await wordOf(30_000)];
  return {
    'feed page': '/api/posts',
    'feed page far back': `/api/posts?cursor=${Buffer.from(JSON.stringify(middlePost)).toString('base64url')}`,
    'comment page': `/api/posts/${newestPost}/comments`,
    'author page': `/api/posts?userId=${author}`,
    'events page': '/api/events',
    'books page': '/api/books?limit=24',
    'list of conversations': '/api/messages/conversations',
    'unread count': '/api/messages/unread-count',
    suggestions: '/api/connections/suggested',
    'own connections': '/api/connections',
    'leaderboard page': '/api/leaderboard',
    'own rank': '/api/leaderboard/me',
    'own rank this week': '/api/leaderboard/me?period=week',
    'points history': '/api/points/history',
    'days with points': '/api/points/streak?timeZone=Europe/Berlin',
    'members for admins, by name': '/api/admin/users',
    'member found by address': '/api/admin/users?search=member-1234@',
    'audit log': '/api/admin/audit-log',
    'moderation queue': '/api/moderation/queue',
    'search for a common word': `/api/search?q=${common}`,
    'search for a rare word': `/api/search?q=${rare}`,
    'search for two words': `/api/search?q=${common}+${other}`,
    'search for a misspelt word': `/api/search?q=${other.slice(0, -2)}${other.at(-1)}${other.at(-2)}`,
  };
}

const vocabularySize = 60_000;
const wordsInPost = 40;

/** SQL expression of the word with this rank: five to nine letters. */
const word = (rank: number | string): string =>
  `translate(left(md5((${rank})::int::text), 5 + (${rank})::int % 5), '0123456789', 'ghijklmnop')`;

/** Replaces the texts of all posts. Word frequencies follow Zipf's law, as in a natural language. */
const withWords: Addition = (client) =>
  client.query(
    `UPDATE posts SET content = (
       SELECT string_agg(${word('rank')}, ' ')
       FROM (SELECT floor(${vocabularySize} ^ random()) AS rank FROM generate_series(1, ${wordsInPost})) AS ranks
       WHERE posts.id IS NOT NULL)`,
  );

/** Connects each member with 20 others. */
const withConnections: Addition = (client) =>
  client.query(
    `WITH numbered AS MATERIALIZED (SELECT id, row_number() OVER (ORDER BY id) - 1 AS number FROM users)
     INSERT INTO connections (member_id, other_id, state, since)
     SELECT side.member_id, side.other_id, 'connected', now() - random() * interval '1 year'
     FROM numbered AS one CROSS JOIN generate_series(1, 10) AS turn
     JOIN numbered AS other ON other.number = (one.number + turn * turn * 37) % (SELECT count(*) FROM numbered)
     CROSS JOIN LATERAL (VALUES (one.id, other.id), (other.id, one.id)) AS side (member_id, other_id)
     ON CONFLICT DO NOTHING`,
  );

/** Indexes all rows for the search, as the server does in the background. */
async function indexAll(url: string, pool: Pool): Promise<void> {
  await pool.query('DELETE FROM search_progress');
  const db = openServerDatabase(url, 2, { warn: () => undefined });
  db.$client.on('connect', (client) => void client.query('SET statement_timeout = 0; SET synchronous_commit = off'));
  const sources = searchSourcesOf(features);
  await enqueueNewRows(db, sources, { atMost: Number.MAX_SAFE_INTEGER, now: Date.now() + 60_000 });
  await indexChanges(db, sources);
  await db.$client.end();
  await pool.query('VACUUM (ANALYZE)');
}
