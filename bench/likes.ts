import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { openDatabase } from './lib/database.ts';
import { fetchText } from './lib/fetch-text.ts';
import { latencies } from './lib/latency.ts';
import { cycleThrough } from './lib/load.ts';
import { type Measurement, rounded } from './lib/measurement.ts';
import { type SignedInMember, signInMembers, findReaders } from './lib/members.ts';
import { requireDefined } from './lib/require-defined.ts';
import { startServer } from './lib/server-process.ts';
import { makeFolder } from './lib/workspace.ts';
import { seed } from './seed.ts';

/** Measures concurrent writes: many likes of one post and one post sent ten times. Other members must not be slowed. */
export async function measureLikes({ quick }: { quick: boolean }): Promise<Measurement[]> {
  return [...(await measureOpenSockets({ quick })), ...(await measureLiking())];
}

async function measureLiking(): Promise<Measurement[]> {
  await using cleanups = new AsyncDisposableStack();
  const { url: DATABASE_URL, pool } = await openDatabase(cleanups);
  await seed(pool, { members: 1_000, posts: 2_000 });
  const allMembers = await signInMembers(pool, 250);
  const members = allMembers.slice(0, 50);
  const server = await startServer({ DATABASE_URL, DATA_DIR: await makeFolder(cleanups) }, cleanups);

  const { rows } = await pool.query<{ id: string; before: number }>(
    'SELECT id, likes_count AS before FROM posts ORDER BY id DESC LIMIT 1',
  );
  const { id, before } = requireDefined(rows[0]);
  const startedAt = performance.now();
  // Each member toggles the like twice, so that no like changes in the end.
  await Promise.all(
    [...members, ...members].map(({ cookie }) =>
      fetchText(`${server.url}/api/posts/${id}/like`, cookie, { method: 'POST' }),
    ),
  );
  const milliseconds = performance.now() - startedAt;
  const { rows: after } = await pool.query<{ counter: number; likes: number }>(
    `SELECT likes_count AS counter, (SELECT count(*)::int FROM post_likes WHERE post_id = $1) AS likes
     FROM posts WHERE id = $1`,
    [id],
  );
  const { counter, likes } = requireDefined(after[0]);

  const author = requireDefined(members[0]);
  const key = randomUUID();
  const content = `Sent ten times at once: ${key}`;
  const responses = await Promise.all(
    Array.from({ length: 10 }, () =>
      fetchText(`${server.url}/api/posts`, author.cookie, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ content }),
      }),
    ),
  );
  const { rows: storedPosts } = await pool.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM posts WHERE content = $1',
    [content],
  );
  const none = { atMost: 0 };
  return [
    ...(await measureReadingDuringLikes(
      server.url,
      id,
      await findReaders(`${server.url}/api/posts/${id}`, allMembers),
    )),
    {
      name: '100 presses at once by 50 members: counter and rows differ by',
      value: Math.abs(counter - likes),
      unit: '',
      target: none,
      note: `${Math.round(milliseconds)} ms`,
    },
    {
      name: '100 presses at once by 50 members: changed likes',
      value: Math.abs(likes - before),
      unit: '',
      target: none,
      note: `${before} before, ${likes} after two presses each`,
    },
    {
      name: 'one key ten times at once: extra posts',
      value: requireDefined(storedPosts[0]).count - 1,
      unit: '',
      target: none,
    },
    {
      name: 'one key ten times at once: different responses',
      value: new Set(responses).size - 1,
      unit: '',
      target: none,
    },
  ];
}

const socketCounts = { full: 5_000, quick: 500 };
const openingAtOnce = 50;
const likesPerSecond = 50;

