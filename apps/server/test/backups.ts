import { hash, randomUUIDv7 } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { readArchive } from '../src/platform/backup/archive.ts';
import { manifestName } from '../src/platform/backup/manifest.ts';
import { takeBackup } from '../src/platform/backup/take-backup.ts';
import { type Configuration, readConfiguration } from '../src/platform/configuration.ts';
import { localStorage } from '../src/platform/media/storage.ts';
import { query } from './embedded-postgres.ts';

/** Creates a temporary folder for the tests of a file. */
export function setUpWorkspace(): { at: (...parts: string[]) => string } {
  let workspace = '';
  beforeAll(async () => {
    workspace = await mkdtemp(path.join(tmpdir(), 'mindful-commons-backup-'));
  });
  afterAll(() => rm(workspace, { recursive: true, force: true }));
  return { at: (...parts) => path.join(workspace, ...parts) };
}

/** Creates an empty database. */
export async function emptyDatabase(settings = ''): Promise<string> {
  const { postgresUrl } = inject('template');
  const name = `restored_${randomUUIDv7().replaceAll('-', '')}`;
  await query(postgresUrl, `CREATE DATABASE ${name} ${settings}`);
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  return url.href;
}

export const configurationOf = (dataDirectory: string, databaseUrl?: string): Configuration =>
  readConfiguration({ DATA_DIR: dataDirectory, ...(databaseUrl && { DATABASE_URL: databaseUrl }) });

/** Takes a backup of a database and its data directory. */
export const backUp = (file: string, databaseUrl: string, dataDirectory: string, recipients: string[] = []) =>
  takeBackup(
    file,
    {
      databaseUrl,
      storage: localStorage(path.join(dataDirectory, 'media')),
      secretsFolder: path.join(dataDirectory, 'secrets'),
    },
    recipients,
  );

/** Returns a digest of each file in an archive, except the manifest. */
export async function readDigests(archive: string): Promise<Map<string, string>> {
  const digests = new Map<string, string>();
  for await (const { name, content } of readArchive(archive, []))
    digests.set(name, hash('sha256', Buffer.concat(await Array.fromAsync(content))));
  digests.delete(manifestName);
  return digests;
}

/** Lists tables, schemas and files, to verify that a rejected restore left nothing behind. */
export async function listContents(databaseUrl: string, dataDirectory: string): Promise<unknown> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query(
    `SELECT nspname, relname FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast') UNION ALL
     SELECT nspname, '' FROM pg_namespace WHERE nspname NOT LIKE 'pg_%'  ORDER BY 1, 2`,
  );
  await client.end();
  return { rows, names: await readdir(dataDirectory, { recursive: true }).catch(() => null) };
}
