import type { Pool, PoolClient } from 'pg';
import { type Outcome, timed } from '../timed.ts';

/** Hears of each named statement: never of its values. The time is that from asking to the answer, waiting included. */
export type StatementObserver = (statement: string, outcome: Outcome, seconds: number) => void;

/** One list for a pool and all its connections. */
const observers = new WeakMap<Pool | PoolClient, StatementObserver[]>();

/** Lets what is asked of a pool, and of the connections that it opens from now on, be heard of. */
export function makeObservable(pool: Pool): void {
  const ofPool: StatementObserver[] = [];
  observers.set(pool, ofPool);
  pool.on('connect', (client) => observers.set(client, ofPool));
}

export function observeStatements(pool: Pool, observer: StatementObserver): void {
  observers.get(pool)?.push(observer);
}

/** Asks at once, in the same turn of the event loop: statements that travel together still do. */
export function heard<Result>(
  client: Pool | PoolClient,
  statement: string,
  ask: () => Promise<Result>,
): Promise<Result> {
  const listening = observers.get(client);
  if (!listening || listening.length === 0) return ask();
  return timed(ask, (outcome, seconds) => {
    for (const observer of listening) observer(statement, outcome, seconds);
  });
}
