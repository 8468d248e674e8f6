import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Measurement } from '../lib/measurement.ts';
import {
  unclearErrorsMeasurement,
  skippedMeasurement,
  openScenario,
  recoveryMeasurement,
  type Scenario,
  secondsUntilAccepted,
} from './scenario.ts';

/** Disk sizes: enough for a cluster, its log and a minute of load. */
const disks: Record<string, Disk> = {
  database: { megabytes: 400, folderOf: ({ dataDirectory }) => path.join(dataDirectory, 'database') },
  'database, and its log': {
    megabytes: 400,
    folderOf: ({ dataDirectory }) => path.join(dataDirectory, 'database'),
    alsoFill: fillLog,
  },
  pictures: { megabytes: 32, folderOf: ({ dataDirectory }) => path.join(dataDirectory, 'media') },
  'temporary files': { megabytes: 32, folderOf: ({ temporary }) => temporary },
};
type Folders = Pick<Scenario, 'dataDirectory' | 'temporary'>;
type Disk = { megabytes: number; folderOf: (folders: Folders) => string; alsoFill?: (pool: Pool) => Promise<void> };
const secondsFull = { full: 20, quick: 8 };
const refusedWithinMilliseconds = 60_000;

/** Fills the disk of the database, of pictures and of temporary files under load, and then frees it again. */
export async function measureFullDisks(quick: boolean): Promise<Measurement[]> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return [skippedMeasurement('disk full', 'only root can mount a small disk, on Linux')];
  const measurements: Measurement[] = [];
  for (const [name, disk] of Object.entries(disks)) measurements.push(...(await measureFullDisk(name, disk, quick)));
  return measurements;
}

async function measureFullDisk(
  name: string,
  { megabytes, folderOf, alsoFill }: Disk,
  quick: boolean,
): Promise<Measurement[]> {
  await using cleanups = new AsyncDisposableStack();
  const scenario = await openScenario(cleanups, {
    prepare: (folders) => mountSmallDisk(cleanups, folderOf(folders), megabytes),
  });
  const { responses } = scenario;
  const disk = folderOf(scenario);
  const title = `disk of ${name} full`;
  const ballast = path.join(disk, 'ballast');
  const seconds = await scenario.underLoad(async () => {
    await secondsUntilAccepted(responses);
    responses.clear();
    fill(disk, ballast);
    const giveUpAt = performance.now() + refusedWithinMilliseconds;
    while (responses.count((status) => status >= 500) + responses.missingResponses === 0) {
      if (performance.now() > giveUpAt)
        throw new Error(`No call failed although the disk is full: ${responses.describe()}`);
      await wait(50);
      fill(disk, ballast);
    }
    await alsoFill?.(scenario.pool);
    await wait(1000 * (quick ? secondsFull.quick : secondsFull.full));
    rmSync(ballast);
    return secondsUntilAccepted(responses);
  });
  const measurements = [
    {
      name: `${title}: refused writes`,
      value: responses.count((status) => status === 503),
      unit: '',
      bar: { atLeast: 1 },
      note: `a tmpfs of ${megabytes} MB; ${responses.count((status) => status < 400)} others were accepted during and after the fault`,
    },
    unclearErrorsMeasurement(title, responses),
    recoveryMeasurement(title, seconds),
  ];
  return [...measurements, ...(await scenario.verify(title))];
}

/** Fills the write-ahead log until it cannot grow. PostgreSQL then stops and recovers on a full disk. */
async function fillLog(pool: Pool): Promise<void> {
  const megabytesOfSegments = 128;
  for (let megabyte = 0; megabyte < megabytesOfSegments; megabyte += 1)
    try {
      await pool.query("SELECT pg_logical_emit_message(false, 'bench', repeat('x', 1024 * 1024))");
    } catch {
      return;
    }
}

/** Mounts a small disk. It is unmounted before its folder is deleted. */
function mountSmallDisk(cleanups: AsyncDisposableStack, disk: string, megabytes: number): void {
  mkdirSync(disk, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', disk]);
  const unmount = () => {
    process.off('exit', unmount);
    execFileSync('umount', ['--lazy', disk]);
  };
  // Runs before the listener that deletes the folders.
  process.prependOnceListener('exit', unmount);
  cleanups.defer(unmount);
}

/** Writes to a file until the disk is full. */
function fill(disk: string, file: string): void {
  for (const bytes of [1024 * 1024, 64 * 1024, 4096])
    try {
      for (;;) {
        if (statfsSync(disk).bavail === 0) return;
        appendFileSync(file, Buffer.alloc(bytes));
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
}
