import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Whether a process with this id exists, including processes of other users. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * Whether `pid` is a PostgreSQL server on exactly this cluster directory, according to its command line. Process ids
 * are reused, so the id alone proves nothing. A process that has not been reaped yet has no command line and counts as
 * gone.
 */
export async function isPostmasterOf(pid: number, cluster: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform === 'linux') {
    const commandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    const [program = '', ...parameters] = commandLine.split('\0');
    const flag = parameters.indexOf('-D');
    return path.basename(program) === 'postgres' && flag !== -1 && parameters[flag + 1] === cluster;
  }
  const listing = await run('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return listing.stdout.includes(`/postgres -D ${cluster} `);
}
