import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { type ConstructorOptions, type JobResult, PgBoss, type QueueOptions, systemClock } from 'pg-boss';
import { isDatabaseUnavailable, type Queryable } from '../database/database.ts';
import type { Enqueue, TaskName } from '../database/tasks.ts';
import { type Outcome, withTiming } from '../timing.ts';
import { createPromptRuns } from './prompt-runs.ts';

/** A scheduled job. Each run happens in one server process. */
export type Job = {
  name: string;
  /** The schedule, or a function if settings decide it. Undefined: the job does not run now. */
  cron: string | (() => string | undefined);
  run: () => Promise<unknown>;
  /** Maximum run time before another worker may take over the job. Default: 15 minutes. */
  maxSeconds?: number;
  /** Whether each process also runs the job when it starts. */
  runsAtStart?: true;
};

/** A handler of queued tasks. Any server process can run it, once for each enqueued task. */
export type Task = {
  name: string;
  /** Runs one task. When `stopping` aborts, a long run may throw its reason. The task then runs again later. */
  run: (data: unknown, stopping?: AbortSignal) => Promise<unknown>;
  /** Polling interval in seconds. Default: 2. */
  pollSeconds?: number;
};

/** Declares the handler of a task. */
export const task = <Data>(
  { name }: TaskName<Data>,
  run: (data: Data, stopping?: AbortSignal) => Promise<unknown>,
  options: Pick<Task, 'pollSeconds'> = {},
): Task => ({
  name,
  run: (data, stopping) => run(data as Data, stopping),
  ...options,
});

/** A failed run is retried after about 30 s, 1, 2, 4 and 8 minutes, before the next scheduled run. */
const jobRetries = { retryLimit: 5, retryDelay: 30, retryBackoff: true, retryDelayMax: 15 * 60 };

/**
 * Tasks are retried with growing delays (up to one hour) for about a day, because a mail server can be down for hours.
 * After a crash, another process runs the task again as soon as its heartbeat is two minutes old. A mail server may
 * need ten minutes for its answer (RFC 5321, 4.5.3.2). Completed tasks are deleted within an hour, because they may
 * contain personal data.
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

/** Wraps jobs or tasks so that runs are counted, timed and traced. Failures are logged before the retry. */
export const observeRuns = <Work extends Job | Task>(
  items: readonly Work[],
  {
    onEnd,
    log,
    trace = (_name, run) => run(),
  }: {
    onEnd: (name: string, outcome: Outcome, seconds: number) => void;
    log: FastifyBaseLogger;
    trace?: <Result>(name: string, run: () => Promise<Result>) => Promise<Result>;
  },
): Work[] =>
  items.map((item) => ({
    ...item,
    async run(data: unknown, stopping?: AbortSignal) {
      try {
        return await withTiming(
          () => trace(item.name, () => item.run(data, stopping)),
          (outcome, seconds) => onEnd(item.name, outcome, seconds),
        );
      } catch (error) {
        if (stopping?.aborted && error === stopping.reason)
          log.info({ job: item.name }, 'a job was interrupted by the shutdown and will run again');
        else log.error({ err: error, job: item.name }, 'a job failed');
        throw error;
      }
    },
  }));

/** The jobs and tasks of a community, stored in its database. */
export type Jobs = {
  enqueue: Enqueue;
  /** Runs a scheduled job in this process within a moment. Requests are combined, and lost in a crash. */
  runSoon: (jobName: string) => void;
  /** Creates the queues of these tasks, so that they can be enqueued before any worker runs. */
  prepare: (names: readonly string[]) => Promise<void>;
  /**
   * Starts the scheduled jobs and task workers. Each run happens in one server process. Resolves when all workers have
   * started. Waits for an unavailable database until `stopping` aborts.
   */
  work: (jobs: readonly Job[], tasks: readonly Task[], stopping?: AbortSignal) => Promise<void>;
  /** Applies changed schedules of the started jobs. */
  reschedule: () => Promise<void>;
  stop: () => Promise<void>;
};

/**
 * A monotonic clock. If the system clock were set back, a worker that uses it would sleep for that long. Schedules use
 * the database's clock, which is compared with this one every minute.
 */
const monotonicClock = {
  clock: { ...systemClock, now: () => performance.timeOrigin + performance.now() },
  clockMonitorIntervalSeconds: 60,
};

/** Pause between attempts to start while the database is unavailable. */
const retryMilliseconds = 1_000;

