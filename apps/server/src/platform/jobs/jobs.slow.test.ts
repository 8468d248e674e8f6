import { randomUUID } from 'node:crypto';
import { requestPasswordReset } from '@commons/contract/auth/schemas';
import { createPost, deletePost } from '@commons/contract/feed/schemas';
import { Client } from 'pg';
import { PgBoss } from 'pg-boss';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { memberWithPassword } from '../../../test/accounts.ts';
import { cloneTemplate, Community } from '../../../test/community.ts';
import { DatabaseLine } from '../../../test/database-line.ts';
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

/** What the database knows of the runs of a job. */
const runsOf = async (name: string): Promise<string[]> =>
  (await query<{ state: string }>('SELECT state FROM jobs.job WHERE name = $1 ORDER BY created_on', [name])).map(
    ({ state }) => state,
  );

/** Makes a run that waits to be tried again due now. Returns how many seconds it would have waited. */
async function skipWait(name: string): Promise<number> {
  const [waiting] = await query<{ seconds: number }>(
    `WITH waiting AS (SELECT id, start_after - now() AS wait FROM jobs.job WHERE name = $1 AND state = 'retry')
     UPDATE jobs.job SET start_after = now() FROM waiting WHERE job.id = waiting.id
     RETURNING extract(epoch FROM wait)::float AS seconds`,
    [name],
  );
  return waiting!.seconds;
}

/** Jobs that are to begin while the database is away. */
async function beginWithoutDatabase(tasks: readonly Task[]) {
  const line = await DatabaseLine.to(databaseUrl);
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
  await expect.poll(() => warnings).toContain('jobs begin when the database is back');
  return { line, stop, working };
}

describe('a database that goes away while jobs begin', () => {
  test('is waited for, and what is enqueued then is done once', async () => {
    const run = vi.fn<(data: unknown) => Promise<void>>().mockResolvedValue();
    const { line, working } = await beginWithoutDatabase([{ name: 'letter', run, pollSeconds: 0.5 }]);
    await line.mend();
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

  test('keeps no server from stopping', async () => {
    const { stop, working } = await beginWithoutDatabase([]);
    stop.abort();
    await expect(working).resolves.toBeUndefined();
  });
});

const doNothing = async () => {};

/** A job that is never due by itself in a test. */
const rarely = '0 0 29 2 *';

/** Makes a job due now, as its schedule would, or a task, as whoever enqueues it. */
async function makeDue(name: string, data?: object): Promise<void> {
  const boss = new PgBoss({ connectionString: databaseUrl, schema: 'jobs', max: 1, schedule: false, supervise: false });
  await boss.start();
  await boss.send(name, data);
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

test('what was enqueued is done at once although the clock was put back an hour while its worker was at work', async () => {
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

test('a run that failed is tried again by itself, later and later, until it succeeds', async () => {
  let runs = 0;
  let ran = Promise.withResolvers<void>();
  const run = async () => {
    runs += 1;
    ran.resolve();
    if (runs < 3) throw new Error('the store is away');
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

test('retries also hold for a job that an earlier release had made', async () => {
  const boss = new PgBoss({ connectionString: databaseUrl, schema: 'jobs', max: 1, schedule: false, supervise: false });
  await boss.start();
  await boss.createQueue('old', { policy: 'singleton', retryLimit: 2 });
  await boss.stop();
  await startProcess([{ name: 'old', cron: rarely, run: doNothing }]);
  expect(await query("SELECT retry_limit, retry_backoff FROM jobs.queue WHERE name = 'old'")).toEqual([
    { retry_limit: 5, retry_backoff: true },
  ]);
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
  const rows = await query("SELECT cron FROM jobs.schedule WHERE name = 'tidy'");
  expect(rows).toEqual([{ cron: '8 5 * * *' }]);
});

describe('a mail that tells of something stored', () => {
  /** A server process that ends, as far as its mails go, right after each commit. */
  let dying: Community;
  let sent: string[];
  beforeEach(async () => {
    dying = await Community.open({ databaseUrl });
    sent = [];
    // Before the databases they use are closed.
    stops.push(() => dying.close());
  });

  /** The server process that runs next, or beside: what it works with is its own. */
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

  test('is sent by the next process when the one that stored it died, once for all that run', async () => {
    const author = await takeDown();
    await nextProcess();
    await nextProcess();
    await expect.poll(() => runsOf('decision-mail')).toEqual(['completed']);
    expect(sent).toEqual([author]);
  });

  test('is sent again when sending it failed', async () => {
    const author = await takeDown();
    let tries = 0;
    await nextProcess(async () => {
      tries += 1;
      if (tries === 1) throw new Error('the mail server is away');
    });
    await expect.poll(() => runsOf('decision-mail')).toEqual(['retry']);
    await skipWait('decision-mail');
    await expect.poll(() => runsOf('decision-mail')).toEqual(['completed']);
    expect([tries, sent]).toEqual([2, [author]]);
  });

  test('is sent again, perhaps for the second time, when the process died over it', async () => {
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

  test('does not wait for each one before it, nor go again because a mail server takes its time', async () => {
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

  test('is not sent when what it tells of was rolled back', async () => {
    const failed = dying.work(async (work) => {
      await work.enqueue({ name: 'decision-mail' }, { decisionId: randomUUID() });
      throw new Error('something else failed');
    });
    await expect(failed).rejects.toThrow('something else failed');
    expect(await runsOf('decision-mail')).toEqual([]);
  });

  test('goes to who forgot a password although the process died with the answer', async () => {
    const ana = await memberWithPassword(dying);
    const asked = await dying.visitor.call(requestPasswordReset, { body: { email: ana.email } });
    await dying.visitor.call(requestPasswordReset, { body: { email: 'nobody@mail.test' } });
    expect(asked.status).toBe(200);
    // What waits is told to nobody but its address: the link is made when it is sent.
    const waiting = await query<{ data: object }>(
      "SELECT data FROM jobs.job WHERE name = 'password-reset' ORDER BY created_on",
    );
    expect(waiting.map(({ data }) => data)).toEqual([{ email: ana.email }, { email: 'nobody@mail.test' }]);
    await nextProcess();
    await expect.poll(() => runsOf('password-reset')).toEqual(['completed', 'completed']);
    expect(sent).toEqual([ana.email]);
  });
});
