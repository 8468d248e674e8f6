import { createQueues } from '../queues.ts';

/** Time in which requests for one job are combined into one run. */
const combineMilliseconds = 200;

/**
 * Runs jobs in this process between their scheduled runs, because a commit left work for them. Requests are kept in
 * memory: the scheduled run does the work of a process that crashed. Runs of one job do not overlap, so that they do
 * not wait for each other in the database.
 */
export function createPromptRuns() {
  const jobs = new Map<string, () => Promise<unknown>>();
  const requested = new Set<string>();
  const runInQueue = createQueues();
  let isStopped = false;

  const runLater = (name: string, run: () => Promise<unknown>) => {
    const runIfRequested = async () => {
      if (!isStopped && requested.delete(name)) await run();
    };
    // A failure is already logged, and the next run does its work.
    setTimeout(() => void runInQueue(name, runIfRequested).catch(() => undefined), combineMilliseconds).unref();
  };

  return {
    /** Requests a run. A job that has not started yet runs after its start. */
    request(name: string): void {
      if (requested.has(name)) return;
      requested.add(name);
      const run = jobs.get(name);
      if (run) runLater(name, run);
    },
    start(name: string, run: () => Promise<unknown>): void {
      jobs.set(name, run);
      if (requested.has(name)) runLater(name, run);
    },
    /** Resolves when no run is in progress. No other run begins. */
    async stop(): Promise<void> {
      isStopped = true;
      await Promise.all([...jobs.keys()].map((name) => runInQueue(name, async () => undefined)));
    },
  };
}
