import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, cp, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '../src/platform/embedded-postgres/index.ts';

export const isRoot = process.getuid?.() === 0;
export const ordinaryUser = 1000;

export interface ServerReport {
  readonly url?: string;
  readonly error?: string;
  readonly message?: string;
}

/**
 * Creates a workspace per test for starting and killing servers. Everything that a test starts is stopped afterwards.
 */
export function setUpEmbeddedPostgres() {
  let sharedWorkspace: string;
  let usedDirectory: string;
  let workspace: string;
  let cleanups: (() => unknown)[];
  let installation: Promise<Installation> | undefined;

  beforeAll(async () => {
    sharedWorkspace = await makeWorkspace();
    usedDirectory = path.join(sharedWorkspace, 'database');
    const first = await startEmbeddedPostgres({ directory: usedDirectory, durability: 'none' });
    await first.stop();
  });
  afterAll(async () => {
    await rm(sharedWorkspace, { recursive: true, force: true });
    await (await installation)?.remove();
  });

  beforeEach(async () => {
    workspace = await makeWorkspace();
    cleanups = [() => rm(workspace, { recursive: true, force: true })];
  });
  afterEach(async () => {
    for (const cleanup of cleanups.toReversed()) await cleanup();
  });

  return {
    /** Returns a path in this test's workspace. */
    at: (...parts: string[]) => path.join(workspace, ...parts),

    /** Returns a data directory with an existing cluster, shared by the tests of a file: creating a cluster is slow. */
    usedDirectory: () => usedDirectory,

    async start(directory: string, options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
      const postgres = await startEmbeddedPostgres({ durability: 'none', ...options, directory });
      cleanups.push(() => postgres.stop());
      return postgres;
    },

    /**
     * Starts a durable server in its own process and returns its report. With `user`, it runs as that user, from a copy
     * of the programs that the user can read.
     */
    async startInProcess(directory: string, user?: number): Promise<{ child: ChildProcess; report: ServerReport }> {
      const { node, module } = user === undefined ? checkout : await (installation ??= installForAll());
      const child = spawn(node, ['--input-type=module', '--eval', serverProgram(module), directory], {
        stdio: ['ignore', 'pipe', 'inherit'],
        cwd: '/',
        ...(user === undefined ? {} : { uid: user, gid: user }),
      });
      cleanups.push(() => end(child, 'SIGTERM'));
      const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
      return { child, report: JSON.parse(line) as ServerReport };
    },

    /** Starts a process unrelated to PostgreSQL, as the given user if possible. */
    startUnrelatedProcess({ uid, gid }: { uid: number; gid: number }): ChildProcess {
      const child = spawn('/bin/sleep', ['600'], { stdio: 'ignore', ...(isRoot ? { uid, gid } : {}) });
      cleanups.push(() => end(child, 'SIGKILL'));
      return child;
    },
  };
}

/** A Node executable, and the module under test with its PostgreSQL programs. */
type Installation = { readonly node: string; readonly module: string; readonly remove: () => Promise<void> };

const source = fileURLToPath(new URL('../src/platform/embedded-postgres', import.meta.url));
const packages = fileURLToPath(new URL('../../../node_modules', import.meta.url));
const checkout: Installation = {
  node: process.execPath,
  module: path.join(source, 'index.ts'),
  remove: async () => {},
};
const programs = `@embedded-postgres/${process.platform}-${process.arch}`;

/** Returns this checkout if all users can read it; otherwise copies the needed files to a readable folder. */
async function installForAll(): Promise<Installation> {
  if (await isReachableByAll()) return checkout;
  const folder = await makeWorkspace();
  await cp(source, path.join(folder, 'embedded-postgres'), { recursive: true });
  for (const name of ['operator-error.ts', 'sync-folder.ts'])
    await copyFile(path.join(source, '..', name), path.join(folder, name));
  await writeFile(path.join(folder, 'package.json'), '{"type":"module"}');
  for (const name of await withDependencies([programs, 'pg']))
    await cp(path.join(packages, name), path.join(folder, 'node_modules', name), {
      recursive: true,
      verbatimSymlinks: true,
    });
  const node = path.join(folder, 'node');
  await copyFile(process.execPath, node);
  await promisify(execFile)('chmod', ['-R', 'a+rX', folder]);
  const remove = () => rm(folder, { recursive: true, force: true });
  return { node, module: path.join(folder, 'embedded-postgres/index.ts'), remove };
}

/** Checks the most deeply nested file. */
const isReachableByAll = () =>
  promisify(execFile)('test', ['-x', path.join(packages, programs, 'native/bin/postgres')], {
    uid: ordinaryUser,
    gid: ordinaryUser,
    cwd: '/',
  }).then(
    () => true,
    () => false,
  );

/** Returns packages with their dependencies, which are all installed at the top level. */
async function withDependencies(names: readonly string[]): Promise<Set<string>> {
  const all = new Set(names);
  for (const name of all) {
    const description = JSON.parse(await readFile(path.join(packages, name, 'package.json'), 'utf8')) as {
      dependencies?: Record<string, string>;
    };
    for (const dependency of Object.keys(description.dependencies ?? {})) all.add(dependency);
  }
  return all;
}

const serverProgram = (module: string) => `
  import { startEmbeddedPostgres } from ${JSON.stringify(pathToFileURL(module).href)};
  const report = (line) => console.log(JSON.stringify(line));
  try {
    const postgres = await startEmbeddedPostgres({ directory: process.argv[1], durability: 'full' });
    process.once('SIGTERM', () => postgres.stop());
    report({ url: postgres.url });
  } catch (error) {
    report({ error: error.name, message: error.message });
    process.exitCode = 1;
  }`;

async function makeWorkspace(): Promise<string> {
  const workspace = await mkdtemp(path.join(tmpdir(), 'embedded postgres '));
  await chmod(workspace, 0o755);
  return workspace;
}

export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill(signal);
  await exited;
}

export function urlOf(report: ServerReport): string {
  expect(report).toHaveProperty('url');
  return report.url as string;
}

export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Replaces all notes with this one. */
export async function writeNote(url: string, text: string): Promise<void> {
  await query(url, `DROP TABLE IF EXISTS notes; CREATE TABLE notes (body text); INSERT INTO notes VALUES ('${text}')`);
}

export async function readNotes(url: string): Promise<unknown[]> {
  return (await query(url, 'SELECT body FROM notes ORDER BY body')).map((row) => row['body']);
}

export function postmasterFile(directory: string): string {
  return path.join(directory, 'cluster', 'postmaster.pid');
}

export async function recordedPid(directory: string): Promise<number> {
  return Number((await readFile(postmasterFile(directory), 'utf8')).split('\n')[0]);
}

export async function clusterOwner(directory: string): Promise<number> {
  return (await stat(path.join(directory, 'cluster'))).uid;
}
