import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import { WebSocket } from 'ws';
import { openPool } from './lib/database.ts';
import { type Measurement, percentile, type ProgramOptions, rounded } from './lib/measurement.ts';
import { residentMegabytes } from './lib/memory-use.ts';
import { startAlone } from './lib/sites.ts';
import { type Sample, trendOf, type WindowStatistic } from './lib/trend.ts';
import { makeFolder } from './lib/workspace.ts';
import { Ledger } from './mixed-load/ledger.ts';
import { type Load, retryUnacknowledged, writeUntil } from './mixed-load/mixed-load.ts';
import { seededRandom } from './mixed-load/random.ts';
import { verifyData, measurementsOf, refusalsOf } from './mixed-load/verdict.ts';
import { openCommunity, readWorld, type World } from './mixed-load/world.ts';

const minutes = { full: 30, quick: 3 };
const writers = 8;
/** Results in about 40 writes per second, so that members stay within their rate limits. */
const pauseMilliseconds = 150;
const sockets = 100;
const socketChangeMilliseconds = 200;
const sampleMilliseconds = 1_000;

/** Values that must not grow. A total rise below `threshold` is ignored. */
const watchedMetrics: Record<string, { unit: string; figure: WindowStatistic; threshold: (first: number) => number }> =
  {
    'memory of the server': { unit: 'MB', figure: 'least', threshold: (first) => first * 0.05 },
    'open files and sockets': { unit: '', figure: 'median', threshold: () => 5 },
    threads: { unit: '', figure: 'median', threshold: () => 1 },
    'database connections': { unit: '', figure: 'median', threshold: () => 1 },
    'temporary files': { unit: '', figure: 'least', threshold: () => 1 },
  };

/**
 * Runs the mixed load for half an hour, with sockets that open and close. Memory and other resources of the server must
 * not grow. The first third is the warm-up and does not count. See `trendOf` for the rule.
 */
export async function measureSoak({
  quick,
  minutes: requestedMinutes,
  seed = 1,
}: ProgramOptions): Promise<Measurement[]> {
  await using cleanups = new AsyncDisposableStack();
  const folder = await makeFolder(cleanups);
  const [dataDirectory, temporary] = [path.join(folder, 'data'), path.join(folder, 'temporary')];
  for (const each of [dataDirectory, temporary]) await mkdir(each, { mode: 0o755 });
  const site = await startAlone(dataDirectory, { TMPDIR: temporary });
  cleanups.defer(site.stop);
  const pool = openPool(site.databaseUrl, cleanups);
  const opened = await openCommunity(pool);
  const ledger = new Ledger(path.join(folder, 'ledger.jsonl'));
  const latencies: number[] = [];
  const load: Load = {
    world: await readWorld(pool, opened),
    ledger,
    urls: site.urls,
    random: seededRandom(seed),
    refusals: new Map(),
    onResponse: (_, milliseconds) => latencies.push(milliseconds),
  };

  const samples = new Map(Object.keys(watchedMetrics).map((name): [string, Sample[]] => [name, []]));
  const totalMinutes = requestedMinutes ?? (quick ? minutes.quick : minutes.full);
  const writing = new AbortController();
  const running = Promise.all([
    writeUntil(writing.signal, load, { writers, pauseMilliseconds }),
    openAndClose(writing.signal, load.world, site.urls[0] ?? '', load.random),
  ]);
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1000;
  while (seconds() < totalMinutes * 60) {
    const read = await readMetrics(site.pid(), pool, [temporary, dataDirectory]);
    for (const [name, value] of Object.entries(read)) samples.get(name)?.push({ seconds: seconds(), value });
    await wait(sampleMilliseconds);
  }
  writing.abort();
  await running;
  const retried = await retryUnacknowledged(load);
  const verdict = await verifyData({ databaseUrl: site.databaseUrl, dataDirectory }, opened, ledger);

  const note = `${ledger.acknowledgedCount} writes in ${totalMinutes} minutes, ${retried} retried, ${sockets} sockets that open and close; rate limits on; seed ${seed}`;
  return [
    ...[...samples].map(([name, all]) => trendLine(name, all, { quick, totalMinutes })),
    { name: 'response time of writes, p99', value: rounded(percentile(latencies, 0.99)), unit: 'ms' },
    ...measurementsOf(verdict, note),
    refusalsOf(load.refusals),
  ];
}

function trendLine(
  name: string,
  samples: readonly Sample[],
  { quick, totalMinutes }: { quick: boolean; totalMinutes: number },
): Measurement {
  const { unit, figure, threshold } = watchedMetrics[name]!;
  const warm = samples.filter(({ seconds }) => seconds > (totalMinutes * 60) / 3);
  const { slopePerMinute, deviations, first, last, isRising } = trendOf(warm, figure, threshold(warm[0]?.value ?? 0));
  return {
    name: `${name}: rises`,
    value: Number(isRising),
    unit: 'of 1',
    // A few minutes are too short to distinguish a leak from caches that fill.
    ...(!quick && { target: { atMost: 0 } }),
    note: `${rounded(slopePerMinute, 2)} ${unit}/min, from ${rounded(first, 1)} to ${rounded(last, 1)}; ${rounded(deviations, 1)} standard deviations from no trend; highest ${rounded(Math.max(...samples.map(({ value }) => value)), 1)}`,
  };
}

async function readMetrics(pid: number, pool: Pool, folders: readonly string[]): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  const [temporary = '', data = ''] = folders;
  return {
    'memory of the server': await residentMegabytes(pid),
    'open files and sockets': (await readdir(`/proc/${pid}/fd`)).length,
    threads: Number(/Threads:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]),
    'database connections': rows[0]?.count ?? Number.NaN,
    'temporary files': (await countFiles(temporary)) + (await countFiles(path.join(data, 'media'), '.part')),
  };
}

async function countFiles(folder: string, ending = ''): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  return names.filter((name) => name.endsWith(ending)).length;
}

/** Keeps 100 sockets open and replaces a random one every 200 ms. */
async function openAndClose(signal: AbortSignal, { members }: World, url: string, random: () => number): Promise<void> {
  const open = () => {
    const { cookie } = members[Math.floor(random() * members.length)]!;
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, { headers: { cookie, origin: url } });
    socket.on('error', () => {});
    return socket;
  };
  const opened = Array.from({ length: sockets }, open);
  while (!signal.aborted) {
    await wait(socketChangeMilliseconds);
    const index = Math.floor(random() * sockets);
    opened[index]?.close();
    opened[index] = open();
  }
  for (const socket of opened) socket.terminate();
}
