import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { ask } from './lib/ask.ts';
import { openDatabase } from './lib/database.ts';
import { latencies } from './lib/latency.ts';
import { inTurn } from './lib/load.ts';
import { type Measurement, rounded } from './lib/measurement.ts';
import { type SignedInMember, signInMembers, whoSees } from './lib/members.ts';
import { present } from './lib/present.ts';
import { startServer } from './lib/server-process.ts';
import { makeFolder } from './lib/workspace.ts';
import { seed } from './seed.ts';

/** What happens at once stays true, and is nobody else's trouble: likes of one post by many, one post sent ten times. */
export async function measureLikes({ quick }: { quick: boolean }): Promise<Measurement[]> {
  return [...(await measureWatching({ quick })), ...(await measureLiking())];
}

async function measureLiking(): Promise<Measurement[]> {
  await using cleanups = new AsyncDisposableStack();
  const { url: DATABASE_URL, pool } = await openDatabase(cleanups);
  await seed(pool, { members: 1_000, posts: 2_000 });
  const everybody = await signInMembers(pool, 250);
  const members = everybody.slice(0, 50);
  const server = await startServer({ DATABASE_URL, DATA_DIR: await makeFolder(cleanups) }, cleanups);

  const { rows } = await pool.query<{ id: string; before: number }>(
    'SELECT id, likes_count AS before FROM posts ORDER BY id DESC LIMIT 1',
  );
  const { id, before } = present(rows[0]);
  const startedAt = performance.now();
  // Each member presses twice, so that in the end nobody's like has moved.
  await Promise.all(
    [...members, ...members].map(({ cookie }) => ask(`${server.url}/api/posts/${id}/like`, cookie, { method: 'POST' })),
  );
  const milliseconds = performance.now() - startedAt;
  const { rows: after } = await pool.query<{ counter: number; likes: number }>(
    `SELECT likes_count AS counter, (SELECT count(*)::int FROM post_likes WHERE post_id = $1) AS likes
     FROM posts WHERE id = $1`,
    [id],
  );
  const { counter, likes } = present(after[0]);

  const author = present(members[0]);
  const key = randomUUID();
  const content = `Sent ten times at once: ${key}`;
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      ask(`${server.url}/api/posts`, author.cookie, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ content }),
      }),
    ),
  );
  const { rows: made } = await pool.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM posts WHERE content = $1',
    [content],
  );
  const none = { atMost: 0 };
  return [
    ...(await measureReadingBeside(server.url, id, await whoSees(`${server.url}/api/posts/${id}`, everybody))),
    {
      name: '100 presses at once by 50 members: counter and rows differ by',
      value: Math.abs(counter - likes),
      unit: '',
      bar: none,
      note: `${Math.round(milliseconds)} ms`,
    },
    {
      name: '100 presses at once by 50 members: likes that moved',
      value: Math.abs(likes - before),
      unit: '',
      bar: none,
      note: `${before} before, ${likes} after two presses each`,
    },
    { name: 'one key ten times at once: posts too many', value: present(made[0]).count - 1, unit: '', bar: none },
    { name: 'one key ten times at once: answers that differ', value: new Set(answers).size - 1, unit: '', bar: none },
  ];
}

const watching = { full: 5_000, quick: 500 };
const openingAtOnce = 50;
const likesPerSecond = 50;

/** How long the process is taken up while thousands watch a post that many like: the event loop's own delay. */
async function measureWatching({ quick }: { quick: boolean }): Promise<Measurement[]> {
  await using cleanups = new AsyncDisposableStack();
  const { url: DATABASE_URL, pool } = await openDatabase(cleanups);
  const count = quick ? watching.quick : watching.full;
  await seed(pool, { members: count, posts: 100 });
  const members = await signInMembers(pool, count);
  const server = await startServer({ DATABASE_URL, DATA_DIR: await makeFolder(cleanups), LOG_LEVEL: 'info' }, cleanups);
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM posts ORDER BY id DESC LIMIT 1');
  const { id } = present(rows[0]);
  const likers = await whoSees(`${server.url}/api/posts/${id}`, members.slice(0, 200));
  let told = 0;
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
          told += 1;
        });
        sockets.push(socket);
        await once(socket, 'open');
      }),
    );
  // The delay is told since it was last asked for.
  await delayMilliseconds(server.url);
  const pressing: Promise<unknown>[] = [];
  const nextLiker = inTurn(likers);
  const startedAt = performance.now();
  const seconds = quick ? 5 : 20;
  while (performance.now() - startedAt < seconds * 1_000) {
    const due = Math.floor(((performance.now() - startedAt) / 1_000) * likesPerSecond);
    while (pressing.length < due)
      pressing.push(ask(`${server.url}/api/posts/${id}/like`, nextLiker().cookie, { method: 'POST' }));
    await wait(5);
  }
  await Promise.all(pressing);
  return [
    {
      name: `event loop's delay p99 with ${count} sockets and ${likesPerSecond} likes a second`,
      value: rounded(await delayMilliseconds(server.url), 1),
      unit: 'ms',
      ...(!quick && { bar: { atMost: 50 } }),
      note: `${pressing.length} likes in ${seconds} s, ${rounded(told / count, 1)} frames to each socket`,
    },
  ];
}

async function delayMilliseconds(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(text)?.[1]) * 1_000;
}

const crowdSize = 128;
const readsInRound = 400;

/** How much longer others wait for the feed while a crowd likes one post, each again as soon as they are answered. */
async function measureReadingBeside(url: string, postId: string, members: SignedInMember[]): Promise<Measurement[]> {
  const [crowd, readers] = [members.slice(0, crowdSize), members.slice(crowdSize)];
  const cookies = readers.map(({ cookie }) => cookie);
  const feedOnce = () => latencies(`${url}/api/posts`, cookies, readsInRound);
  await feedOnce();
  const quiet = percentile(await feedOnce(), 99);
  const over = new AbortController();
  let likes = 0;
  const pressing = crowd.map(async ({ cookie }) => {
    for (; !over.signal.aborted; likes += 1) await ask(`${url}/api/posts/${postId}/like`, cookie, { method: 'POST' });
  });
  const startedAt = performance.now();
  const times = await feedOnce();
  const seconds = (performance.now() - startedAt) / 1_000;
  over.abort();
  await Promise.all(pressing);
  const busy = percentile(times, 99);
  return [
    {
      name: `the feed's p99 beside ${crowdSize} likes at a time of one post, by that when all is quiet`,
      value: rounded(busy / quiet, 1),
      unit: '×',
      bar: { atMost: 5 },
      note: `${rounded(busy, 1)} by ${rounded(quiet, 1)} ms; p50 ${rounded(percentile(times, 50), 1)} ms; ${rounded(likes / seconds)} likes/s`,
    },
  ];
}

function percentile(times: readonly number[], percent: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return present(sorted[Math.min(sorted.length - 1, Math.ceil((sorted.length * percent) / 100) - 1)]);
}
