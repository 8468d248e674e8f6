import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { root } from './lib/root.ts';

const notSource =
  /[\\/](?:node_modules|dist|\.react-router)(?:[\\/]|$)|^[\\/](?:\.git|data|reports|test-results)(?:[\\/]|$)/;

let workspace: string;
let clone: string;
let lockHolder: ChildProcess | undefined;

// A clone without a build, in a private folder with a space in its name.
beforeEach(async () => {
  workspace = await mkdtemp(path.join(tmpdir(), 'a newcomer '));
  clone = path.join(workspace, 'the house');
  await cp(root, clone, { recursive: true, filter: (source) => !notSource.test(source.slice(root.length)) });
  for (const folder of ['node_modules', 'apps/server/node_modules', 'apps/web/node_modules'])
    await symlink(path.join(root, folder), path.join(clone, folder));
});
afterEach(async () => {
  if (lockHolder) {
    const exited = once(lockHolder, 'exit');
    lockHolder.kill();
    await exited;
    lockHolder = undefined;
  }
  await rm(workspace, { recursive: true, force: true });
});

/** Runs a command in the clone and returns its exit code and output. */
async function run(command: string, parameters: string[], environment: Record<string, string> = {}) {
  const child = spawn(command, parameters, {
    cwd: clone,
    env: { ...process.env, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await exited) as [number | null];
  return { code, output, errors };
}

/** Starts another server that holds the lock of the clone's data directory. */
async function holdDataDirectory(): Promise<ChildProcess> {
  const directory = path.join(clone, 'data/database');
  await mkdir(directory, { recursive: true });
  const module = new URL('../apps/server/src/platform/embedded-postgres/directory-lock.ts', import.meta.url).href;
  const program = `
    const { lockDirectory } = await import(${JSON.stringify(module)});
    await lockDirectory(process.argv[1]);
    console.log('held');
    setInterval(() => undefined, 60_000);`;
  lockHolder = spawn(process.execPath, ['--input-type=module', '--eval', program, directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(lockHolder.stdout!, 'data');
  return lockHolder;
}

test('npm start fails before the build and names the other server that uses the data directory', async () => {
  const { pid } = await holdDataDirectory();
  const { code, output, errors } = await run('npm', ['start']);
  expect(errors).toContain(`in use by another server, process ${pid}. Stop it first`);
  expect(`${output}${errors}`).not.toMatch(/Installing|Building|built|Opening/);
  expect(code).toBe(1);
});

test('a server fails when another one uses its data directory', async () => {
  const { pid } = await holdDataDirectory();
  const { code, errors } = await run(process.execPath, ['apps/server/src/main.ts']);
  expect(errors).toContain(`in use by another server, process ${pid}. Stop it first`);
  expect(code).toBe(1);
});

test('npm start fails before the build and names an invalid setting', async () => {
  const { code, output, errors } = await run('npm', ['start'], { PORT: 'three thousand' });
  expect(errors).toMatch(/The configuration is invalid. Please correct:\n {2}PORT: /);
  expect(output).not.toMatch(/Building|built|Opening/);
  expect(code).toBe(1);
});

test('npm start fails and shows npm’s error when the packages cannot be installed', async () => {
  await rm(path.join(clone, 'node_modules'));
  const npm = path.join(workspace, 'npm.js');
  // A fake npm without network access. It respects the log level.
  await writeFile(
    npm,
    `if (!process.argv.includes('--loglevel=error')) console.error('npm warn EBADENGINE Unsupported engine');
     console.error('npm error code ENOTFOUND');
     process.exit(7);`,
  );
  const { code, output, errors } = await run('node', ['scripts/ensure-installed.mjs'], { npm_execpath: npm });
  expect(output).toContain('Installing the packages');
  expect(errors.trim()).toBe('npm error code ENOTFOUND');
  expect(code).toBe(7);
});

test.for(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s to the script that started an installation ends the installation',
  async (signal) => {
    await rm(path.join(clone, 'node_modules'));
    const npm = path.join(workspace, 'npm.js');
    await writeFile(npm, `console.log('installs'); setInterval(() => undefined, 60_000);`);
    const child = spawn('node', ['scripts/ensure-installed.mjs'], {
      cwd: clone,
      env: { ...process.env, npm_execpath: npm },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    // The output closes when the last process that writes to it ends.
    for await (const line of createInterface({ input: child.stdout })) if (line === 'installs') child.kill(signal);
    expect(await exited).toEqual([1, null]);
  },
);
