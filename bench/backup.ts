import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import { localStorage } from '../apps/server/src/platform/media/storage.ts';
import { makeFolder, openDatabase } from './lib/database.ts';
import { type Bench, type Measurement, requireDefined, rounded } from './lib/measurement.ts';

/** Loaded into the commands: prints the highest memory of the process at its end. */
const reportMemory = `data:text/javascript,${encodeURIComponent(
  "process.on('exit', () => console.log(`highest memory ${process.resourceUsage().maxRSS}`))",
)}`;
const maxMegabytes = 300;
const photoBytes = 150_000;
const soundBytes = 25_000_000;

/** Size of the community in gigabytes. Set BENCH_BACKUP_GIGABYTES=5 for a large one. */
const gigabytes = Number(process.env['BENCH_BACKUP_GIGABYTES'] ?? 0);

/** Measures the speed and memory use of the commands for backup and restore. */
export async function measureBackup({ quick, checkout, cleanups }: Bench): Promise<Measurement[]> {
  const size = quick ? { members: 1_000, posts: 10_000 } : { members: 10_000, posts: 500_000 };
  const { url: DATABASE_URL, pool } = await openDatabase(cleanups, size);
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
  console.log(
    `  ${rounded(bytes / 1e9, 1)} GB of files, ${rounded(requireDefined(rows[0]).bytes / 1e6)} MB of database`,
  );

  const folder = await makeFolder(cleanups);
  const key = path.join(folder, 'key');
  const runCommand = (name: string, parameters: readonly string[], variables: Record<string, string> = {}) =>
    runProgram(path.join(checkout, `apps/server/src/commands/${name}.ts`), parameters, variables);
  const keyOutput = await runCommand('backup', ['--make-key', key]);
  const recipient = requireDefined(/age1\w+/.exec(keyOutput.output)?.[0]);
  const measurements: Measurement[] = [];
  for (const [name, recipientParameters, keyParameters] of [
    ['plain', [], []],
    ['encrypted', ['--for', recipient], ['--key', key]],
  ] as const) {
    const file = path.join(folder, name);
    const backupRun = await runCommand('backup', [file, ...recipientParameters], { DATABASE_URL, DATA_DIR });
    const restoreRun = await runCommand('restore', [file, ...keyParameters], { DATA_DIR: await makeFolder(cleanups) });
    measurements.push(
      ...describeRun(`${name} backup`, backupRun, bytes),
      ...describeRun(`${name} restore`, restoreRun, bytes),
    );
  }
  return measurements;
}

/** Runs a program. Returns its output, its duration and its highest memory. */
async function runProgram(program: string, parameters: readonly string[], variables: Record<string, string>) {
  const { PATH = '' } = process.env;
  const startedAt = performance.now();
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', reportMemory, program, ...parameters], {
    env: { PATH, ...variables },
  });
  const seconds = (performance.now() - startedAt) / 1000;
  return { output: stdout, seconds, megabytes: Number(/^highest memory (\d+)$/m.exec(stdout)?.[1]) / 1024 };
}

function describeRun(name: string, { seconds, megabytes }: Awaited<ReturnType<typeof runProgram>>, bytes: number) {
  return [
    { name: `${name}: rate`, value: rounded(bytes / 1e6 / seconds), unit: 'MB/s', note: `${rounded(seconds, 1)} s` },
    { name: `${name}: highest memory`, value: rounded(megabytes), unit: 'MB', target: { atMost: maxMegabytes } },
  ];
}
