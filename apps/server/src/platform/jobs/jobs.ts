import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { type ConstructorOptions, type JobResult, PgBoss, type QueueOptions, systemClock } from 'pg-boss';
import { isDatabaseUnavailable, type Queryable } from '../database/database.ts';
import type { Enqueue, TaskName } from '../database/tasks.ts';
import { type Outcome, timed } from '../timed.ts';

/** Something that is done again and again, by one server process at a time. */
export type Job = {
  name: string;
  cron: string;
  run: () => Promise<unknown>;
  /** How long a run may take before another one takes its place: a quarter of an hour, unless it is said. */
  maxSeconds?: number;
};

/** Something that is done once for each time it was enqueued, by any server process. */
export type Task = {
  name: string;
  /** A run that takes longer than a stop of its process ends, where it may, with what `stopping` throws, and is done again. */
  run: (data: unknown, stopping?: AbortSignal) => Promise<unknown>;
  /** How often a process looks for it: every two seconds, unless somebody watches. */
  pollSeconds?: number;
};

/** Declares who does a kind of work. */
export const task = <Data>(
  { name }: TaskName<Data>,
  run: (data: Data, stopping?: AbortSignal) => Promise<unknown>,
  options: Pick<Task, 'pollSeconds'> = {},
): Task => ({
  name,
  run: (data, stopping) => run(data as Data, stopping),
  ...options,
});

/** A run that failed is tried again after some 30 s, 1, 2, 4 and 8 minutes, before the next one on the schedule. */
const jobRetries = { retryLimit: 5, retryDelay: 30, retryBackoff: true, retryDelayMax: 15 * 60 };

/**
 * What was enqueued is tried for about a day, at last once an hour: a mail server may be away for long. What a process
 * was doing when it died is done again by another one after two minutes, when its heartbeat is missed; a mail server may
 * take ten minutes for its answer (RFC 5321, 4.5.3.2). What is done is forgotten within an hour: it may name people.
 */
const taskOptions: QueueOptions = {
  retryLimit: 30,
  retryDelay: 30,
  retryBackoff: true,
  retryDelayMax: 60 * 60,
  heartbeatSeconds: 60,
  expireInSeconds: 15 * 60,
  deleteAfterSeconds: 60 * 60,
};

/** Jobs or tasks whose runs are counted and timed, and whose failures are logged before they are tried again. */
export const observed = <Work extends Job | Task>(
  all: readonly Work[],
  {
    ended,
    log,
    trace = (_name, run) => run(),
  }: {
    ended: (name: string, outcome: Outcome, seconds: number) => void;
    log: FastifyBaseLogger;
    trace?: <Result>(name: string, run: () => Promise<Result>) => Promise<Result>;
  },
): Work[] =>
  all.map((one) => ({
    ...one,
    async run(data: unknown, stopping?: AbortSignal) {
      try {
        return await timed(
          () => trace(one.name, () => one.run(data, stopping)),
          (outcome, seconds) => ended(one.name, outcome, seconds),
        );
      } catch (error) {
        if (stopping?.aborted && error === stopping.reason)
          log.info({ job: one.name }, 'a job ends with this server, and is done again');
        else log.error({ err: error, job: one.name }, 'a job failed');
        throw error;
      }
    },
  }));

/** The jobs of a community, kept in its database. */
export type Jobs = {
  enqueue: Enqueue;
  /** Makes what is enqueued by these names wait in the database from now on. */
  prepare: (names: readonly string[]) => Promise<void>;
  /**
   * Does the jobs on their schedules, and what was enqueued: of several server processes one does each run. Resolves when
   * all have begun; waits for a database that is away meanwhile, unless this process is `stopping`.
   */
  work: (jobs: readonly Job[], tasks: readonly Task[], stopping?: AbortSignal) => Promise<void>;
  stop: () => Promise<void>;
};

/**
 * Time as it passes, whatever the clock is set to. By the clock of the system a worker that was at work when that was put
 * back would sleep for as long as it was put back. Schedules go by the database's clock, against which this is held once a
 * minute.
 */
const steady = {
  clock: { ...systemClock, now: () => performance.timeOrigin + performance.now() },
  clockMonitorIntervalSeconds: 60,
};

/** Between two tries to begin while the database is away. */
const retryMilliseconds = 1_000;

