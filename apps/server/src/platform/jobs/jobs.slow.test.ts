import { randomUUID } from 'node:crypto';
import { requestPasswordReset } from '@commons/contract/auth/schemas';
import { createPost, deletePost } from '@commons/contract/feed/schemas';
import { Client } from 'pg';
import { PgBoss } from 'pg-boss';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { memberWithPassword } from '../../../test/accounts.ts';
import { cloneTemplate, Community } from '../../../test/community.ts';
import { DatabaseProxy } from '../../../test/database-proxy.ts';
import { type Job, openJobs, type Task } from './jobs.ts';

const silent = pino({ level: 'silent' });

let databaseUrl: string;
let stopFunctions: (() => Promise<void>)[];

beforeEach(async () => {
  databaseUrl = await cloneTemplate();
  stopFunctions = [];
});
afterEach(async () => {
  for (const stop of stopFunctions.toReversed()) await stop();
});

async function startProcess(jobs: readonly Job[], tasks: readonly Task[] = []): Promise<() => Promise<void>> {
  const queue = await openJobs({ connectionString: databaseUrl }, silent);
  stopFunctions.push(queue.stop);
  await queue.prepare(tasks.map(({ name }) => name));
  await queue.work(jobs, tasks);
  return queue.stop;
}

async function query<Row extends object>(statement: string, values: unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query<Row>(statement, values)).rows;
  } finally {
    await client.end();
  }
}

/** Returns the states of a job's runs in the database. */
const readRunStates = async (name: string): Promise<string[]> =>
  (await query<{ state: string }>('SELECT state FROM jobs.job WHERE name = $1 ORDER BY created_on', [name])).map(
    ({ state }) => state,
  );

/** Makes a run that waits for its retry due now. Returns the seconds that it would have waited. */
async function skipRetryDelay(name: string): Promise<number> {
  const [run] = await query<{ seconds: number }>(
    `WITH waiting AS (SELECT id, start_after - now() AS wait FROM jobs.job WHERE name = $1 AND state = 'retry')
     UPDATE jobs.job SET start_after = now() FROM waiting WHERE job.id = waiting.id
     RETURNING extract(epoch FROM wait)::float AS seconds`,
    [name],
  );
  return run!.seconds;
}

/** Starts jobs while the database is unavailable. */
async function startJobsWithoutDatabase(tasks: readonly Task[]) {
  const proxy = await DatabaseProxy.to(databaseUrl);
  const warnings: unknown[] = [];
  const warn = (_: unknown, warning?: string) => void warnings.push(warning);
  const jobs = await openJobs({ connectionString: proxy.url }, { warn });
  stopFunctions.push(
    () => proxy.disconnect(),
    () => jobs.stop(),
  );
  await proxy.disconnect();
  const stop = new AbortController();
  const starting = jobs.work([{ name: 'sweep', cron: '0 0 1 1 *', run: doNothing }], tasks, stop.signal);
  await expect.poll(() => warnings).toContain('jobs will start when the database is available again');
  return { proxy, stop, starting };
}

describe('a database that becomes unavailable while jobs start', () => {
  test('delays their start, and a task that was enqueued afterwards runs once', async () => {
    const run = vi.fn<(data: unknown) => Promise<void>>().mockResolvedValue();
    const { proxy, starting } = await startJobsWithoutDatabase([{ name: 'letter', run, pollSeconds: 0.5 }]);
    await proxy.restore();
    await starting;
    const sender = new PgBoss({
      connectionString: databaseUrl,
      schema: 'jobs',
      max: 1,
      schedule: false,
      supervise: false,
    });
    await sender.start();
    stopFunctions.push(() => sender.stop());
    await sender.send('letter', { to: 'ana' });
    await expect.poll(() => readRunStates('letter')).toEqual(['completed']);
    expect(run.mock.calls.map(([data]) => data)).toEqual([{ to: 'ana' }]);
  });

  test('does not prevent the server from stopping', async () => {
    const { stop, starting } = await startJobsWithoutDatabase([]);
    stop.abort();
    await expect(starting).resolves.toBeUndefined();
  });
});

const doNothing = async () => {};

/** A schedule that never comes due during a test. */
const neverDuringTest = '0 0 29 2 *';

/** Makes a job due now, or enqueues a task. */
async function makeDue(name: string, data?: object): Promise<void> {
  const boss = new PgBoss({ connectionString: databaseUrl, schema: 'jobs', max: 1, schedule: false, supervise: false });
  await boss.start();
  await boss.send(name, data);
  await boss.stop();
}