/** Opens the job queue. By default it uses two database connections of its own. */
export async function openJobs(
  options: Pick<ConstructorOptions, 'connectionString' | 'db' | 'migrate' | 'schedule' | 'supervise'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<Jobs> {
  const boss = new PgBoss({
    schema: 'jobs',
    max: 2,
    application_name: 'mindful-commons-jobs',
    ...monotonicClock,
    ...options,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue reported an error'));
  await boss.start();

  const createOrUpdateQueue = async (name: string, queue: QueueOptions & { policy?: 'singleton' }) => {
    await boss.createQueue(name, queue);
    // `createQueue` does not change a queue that an earlier release created.
    const { policy: _policy, ...changeable } = queue;
    await boss.updateQueue(name, changeable);
  };

  const promptRuns = createPromptRuns();
  const stopAll = async () => {
    await Promise.all([promptRuns.stop(), boss.stop({ graceful: true, timeout: 10_000 })]);
  };
  let stopped: Promise<void> | undefined;
  const started = new Set<string>();
  const changeable = new Map<string, () => string | undefined>();
  const schedule = async (name: string, cron: Job['cron']) => {
    if (typeof cron === 'string') return boss.schedule(name, cron);
    changeable.set(name, cron);
    const current = cron();
    if (current === undefined) return boss.unschedule(name);
    // A schedule that names no existing day must not prevent the start.
    return boss.schedule(name, current).catch((error: unknown) => {
      if (isDatabaseUnavailable(error)) throw error;
      log.warn({ err: error, job: name }, 'the schedule of a job is not valid');
    });
  };
  /** Idempotent: skips workers that have already started. */
  const start = async (jobs: readonly Job[], tasks: readonly Task[], stopping?: AbortSignal) => {
    for (const { name, cron, run, maxSeconds = 15 * 60, runsAtStart } of jobs) {
      if (started.has(name)) continue;
      await createOrUpdateQueue(name, { policy: 'singleton', ...jobRetries, expireInSeconds: maxSeconds });
      await schedule(name, cron);
      await boss.work(name, async () => {
        await run();
      });
      promptRuns.start(name, run);
      if (runsAtStart) promptRuns.request(name);
      started.add(name);
    }
    for (const { name, run, pollSeconds = 2 } of tasks) {
      if (started.has(name)) continue;
      await createOrUpdateQueue(name, taskOptions);
      const options = {
        batchSize: 10,
        burstWhenBatchFull: true,
        perJobResults: true,
        pollingIntervalSeconds: pollSeconds,
      };
      await boss.work(name, options, (batch) =>
        Promise.all(
          batch.map(({ id, data }) =>
            run(data, stopping).then(
              (): JobResult => ({ id, status: 'completed' }),
              (error: unknown): JobResult => ({ id, status: 'failed', output: { message: String(error) } }),
            ),
          ),
        ),
      );
      started.add(name);
    }
  };

  return {
    runSoon: (name) => promptRuns.request(name),
    async enqueue(tx, name, data, notBefore) {
      // A named statement, so that each connection plans it once.
      const inTransaction = {
        executeSql: (text: string, values: unknown[] = []) =>
          tx.$client.query<Record<string, unknown>>({ name: `enqueue ${name}`, text, values }),
      };
      await boss.send(name, data, { db: inTransaction, ...(notBefore && { startAfter: notBefore }) });
    },
    async prepare(names) {
      const existingQueues = new Set((await boss.getQueues()).map((queue) => queue.name));
      for (const name of names) if (!existingQueues.has(name)) await boss.createQueue(name, taskOptions);
    },
    async work(jobs, tasks, stopping) {
      for (let tries = 0; ; tries += 1) {
        try {
          await start(jobs, tasks, stopping);
          return;
        } catch (error) {
          if (!isDatabaseUnavailable(error)) throw error;
          if (tries === 0) log.warn({ err: error }, 'jobs will start when the database is available again');
          // A stop ends the pause by rejecting it.
          await wait(retryMilliseconds, undefined, stopping && { signal: stopping }).catch(() => undefined);
          if (stopping?.aborted) return;
        }
      }
    },
    async reschedule() {
      for (const [name, cron] of changeable) await schedule(name, cron);
    },
    stop: () => (stopped ??= stopAll()),
  };
}

/**
 * Returns the start time of the last completed run of a job, in any process. Undefined if there is none. Runs are kept
 * for a week.
 */
export async function findLastRun(db: Queryable, name: string): Promise<Date | undefined> {
  const { rows } = await db.execute<{ startedAt: string | null }>(
    sql`SELECT max(started_on)::text AS "startedAt" FROM jobs.job WHERE name = ${name} AND state = 'completed'`,
  );
  const startedAt = rows[0]?.startedAt;
  return startedAt ? new Date(startedAt) : undefined;
}

/** A pending task in a backup. */
export type PendingTask = { name: string; id: string; data: object; priority: number; startAfter: string };

/**
 * Inserts pending tasks of a backup within a transaction and keeps their ids. Their queues must exist (see `prepare`).
 */
export async function insertPendingTasks(
  client: { query: (text: string, values: unknown[]) => Promise<{ rows: unknown[] }> },
  batches: AsyncIterable<PendingTask[]>,
): Promise<void> {
  const db = { executeSql: (text: string, values: unknown[] = []) => client.query(text, values) };
  const boss = new PgBoss({ schema: 'jobs', db, migrate: false, schedule: false, supervise: false });
  await boss.start();
  for await (const batch of batches)
    for (const [name, tasksOfName] of Map.groupBy(batch, (pendingTask) => pendingTask.name))
      await boss.insert(
        name,
        tasksOfName.map(({ id, data, priority, startAfter }) => ({
          id,
          data,
          priority,
          startAfter,
        })),
      );
  await boss.stop({ graceful: false });
}
