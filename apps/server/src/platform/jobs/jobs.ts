import type { FastifyBaseLogger } from 'fastify';
import { PgBoss } from 'pg-boss';

/** Something that is done again and again, by one server process at a time. */
export type Job = { name: string; cron: string; run: () => Promise<unknown> };

/** A run that failed is tried again after some 30 s, 1, 2, 4 and 8 minutes, before the next one on the schedule. */
const retries = { retryLimit: 5, retryDelay: 30, retryBackoff: true, retryDelayMax: 15 * 60 };

/** Jobs whose runs are counted, and whose failures are logged before they are tried again. */
export const observed = (
  jobs: readonly Job[],
  { count, log }: { count: (name: string, outcome: 'completed' | 'failed') => void; log: FastifyBaseLogger },
): Job[] =>
  jobs.map((job) => ({
    ...job,
    async run() {
      try {
        const result = await job.run();
        count(job.name, 'completed');
        return result;
      } catch (error) {
        count(job.name, 'failed');
        log.error({ err: error, job: job.name }, 'a job failed');
        throw error;
      }
    },
  }));

/**
 * Runs the jobs of all features on their schedules. They are kept in the database: of several server processes one does
 * each run.
 */
export async function startJobs(
  databaseUrl: string,
  jobs: readonly Job[],
  log: FastifyBaseLogger,
): Promise<() => Promise<void>> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    schema: 'jobs',
    max: 2,
    application_name: 'mindful-commons-jobs',
  });
  boss.on('error', (error) => log.warn({ err: error }, 'jobs have trouble'));
  await boss.start();
  for (const { name, cron, run } of jobs) {
    await boss.createQueue(name, { policy: 'singleton' });
    // Creating leaves a queue as it is that an earlier release made.
    await boss.updateQueue(name, retries);
    await boss.schedule(name, cron);
    await boss.work(name, async () => {
      await run();
    });
  }
  return () => boss.stop({ graceful: true, timeout: 10_000 });
}
