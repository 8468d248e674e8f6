import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { openPool } from '../lib/database.ts';
import { type Measurement, noneOf } from '../lib/measurement.ts';
import { root, sessionSecret, type Variables } from '../lib/servers.ts';
import type { Ledger } from './ledger.ts';
import { compareStoredMarks } from './stored-marks.ts';
import type { World } from './world.ts';

/** Compares the stored data with the acknowledged writes and with every recount, while there are no writes. */
export async function verifyData(
  { before }: World,
  ledger: Ledger,
  variables: Variables & { DATABASE_URL: string },
): Promise<Measurement[]> {
  await using cleanups = new AsyncDisposableStack();
  const pool = openPool(variables.DATABASE_URL, cleanups);
  const { lost, duplicates, unexpected } = await compareStoredMarks(pool, ledger.expected(), before);
  return [
    noneOf('acknowledged writes that are lost', lost, ledger.describe()),
    noneOf('duplicate writes', duplicates),
    noneOf('unknown or deleted writes that are stored', unexpected),
    noneOf('counts that differ from their recount', await recount(variables), 'npm run check-data'),
  ];
}

/** Runs `npm run check-data` and returns the lines with differences. */
async function recount(variables: Variables): Promise<string[]> {
  const env = { ...process.env, SESSION_SECRET: sessionSecret, ...variables };
  const program = path.join(root, 'apps/server/src/commands/check-data.ts');
  try {
    await promisify(execFile)(process.execPath, [program], { cwd: variables.DATA_DIR, env });
    return [];
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    return [
      ...stdout.split('\n').filter((line) => line.includes(' differ')),
      `check-data failed: ${stderr.slice(-200)}`,
    ];
  }
}
