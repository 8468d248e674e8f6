import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { openDatabase } from './lib/database.ts';
import { type Bench, type Measurement, rounded, spread } from './lib/measurement.ts';
import { readIds, signInMembers } from './lib/members.ts';
import { residentMegabytes } from './lib/processes.ts';
import { cycleThrough, load, type LoadRequest } from './lib/requests.ts';
import { seed } from './lib/seed.ts';
import { fetchText, type ServerProcess, startVersions } from './lib/servers.ts';

const settleMilliseconds = 5_000;
const sampleMilliseconds = 200;
const defaultLoadMinutes = 0.5;
const parallelUploads = 10;
const targets = { idle: 160, underLoad: 380 };

/** Measures the resident memory of the server process: idle, under mixed load, and during uploads of large photos. */
export async function measureMemory(bench: Bench): Promise<Measurement[]> {
  const { minutes = defaultLoadMinutes, cleanups } = bench;
  const { url: DATABASE_URL, pool } = await openDatabase(cleanups);
  await seed(pool, { members: 10_000, posts: 100_000 });
  const cookies = (await signInMembers(pool, 500)).map(({ cookie }) => cookie);
  const postIds = await readIds(pool, 'SELECT id FROM posts ORDER BY md5(id::text) LIMIT 1000');
  const { servers } = await startVersions(bench, { DATABASE_URL });
  const results = [];
  for (const server of servers) results.push(await measureServer(server, { cookies, postIds, minutes }));
  const [own = [], before] = results;
  return own.map((measurement, index) => ({
    ...measurement,
    ...(before && { before: before[index]?.value ?? Number.NaN }),
  }));
}

async function measureServer(
  server: ServerProcess,
  { cookies, postIds, minutes }: { cookies: string[]; postIds: string[]; minutes: number },
): Promise<Measurement[]> {
  await signUpAndIn(server.url);
  await wait(settleMilliseconds);
  const idle = await residentMegabytes(server.pid);
  const loaded = await sampleDuring(server.pid, () => load(server.url, 60 * minutes, mixedRequests(cookies, postIds)));
  // The first third is the warm-up: code is compiled and connections are opened.
  const warm = loaded.samples.slice(loaded.samples.length / 3);
  const photo = await createPhoto();
  const uploads = await sampleDuring(server.pid, () =>
    Promise.all(cookies.slice(0, parallelUploads).map((cookie) => upload(server.url, photo, cookie))),
  );
  const underLoad = { unit: 'MB', target: { atMost: targets.underLoad } };
  return [
    { name: 'memory idle after a sign-in', value: rounded(idle), unit: 'MB', target: { atMost: targets.idle } },
    {
      name: 'memory under mixed load, highest',
      value: rounded(Math.max(...loaded.samples)),
      ...underLoad,
      note: `${rounded(loaded.result.requestsPerSecond)} requests/s for ${minutes} min: 8 reads to 2 writes`,
    },
    { name: 'memory under mixed load, slope', value: rounded(slopeOf(warm), 1), unit: 'MB/min' },
    {
      name: `memory during ${parallelUploads} parallel uploads of 12 megapixels, highest`,
      value: rounded(Math.max(...uploads.samples)),
      ...underLoad,
      note: `a JPG of ${rounded(photo.length / 1024 ** 2, 1)} MB; answered after ${spread(uploads.result)} ms`,
    },
  ];
}

/** Runs an action and returns its result and the memory of the process during it. */
async function sampleDuring<Result>(pid: number, action: () => Promise<Result>) {
  const samples = [await residentMegabytes(pid)];
  const sampling = setInterval(() => {
    void residentMegabytes(pid).then((megabytes) => samples.push(megabytes));
  }, sampleMilliseconds);
  const result = await action();
  clearInterval(sampling);
  return { samples, result };
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
  const account = { email: `robin-${new URL(url).port}@members.test`, password: 'a walk before the rain' };
  const newMember = { firstName: 'Robin', lastName: 'Field', isAdult: true, ...account };
  for (const [path, body] of [
    ['/api/auth/sign-up/email', newMember],
    ['/api/auth/sign-in/email', account],
  ] as const) {
    const headers = { 'content-type': 'application/json' };
    await fetchText(`${url}${path}`, '', { method: 'POST', headers, body: JSON.stringify(body) });
  }
}

/** Creates a JPG of about 4 MB: noise, so that it compresses about as well as a camera photo. */
const createPhoto = (): Promise<Buffer> =>
  sharp({
    create: {
      width: 4_000,
      height: 3_000,
      channels: 3,
      background: '#789bb4',
      noise: { type: 'gaussian', mean: 128, sigma: 12 },
    },
  })
    .jpeg({ quality: 88 })
    .toBuffer();

/** Uploads a photo and returns the response time in milliseconds. */
async function upload(url: string, photo: Buffer, cookie: string): Promise<number> {
  const body = new FormData();
  body.append('file', new File([new Uint8Array(photo)], 'photo.jpg', { type: 'image/jpeg' }));
  const startedAt = performance.now();
  await fetchText(`${url}/api/uploads/images`, cookie, { method: 'POST', body });
  return performance.now() - startedAt;
}

/** Returns the slope of the linear regression of samples, in megabytes per minute. */
function slopeOf(samples: readonly number[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const minutesOf = (index: number) => (index * sampleMilliseconds) / 60_000;
  const [center, level] = [minutesOf((samples.length - 1) / 2), mean([...samples])];
  const covariance = mean(samples.map((value, index) => (minutesOf(index) - center) * (value - level)));
  return covariance / mean(samples.map((_, index) => (minutesOf(index) - center) ** 2));
}
