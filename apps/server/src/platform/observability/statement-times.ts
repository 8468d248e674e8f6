import { Histogram, type Registry } from 'prom-client';
import type { StatementObserver } from '../database/observed.ts';

/** How long a statement took, in milliseconds, since this process began. */
export type StatementTime = { name: string; calls: number; meanMilliseconds: number; slowestMilliseconds: number };

export type StatementTimes = {
  observe: StatementObserver;
  /** Those that took longest on average, the slowest first. */
  slowest: (count: number) => StatementTime[];
};

/** Few, because they are kept for each statement: from what is read from memory to what is given up soon. */
const bucketSeconds = [0.001, 0.0025, 0.01, 0.05, 0.25, 1, 5];

/** Times of named statements. Their names stand in the source: none has anything of a member in it. */
export function createStatementTimes(registry: Registry): StatementTimes {
  const durations = new Histogram({
    name: 'database_statement_duration_seconds',
    help: 'Time from asking for a named statement to its answer, waiting for a connection included.',
    labelNames: ['statement', 'outcome'],
    buckets: bucketSeconds,
    registers: [registry],
  });
  const times = new Map<string, { calls: number; seconds: number; slowest: number }>();
  return {
    observe(statement, outcome, seconds) {
      durations.observe({ statement, outcome }, seconds);
      const time = times.getOrInsertComputed(statement, () => ({ calls: 0, seconds: 0, slowest: 0 }));
      time.calls += 1;
      time.seconds += seconds;
      time.slowest = Math.max(time.slowest, seconds);
    },
    slowest: (count) =>
      [...times]
        .map(([name, { calls, seconds, slowest }]) => ({
          name,
          calls,
          meanMilliseconds: (seconds / calls) * 1000,
          slowestMilliseconds: slowest * 1000,
        }))
        .toSorted((one, other) => other.meanMilliseconds - one.meanMilliseconds)
        .slice(0, count),
  };
}
