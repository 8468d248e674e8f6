import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  isRoot,
  ordinaryUser,
  query,
  readNotes,
  recordedPid,
  setUpEmbeddedPostgres,
  writeNote,
} from '../../../test/embedded-postgres.ts';
import { findRunningEmbeddedPostgres } from './index.ts';

const embedded = setUpEmbeddedPostgres();

describe('a data directory', () => {
  test('keeps its data between starts', async () => {
    const directory = embedded.at('data');
    const first = await embedded.start(directory, { durability: 'full' });
    await writeNote(first.url, 'kept');
    await first.stop();

    const second = await embedded.start(directory, { durability: 'full' });
    expect(await readNotes(second.url)).toEqual(['kept']);
    expect(second.hasReplacedOrphan).toBe(false);
  });

  test('may have spaces in its path and be longer than a socket address allows', async () => {
    const { url } = await embedded.start(embedded.at('my community'.repeat(12), 'the data'));
    const [settings] = await query(
      url,
      `SELECT upper('žluťoučký ñandú') AS upper, current_setting('TimeZone') AS zone, current_setting('server_encoding') AS encoding`,
    );
    expect(settings).toEqual({ upper: 'ŽLUŤOUČKÝ ÑANDÚ', zone: 'UTC', encoding: 'UTF8' });
  });

  test('recovers from a first start that was interrupted', async () => {
    const directory = embedded.at('data');
    const remains = path.join(directory, 'cluster.new-1-cutoff');
    await mkdir(path.join(remains, 'base'), { recursive: true });
    const { url } = await embedded.start(directory);
    expect(await query(url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await expect(stat(remains)).rejects.toThrow('ENOENT');
  });

  test('gets a new password when the file is lost, and keeps the data', async () => {
    const directory = embedded.usedDirectory();
    const first = await embedded.start(directory);
    await writeNote(first.url, 'kept');
    await first.stop();
    await rm(path.join(directory, 'password'));

    const second = await embedded.start(directory);
    expect(await readNotes(second.url)).toEqual(['kept']);
  });

  test('with a wrong password file prevents the start with an explanation, and is unlocked again', async () => {
    const directory = embedded.usedDirectory();
    await writeFile(path.join(directory, 'password'), 'another\n');
    await expect(embedded.start(directory)).rejects.toThrow(/Delete that file and start again/);
    await rm(path.join(directory, 'password'));
    expect(await embedded.start(directory)).toHaveProperty('url');
  });

  test('that is a file prevents the start with an explanation', async () => {
    const file = embedded.at('data');
    await writeFile(file, '');
    await expect(embedded.start(file)).rejects.toThrow(`"${file}" is a file. Set DATA_DIR to a folder.`);
  });

  test.runIf(isRoot)('that this user cannot write to prevents the start with an explanation', async () => {
    const directory = embedded.at('private');
    await mkdir(directory, { mode: 0o700 });
    const { report } = await embedded.startInProcess(directory, ordinaryUser);
    expect(report.error).toBe('OperatorError');
    expect(report.message).toContain('cannot be locked by this user. Give this user the folder');
  });
});

describe('access', () => {
  test('requires the password, and the superuser cannot connect', async () => {
    const { url } = await embedded.start(embedded.usedDirectory());
    const wrongPassword = new URL(url);
    wrongPassword.password = 'guessed';
    await expect(query(wrongPassword.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
    const superuser = new URL(url);
    superuser.username = 'postgres';
    await expect(query(superuser.href, 'SELECT 1')).rejects.toThrow('no pg_hba.conf entry');
  });

  test('of the application includes creating databases and trusted extensions, but not superuser rights', async () => {
    const { url } = await embedded.start(embedded.usedDirectory());
    const [role] = await query(url, 'SELECT rolsuper, rolcreatedb FROM pg_roles WHERE rolname = current_user');
    expect(role).toEqual({ rolsuper: false, rolcreatedb: true });
    await query(url, 'CREATE EXTENSION IF NOT EXISTS pg_trgm');
  });

  test('to the password and lock files is limited to their owner', async () => {
    const directory = embedded.usedDirectory();
    await embedded.start(directory);
    for (const name of ['password', 'server.lock', 'server.pid']) {
      expect((await stat(path.join(directory, name))).mode & 0o077, name).toBe(0);
    }
  });

  test('for other tools: they find the running database, and none after it stopped', async () => {
    const directory = embedded.usedDirectory();
    const postgres = await embedded.start(directory);
    expect(await findRunningEmbeddedPostgres(directory)).toBe(postgres.url);
    await postgres.stop();
    expect(await findRunningEmbeddedPostgres(directory)).toBeNull();
  });

  test('never exposes member content in the log', async () => {
    const lines: string[] = [];
    const { url } = await embedded.start(embedded.usedDirectory(), { log: (line) => lines.push(line) });
    await query(url, 'CREATE TABLE emails (email text PRIMARY KEY)');
    const twice = `INSERT INTO emails VALUES ('someone@example.org'), ('someone@example.org')`;
    await expect(query(url, twice)).rejects.toThrow('duplicate key');
    expect(lines.join('\n')).toContain('ready to accept connections');
    expect(lines.join('\n')).not.toContain('someone@example.org');
  });
});

test.runIf(process.platform === 'linux')(
  'Ctrl-C in the terminal does not reach PostgreSQL, which has its own session',
  async () => {
    const directory = embedded.usedDirectory();
    await embedded.start(directory);
    const pid = await recordedPid(directory);
    const state = await readFile(`/proc/${pid}/stat`, 'utf8');
    const session = Number(state.slice(state.lastIndexOf(')') + 2).split(' ')[3]);
    expect(session).toBe(pid);
  },
);
