import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { openDatabase } from './lib/database.ts';
import { type Measurement, median, rounded, spread } from './lib/measurement.ts';
import { signInMembers } from './lib/members.ts';
import { residentMegabytes } from './lib/memory-use.ts';
import { requireDefined } from './lib/require-defined.ts';
import { startServer } from './lib/server-process.ts';
import { makeFolder } from './lib/workspace.ts';
import { seed } from './seed.ts';

const photo = { width: 4_000, height: 3_000 };
const warmUploads = 3;
const measuredUploads = 10;
const parallelUploads = 10;
const rounds = 3;
const settleMilliseconds = 2_000;
const sampleMilliseconds = 10;

/** Uploads 12-megapixel photos, one by one and ten at a time. Measures the time of each and the server's memory. */
export async function measureMedia(): Promise<Measurement[]> {
  await using cleanups = new AsyncDisposableStack();
  const { url: DATABASE_URL, pool } = await openDatabase(cleanups);
  await seed(pool, { members: 100, posts: 100 });
  const member = requireDefined((await signInMembers(pool, 1))[0]);
  const server = await startServer({ DATABASE_URL, DATA_DIR: await makeFolder(cleanups) }, cleanups);
  const file = await createPhoto();
  const upload = (address: keyof typeof fields) =>
    send(`${server.url}${address}`, fields[address], file, member.cookie);

  await fetch(`${server.url}/api/auth/user`, { headers: { cookie: member.cookie } });
  await wait(settleMilliseconds);
  const before = await residentMegabytes(server.pid);
  const measurements: Measurement[] = [];
  for (const address of ['/api/uploads/images', '/api/auth/user/photo'] as const) {
    const times: number[] = [];
    for (let index = 0; index < warmUploads; index += 1) await upload(address);
    for (let index = 0; index < measuredUploads; index += 1) times.push(await upload(address));
    measurements.push({
      name: `12 Mpx to ${address}: response time`,
      value: rounded(median(times)),
      unit: 'ms',
      target: { atMost: 500 },
      note: `a JPG of ${rounded(file.length / 1024 ** 2, 1)} MB; ${spread(times)} ms`,
    });
  }

  const warm = await residentMegabytes(server.pid);
  let highest = warm;
  const sampling = setInterval(() => {
    void residentMegabytes(server.pid).then((megabytes) => (highest = Math.max(highest, megabytes)));
  }, sampleMilliseconds);
  const slowest: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const times = await Promise.all(Array.from({ length: parallelUploads }, () => upload('/api/uploads/images')));
    slowest.push(Math.max(...times));
  }
  clearInterval(sampling);
  return [
    ...measurements,
    {
      name: 'server memory growth during 10 parallel uploads of 12 Mpx',
      value: rounded(highest - before),
      unit: 'MB',
      target: { atMost: 150 },
      note: `from ${rounded(before)} MB idle (${rounded(warm)} after single uploads); ${rounds} rounds, the slowest of ten after ${spread(slowest)} ms`,
    },
  ];
}

/** Creates a JPG of about 4 MB: noise, so that it compresses about as well as a camera photo. */
function createPhoto(): Promise<Buffer> {
  const background = { r: 120, g: 150, b: 180 };
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const;
  return sharp({ create: { ...photo, channels: 3, background, noise } })
    .jpeg({ quality: 88 })
    .toBuffer();
}

const fields = { '/api/uploads/images': 'file', '/api/auth/user/photo': 'photo' } as const;

/** Uploads a file and returns the response time in milliseconds. */
async function send(url: string, field: string, file: Buffer, cookie: string): Promise<number> {
  const body = new FormData();
  body.append(field, new File([new Uint8Array(file)], 'photo.jpg', { type: 'image/jpeg' }));
  const startedAt = performance.now();
  const response = await fetch(url, { method: 'POST', headers: { cookie }, body });
  if (!response.ok) throw new Error(`${url} returned ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
  return performance.now() - startedAt;
}