test('a due job runs once although two processes schedule it', async () => {
  const ran = Promise.withResolvers<void>();
  let runs = 0;
  const job: Job = {
    name: 'count',
    cron: neverDuringTest,
    run: async () => {
      runs += 1;
      ran.resolve();
    },
  };
  const processes = [await startProcess([job]), await startProcess([job])];
  await makeDue('count');
  await ran.promise;
  for (const stop of processes) await stop();
  stopFunctions = [];
  expect(runs).toBe(1);
  expect(await readRunStates('count')).toEqual(['completed']);
});

test('a new task runs at once although the clock was set back an hour during the previous one', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  stopFunctions.push(async () => void vi.useRealTimers());
  const done: string[] = [];
  const run = async (data: unknown) => {
    const { name } = data as { name: string };
    if (name === 'first') vi.setSystemTime(Date.now() - 60 * 60 * 1000);
    done.push(name);
  };
  await startProcess([], [{ name: 'letters', run }]);
  await makeDue('letters', { name: 'first' });
  await expect.poll(() => done).toEqual(['first']);
  await makeDue('letters', { name: 'second' });
  await expect.poll(() => done).toEqual(['first', 'second']);
});

test('a failed run is retried with growing delays until it succeeds', async () => {
  let runs = 0;
  let ran = Promise.withResolvers<void>();
  const run = async () => {
    runs += 1;
    ran.resolve();
    if (runs < 3) throw new Error('the store is unavailable');
  };
  await startProcess([{ name: 'flaky', cron: neverDuringTest, run }]);
  await makeDue('flaky');
  const waits: number[] = [];
  for (let index = 0; index < 2; index += 1) {
    await ran.promise;
    ran = Promise.withResolvers();
    await expect.poll(() => readRunStates('flaky')).toEqual(['retry']);
    waits.push(await skipRetryDelay('flaky'));
  }
  await ran.promise;
  await expect.poll(() => readRunStates('flaky')).toEqual(['completed']);
  expect(runs).toBe(3);
  expect(waits[0]).toBeGreaterThan(10);
  expect(waits[0]).toBeLessThan(60);
  expect(waits[1]).toBeGreaterThan(waits[0]!);
});

test('the retry settings also apply to a job that an earlier release created', async () => {
  const boss = new PgBoss({ connectionString: databaseUrl, schema: 'jobs', max: 1, schedule: false, supervise: false });
  await boss.start();
  await boss.createQueue('old', { policy: 'singleton', retryLimit: 2 });
  await boss.stop();
  await startProcess([{ name: 'old', cron: neverDuringTest, run: doNothing }]);
  expect(await query("SELECT retry_limit, retry_backoff FROM jobs.queue WHERE name = 'old'")).toEqual([
    { retry_limit: 5, retry_backoff: true },
  ]);
});

test('stopping waits for the running job', async () => {
  const started = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const order: string[] = [];
  const run = async () => {
    started.resolve();
    await release.promise;
    order.push('the job is done');
  };
  const stop = await startProcess([{ name: 'slow', cron: neverDuringTest, run }]);
  stopFunctions = [];
  await makeDue('slow');
  await started.promise;
  const stopped = stop().then(() => order.push('the process has stopped'));
  expect(await readRunStates('slow')).toEqual(['active']);
  expect(order).toEqual([]);
  release.resolve();
  await stopped;
  expect(order).toEqual(['the job is done', 'the process has stopped']);
  expect(await readRunStates('slow')).toEqual(['completed']);
});

test('a process that starts again replaces the schedule of each job', async () => {
  const stop = await startProcess([{ name: 'tidy', cron: '7 4 * * *', run: doNothing }]);
  await stop();
  stopFunctions = [];
  await startProcess([{ name: 'tidy', cron: '8 5 * * *', run: doNothing }]);
  const rows = await query("SELECT cron FROM jobs.schedule WHERE name = 'tidy'");
  expect(rows).toEqual([{ cron: '8 5 * * *' }]);
});

