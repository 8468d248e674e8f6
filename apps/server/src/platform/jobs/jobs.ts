import type { FastifyBaseLogger } from 'fastify';
import { PgBoss } from 'pg-boss';

/** Something that is done again and again, by one server process at a time. */
export type Job = { name: string; cron: string; run: () => Promise<unknown> };

/**
 * Runs the jobs of all features on their schedules. They are kept in the database: of several server processes one does
 * each run, and a run that failed is tried again.
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
    await boss.createQueue(name, { policy: 'singleton', retryLimit: 2 });
    await boss.schedule(name, cron);
    await boss.work(name, async () => {
      await run();
    });
  }
  return () => boss.stop({ graceful: true, timeout: 10_000 });
}
