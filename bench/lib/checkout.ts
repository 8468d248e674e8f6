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

/** Returns the newest commit without the newest migration: the version that a community runs before the update. */
export async function commitBeforeLastMigration(): Promise<string> {
  const added = ['-1', '--first-parent', '--diff-merges=first-parent', '--diff-filter=A', '--no-patch', '--format=%H'];
  return `${await git('log', ...added, '--', 'apps/server/migrations/*.sql')}^`;
}
