import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { programOf, runCommand } from '../../test/commands.ts';
import { query } from '../../test/embedded-postgres.ts';
import { migrateDatabase } from '../platform/database/migrate.ts';
import { startEmbeddedPostgres } from '../platform/embedded-postgres/index.ts';

let workspace: string;
const inWorkspace = (...parts: string[]) => path.join(workspace, ...parts);
beforeAll(async () => {
  workspace = await mkdtemp(path.join(tmpdir(), 'mindful-commons-backup-'));
  await chmod(workspace, 0o755);
});
afterAll(() => rm(workspace, { recursive: true, force: true }));

const run = (name: 'backup' | 'restore', parameters: string[], environment?: Record<string, string>) =>
  runCommand(name, parameters, workspace, environment);

test('a community is backed up while its server runs, and restored into another data directory', async () => {
  const server = await startEmbeddedPostgres({ directory: inWorkspace('data', 'database'), durability: 'none' });
  await migrateDatabase(server.url);
  await query(server.url, `INSERT INTO users (id, email, name) VALUES (gen_random_uuid(), 'ana@mail.test', 'Ana')`);

  const keyOutcome = await run('backup', ['--make-key', 'key']);
  expect(keyOutcome).toMatchObject({ code: 0, stderr: '' });
  const [recipient = ''] = /age1\w+/.exec(keyOutcome.stdout) ?? [];
  expect((await stat(inWorkspace('key'))).mode & 0o777).toBe(0o600);
  const backupOutcome = await run('backup', ['monday', '--for', recipient], { DATA_DIR: inWorkspace('data') });
  expect(backupOutcome).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringContaining('contains the community as it was at'),
  });
  expect((await stat(inWorkspace('monday'))).mode & 0o777).toBe(0o600);
  await server.stop();

  expect(await run('restore', ['monday', '--check', '--key', 'key'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('is complete'),
  });
  const rejectedRestore = await run('restore', ['monday', '--key', 'key'], { DATA_DIR: inWorkspace('data') });
  expect(rejectedRestore).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('it has "database"') });
  await writeFile(inWorkspace('cut'), (await readFile(inWorkspace('monday'))).subarray(0, -100));
  expect(await run('restore', ['cut', '--key', 'key'], { DATA_DIR: inWorkspace('new') })).toMatchObject({
    code: 1,
    stdout: '',
  });
  await expect(readdir(inWorkspace('new'))).rejects.toThrow();

  const restoreOutcome = await run('restore', ['monday', '--key', 'key'], { DATA_DIR: inWorkspace('new') });
  expect(restoreOutcome).toMatchObject({
    code: 0,
    stderr: '',
    stdout: expect.stringContaining('Start the server: npm start'),
  });
  expect(await readdir(inWorkspace('new'))).toEqual(['database']);
  const restoredServer = await startEmbeddedPostgres({ directory: inWorkspace('new', 'database'), durability: 'none' });
  const members = await query(restoredServer.url, 'SELECT email FROM users');
  await restoredServer.stop();
  expect(members).toEqual([{ email: 'ana@mail.test' }]);

  // The command starts the database of the stopped server for itself.
  expect(await run('backup', ['tuesday'], { DATA_DIR: inWorkspace('new') })).toMatchObject({ code: 0 });
}, 180_000);

test('a killed restore does not prevent the next one', async () => {
  const server = await startEmbeddedPostgres({ directory: inWorkspace('killed', 'database'), durability: 'none' });
  await migrateDatabase(server.url);
  await query(server.url, `INSERT INTO users (id, email, name) VALUES (gen_random_uuid(), 'ana@mail.test', 'Ana')`);
  await run('backup', ['wednesday'], { DATA_DIR: inWorkspace('killed') });

  await query(server.url, 'CREATE DATABASE empty');
  const url = server.url.replace(/[^/]*$/, 'empty');
  const environment = { DATABASE_URL: url, DATA_DIR: inWorkspace('killed target') };
  // Another session is about to create the same table and blocks the restore.
  const lockHolder = new Client({ connectionString: url });
  await lockHolder.connect();
  await lockHolder.query('BEGIN');
  await lockHolder.query('CREATE TABLE users (id int)');
  const env = { PATH: process.env['PATH'], ...environment };
  const parameters = [programOf('restore'), inWorkspace('wednesday')];
  const child = spawn(process.execPath, parameters, { env, cwd: workspace, stdio: 'ignore' });
  const countBlockedSessions = async () => {
    const blockedSessions = `SELECT FROM pg_stat_activity WHERE application_name = 'mindful-commons-backup' AND wait_event_type = 'Lock'`;
    return (await query(server.url, blockedSessions)).length;
  };
  await expect.poll(countBlockedSessions).toBe(1);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await lockHolder.query('ROLLBACK');
  await lockHolder.end();
  await expect.poll(countBlockedSessions).toBe(0);
  expect(await query(url, `SELECT FROM pg_tables WHERE schemaname IN ('public', 'drizzle')`)).toEqual([]);

  expect(await run('restore', ['wednesday'], environment)).toMatchObject({ code: 0, stderr: '' });
  expect(await query(url, 'SELECT email FROM users')).toEqual([{ email: 'ana@mail.test' }]);
  expect(await readdir(inWorkspace('killed target')).catch(() => [])).toEqual([]);
  await server.stop();
}, 180_000);

test('the commands print their usage for invalid arguments', async () => {
  const calls = [[], ['one', 'two'], ['one', '--key', 'key'], ['one', '--make-key', 'key'], ['--for', 'age1']];
  for (const outcome of await Promise.all(calls.map((parameters) => run('backup', parameters))))
    expect(outcome).toMatchObject({ code: 2, stderr: expect.stringContaining('npm run backup -- FILE') });
  for (const outcome of await Promise.all(
    [[], ['--for', 'age1', 'one']].map((parameters) => run('restore', parameters)),
  ))
    expect(outcome).toMatchObject({ code: 2, stderr: expect.stringContaining('npm run restore -- FILE') });
});

test('the commands explain that there is no community', async () => {
  const outcome = await run('backup', ['file'], { DATA_DIR: inWorkspace('nothing here') });
  expect(outcome).toMatchObject({ code: 1, stderr: expect.stringContaining('contains no community') });
  const unreachable = await run('backup', ['file'], {
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    DATA_DIR: inWorkspace('x'),
  });
  expect(unreachable).toMatchObject({ code: 1, stderr: expect.stringContaining('The database cannot be reached') });
  expect(await readdir(workspace)).not.toContain('file');
});
