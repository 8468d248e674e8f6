import { randomUUIDv7 } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { migrateDatabase } from '../src/platform/database/migrate.ts';
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/index.ts';
import { openJobs } from '../src/platform/jobs/jobs.ts';

export interface Template {
  /** A role that may create databases, connected to an unused database. */
  readonly postgresUrl: string;
  /** A database with all migrations. It can be cloned only while no session is connected to it. */
  readonly templateDatabase: string;
}

const templateDatabase = 'template_commons';

/** Starts one PostgreSQL without durability for a whole run, with a migrated database to clone. */
export async function startTemplate(): Promise<Template & { stop: () => Promise<void> }> {
  const directory = await mkdtemp(path.join(tmpdir(), 'mindful-commons-tests-'));
  const postgres = await startEmbeddedPostgres({ directory, durability: 'none' });
  const stop = async () => {
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  };
  try {
    await createTemplate(postgres.url);
  } catch (error) {
    await stop();
    throw error;
  }
  return { postgresUrl: postgres.url, templateDatabase, stop };
}

async function createTemplate(url: string): Promise<void> {
  await query(url, `CREATE DATABASE ${templateDatabase}`);
  const templateUrl = urlOf(url, templateDatabase);
  await migrateDatabase(templateUrl);
  const jobs = await openJobs({ connectionString: templateUrl, schedule: false, supervise: false }, { warn() {} });
  await jobs.stop();
}

/** Clones the template database, which takes about 30 ms. */
export async function cloneDatabase({ postgresUrl, templateDatabase: template }: Template): Promise<string> {
  const name = `community_${randomUUIDv7().replaceAll('-', '')}`;
  await query(postgresUrl, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  return urlOf(postgresUrl, name);
}

async function query(connectionString: string, text: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

function urlOf(postgresUrl: string, database: string): string {
  const url = new URL(postgresUrl);
  url.pathname = `/${database}`;
  return url.href;
}