describe('a mail about a stored decision', () => {
  /** A server process that never runs its own tasks, as if it crashed after each commit. */
  let crashedProcess: Community;
  let sent: string[];
  beforeEach(async () => {
    crashedProcess = await Community.open({ databaseUrl });
    sent = [];
    // Stops it before the databases it uses are closed.
    stopFunctions.push(() => crashedProcess.close());
  });

  /** Starts another server process with its own mailer. */
  async function startNextProcess(send: (to: string) => Promise<void> = async () => {}): Promise<void> {
    const mailer = {
      async send({ to }: { to: string }) {
        await send(to);
        sent.push(to);
      },
    };
    const next = await Community.open({ databaseUrl, mailer });
    stopFunctions.push(() => next.close());
    await startProcess([], next.tasks);
  }

  async function removePostAsModerator(): Promise<string> {
    const [author, moderator] = [await crashedProcess.member(), await crashedProcess.member({ role: 'manager' })];
    const { id } = (await author.call(createPost, { body: { content: 'Buy my cure' } })).body;
    const call = { params: { id }, query: { reason: 'It can hurt people.' } };
    expect((await moderator.call(deletePost, call)).status).toBe(204);
    return author.email;
  }

  test('is sent exactly once by another process after the first one crashes', async () => {
    const author = await removePostAsModerator();
    await startNextProcess();
    await startNextProcess();
    await expect.poll(() => readRunStates('decision-mail')).toEqual(['completed']);
    expect(sent).toEqual([author]);
  });

  test('is sent again after sending failed', async () => {
    const author = await removePostAsModerator();
    let tries = 0;
    await startNextProcess(async () => {
      tries += 1;
      if (tries === 1) throw new Error('the mail server is unavailable');
    });
    await expect.poll(() => readRunStates('decision-mail')).toEqual(['retry']);
    await skipRetryDelay('decision-mail');
    await expect.poll(() => readRunStates('decision-mail')).toEqual(['completed']);
    expect([tries, sent]).toEqual([2, [author]]);
  });

  test('is sent again, possibly twice, after the process crashed while sending', async () => {
    const author = await removePostAsModerator();
    const boss = new PgBoss({ connectionString: databaseUrl, schema: 'jobs', max: 1, schedule: false });
    await boss.start();
    await boss.fetch('decision-mail');
    await query("UPDATE jobs.job SET heartbeat_on = now() - interval '2 minutes' WHERE name = 'decision-mail'");
    await boss.supervise('decision-mail');
    await boss.stop();
    expect(await readRunStates('decision-mail')).toEqual(['retry']);
    await skipRetryDelay('decision-mail');
    await startNextProcess();
    await expect.poll(() => readRunStates('decision-mail')).toEqual(['completed']);
    expect(sent).toEqual([author]);
  });

  test('is sent concurrently with others, and a slow mail server causes no second attempt', async () => {
    const authors = [await removePostAsModerator()];
    for (let count = 1; count < 12; count += 1) authors.push(await removePostAsModerator());
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const startedRecipients: string[] = [];
    await startNextProcess(async (to) => {
      startedRecipients.push(to);
      await released;
    });
    await expect.poll(() => startedRecipients.length).toBeGreaterThanOrEqual(10);
    await query("UPDATE jobs.job SET started_on = now() - interval '11 minutes' WHERE state = 'active'");
    const boss = new PgBoss({ connectionString: databaseUrl, schema: 'jobs', max: 1, schedule: false });
    await boss.start();
    await boss.supervise('decision-mail');
    await boss.stop();
    release();
    await expect.poll(() => sent.toSorted()).toEqual(authors.toSorted());
    await expect.poll(() => readRunStates('decision-mail')).toEqual(authors.map(() => 'completed'));
  });

  test('is not sent if its transaction was rolled back', async () => {
    const failed = crashedProcess.work(async (work) => {
      await work.enqueue({ name: 'decision-mail' }, { decisionId: randomUUID() });
      throw new Error('something else failed');
    });
    await expect(failed).rejects.toThrow('something else failed');
    expect(await readRunStates('decision-mail')).toEqual([]);
  });

  test('a password reset mail is sent although the process crashed after its response', async () => {
    const ana = await memberWithPassword(crashedProcess);
    const response = await crashedProcess.visitor.call(requestPasswordReset, { body: { email: ana.email } });
    await crashedProcess.visitor.call(requestPasswordReset, { body: { email: 'nobody@mail.test' } });
    expect(response.status).toBe(200);
    // The task contains only the address. The link is created when the mail is sent.
    const tasks = await query<{ data: object }>(
      "SELECT data FROM jobs.job WHERE name = 'password-reset' ORDER BY created_on",
    );
    expect(tasks.map(({ data }) => data)).toEqual([{ email: ana.email }, { email: 'nobody@mail.test' }]);
    await startNextProcess();
    await expect.poll(() => readRunStates('password-reset')).toEqual(['completed', 'completed']);
    expect(sent).toEqual([ana.email]);
  });
});
