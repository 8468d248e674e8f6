import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Bench, Measurement } from '../lib/measurement.ts';
import { startAlone } from '../lib/sites.ts';
import { waitUntil } from '../lib/wait-until.ts';
import {
  type Folders,
  openLoadedCommunity,
  recoveryMeasurements,
  secondsUntilAccepted,
} from '../mixed-load/community.ts';
import { isFailure, isRefusedForNow } from '../mixed-load/response-log.ts';

type Disk = { megabytes: number; folderOf: (folders: Folders) => string; alsoFill?: (pool: Pool) => Promise<void> };
const ofDatabase = {
  megabytes: 400,
  folderOf: ({ dataDirectory }: Folders) => path.join(dataDirectory, 'database'),
};
/** Disk sizes: enough for a cluster, its log and a minute of load. */
const disks: Record<string, Disk> = {
  database: ofDatabase,
  'database, and its log': { ...ofDatabase, alsoFill: fillLog },
  pictures: { megabytes: 32, folderOf: ({ dataDirectory }) => path.join(dataDirectory, 'media') },
  'temporary files': { megabytes: 32, folderOf: ({ temporary }) => temporary },
};
const secondsFull = { full: 20, quick: 5 };

/** Fills the disk of the database, of pictures and of temporary files under load, and then frees it again. */
export async function measureFullDisks(bench: Bench): Promise<Measurement[]> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return [{ name: 'disk full: not run', value: 1, unit: '', note: 'only root can mount a small disk, on Linux' }];
  const measurements: Measurement[] = [];
  for (const [name, disk] of Object.entries(disks)) {
    await using cleanups = new AsyncDisposableStack();
    measurements.push(...(await measureFullDisk({ ...bench, cleanups }, name, disk)));
  }
  return measurements;
}

async function measureFullDisk(bench: Bench, name: string, { megabytes, folderOf, alsoFill }: Disk) {
  const prepare = (folders: Folders) => mountSmallDisk(bench.cleanups, folderOf(folders), megabytes);
  const community = await openLoadedCommunity(bench, { start: startAlone, prepare });
  const { responses } = community;
  const folder = folderOf(community);
  const ballast = path.join(folder, 'ballast');
  const seconds = await community.underLoad(async () => {
    await secondsUntilAccepted(responses);
    responses.take();
    await waitUntil(() => {
      fill(folder, ballast);
      return responses.outcomes.some(isFailure);
    });
    await alsoFill?.(community.pool);
    await wait(1000 * (bench.quick ? secondsFull.quick : secondsFull.full));
    rmSync(ballast);
    return secondsUntilAccepted(responses);
  });
  const title = `disk of ${name} full`;
  const refused = responses.outcomes.filter(isRefusedForNow).length;
  return [
    {
      name: `${title}: refused writes`,
      value: refused,
      unit: '',
      target: { atLeast: 1 },
      note: `a tmpfs of ${megabytes} MB`,
    },
    ...recoveryMeasurements(title, responses, seconds),
    ...(await community.verify(title)),
  ];
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
      while (statfsSync(disk).bavail > 0) appendFileSync(file, Buffer.alloc(bytes));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
}
