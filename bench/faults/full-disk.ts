import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Measurement } from '../lib/measurement.ts';
import { clearLine, notRun, openScene, recoveryLine, type Scene, secondsUntilAccepted } from './scene.ts';

/** Disk sizes: enough for a cluster, its log and a minute of load. */
const disks: Record<string, Disk> = {
  database: { megabytes: 400, of: ({ dataDirectory }) => path.join(dataDirectory, 'database') },
  'database, and its log': {
    megabytes: 400,
    of: ({ dataDirectory }) => path.join(dataDirectory, 'database'),
    alsoFill: fillLog,
  },
  pictures: { megabytes: 32, of: ({ dataDirectory }) => path.join(dataDirectory, 'media') },
  'temporary files': { megabytes: 32, of: ({ temporary }) => temporary },
};
type Folders = Pick<Scene, 'dataDirectory' | 'temporary'>;
type Disk = { megabytes: number; of: (folders: Folders) => string; alsoFill?: (pool: Pool) => Promise<void> };
const secondsFull = { full: 20, quick: 8 };
const refusedWithinMilliseconds = 60_000;

/** Fills the disk of the database, of pictures and of temporary files under load, and then frees it again. */
export async function measureFullDisks(quick: boolean): Promise<Measurement[]> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return [notRun('disk full', 'only root can mount a small disk, on Linux')];
  const lines: Measurement[] = [];
  for (const [name, disk] of Object.entries(disks)) lines.push(...(await measureFullDisk(name, disk, quick)));
  return lines;
}

async function measureFullDisk(
  name: string,
  { megabytes, of, alsoFill }: Disk,
  quick: boolean,
): Promise<Measurement[]> {
  await using cleanups = new AsyncDisposableStack();
  const scene = await openScene(cleanups, {
    prepare: (folders) => mountSmallDisk(cleanups, of(folders), megabytes),
  });
  const { answers } = scene;
  const disk = of(scene);
  const title = `disk of ${name} full`;
  const ballast = path.join(disk, 'ballast');
  const seconds = await scene.underLoad(async () => {
    await secondsUntilAccepted(answers);
    answers.clear();
    fill(disk, ballast);
    const giveUpAt = performance.now() + refusedWithinMilliseconds;
    while (answers.count((status) => status >= 500) + answers.silences === 0) {
      if (performance.now() > giveUpAt)
        throw new Error(`No call failed although the disk is full: ${answers.describe()}`);
      await wait(50);
      fill(disk, ballast);
    }
    await alsoFill?.(scene.pool);
    await wait(1000 * (quick ? secondsFull.quick : secondsFull.full));
    rmSync(ballast);
    return secondsUntilAccepted(answers);
  });
  const lines = [
    {
      name: `${title}: refused writes`,
      value: answers.count((status) => status === 503),
      unit: '',
      bar: { atLeast: 1 },
      note: `a tmpfs of ${megabytes} MB; ${answers.count((status) => status < 400)} others were accepted during and after the fault`,
    },
    clearLine(title, answers),
    recoveryLine(title, seconds),
  ];
  return [...lines, ...(await scene.judge(title))];
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
