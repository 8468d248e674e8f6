import type { Pool, PoolClient } from 'pg';
import { type Outcome, withTiming } from '../timing.ts';

/** Called for each named statement, without its values. The duration includes waiting for a connection. */
export type StatementObserver = (statement: string, outcome: Outcome, seconds: number) => void;

/** A pool and all its connections share one list. */
const observers = new WeakMap<Pool | PoolClient, StatementObserver[]>();

/** Allows `observeStatements` for a pool and the connections that it opens from now on. */
export function makeObservable(pool: Pool): void {
  const poolObservers: StatementObserver[] = [];
  observers.set(pool, poolObservers);
  pool.on('connect', (client) => observers.set(client, poolObservers));
}

/** Registers an observer of a pool's statements. */
export function observeStatements(pool: Pool, observer: StatementObserver): void {
  observers.get(pool)?.push(observer);
}

/**
 * Runs a statement and reports it to the observers. Sends it in the same turn of the event loop, so that pipelining
 * works.
 */
export function observeStatement<Result>(
  client: Pool | PoolClient,
  statement: string,
  send: () => Promise<Result>,
): Promise<Result> {
  const clientObservers = observers.get(client);
  if (!clientObservers || clientObservers.length === 0) return send();
  return withTiming(send, (outcome, seconds) => {
    for (const observer of clientObservers) observer(statement, outcome, seconds);
  });
}
