import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from './root.ts';
import { type CommandResult, run } from './run.ts';

const web = path.join(root, 'apps/web');
const stamp = path.join(web, 'dist/build-inputs.sha256');
const inputs = [
  web,
  path.join(root, 'content'),
  path.join(root, 'packages/contract'),
  path.join(root, 'package-lock.json'),
];
const ignoredPaths = /(?:^|[\\/])(?:node_modules|dist|\.react-router)(?:[\\/]|$)|^content[\\/]demo[\\/]?|\.test\.tsx?$/;

/** Builds the web app unless the last build used exactly the same files. Returns null without a build. */
export async function buildWebIfStale(): Promise<CommandResult | null> {
  const currentHash = await hashInputs();
  if ((await readFile(stamp, 'utf8').catch(() => '')) === currentHash) return null;
  console.log('Building the web app …');
  return buildWeb(currentHash);
}

export async function buildWeb(inputsHash?: string): Promise<CommandResult> {
  // Computed before the build, so that a file that changes during the build causes another one.
  const hash = inputsHash ?? (await hashInputs());
  await rm(stamp, { force: true });
  const result = await run(['react-router', 'build'], { cwd: web, env: { NODE_ENV: 'production' } });
  if (result.ok) await writeFile(stamp, hash);
  return result;
}

/** Hashes contents, because a new clone and a switch of branches change the times of files. */
async function hashInputs(): Promise<string> {
  const hash = createHash('sha256');
  for (const input of inputs) {
    for (const file of await filesBelow(input)) {
      hash
        .update(`${path.relative(root, file)}\0`)
        .update(await readFile(file))
        .update('\0');
    }
  }
  return hash.digest('hex');
}

async function filesBelow(input: string): Promise<string[]> {
  if (path.extname(input) === '.json') return [input];
  const files: string[] = [];
  const folders = [input];
  for (const folder of folders) {
    const entries = await readdir(folder, { withFileTypes: true });
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const entryPath = path.join(folder, entry.name);
      if (ignoredPaths.test(path.relative(root, entryPath))) continue;
      if (entry.isDirectory()) folders.push(entryPath);
      else if (entry.isFile()) files.push(entryPath);
    }
  }
  return files;
}
