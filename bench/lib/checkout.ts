import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { makeFolder } from './workspace.ts';

const execute = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');

export const git = async (...parameters: string[]): Promise<string> =>
  (await execute('git', parameters, { cwd: root })).stdout.trim();

/** The repository as a commit left it, with the packages that it asks for, in a folder that goes away with the program. */
export async function checkOut(commit: string, cleanups: AsyncDisposableStack): Promise<string> {
  // The folder has gone by then.
  cleanups.defer(async () => void (await git('worktree', 'prune')));
  const folder = path.join(await makeFolder(cleanups), 'checkout');
  await git('worktree', 'add', '--detach', folder, commit);
  await execute('npm', ['ci', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: folder, maxBuffer: 2 ** 26 });
  return folder;
}

/** The newest commit that does not have the newest migration yet: what a community runs before that is put in. */
export async function commitBeforeLastMigration(): Promise<string> {
  const added = ['-1', '--first-parent', '--diff-merges=first-parent', '--diff-filter=A', '--no-patch', '--format=%H'];
  return `${await git('log', ...added, '--', 'apps/server/migrations/*.sql')}^`;
}
