import { once } from 'node:events';
import type { Pool } from 'pg';
import { WebSocket } from 'ws';
import { openDatabase } from './lib/database.ts';
import { fetchText } from './lib/fetch-text.ts';
import { cycleThrough } from './lib/load.ts';
import { type Measurement, median, rounded, spread, type ProgramOptions } from './lib/measurement.ts';
import { deleteBlocks, type SignedInMember, signInMembers } from './lib/members.ts';
import { requireDefined } from './lib/require-defined.ts';
import { startServer, startServerBefore } from './lib/server-process.ts';
import { makeFolder } from './lib/workspace.ts';
import { seed } from './seed.ts';

const crowds = { full: 5_000, quick: 500 };
const atOnce = 64;

/** Measures the cost of notifications: the delay for the acting member, the delivery time, and the number of rows. */
export async function measureNotifications({ quick, against }: ProgramOptions): Promise<Measurement[]> {
  await using cleanups = new AsyncDisposableStack();
  const { url: DATABASE_URL, pool } = await openDatabase(cleanups);
  const count = quick ? crowds.quick : crowds.full;
  await seed(pool, { members: count + 1, posts: 500 });
  await deleteBlocks(pool);
  await pool.query('DELETE FROM mutes');
  const [author, ...crowd] = await signInMembers(pool, count + 1);
  const server = await startServer({ DATABASE_URL, DATA_DIR: await makeFolder(cleanups) }, cleanups);
  const before = await startServerBefore({ DATABASE_URL, DATA_DIR: await makeFolder(cleanups) }, cleanups, against);
  return [
    ...(await measureOverhead(server.url, before?.url, requireDefined(author), crowd)),
    ...(await measureDelivery(server.url, requireDefined(author), crowd)),
    ...(await measureBurst(server.url, pool, requireDefined(author), crowd)),
  ];
}

const send = (url: string, { cookie }: SignedInMember, path: string, body: object = {}) =>
  fetchText(`${url}${path}`, cookie, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify(body),
  });

async function createPost(url: string, author: SignedInMember): Promise<string> {
  return (JSON.parse(await send(url, author, '/api/posts', { content: 'Good morning' })) as { id: string }).id;
}

const rounds = 5;
const callsInRound = 200;

/** Returns the median duration of consecutive calls in milliseconds. */
async function timeOf(make: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let call = 0; call < callsInRound; call += 1) {
    const startedAt = performance.now();
    await make();
    times.push(performance.now() - startedAt);
  }
  return median(times);
}

/** Compares a like of another member's post with a like of one's own: the same transaction, without a notification. */
async function measureOverhead(
  url: string,
  urlBefore: string | undefined,
  author: SignedInMember,
  crowd: SignedInMember[],
): Promise<Measurement[]> {
  const [ownPostId, otherPostId] = [await createPost(url, author), await createPost(url, requireDefined(crowd[0]))];
  const like = (id: string) => () => send(url, author, `/api/posts/${id}/like`);
  const comment = (at: string) => () =>
    send(at, author, `/api/posts/${otherPostId}/comments`, { content: 'To you, too' });
  await timeOf(like(ownPostId));
  await timeOf(like(otherPostId));
  const likes: { without: number; with: number }[] = [];
  const comments: { before: number; now: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    likes.push({ without: await timeOf(like(ownPostId)), with: await timeOf(like(otherPostId)) });
    if (urlBefore) comments.push({ before: await timeOf(comment(urlBefore)), now: await timeOf(comment(url)) });
  }
  return [
    ratioOf('a like with a notification, relative to one without: p50', likes),
    ...(urlBefore
      ? [
          ratioOf(
            'a comment, relative to the version before: p50',
            comments.map((pair) => ({ without: pair.before, with: pair.now })),
          ),
        ]
      : []),
  ];
}

const deliveries = 15;

const ratioOf = (name: string, pairs: { without: number; with: number }[]): Measurement => ({
  name,
  value: rounded(median(pairs.map((pair) => pair.with / pair.without)), 2),
  unit: '×',
  target: { atMost: 1.15 },
  note: `${spread(
    pairs.map((pair) => pair.with),
    2,
  )} ms, without ${spread(
    pairs.map((pair) => pair.without),
    2,
  )} ms`,
});

/** Measures the time from a like to the notification frame in the author's tab. */
async function measureDelivery(url: string, author: SignedInMember, crowd: SignedInMember[]): Promise<Measurement[]> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, { headers: { cookie: author.cookie, origin: url } });
  await once(socket, 'open');
  const times: number[] = [];
  const next = cycleThrough(crowd);
  for (let index = 0; index < deliveries; index += 1) {
    const id = await createPost(url, author);
    const notified = new Promise<void>((resolve) => {
      const onMessage = (data: Buffer) => {
        if ((JSON.parse(String(data)) as { type: string }).type !== 'notification') return;
        socket.off('message', onMessage);
        resolve();
      };
      socket.on('message', onMessage);
    });
    const startedAt = performance.now();
    await send(url, next(), `/api/posts/${id}/like`);
    await notified;
    times.push(performance.now() - startedAt);
  }
  socket.terminate();
  const bar = { atMost: 2_000 };
  return [
    {
      name: 'from a like to its notification: slowest',
      value: rounded(Math.max(...times)),
      unit: 'ms',
      target: bar,
      note: `p50 ${rounded(median(times))} ms`,
    },
  ];
}

/** All members like one post and comment on it, as fast as possible. */
async function measureBurst(
  url: string,
  pool: Pool,
  author: SignedInMember,
  crowd: SignedInMember[],
): Promise<Measurement[]> {
  const id = await createPost(url, author);
  const calls = crowd.flatMap((member) => [
    () => send(url, member, `/api/posts/${id}/like`),
    () => send(url, member, `/api/posts/${id}/comments`, { content: 'To you, too' }),
  ]);
  const next = calls.values();
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const call of next) await call();
    }),
  );
  const lastCallAt = performance.now();
  for (;;) {
    const { rows } = await pool.query<{ count: number }>('SELECT count(*)::int AS count FROM notification_queue');
    if (requireDefined(rows[0]).count === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const notifiedAt = performance.now();
  const { rows: groups } = await pool.query<{ actors: number }>(
    'SELECT actors_count AS actors FROM notifications WHERE member_id = $1 AND subject_id = $2',
    [author.id, id],
  );
  return [
    {
      name: `${calls.length} likes and comments of one post: rows for its author`,
      value: groups.length,
      unit: '',
      target: { atMost: 2 },
      note: `of ${groups.map(({ actors }) => actors).join(' and ')} members; ${rounded(calls.length / ((lastCallAt - startedAt) / 1_000))} calls/s`,
    },
    {
      name: 'members missing from the notifications',
      value: groups.reduce((missing, { actors }) => missing + crowd.length - actors, 0),
      unit: '',
      target: { atMost: 0 },
    },
    {
      name: 'notifications complete after the last call',
      value: rounded(notifiedAt - lastCallAt),
      unit: 'ms',
      target: { atMost: 60_000 },
    },
  ];
}
