import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { type Bench, type Measurement, median, percentile, requireDefined, rounded } from './lib/measurement.ts';
import { residentMegabytes } from './lib/processes.ts';
import { between, oneOf } from './lib/random.ts';
import { startAlone } from './lib/sites.ts';
import { type LoadedCommunity, openLoadedCommunity } from './mixed-load/community.ts';

const defaultMinutes = { full: 30, quick: 3 };
/** Results in about 40 writes per second, so that members stay within their rate limits. */
const pauseMilliseconds = 150;
const sockets = 100;
const socketChangeMilliseconds = 200;
const sampleMilliseconds = 1_000;

const least = (values: readonly number[]): number => Math.min(...values);

/** Values that must not grow, and the growth that is ignored. The least memory is what garbage collections leave. */
const watchedMetrics = {
  'memory of the server': { unit: 'MB', represent: least, tolerance: (first: number) => first * 0.05 },
  'open files and sockets': { unit: '', represent: median, tolerance: () => 5 },
  threads: { unit: '', represent: median, tolerance: () => 1 },
  'database connections': { unit: '', represent: median, tolerance: () => 1 },
  'temporary files': { unit: '', represent: least, tolerance: () => 1 },
};
type Metric = keyof typeof watchedMetrics;

/**
 * Runs the mixed load for half an hour, with sockets that open and close. Memory and other resources of the server must
 * not grow from the second to the last third; the first third is the warm-up.
 */
export async function measureSoak(bench: Bench): Promise<Measurement[]> {
  const { quick, minutes } = bench;
  const totalMinutes = minutes ?? defaultMinutes[quick ? 'quick' : 'full'];
  const community = await openLoadedCommunity(bench, { start: startAlone, pauseMilliseconds });
  const samples: Record<Metric, number>[] = [];
  await community.underLoad(async () => {
    const changing = new AbortController();
    const changingDone = openAndClose(changing.signal, community);
    const endsAt = performance.now() + totalMinutes * 60_000;
    while (performance.now() < endsAt) {
      samples.push(await readMetrics(community));
      await wait(sampleMilliseconds);
    }
    changing.abort();
    await changingDone;
  });
  const { outcomes } = community.responses;
  const p99 = rounded(
    percentile(
      outcomes.map(({ milliseconds }) => milliseconds),
      0.99,
    ),
  );
  return [
    ...(Object.keys(watchedMetrics) as Metric[]).map((name) => growthOf(name, samples, quick)),
    { name: 'response time, p99', value: p99, unit: 'ms', note: `${outcomes.length} calls in ${totalMinutes} minutes` },
    ...(await community.verify('mixed load')),
  ];
}

function growthOf(name: Metric, samples: readonly Record<Metric, number>[], quick: boolean): Measurement {
  const { unit, represent, tolerance } = watchedMetrics[name];
  const third = Math.floor(samples.length / 3);
  const valuesOf = (part: number) => samples.slice(part * third, (part + 1) * third).map((sample) => sample[name]);
  const [first, last] = [represent(valuesOf(1)), represent(valuesOf(2))];
  return {
    name: `${name}: growth`,
    value: rounded(last - first, 1),
    unit,
    // A few minutes are too short to distinguish a leak from caches that fill.
    ...(!quick && { target: { atMost: rounded(tolerance(first), 1) } }),
    note: `from ${rounded(first, 1)} to ${rounded(last, 1)}; highest ${rounded(Math.max(...samples.map((sample) => sample[name])), 1)}`,
  };
}

const countFiles = async (folder: string, ending = ''): Promise<number> =>
  (await readdir(folder, { recursive: true }).catch(() => [])).filter((name) => name.endsWith(ending)).length;

async function readMetrics({ site, pool, temporary, dataDirectory }: LoadedCommunity): Promise<Record<Metric, number>> {
  const pid = site.pid();
  const { rows } = await pool.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  return {
    'memory of the server': await residentMegabytes(pid),
    'open files and sockets': (await readdir(`/proc/${pid}/fd`)).length,
    threads: Number(/Threads:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]),
    'database connections': rows[0]?.count ?? Number.NaN,
    'temporary files': (await countFiles(temporary)) + (await countFiles(path.join(dataDirectory, 'media'), '.part')),
  };
}

/** Keeps 100 sockets open and replaces a random one every 200 ms. */
async function openAndClose(signal: AbortSignal, { load, site }: LoadedCommunity): Promise<void> {
  const url = site.urls[0] ?? '';
  const open = () => {
    const { cookie } = requireDefined(oneOf(load.world.members));
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, { headers: { cookie, origin: url } });
    socket.on('error', () => {});
    return socket;
  };
  const opened = Array.from({ length: sockets }, open);
  while (!signal.aborted) {
    await wait(socketChangeMilliseconds);
    const index = Math.floor(between(0, sockets));
    opened[index]?.close();
    opened[index] = open();
  }
  for (const socket of opened) socket.terminate();
}
