import { Client } from 'pg';
import { PgBoss } from 'pg-boss';
import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cloneTemplate } from '../../../test/community.ts';
import { type Job, startJobs } from './jobs.ts';

const silent = pino({ level: 'silent' });

let databaseUrl: string;
let stops: (() => Promise<void>)[];

beforeEach(async () => {
  databaseUrl = await cloneTemplate();
  stops = [];
});
afterEach(() => Promise.all(stops.map((stop) => stop())));

async function startProcess(jobs: Job[]): Promise<() => Promise<void>> {
  const stop = await startJobs(databaseUrl, jobs, silent);
  stops.push(stop);
  return stop;
}

/** What the database knows of the runs of a job. */
async function runsOf(name: string): Promise<string[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ state: string }>('SELECT state FROM jobs.job WHERE name = $1', [name]);
    return rows.map(({ state }) => state);
  } finally {
    await client.end();
  }
}

const doNothing = async () => {};

/** A job that is never due by itself in a test. */
const rarely = '0 0 29 2 *';

/** Makes a job due now, as its schedule would. */
async function makeDue(name: string): Promise<void> {
  const boss = new PgBoss({ connectionString: databaseUrl, schema: 'jobs', max: 1, schedule: false, supervise: false });
  await boss.start();
  await boss.send(name);
  await boss.stop();
}

test('a job that is due is run once, although two processes offer it', async () => {
  const ran = Promise.withResolvers<void>();
  let runs = 0;
  const job: Job = {
    name: 'count',
    cron: rarely,
    run: async () => {
      runs += 1;
      ran.resolve();
    },
  };
  const both = [await startProcess([job]), await startProcess([job])];
  await makeDue('count');
  await ran.promise;
  for (const stop of both) await stop();
  stops = [];
  expect(runs).toBe(1);
  expect(await runsOf('count')).toEqual(['completed']);
});

test('stopping waits for the job that is running', async () => {
  const started = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const order: string[] = [];
  const run = async () => {
    started.resolve();
    await release.promise;
    order.push('the job is done');
  };
  const stop = await startProcess([{ name: 'slow', cron: rarely, run }]);
  stops = [];
  await makeDue('slow');
  await started.promise;
  const stopped = stop().then(() => order.push('the process has stopped'));
  expect(await runsOf('slow')).toEqual(['active']);
  expect(order).toEqual([]);
  release.resolve();
  await stopped;
  expect(order).toEqual(['the job is done', 'the process has stopped']);
  expect(await runsOf('slow')).toEqual(['completed']);
});

test('a process that starts again keeps one schedule of each job, the newest', async () => {
  const stop = await startProcess([{ name: 'tidy', cron: '7 4 * * *', run: doNothing }]);
  await stop();
  stops = [];
  await startProcess([{ name: 'tidy', cron: '8 5 * * *', run: doNothing }]);
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ cron: string }>("SELECT cron FROM jobs.schedule WHERE name = 'tidy'");
  await client.end();
  expect(rows).toEqual([{ cron: '8 5 * * *' }]);
});