/** Measures the delay of the event loop while thousands of open sockets receive the likes of one post. */
async function measureOpenSockets({ quick }: { quick: boolean }): Promise<Measurement[]> {
  await using cleanups = new AsyncDisposableStack();
  const { url: DATABASE_URL, pool } = await openDatabase(cleanups);
  const count = quick ? socketCounts.quick : socketCounts.full;
  await seed(pool, { members: count, posts: 100 });
  const members = await signInMembers(pool, count);
  const server = await startServer({ DATABASE_URL, DATA_DIR: await makeFolder(cleanups), LOG_LEVEL: 'info' }, cleanups);
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM posts ORDER BY id DESC LIMIT 1');
  const { id } = requireDefined(rows[0]);
  const likers = await findReaders(`${server.url}/api/posts/${id}`, members.slice(0, 200));
  let frames = 0;
  const sockets: WebSocket[] = [];
  cleanups.defer(() => {
    for (const socket of sockets) socket.terminate();
  });
  for (let at = 0; at < members.length; at += openingAtOnce)
    await Promise.all(
      members.slice(at, at + openingAtOnce).map(async ({ cookie }) => {
        const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws`, {
          headers: { cookie, origin: server.url },
        });
        socket.on('message', () => {
          frames += 1;
        });
        sockets.push(socket);
        await once(socket, 'open');
      }),
    );
  // The metric covers the time since its last read.
  await delayMilliseconds(server.url);
  const pendingLikes: Promise<unknown>[] = [];
  const nextLiker = cycleThrough(likers);
  const startedAt = performance.now();
  const seconds = quick ? 5 : 20;
  while (performance.now() - startedAt < seconds * 1_000) {
    const due = Math.floor(((performance.now() - startedAt) / 1_000) * likesPerSecond);
    while (pendingLikes.length < due)
      pendingLikes.push(fetchText(`${server.url}/api/posts/${id}/like`, nextLiker().cookie, { method: 'POST' }));
    await wait(5);
  }
  await Promise.all(pendingLikes);
  return [
    {
      name: `event loop delay, p99, with ${count} sockets and ${likesPerSecond} likes per second`,
      value: rounded(await delayMilliseconds(server.url), 1),
      unit: 'ms',
      ...(!quick && { target: { atMost: 50 } }),
      note: `${pendingLikes.length} likes in ${seconds} s, ${rounded(frames / count, 1)} frames per socket`,
    },
  ];
}

async function delayMilliseconds(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(text)?.[1]) * 1_000;
}

const crowdSize = 128;
const readsInRound = 400;

/** Measures the feed's slowdown while many members like one post, each repeatedly. */
async function measureReadingDuringLikes(
  url: string,
  postId: string,
  members: SignedInMember[],
): Promise<Measurement[]> {
  const [crowd, readers] = [members.slice(0, crowdSize), members.slice(crowdSize)];
  const cookies = readers.map(({ cookie }) => cookie);
  const timeFeed = () => latencies(`${url}/api/posts`, cookies, readsInRound);
  await timeFeed();
  const idleMilliseconds = percentile(await timeFeed(), 99);
  const stopping = new AbortController();
  let likes = 0;
  const pendingLikes = crowd.map(async ({ cookie }) => {
    for (; !stopping.signal.aborted; likes += 1)
      await fetchText(`${url}/api/posts/${postId}/like`, cookie, { method: 'POST' });
  });
  const startedAt = performance.now();
  const times = await timeFeed();
  const seconds = (performance.now() - startedAt) / 1_000;
  stopping.abort();
  await Promise.all(pendingLikes);
  const loadedMilliseconds = percentile(times, 99);
  return [
    {
      name: `feed p99 during ${crowdSize} concurrent likes of one post, relative to an idle server`,
      value: rounded(loadedMilliseconds / idleMilliseconds, 1),
      unit: '×',
      target: { atMost: 5 },
      note: `${rounded(loadedMilliseconds, 1)} ms, idle ${rounded(idleMilliseconds, 1)} ms; p50 ${rounded(percentile(times, 50), 1)} ms; ${rounded(likes / seconds)} likes/s`,
    },
  ];
}

function percentile(times: readonly number[], percent: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return requireDefined(sorted[Math.min(sorted.length - 1, Math.ceil((sorted.length * percent) / 100) - 1)]);
}
