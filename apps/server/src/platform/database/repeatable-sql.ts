import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { type Client, escapeLiteral } from 'pg';

/**
 * Functions and triggers, one file per policy. A changed file is applied again after the migrations, so each file
 * replaces what exists. A function with another signature gets another name: the previous version still calls the old
 * one.
 */
const folder = new URL('../../../sql/', import.meta.url);

const readFiles = (): string[] =>
  readdirSync(folder)
    .toSorted()
    .map((name) => readFileSync(new URL(name, folder), 'utf8'));

/**
 * Returns the statements that bring functions and triggers to this version, or none. A database that has had these files
 * does not get them again: a server of the previous version that restarts during an update must not restore its own.
 */
export async function findNewSql(client: Client): Promise<string[]> {
  await client.query('CREATE TABLE IF NOT EXISTS drizzle.applied_sql (hash text PRIMARY KEY)');
  const files = readFiles();
  const digest = hash('sha256', files.join('\n'));
  const { rowCount } = await client.query('SELECT FROM drizzle.applied_sql WHERE hash = $1', [digest]);
  return rowCount === 0 ? [...files, `INSERT INTO drizzle.applied_sql VALUES (${escapeLiteral(digest)})`] : [];
}
