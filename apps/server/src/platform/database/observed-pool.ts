import { Client, type ClientBase, Pool, type PoolConfig, type QueryConfig } from 'pg';
import { type Outcome, withTiming } from '../timing.ts';

/** Called for each named statement, without its values. The duration includes waiting for a connection. */
export type StatementObserver = (statement: string, outcome: Outcome, seconds: number) => void;

/** A pool and all its connections share one list. */
const observers = new WeakMap<Pool | ClientBase, StatementObserver[]>();

/** Registers an observer of a pool's statements. */
export function observeStatements(pool: Pool, observer: StatementObserver): void {
  observers.get(pool)?.push(observer);
}

/** A connection pool that reports the named statements that are sent on it or on one of its connections. */
export class ObservedPool extends Pool {
  constructor(config: PoolConfig) {
    super({ ...config, Client: ObservedClient });
    const ownObservers: StatementObserver[] = [];
    observers.set(this, ownObservers);
    this.on('connect', (client) => observers.set(client, ownObservers));
  }

  override query(...parameters: unknown[]): never {
    return observe(this, parameters, () => super.query(...(parameters as [QueryConfig])));
  }
}

class ObservedClient extends Client {
  override query(...parameters: unknown[]): never {
    const send = () => super.query(...(parameters as [QueryConfig]));
    // A statement with a callback comes from the pool, which reports it.
    return typeof parameters.at(-1) === 'function' ? (send() as never) : observe(this, parameters, send);
  }
}

/** Sends a statement in this turn of the event loop, so that it is pipelined, and reports it to the observers. */
function observe(target: Pool | ClientBase, [config]: unknown[], send: () => Promise<unknown>): never {
  const { name } = Object(config) as Partial<QueryConfig>;
  const targetObservers = observers.get(target) ?? [];
  if (name === undefined || targetObservers.length === 0) return send() as never;
  return withTiming(send, (outcome, seconds) => {
    for (const observer of targetObservers) observer(name, outcome, seconds);
  }) as never;
}
