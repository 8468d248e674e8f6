import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from './lib/database.ts';
import { cycleThrough, load, type LoadRequest } from './lib/load.ts';
import { type Measurement, rounded } from './lib/measurement.ts';
import { signInMembers } from './lib/members.ts';
import { residentMegabytes } from './lib/memory-use.ts';
import { startServer } from './lib/server-process.ts';
import { makeFolder } from './lib/workspace.ts';
import { seed } from './seed.ts';

const settleMilliseconds = 5_000;
const sampleMilliseconds = 200;

/** Seconds of mixed load. Set BENCH_LOAD_SECONDS=600 to measure the slope over ten minutes. */
const loadSeconds = Number(process.env['BENCH_LOAD_SECONDS'] ?? 30);

/** Measures the resident memory of the server process: idle, idle after a sign-in, and under mixed load. */
export async function measureMemory(): Promise<Measurement[]> {
  await using cleanups = new AsyncDisposableStack();
  const { url: DATABASE_URL, pool } = await openDatabase(cleanups);
  await seed(pool, { members: 10_000, posts: 100_000 });
  const members = await signInMembers(pool, 500);
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM posts ORDER BY md5(id::text) LIMIT 1000');
  const server = await startServer({ DATABASE_URL, DATA_DIR: await makeFolder(cleanups) }, cleanups);

  await wait(settleMilliseconds);
  const idleMegabytes = await residentMegabytes(server.pid);
  await signUpAndIn(server.url);
  await wait(settleMilliseconds);
  const signedInMegabytes = await residentMegabytes(server.pid);

  const samples: { seconds: number; megabytes: number }[] = [];
  const startedAt = performance.now();
  const sampling = setInterval(() => {
    const seconds = (performance.now() - startedAt) / 1000;
    void residentMegabytes(server.pid).then((megabytes) => samples.push({ seconds, megabytes }));
  }, sampleMilliseconds);
  const cookies = members.map(({ cookie }) => cookie);
  const { requestsPerSecond } = await load(
    server.url,
    loadSeconds,
    mixedRequests(
      cookies,
      rows.map(({ id }) => id),
    ),
  );
  clearInterval(sampling);

  // The first third is the warm-up: code is compiled and connections are opened.
  const warm = samples.filter(({ seconds }) => seconds > loadSeconds / 3);
  return [
    { name: 'memory idle after the start', value: rounded(idleMegabytes), unit: 'MB', target: { atMost: 130 } },
    {
      name: 'memory idle after a sign-up and sign-in',
      value: rounded(signedInMegabytes),
      unit: 'MB',
      target: { atMost: 130 },
    },
    {
      name: 'memory under mixed load, highest',
      value: rounded(Math.max(...samples.map(({ megabytes }) => megabytes))),
      unit: 'MB',
      target: { atMost: 280 },
      note: `${rounded(requestsPerSecond)} requests/s for ${loadSeconds} s: 8 reads to 2 writes`,
    },
    { name: 'memory under mixed load, slope', value: rounded(slopeOf(warm) * 60, 1), unit: 'MB/min' },
  ];
}

/** Returns a function that creates the next request. Cycles through eight reads and two writes, and through members. */
function mixedRequests(cookies: string[], postIds: string[]): () => LoadRequest {
  const nextCookie = cycleThrough(cookies);
  const nextPostId = cycleThrough(postIds);
  const body = JSON.stringify({ content: 'I went for a walk before work. The river was quite still.' });
  const kinds: (() => Omit<LoadRequest, 'headers'>)[] = [
    () => ({ method: 'GET', path: '/api/posts' }),
    () => ({ method: 'GET', path: `/api/posts/${nextPostId()}/comments` }),
    () => ({ method: 'GET', path: '/api/posts' }),
    () => ({ method: 'GET', path: `/api/posts/${nextPostId()}` }),
    () => ({ method: 'POST', path: `/api/posts/${nextPostId()}/like` }),
    () => ({ method: 'GET', path: '/api/posts' }),
    () => ({ method: 'GET', path: '/api/auth/user' }),
    () => ({ method: 'GET', path: `/api/posts/${nextPostId()}/like-status` }),
    () => ({ method: 'POST', path: `/api/posts/${nextPostId()}/comments`, body }),
    () => ({ method: 'GET', path: '/api/posts?limit=50' }),
  ];
  const nextKind = cycleThrough(kinds);
  return () => {
    const request = nextKind()();
    const headers = { cookie: nextCookie(), ...(request.body && { 'content-type': 'application/json' }) };
    return { ...request, headers };
  };
}

/** Signs a member up and in. The first sign-in loads modules, and every real server has sign-ins. */
async function signUpAndIn(url: string): Promise<void> {
  const email = 'robin@members.test';
  const password = 'a walk before the rain';
  for (const [path, body] of [
    ['/api/auth/sign-up/email', { firstName: 'Robin', lastName: 'Field', email, password, isAdult: true }],
    ['/api/auth/sign-in/email', { email, password }],
  ] as const) {
    const response = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
  }
}

/** Returns the slope of the linear regression, in megabytes per second. */
function slopeOf(samples: { seconds: number; megabytes: number }[]): number {
  const meanSeconds = mean(samples.map(({ seconds }) => seconds));
  const meanMegabytes = mean(samples.map(({ megabytes }) => megabytes));
  const covariance = mean(
    samples.map(({ seconds, megabytes }) => (seconds - meanSeconds) * (megabytes - meanMegabytes)),
  );
  return covariance / mean(samples.map(({ seconds }) => (seconds - meanSeconds) ** 2));
}

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
