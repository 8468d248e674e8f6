import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from './lib/database.ts';
import { type Bench, type Measurement, rounded } from './lib/measurement.ts';
import { readIds, signInMembers } from './lib/members.ts';
import { residentMegabytes } from './lib/processes.ts';
import { cycleThrough, load, type LoadRequest } from './lib/requests.ts';
import { fetchText, startServer } from './lib/servers.ts';

const settleMilliseconds = 5_000;
const sampleMilliseconds = 200;
const defaultLoadMinutes = 0.5;
const targets = { idle: 160, underLoad: 380 };

/** Measures the resident memory of the server process: idle and under mixed load. */
export async function measureMemory(bench: Bench): Promise<Measurement[]> {
  const { minutes = defaultLoadMinutes, cleanups } = bench;
  const { url: DATABASE_URL, pool } = await openDatabase(cleanups, { members: 10_000, posts: 100_000 });
  const cookies = (await signInMembers(pool, 500)).map(({ cookie }) => cookie);
  const postIds = await readIds(pool, 'SELECT id FROM posts ORDER BY md5(id::text) LIMIT 1000');
  const server = await startServer(bench, { DATABASE_URL });
  await signUpAndIn(server.url);
  await wait(settleMilliseconds);
  const idle = await residentMegabytes(server.pid);
  const samples: number[] = [];
  const sampling = setInterval(() => {
    void residentMegabytes(server.pid).then((megabytes) => samples.push(megabytes));
  }, sampleMilliseconds);
  const { requestsPerSecond } = await load(server.url, 60 * minutes, mixedRequests(cookies, postIds));
  clearInterval(sampling);
  return [
    { name: 'memory idle after a sign-in', value: rounded(idle), unit: 'MB', target: { atMost: targets.idle } },
    {
      name: 'memory under mixed load, highest',
      value: rounded(Math.max(...samples)),
      unit: 'MB',
      target: { atMost: targets.underLoad },
      note: `${rounded(requestsPerSecond)} requests/s for ${minutes} min: 6 reads to 2 writes`,
    },
  ];
}

const get = (path: string) => ({ method: 'GET', path }) as const;

/** Returns a function that creates the next request. Cycles through six reads and two writes, and through members. */
function mixedRequests(cookies: string[], postIds: string[]): () => LoadRequest {
  const nextCookie = cycleThrough(cookies);
  const nextPostId = cycleThrough(postIds);
  const body = JSON.stringify({ content: 'I went for a walk before work. The river was quite still.' });
  const kinds: (() => Omit<LoadRequest, 'headers'>)[] = [
    () => get('/api/posts'),
    () => get(`/api/posts/${nextPostId()}/comments`),
    () => get('/api/auth/user'),
    () => ({ method: 'POST', path: `/api/posts/${nextPostId()}/like` }),
    () => get('/api/posts?limit=50'),
    () => get(`/api/posts/${nextPostId()}`),
    () => get('/api/posts'),
    () => ({ method: 'POST', path: `/api/posts/${nextPostId()}/comments`, body }),
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
  const account = { email: `robin-${new URL(url).port}@members.test`, password: 'a walk before the rain' };
  const newMember = { firstName: 'Robin', lastName: 'Field', isAdult: true, agreesToHealthData: true, ...account };
  for (const [path, body] of [
    ['/api/auth/sign-up/email', newMember],
    ['/api/auth/sign-in/email', account],
  ] as const) {
    const headers = { 'content-type': 'application/json' };
    await fetchText(`${url}${path}`, '', { method: 'POST', headers, body: JSON.stringify(body) });
  }
}
