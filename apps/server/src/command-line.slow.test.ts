import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { postmasterFile, setUpEmbeddedPostgres } from '../test/embedded-postgres.ts';

const embedded = setUpEmbeddedPostgres();
let dataDirectory: string;
let database: string;

beforeAll(async () => {
  dataDirectory = path.dirname(embedded.usedDirectory());
  database = embedded.usedDirectory();
});

/** The processes' own record: empty when no PostgreSQL works in the directory. */
const databaseState = () => readFile(postmasterFile(database), 'utf8').catch(() => '');

test.for([
  { command: ['admin.ts', 'check-points'], signal: 'SIGTERM' },
  { command: ['admin.ts', 'grant', 'ana@members.test'], signal: 'SIGINT' },
  { command: ['check-data.ts'], signal: 'SIGINT' },
  { command: ['backup.ts', '/dev/null/backup'], signal: 'SIGHUP' },
  { command: ['check-data.ts'], signal: 'SIGKILL' },
] as const)('$command that ends with $signal leaves no PostgreSQL behind', async ({ command, signal }) => {
  const [file, ...parameters] = command;
  const child = spawn(process.execPath, [fileURLToPath(new URL(file, import.meta.url)), ...parameters], {
    cwd: dataDirectory,
    env: { PATH: process.env['PATH'], DATA_DIR: dataDirectory },
    stdio: 'ignore',
  });
  const exited = once(child, 'exit');
  await expect.poll(databaseState, { interval: 5, timeout: 60_000 }).not.toBe('');
  child.kill(signal);
  await exited;
  await expect.poll(databaseState, { timeout: 60_000 }).toBe('');
});
