import { createServer } from 'node:net';
import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { emptyDatabase } from '../../../test/backups.ts';
import { query } from '../../../test/embedded-postgres.ts';
import { findFreePort } from '../http/free-port.ts';
import { OperatorError } from '../operator-error.ts';
import { assertUsable, explainDatabaseError, findDatabaseProblem } from './database-setup.ts';
import { migrateDatabase } from './migrate.ts';

const suitable = { versionNumber: 180_001, encoding: 'UTF8', clientEncoding: 'UTF8' };

test.for([
  [suitable, /^suitable$/],
  [{ ...suitable, versionNumber: 150_000 }, /^suitable$/],
  [{ ...suitable, versionNumber: 140_019 }, /is PostgreSQL 14, and PostgreSQL 15 or later is needed/],
  [{ ...suitable, versionNumber: 90_624 }, /is PostgreSQL 9, /],
  [{ ...suitable, encoding: 'LATIN9' }, /has the encoding LATIN9/],
  [{ ...suitable, clientEncoding: 'SQL_ASCII' }, /client encoding SQL_ASCII instead of UTF8/],
] as const)('%o is accepted or rejected', ([properties, expectedMessage]) => {
  expect(findDatabaseProblem(properties) ?? 'suitable').toMatch(expectedMessage);
});

/** Creates a database with another encoding. The C locale works with every encoding. */
async function createDatabaseWithEncoding(encoding: string): Promise<string> {
  const url = await emptyDatabase();
  const name = new URL(url).pathname.slice(1);
  const maintenance = new URL(url);
  maintenance.pathname = '/postgres';
  await query(maintenance.href, `DROP DATABASE ${name}`);
  await query(
    maintenance.href,
    `CREATE DATABASE ${name} TEMPLATE template0 ENCODING '${encoding}' LOCALE_PROVIDER libc LOCALE 'C'`,
  );
  return url;
}

test.for(['SQL_ASCII', 'LATIN1', 'LATIN9', 'WIN1252', 'EUC_JP', 'EUC_KR', 'KOI8R', 'MULE_INTERNAL'])(
  'rejects a database in %s',
  async (encoding) => {
    await expect(assertUsable(await createDatabaseWithEncoding(encoding))).rejects.toThrow(
      `The database has the encoding ${encoding}, which cannot hold everything that members write.`,
    );
  },
);

test('accepts a database in UTF8 with a libc locale', async () => {
  await assertUsable(await createDatabaseWithEncoding('UTF8'));
});

/** Whether the database returns a text without changes. */
async function preservesText(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ text: string; bytes: number }>(
    'SELECT $1::text AS text, octet_length($1::text) AS bytes',
    ['žluť 😊'],
  );
  await client.end();
  return rows[0]?.text === 'žluť 😊' && rows[0].bytes === 11;
}

test.for(['LATIN1', 'SQL_ASCII', 'EUC_JP', 'UTF8'])(
  'a database with the client encoding %s stores every text or is rejected',
  async (encoding) => {
    const url = await emptyDatabase();
    await query(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET client_encoding = '${encoding}'`);
    const withOptions = new URL(url);
    withOptions.searchParams.set('options', `-c client_encoding=${encoding}`);
    const withParameter = new URL(url);
    withParameter.searchParams.set('client_encoding', encoding);
    for (const each of [url, withOptions.href, withParameter.href]) {
      const outcome = await assertUsable(each).then(
        async () => ((await preservesText(each)) ? 'holds every text' : 'alters text'),
        ({ message }: Error) => message,
      );
      expect(outcome).toMatch(new RegExp(`^holds every text$|client encoding ${encoding} `));
    }
  },
);

const changeUrl = (url: string, change: (target: URL) => void): string => {
  const target = new URL(url);
  change(target);
  return target.href;
};

describe('explains why a connection is rejected', () => {
  test.for<[problem: string, change: (target: URL) => void, expectedMessage: string]>([
    ['no such database', (target) => (target.pathname = '/nothing_here'), 'There is no such database'],
    ['a wrong password', (target) => (target.password = 'guessed'), 'The database refuses the password'],
    ['no password', (target) => (target.password = ''), 'asks for a password, and DATABASE_URL has none'],
    ['a user that may not connect', (target) => (target.username = 'postgres'), 'does not let this user in'],
    [
      'encryption that the server does not support',
      (target) => target.searchParams.set('sslmode', 'require'),
      'encrypted',
    ],
    ['an unknown host', (target) => (target.hostname = 'nowhere.invalid'), 'cannot be reached'],
  ])('%s', async ([, change, expectedMessage]) => {
    const failure = await assertUsable(changeUrl(await emptyDatabase(), change)).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(OperatorError);
    expect((failure as Error).message).toContain(expectedMessage);
    expect((failure as Error).message).not.toContain('guessed');
  });

  test('a port without a server, and a port with another protocol', async () => {
    const port = String(await findFreePort('127.0.0.1'));
    const url = changeUrl(await emptyDatabase(), (target) => (target.port = port));
    await expect(assertUsable(url)).rejects.toThrow(/cannot be reached \(connect ECONNREFUSED/);
    const other = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(Number(port));
    await expect(assertUsable(url)).rejects.toThrow(/cannot be reached/);
    other.close();
  });
});

describe('explains why a change is rejected', () => {
  test.for<[problem: string, statement: (name: string) => string, expectedMessage: RegExp]>([
    ['tables', () => 'REVOKE CREATE ON SCHEMA public FROM pg_database_owner', /lacks a permission \(permission denied/],
    ['schema public', () => 'REVOKE ALL ON SCHEMA public FROM pg_database_owner, PUBLIC', /finds no schema/],
    [
      'schemas',
      (name) => `REVOKE ALL ON DATABASE ${name} FROM current_user, PUBLIC`,
      /lacks a permission|let this user in/,
    ],
    ['anything', (name) => `ALTER DATABASE ${name} SET default_transaction_read_only = on`, /is read-only/],
  ])('if the user may not change %s', async ([, statement, expectedMessage]) => {
    const url = await emptyDatabase();
    await query(url, statement(new URL(url).pathname.slice(1)));
    const failure = await assertUsable(url)
      .then(() => migrateDatabase(url))
      .catch((error: unknown) => error);
    expect(explainDatabaseError(failure) ?? (failure as Error).message).toMatch(expectedMessage);
  });
});

test.for<[code: string, expectedMessage: RegExp]>([
  ['42501', /^The user of DATABASE_URL lacks a permission \(as reported\)/],
  ['25006', /^The database is read-only/],
  ['53300', /max_connections/],
  ['53100', /disk of the database is full/],
  ['57P03', /^The database cannot be reached \(as reported\)/],
  ['ECONNREFUSED', /^The database cannot be reached/],
])('explains %s, also if it is wrapped', ([code, expectedMessage]) => {
  const error = Object.assign(new Error('as reported'), { code });
  expect(explainDatabaseError(error)).toMatch(expectedMessage);
  expect(explainDatabaseError(new Error('Failed query: SELECT 1', { cause: error }))).toMatch(expectedMessage);
});

test.for([new TypeError('x is not a function'), Object.assign(new Error('syntax error'), { code: '42601' })])(
  'does not explain a bug: %o',
  (error) => {
    expect(explainDatabaseError(error)).toBeUndefined();
  },
);
