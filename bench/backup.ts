import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { localStorage } from '../apps/server/src/platform/media/storage.ts';
import { makeFolder, openDatabase } from './lib/database.ts';
import { type Bench, type Measurement, requireDefined, rounded } from './lib/measurement.ts';
import { residentMegabytes } from './lib/processes.ts';
import { seed } from './lib/seed.ts';
import { root } from './lib/servers.ts';

const sampleMilliseconds = 100;
const maxMegabytes = 300;
const photoBytes = 150_000;
const soundBytes = 25_000_000;

/** Size of the community in gigabytes. Set BENCH_BACKUP_GIGABYTES=5 for a large one. */
const gigabytes = Number(process.env['BENCH_BACKUP_GIGABYTES'] ?? 0);

/** Measures the speed and memory use of the commands for backup and restore. */
export async function measureBackup({ quick, cleanups }: Bench): Promise<Measurement[]> {
  const { url: DATABASE_URL, pool } = await openDatabase(cleanups);
  await seed(pool, quick ? { members: 1_000, posts: 10_000 } : { members: 10_000, posts: 500_000 });
  const DATA_DIR = await makeFolder(cleanups);
  const bytes = (gigabytes || (quick ? 0.2 : 1)) * 1e9;
  const storage = localStorage(path.join(DATA_DIR, 'media'));
  const files = [
    ...Array.from({ length: Math.ceil((0.7 * bytes) / photoBytes) }, () => ['image', 'full.webp', photoBytes] as const),
    ...Array.from({ length: Math.ceil((0.3 * bytes) / soundBytes) }, () => ['audio', 'audio.mp3', soundBytes] as const),
  ];
  for (const [kind, ending, length] of files) {
    const id = randomUUID();
    const insert = 'INSERT INTO media_files (id, kind, width, height, attached_at) VALUES ($1, $2, 1, 1, now())';
    await pool.query(insert, [id, kind]);
    await storage.put(`${id}-${ending}`, randomBytes(length), '');
  }
  const { rows } = await pool.query<{ bytes: number }>('SELECT pg_database_size(current_database())::float AS bytes');
  const communitySize = `${rounded(bytes / 1e9, 1)} GB of files, ${rounded(requireDefined(rows[0]).bytes / 1e6)} MB of database`;

  const folder = await makeFolder(cleanups);
  const key = path.join(folder, 'key');
  const keyOutput = await runCommand('backup', ['--make-key', key], {});
  const recipient = requireDefined(/age1\w+/.exec(keyOutput.output)?.[0]);
  const measurements: Measurement[] = [];
  for (const [name, recipientParameters, keyParameters] of [
    ['plain', [], []],
    ['encrypted', ['--for', recipient], ['--key', key]],
  ] as const) {
    const file = path.join(folder, name);
    const backupRun = await runCommand('backup', [file, ...recipientParameters], { DATABASE_URL, DATA_DIR });
    const restoreRun = await runCommand('restore', [file, ...keyParameters], { DATA_DIR: await makeFolder(cleanups) });
    const note = `${communitySize}; the file has ${rounded((await stat(file)).size / 1e6)} MB`;
    measurements.push(
      ...describeRun(`${name} backup`, backupRun, bytes, note),
      ...describeRun(`${name} restore`, restoreRun, bytes),
    );
  }
  return measurements;
}

type Run = { output: string; seconds: number; samples: number[] };

function describeRun(name: string, { seconds, samples }: Run, bytes: number, note = ''): Measurement[] {
  const target = { atMost: maxMegabytes };
  return [
    {
      name: `${name}: rate`,
      value: rounded(bytes / 1e6 / seconds),
      unit: 'MB/s',
      note: `${rounded(seconds, 1)} s; ${note}`,
    },
    { name: `${name}: highest memory`, value: rounded(Math.max(...samples)), unit: 'MB', target },
  ];
}

async function runCommand(
  name: 'backup' | 'restore',
  parameters: readonly string[],
  variables: Record<string, string>,
) {
  const program = path.join(root, `apps/server/src/commands/${name}.ts`);
  const { PATH = '' } = process.env;
  const startedAt = performance.now();
  const child = spawn(process.execPath, [program, ...parameters], { env: { PATH, ...variables } });
  const run: Run = { output: '', seconds: 0, samples: [] };
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      run.output += text;
    });
  const sampling = setInterval(() => {
    void residentMegabytes(requireDefined(child.pid)).then(
      (megabytes) => megabytes > 0 && run.samples.push(megabytes),
      () => {},
    );
  }, sampleMilliseconds);
  const [code] = (await once(child, 'close')) as [number];
  clearInterval(sampling);
  if (code !== 0) throw new Error(`${name} ended with ${code}: ${run.output}`);
  run.seconds = (performance.now() - startedAt) / 1000;
  return run;
}
