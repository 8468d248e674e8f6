import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { root } from './lib/root.ts';

const locked = {
  '': {},
  'node_modules/library': { version: '2.0.0' },
  'node_modules/for-another-system': { version: '1.0.0', optional: true },
  'node_modules/test-tool': { version: '3.0.0', dev: true },
};
const { 'node_modules/test-tool': testTool, 'node_modules/for-another-system': _, ...production } = locked;
const development = { ...production, 'node_modules/test-tool': testTool };

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mindful-commons-installed-'));
  for (const file of ['ensure-installed.mjs', 'lib/stop-with-npm.mjs'])
    await cp(path.join(root, 'scripts', file), path.join(folder, 'scripts', file));
  await writeFile(path.join(folder, 'package-lock.json'), JSON.stringify({ packages: locked }));
  // A fake npm, which prints its parameters.
  await writeFile(path.join(folder, 'npm.js'), 'console.log(process.argv.slice(2).join(" "))');
  await mkdir(path.join(folder, 'node_modules/.bin'), { recursive: true });
  await writeFile(path.join(folder, 'node_modules/.bin/node'), '');
});
afterEach(() => rm(folder, { recursive: true }));

/** Returns what an npm script would install over these packages; an empty string if they are up to date. */
async function installedOver(packages: object | undefined, ...parameters: string[]): Promise<string> {
  if (packages) await writeFile(path.join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ packages }));
  const script = path.join(folder, 'scripts/ensure-installed.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...parameters], {
    env: { ...process.env, npm_execpath: path.join(folder, 'npm.js'), npm_node_execpath: process.execPath },
  });
  return stdout;
}

const outdated = { ...production, 'node_modules/library': { version: '1.0.0' } };

test.each([
  ['a start in a new clone installs no development packages', undefined, ['--omit=dev'], 'ci --omit=dev'],
  ['a test in a new clone installs all packages', undefined, [], 'ci --include=dev'],
  ['a start finds its packages', production, ['--omit=dev'], ''],
  ['a test after a start installs the development packages', production, [], 'ci --include=dev'],
  ['a test finds its packages', development, [], ''],
  ['a start keeps development packages', development, ['--omit=dev'], ''],
  ['a start replaces an outdated package', outdated, ['--omit=dev'], 'ci --omit=dev'],
  [
    'a start of a developer updates all packages',
    { ...outdated, 'node_modules/test-tool': testTool },
    ['--omit=dev'],
    'ci --include=dev',
  ],
])('%s', async (_title, packages, parameters, installation) => {
  const output = await installedOver(packages, ...parameters);
  expect(output.split('\n').find((line) => line.startsWith('ci')) ?? '').toMatch(new RegExp(`^${installation}( |$)`));
});
