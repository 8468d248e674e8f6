import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backUp, emptyDatabase } from '../../test/backups.ts';
import { Community } from '../../test/community.ts';
import { postmasterFile, query, setUpEmbeddedPostgres } from '../../test/embedded-postgres.ts';

const embedded = setUpEmbeddedPostgres();
let dataDirectory: string;
let databaseDirectory: string;

beforeAll(async () => {
  dataDirectory = path.dirname(embedded.usedDirectory());
  databaseDirectory = embedded.usedDirectory();
});

/** Content of postmaster.pid; empty if no PostgreSQL runs in the directory. */
const readPostmasterFile = () => readFile(postmasterFile(databaseDirectory), 'utf8').catch(() => '');

test.for([
  { command: ['backup.ts', '/dev/null/backup'], signal: 'SIGTERM' },
  { command: ['admin.ts', 'grant', 'ana@members.test'], signal: 'SIGINT' },
  { command: ['check-data.ts'], signal: 'SIGINT' },
  { command: ['backup.ts', '/dev/null/backup'], signal: 'SIGHUP' },
  { command: ['check-data.ts'], signal: 'SIGKILL' },
] as const)('$command terminated by $signal leaves no PostgreSQL running', async ({ command, signal }) => {
  const [file, ...parameters] = command;
  const child = spawn(process.execPath, [fileURLToPath(new URL(file, import.meta.url)), ...parameters], {
    cwd: dataDirectory,
    env: { PATH: process.env['PATH'], DATA_DIR: dataDirectory },
    stdio: 'ignore',
  });
  const exited = once(child, 'exit');
  await expect.poll(readPostmasterFile, { interval: 5, timeout: 60_000 }).not.toBe('');
  child.kill(signal);
  await exited;
  await expect.poll(readPostmasterFile, { timeout: 60_000 }).toBe('');
});

async function createDatabaseWithEncoding(encoding: string): Promise<string> {
  const url = await emptyDatabase();
  const name = `other_${new URL(url).pathname.slice(1)}`;
  await query(url, `CREATE DATABASE ${name} TEMPLATE template0 ENCODING '${encoding}' LOCALE_PROVIDER libc LOCALE 'C'`);
  return new URL(`/${name}`, url).href;
}

/** Runs a program of the server to its end. Returns its exit code and error output. */
async function runProgram([file = '', ...parameters]: readonly string[], databaseUrl: string) {
  const child = spawn(process.execPath, [fileURLToPath(new URL(file, import.meta.url)), ...parameters], {
    cwd: dataDirectory,
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      DATA_DIR: path.join(dataDirectory, 'nothing here'),
      DATABASE_URL: databaseUrl,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [code, stderr] = await Promise.all([
    new Promise<number | null>((resolve) => child.once('exit', resolve)),
    text(child.stderr),
  ]);
  return { code, stderr };
}

describe('an unusable database', () => {
  let community: Community;
  let backup: string;
  beforeAll(async () => {
    community = await Community.open();
    backup = path.join(dataDirectory, 'backup');
    await backUp(backup, community.databaseUrl, community.dataDirectory);
  });
  afterAll(() => community.close());

  const programs = [
    ['../main.ts'],
    ['admin.ts', 'grant', 'ana@members.test'],
    ['check-data.ts'],
    ['backup.ts', 'another backup'],
    ['restore.ts', 'backup'],
  ];

  test.for(programs)('is rejected with an explanation by %s', async (program) => {
    for (const encoding of ['SQL_ASCII', 'LATIN1']) {
      expect(await runProgram(program, await createDatabaseWithEncoding(encoding))).toEqual({
        code: 1,
        stderr: expect.stringMatching(new RegExp(`^The database has the encoding ${encoding}, .+\\n$`)),
      });
    }
    const missing = new URL('/nothing_here', community.databaseUrl).href;
    expect(await runProgram(program, missing)).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^There is no such database \(.+\n$/),
    });
  });

  test.for([['../main.ts'], ['restore.ts', 'backup']])(
    'that is read-only is rejected with an explanation by %s',
    async (program) => {
      const url = await emptyDatabase();
      await query(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET default_transaction_read_only = on`);
      expect(await runProgram(program, url)).toEqual({
        code: 1,
        stderr: expect.stringMatching(/^The database is read-only \(.+\n$/),
      });
    },
  );
});

test('a command names the S3 service when it cannot be reached', async () => {
  const program = fileURLToPath(new URL('make-bucket.ts', import.meta.url));
  const child = spawn(process.execPath, [program], {
    cwd: dataDirectory,
    env: {
      PATH: process.env['PATH'],
      S3_ENDPOINT: 'http://127.0.0.1:1',
      S3_BUCKET: 'pictures',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const output = text(child.stderr);
  expect(await once(child, 'exit')).toEqual([1, null]);
  expect(await output).toContain('The S3 service cannot be reached (ECONNREFUSED)');
});
