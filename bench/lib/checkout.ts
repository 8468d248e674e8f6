import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { makeFolder } from './workspace.ts';

const execute = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');

export const git = async (...parameters: string[]): Promise<string> =>
  (await execute('git', parameters, { cwd: root })).stdout.trim();

/** Checks a commit out into a temporary folder and installs its packages. */
export async function checkOut(commit: string, cleanups: AsyncDisposableStack): Promise<string> {
  // Cleanups run in reverse order, so the folder is already deleted.
  cleanups.defer(async () => void (await git('worktree', 'prune')));
  const folder = path.join(await makeFolder(cleanups), 'checkout');
  await git('worktree', 'add', '--detach', folder, commit);
  await execute('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: folder, maxBuffer: 2 ** 26 });
  return folder;
}

/**
 * Returns the version that a community runs before the update: the commit before the newest migration. The baseline has
 * none before it, so the default is then the commit that last changed it.
 */
export async function commitBeforeLastMigration(): Promise<string> {
  const newest = ['-1', '--first-parent', '--diff-merges=first-parent', '--no-patch', '--format=%H', '--'];
  const migrations = 'apps/server/migrations/*.sql';
  const baseline = await git('log', ...newest, 'apps/server/migrations/0000_baseline.sql');
  const latest = await git('log', ...newest, migrations);
  return latest === baseline ? baseline : `${latest}^`;
}
