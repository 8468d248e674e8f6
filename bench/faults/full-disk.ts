import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Measurement } from '../lib/measurement.ts';
import { clearLine, notRun, openScene, recoveryLine, type Scene, secondsUntilTaken } from './scene.ts';

/** Room for a cluster, its log and what a minute of load writes. */
const disks: Record<string, Disk> = {
  database: { megabytes: 400, of: ({ dataDirectory }) => path.join(dataDirectory, 'database') },
  'database, and its log': {
    megabytes: 400,
    of: ({ dataDirectory }) => path.join(dataDirectory, 'database'),
    alsoFill: fillLog,
  },
  pictures: { megabytes: 32, of: ({ dataDirectory }) => path.join(dataDirectory, 'media') },
  'uploads on their way': { megabytes: 32, of: ({ temporary }) => temporary },
};
type Folders = Pick<Scene, 'dataDirectory' | 'temporary'>;
type Disk = { megabytes: number; of: (folders: Folders) => string; alsoFill?: (pool: Pool) => Promise<void> };
const secondsFull = { full: 20, quick: 8 };
const refusedWithinMilliseconds = 60_000;

/** The disk of the database, that of pictures and that of uploads on their way run full under load, and get room again. */
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
    await secondsUntilTaken(answers);
    answers.clear();
    fill(disk, ballast);
    const giveUpAt = performance.now() + refusedWithinMilliseconds;
    while (answers.count((status) => status >= 500) + answers.silences === 0) {
      if (performance.now() > giveUpAt) throw new Error(`Nobody noticed that the disk is full: ${answers.describe()}`);
      await wait(50);
      fill(disk, ballast);
    }
    await alsoFill?.(scene.pool);
    await wait(1000 * (quick ? secondsFull.quick : secondsFull.full));
    rmSync(ballast);
    return secondsUntilTaken(answers);
  });
  const lines = [
    {
      name: `${title}: writes that were refused`,
      value: answers.count((status) => status === 503),
      unit: '',
      bar: { atLeast: 1 },
      note: `a tmpfs of ${megabytes} MB; ${answers.count((status) => status < 400)} others were taken meanwhile and afterwards`,
    },
    clearLine(title, answers),
    recoveryLine(title, seconds),
  ];
  return [...lines, ...(await scene.judge(title))];
}

/** Writes into the write-ahead log alone until it cannot grow: PostgreSQL then stops, and recovers into a full disk. */
async function fillLog(pool: Pool): Promise<void> {
  const megabytesOfSegments = 128;
  for (let megabyte = 0; megabyte < megabytesOfSegments; megabyte += 1)
    try {
      await pool.query("SELECT pg_logical_emit_message(false, 'bench', repeat('x', 1024 * 1024))");
    } catch {
      return;
    }
}

/** It goes before the folder that it is in does. */
function mountSmallDisk(cleanups: AsyncDisposableStack, disk: string, megabytes: number): void {
  mkdirSync(disk, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', disk]);
  const unmount = () => {
    process.off('exit', unmount);
    execFileSync('umount', ['--lazy', disk]);
  };
  // Before what removes the folders, which is the other thing that is done at the end.
  process.prependOnceListener('exit', unmount);
  cleanups.defer(unmount);
}

/** Writes until nothing more goes onto the disk. */
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
