import { cp, glob, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from './database.ts';
import { root, serverProgramIn } from './servers.ts';

/** Entry script of the application. Every page of the application refers to it, through the server's build. */
const entryScriptPattern = /entry\.client-[\w-]+\.js/g;
const newName = 'entry.client-other000.js';

const isCopied = (source: string): boolean => path.basename(source) !== 'node_modules';

/**
 * Copies the server and a web application in which the entry script has another name, as after a new build. Returns the
 * program that starts it.
 */
export async function copyWithOtherBuild(cleanups: AsyncDisposableStack): Promise<string> {
  const folder = path.join(await makeFolder(cleanups), 'update');
  for (const folderPath of ['apps/server', 'apps/web/dist', 'packages', 'content', 'package.json'])
    await cp(path.join(root, folderPath), path.join(folder, folderPath), { recursive: true, filter: isCopied });
  for (const packages of ['node_modules', 'apps/server/node_modules'])
    await symlink(path.join(root, packages), path.join(folder, packages));

  const build = path.join(folder, 'apps/web/dist');
  for await (const name of glob('**/*.js', { cwd: build })) {
    const file = path.join(build, name);
    const text = await readFile(file, 'utf8');
    if (text.match(entryScriptPattern) === null) continue;
    await writeFile(file, text.replaceAll(entryScriptPattern, newName));
    // The compressed copies still contain the old name.
    for (const ending of ['.br', '.gz']) await rm(file + ending, { force: true });
  }
  const assets = path.join(build, 'client/assets');
  const [entry = ''] = await Array.fromAsync(glob('entry.client-*.js', { cwd: assets }));
  await rename(path.join(assets, entry), path.join(assets, newName));
  return serverProgramIn(folder);
}
