import { readdir, readFile } from 'node:fs/promises';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { emptyDatabase } from '../../../test/backups.ts';
import { query } from '../../../test/embedded-postgres.ts';
import { migrateDatabase } from './migrate.ts';
import { findNewSql } from './repeatable-sql.ts';

const folder = new URL('../../../sql/', import.meta.url);

/** Functions, triggers and privileges of the community's tables. Functions of extensions are left out. */
const readPolicies = (url: string) =>
  query(
    url,
    `SELECT proname AS name, pg_get_functiondef(pg_proc.oid) AS definition FROM pg_proc
       WHERE pronamespace = 'public'::regnamespace AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
     UNION ALL SELECT tgname, pg_get_triggerdef(oid) || tgenabled::text FROM pg_trigger WHERE NOT tgisinternal
     UNION ALL SELECT relname, relacl::text FROM pg_class WHERE relacl IS NOT NULL AND relnamespace = 'public'::regnamespace
     ORDER BY 1, 2`,
  );

async function migratedDatabase(): Promise<string> {
  const url = await emptyDatabase();
  await migrateDatabase(url);
  return url;
}

test('every function, trigger and privilege in the database is in a file', async () => {
  const files = await Promise.all((await readdir(folder)).map((name) => readFile(new URL(name, folder), 'utf8')));
  const names = (await readPolicies(await migratedDatabase())).map((row) => String(row['name']));
  expect(names).toEqual(['audit_log', 'audit_log_is_append_only', 'refuse_audit_log_change']);
  for (const name of names) expect(files.join('\n')).toContain(name);
});

test('the files are applied once, and applying them again changes nothing', async () => {
  const url = await migratedDatabase();
  const policies = await readPolicies(url);
  const client = new Client({ connectionString: url });
  await client.connect();
  expect(await findNewSql(client)).toEqual([]);
  await client.query('DELETE FROM drizzle.applied_sql');
  const statements = await findNewSql(client);
  expect(statements.length).toBeGreaterThan(1);
  for (const statement of statements) await client.query(statement);
  await client.end();
  expect(await readPolicies(url)).toEqual(policies);
});

test('a later version replaces a function, and a restart of this version does not bring it back', async () => {
  const url = await migratedDatabase();
  await query(
    url,
    `CREATE OR REPLACE FUNCTION refuse_audit_log_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''later''; END'`,
  );
  await migrateDatabase(url);
  expect((await readPolicies(url)).map((row) => row['definition']).join()).toContain('later');
});
