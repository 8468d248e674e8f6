import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { migrateDatabase } from '../src/platform/database/migrate.ts';
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/index.ts';
import { openJobs } from '../src/platform/jobs/jobs.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A role that may create databases, connected to a database of no use to tests. */
    postgresUrl: string;
    /** A database with every migration applied; nobody may stay connected to it, or it cannot be cloned. */
    templateDatabase: string;
  }
}

const templateDatabase = 'template_commons';

/** One PostgreSQL for the whole run. Test files clone the migrated template database. */
export default async function setUpPostgres(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(path.join(tmpdir(), 'mindful-commons-tests-'));
  const postgres = await startEmbeddedPostgres({ directory, durability: 'none' });
  const tearDown = async () => {
    await postgres.stop();
    await rm(directory, { recursive: true, force: true });
  };
  try {
    await createTemplate(postgres.url);
  } catch (error) {
    await tearDown();
    throw error;
  }
  project.provide('postgresUrl', postgres.url);
  project.provide('templateDatabase', templateDatabase);
  return tearDown;
}

async function createTemplate(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${templateDatabase}`);
  } finally {
    await client.end();
  }
  const templateUrl = new URL(url);
  templateUrl.pathname = `/${templateDatabase}`;
  await migrateDatabase(templateUrl.href);
  const jobs = await openJobs({ connectionString: templateUrl.href, schedule: false, supervise: false }, { warn() {} });
  await jobs.stop();
}
