import { randomUUID } from 'node:crypto';
import { requestPasswordReset } from '@commons/contract/auth/schemas';
import { createPost, deletePost } from '@commons/contract/feed/schemas';
import { Client } from 'pg';
import { PgBoss } from 'pg-boss';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { memberWithPassword } from '../../../test/accounts.ts';
import { cloneTemplate, Community } from '../../../test/community.ts';
import { DatabaseProxy } from '../../../test/database-line.ts';
import { type Job, openJobs, type Task } from './jobs.ts';

const silent = pino({ level: 'silent' });

let databaseUrl: string;
let stops: (() => Promise<void>)[];

beforeEach(async () => {
  databaseUrl = await cloneTemplate();
  stops = [];
});
afterEach(async () => {
  for (const stop of stops.toReversed()) await stop();
});

async function startProcess(jobs: readonly Job[], tasks: readonly Task[] = []): Promise<() => Promise<void>> {
  const opened = await openJobs({ connectionString: databaseUrl }, silent);
  stops.push(opened.stop);
  await opened.prepare(tasks.map(({ name }) => name));
  await opened.work(jobs, tasks);
  return opened.stop;
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
const runsOf = async (name: string): Promise<string[]> =>
  (await query<{ state: string }>('SELECT state FROM jobs.job WHERE name = $1 ORDER BY created_on', [name])).map(
    ({ state }) => state,
  );

/** Makes a run that waits for its retry due now. Returns the seconds that it would have waited. */
async function skipWait(name: string): Promise<number> {
  const [waiting] = await query<{ seconds: number }>(
    `WITH waiting AS (SELECT id, start_after - now() AS wait FROM jobs.job WHERE name = $1 AND state = 'retry')
     UPDATE jobs.job SET start_after = now() FROM waiting WHERE job.id = waiting.id
     RETURNING extract(epoch FROM wait)::float AS seconds`,
    [name],
  );
  return waiting!.seconds;
}

/** Starts jobs while the database is unavailable. */
async function beginWithoutDatabase(tasks: readonly Task[]) {
  const line = await DatabaseProxy.to(databaseUrl);
  const warnings: unknown[] = [];
  const warn = (_: unknown, warning?: string) => void warnings.push(warning);
  const jobs = await openJobs({ connectionString: line.url }, { warn });
  stops.push(
    () => line.cut(),
    () => jobs.stop(),
  );
  await line.cut();
  const stop = new AbortController();
  const working = jobs.work([{ name: 'sweep', cron: '0 0 1 1 *', run: doNothing }], tasks, stop.signal);
  await expect.poll(() => warnings).toContain('jobs will start when the database is available again');
  return { line, stop, working };
}

describe('a database that becomes unavailable while jobs start', () => {
  test('is waited for, and a task that was enqueued then runs once', async () => {
    const run = vi.fn<(data: unknown) => Promise<void>>().mockResolvedValue();
    const { line, working } = await beginWithoutDatabase([{ name: 'letter', run, pollSeconds: 0.5 }]);
    await line.restore();
    await working;
    const sender = new PgBoss({
      connectionString: databaseUrl,
      schema: 'jobs',
      max: 1,
      schedule: false,
      supervise: false,
    });
    await sender.start();
    stops.push(() => sender.stop());
    await sender.send('letter', { to: 'ana' });
    await expect.poll(() => runsOf('letter')).toEqual(['completed']);
    expect(run.mock.calls.map(([data]) => data)).toEqual([{ to: 'ana' }]);
  });

  test('does not prevent the server from stopping', async () => {
    const { stop, working } = await beginWithoutDatabase([]);
    stop.abort();
    await expect(working).resolves.toBeUndefined();
  });
});

const doNothing = async () => {};

/** A schedule that never comes due during a test. */
const rarely = '0 0 29 2 *';

/** Makes a job due now, or enqueues a task. */
async function makeDue(name: string, data?: object): Promise<void> {
  const boss = new PgBoss({ connectionString: databaseUrl, schema: 'jobs', max: 1, schedule: false, supervise: false });
  await boss.start();
  await boss.send(name, data);
  await boss.stop();
}

test('a due job runs once although two processes offer it', async () => {
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

test('a new task runs at once although the clock was set back an hour during the previous one', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  stops.push(async () => void vi.useRealTimers());
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
  await startProcess([{ name: 'flaky', cron: rarely, run }]);
  await makeDue('flaky');
  const waits: number[] = [];
  for (let turn = 0; turn < 2; turn += 1) {
    await ran.promise;
    ran = Promise.withResolvers();
    await expect.poll(() => runsOf('flaky')).toEqual(['retry']);
    waits.push(await skipWait('flaky'));
  }
  await ran.promise;
  await expect.poll(() => runsOf('flaky')).toEqual(['completed']);
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
  await startProcess([{ name: 'old', cron: rarely, run: doNothing }]);
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

test('a process that starts again replaces the schedule of each job', async () => {
  const stop = await startProcess([{ name: 'tidy', cron: '7 4 * * *', run: doNothing }]);
  await stop();
  stops = [];
  await startProcess([{ name: 'tidy', cron: '8 5 * * *', run: doNothing }]);
  const rows = await query("SELECT cron FROM jobs.schedule WHERE name = 'tidy'");
  expect(rows).toEqual([{ cron: '8 5 * * *' }]);
});

describe('a mail about a stored decision', () => {
  /** A server process that never runs its own tasks, as if it crashed after each commit. */
  let dying: Community;
  let sent: string[];
  beforeEach(async () => {
    dying = await Community.open({ databaseUrl });
    sent = [];
    // Stops it before the databases it uses are closed.
    stops.push(() => dying.close());
  });

  /** Starts another server process with its own mailer. */
  async function nextProcess(send: (to: string) => Promise<void> = async () => {}): Promise<void> {
    const mailer = {
      async send({ to }: { to: string }) {
        await send(to);
        sent.push(to);
      },
    };
    const next = await Community.open({ databaseUrl, mailer });
    stops.push(() => next.close());
    await startProcess([], next.tasks);
  }

  async function takeDown(): Promise<string> {
    const [author, moderator] = [await dying.member(), await dying.member({ role: 'manager' })];
    const { id } = (await author.call(createPost, { body: { content: 'Buy my cure' } })).body;
    const call = { params: { id }, query: { reason: 'It can hurt people.' } };
    expect((await moderator.call(deletePost, call)).status).toBe(204);
    return author.email;
  }

  test('is sent exactly once by another process after the first one crashes', async () => {
    const author = await takeDown();
    await nextProcess();
    await nextProcess();
    await expect.poll(() => runsOf('decision-mail')).toEqual(['completed']);
    expect(sent).toEqual([author]);
  });

  test('is sent again after sending failed', async () => {
    const author = await takeDown();
    let tries = 0;
    await nextProcess(async () => {
      tries += 1;
      if (tries === 1) throw new Error('the mail server is unavailable');
    });
    await expect.poll(() => runsOf('decision-mail')).toEqual(['retry']);
    await skipWait('decision-mail');
    await expect.poll(() => runsOf('decision-mail')).toEqual(['completed']);
    expect([tries, sent]).toEqual([2, [author]]);
  });

  test('is sent again, possibly twice, after the process crashed while sending', async () => {
    const author = await takeDown();
    const boss = new PgBoss({ connectionString: databaseUrl, schema: 'jobs', max: 1, schedule: false });
    await boss.start();
    await boss.fetch('decision-mail');
    await query("UPDATE jobs.job SET heartbeat_on = now() - interval '2 minutes' WHERE name = 'decision-mail'");
    await boss.supervise('decision-mail');
    await boss.stop();
    expect(await runsOf('decision-mail')).toEqual(['retry']);
    await skipWait('decision-mail');
    await nextProcess();
    await expect.poll(() => runsOf('decision-mail')).toEqual(['completed']);
    expect(sent).toEqual([author]);
  });

  test('is sent concurrently with others, and a slow mail server causes no second attempt', async () => {
    const authors = [await takeDown()];
    for (let count = 1; count < 12; count += 1) authors.push(await takeDown());
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const begun: string[] = [];
    await nextProcess(async (to) => {
      begun.push(to);
      await answered;
    });
    await expect.poll(() => begun.length).toBeGreaterThanOrEqual(10);
    await query("UPDATE jobs.job SET started_on = now() - interval '11 minutes' WHERE state = 'active'");
    const boss = new PgBoss({ connectionString: databaseUrl, schema: 'jobs', max: 1, schedule: false });
    await boss.start();
    await boss.supervise('decision-mail');
    await boss.stop();
    answer();
    await expect.poll(() => sent.toSorted()).toEqual(authors.toSorted());
    await expect.poll(() => runsOf('decision-mail')).toEqual(authors.map(() => 'completed'));
  });

  test('is not sent if its transaction was rolled back', async () => {
    const failed = dying.work(async (work) => {
      await work.enqueue({ name: 'decision-mail' }, { decisionId: randomUUID() });
      throw new Error('something else failed');
    });
    await expect(failed).rejects.toThrow('something else failed');
    expect(await runsOf('decision-mail')).toEqual([]);
  });

  test('a password reset mail is sent although the process crashed with the response', async () => {
    const ana = await memberWithPassword(dying);
    const asked = await dying.visitor.call(requestPasswordReset, { body: { email: ana.email } });
    await dying.visitor.call(requestPasswordReset, { body: { email: 'nobody@mail.test' } });
    expect(asked.status).toBe(200);
    // The task contains only the address. The link is created when the mail is sent.
    const waiting = await query<{ data: object }>(
      "SELECT data FROM jobs.job WHERE name = 'password-reset' ORDER BY created_on",
    );
    expect(waiting.map(({ data }) => data)).toEqual([{ email: ana.email }, { email: 'nobody@mail.test' }]);
    await nextProcess();
    await expect.poll(() => runsOf('password-reset')).toEqual(['completed', 'completed']);
    expect(sent).toEqual([ana.email]);
  });
});