/** Opens the jobs on two connections of their own, unless told otherwise. */
export async function openJobs(
  options: Pick<ConstructorOptions, 'connectionString' | 'db' | 'migrate' | 'schedule' | 'supervise'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<Jobs> {
  const boss = new PgBoss({ schema: 'jobs', max: 2, application_name: 'mindful-commons-jobs', ...steady, ...options });
  boss.on('error', (error) => log.warn({ err: error }, 'jobs have trouble'));
  await boss.start();

  const makeQueue = async (name: string, queue: QueueOptions & { policy?: 'singleton' }) => {
    await boss.createQueue(name, queue);
    // Creating leaves a queue as it is that an earlier release made.
    const { policy: _policy, ...changeable } = queue;
    await boss.updateQueue(name, changeable);
  };

  let stopped: Promise<void> | undefined;
  const begun = new Set<string>();
  /** May be called again: what has begun is left as it is. */
  const begin = async (jobs: readonly Job[], tasks: readonly Task[], stopping?: AbortSignal) => {
    for (const { name, cron, run, maxSeconds = 15 * 60 } of jobs) {
      if (begun.has(name)) continue;
      await makeQueue(name, { policy: 'singleton', ...jobRetries, expireInSeconds: maxSeconds });
      await boss.schedule(name, cron);
      await boss.work(name, async () => {
        await run();
      });
      begun.add(name);
    }
    for (const { name, run, pollSeconds = 2 } of tasks) {
      if (begun.has(name)) continue;
      await makeQueue(name, taskOptions);
      const options = {
        batchSize: 10,
        burstWhenBatchFull: true,
        perJobResults: true,
        pollingIntervalSeconds: pollSeconds,
      };
      await boss.work(name, options, (pieces) =>
        Promise.all(
          pieces.map(({ id, data }) =>
            run(data, stopping).then(
              (): JobResult => ({ id, status: 'completed' }),
              (error: unknown): JobResult => ({ id, status: 'failed', output: { message: String(error) } }),
            ),
          ),
        ),
      );
      begun.add(name);
    }
  };

  return {
    async enqueue(tx, name, data, notBefore) {
      // Named, so that each connection plans it once.
      const inTransaction = {
        executeSql: (text: string, values: unknown[] = []) =>
          tx.$client.query<Record<string, unknown>>({ name: `enqueue ${name}`, text, values }),
      };
      await boss.send(name, data, { db: inTransaction, ...(notBefore && { startAfter: notBefore }) });
    },
    async prepare(names) {
      const known = new Set((await boss.getQueues()).map((queue) => queue.name));
      for (const name of names) if (!known.has(name)) await boss.createQueue(name, taskOptions);
    },
    async work(jobs, tasks, stopping) {
      for (let tries = 0; ; tries += 1) {
        try {
          await begin(jobs, tasks, stopping);
          return;
        } catch (error) {
          if (!isDatabaseUnavailable(error)) throw error;
          if (tries === 0) log.warn({ err: error }, 'jobs begin when the database is back');
          // A stop ends the pause by rejecting it.
          await wait(retryMilliseconds, undefined, stopping && { signal: stopping }).catch(() => undefined);
          if (stopping?.aborted) return;
        }
      }
    },
    stop: () => (stopped ??= boss.stop({ graceful: true, timeout: 10_000 })),
  };
}

/**
 * When the last run of a job began that came to its end, in whichever process; undefined where none is known. Runs are
 * remembered for a week.
 */
export async function findLastRun(db: Queryable, name: string): Promise<Date | undefined> {
  const { rows } = await db.execute<{ began: string | null }>(
    sql`SELECT max(started_on)::text AS began FROM jobs.job WHERE name = ${name} AND state = 'completed'`,
  );
  const began = rows[0]?.began;
  return began ? new Date(began) : undefined;
}

/** A piece of work that waits, as a backup has it. */
export type WaitingPiece = { name: string; id: string; data: object; priority: number; startAfter: string };

/**
 * Puts what waited elsewhere into a transaction, under the ids it had: it waits here when that commits. Its queues must be
 * there (`prepare`).
 */
export async function putBack(
  client: { query: (text: string, values: unknown[]) => Promise<{ rows: unknown[] }> },
  batches: AsyncIterable<WaitingPiece[]>,
): Promise<void> {
  const db = { executeSql: (text: string, values: unknown[] = []) => client.query(text, values) };
  const boss = new PgBoss({ schema: 'jobs', db, migrate: false, schedule: false, supervise: false });
  await boss.start();
  for await (const pieces of batches)
    for (const [name, ofName] of Map.groupBy(pieces, (piece) => piece.name))
      await boss.insert(
        name,
        ofName.map(({ id, data, priority, startAfter }) => ({
          id,
          data,
          priority,
          startAfter,
        })),
      );
  await boss.stop({ graceful: false });
}
