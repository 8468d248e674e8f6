import pLimit from 'p-limit';
import type { Envelope } from '../envelope.ts';
import { createQueues } from '../queues.ts';
import {
  type Database,
  DatabaseBusyError,
  inTransaction,
  isTransactionConflict,
  type Transaction,
} from './database.ts';
import type { Enqueue, TaskName } from './tasks.ts';

/** A fact that one feature announces in its transaction. Subscribers act in the same transaction. */
export type DomainEvent<Payload> = { readonly name: string; readonly payload?: Payload };

/** A transaction and the effects that wait for its commit. */
export type UnitOfWork = {
  readonly tx: Transaction;
  /** Calls the subscribers of an event in this transaction. */
  emit: <Payload>(event: DomainEvent<Payload>, payload: Payload) => Promise<void>;
  /** Enqueues a task that any process runs after the commit, with retries, and not before `notBefore`. */
  enqueue: <Data extends object>(task: TaskName<Data>, data: Data, notBefore?: Date) => Promise<void>;
  /**
   * Runs a scheduled job in this process within a moment after the commit. In a crash this request is lost, so the job
   * must find its work in the database.
   */
  runSoon: (jobName: string) => void;
  /** Publishes an envelope on the bus after the commit. */
  publish: (envelope: Envelope) => void;
  /** Runs an effect after the commit. A failure is logged and does not affect the caller. */
  afterCommit: (effect: () => void | Promise<void>) => void;
};

export type Emit = <Payload>(work: UnitOfWork, event: DomainEvent<Payload>, payload: Payload) => Promise<void>;

export type TransactOptions<Result = never> = {
  /**
   * Names a contended row that the work locks first. Work of this process with the same name waits here instead of in
   * the database, where each waiter would occupy a connection.
   */
  queue?: string | undefined;
  /** Sends a statement that stores the result, in one round trip with COMMIT. */
  beforeCommit?: (tx: Transaction, result: Result) => Promise<unknown>;
};

/**
 * Runs `run` in a transaction: commits when it returns, rolls back when it throws. If the database aborts it because of
 * a conflict, `run` is called once more.
 * @throws DatabaseBusyError if it waited too long to start.
 */
export type Transact = <Result>(
  run: (work: UnitOfWork) => Promise<Result>,
  options?: TransactOptions<Result>,
) => Promise<Result>;

export function createTransact(dependencies: {
  db: Database;
  emit: Emit;
  enqueue: Enqueue;
  runSoon: (jobName: string) => void;
  publish: (envelope: Envelope) => void;
  onEffectError: (error: unknown) => void;
}): Transact {
  const { db, emit, enqueue, runSoon, publish, onEffectError } = dependencies;
  const runLimited = limitTransactions(db.$client.options);
  const attempt = async <Result>(
    run: (work: UnitOfWork) => Promise<Result>,
    beforeCommit: TransactOptions<Result>['beforeCommit'],
  ) => {
    const effects: (() => void | Promise<void>)[] = [];
    const start = (tx: Transaction) => {
      const work: UnitOfWork = {
        tx,
        emit: (event, payload) => emit(work, event, payload),
        enqueue: ({ name }, data, notBefore) => enqueue(tx, name, data, notBefore),
        runSoon: (jobName) => effects.push(() => runSoon(jobName)),
        publish: (envelope) => effects.push(() => publish(envelope)),
        afterCommit: (effect) => effects.push(effect),
      };
      return run(work);
    };
    return { result: await inTransaction(db, start, beforeCommit), effects };
  };
  const transact: Transact = async (run, { queue, beforeCommit } = {}) => {
    const { result, effects } = await runLimited(queue, () =>
      attempt(run, beforeCommit).catch((error: unknown) => {
        if (isTransactionConflict(error)) return attempt(run, beforeCommit);
        throw error;
      }),
    );
    for (const effect of effects) {
      try {
        void Promise.resolve(effect()).catch(onEffectError);
      } catch (error) {
        onEffectError(error);
      }
    }
    return result;
  };
  return transact;
}

/**
 * Limits concurrent transactions and starts them in order. A quarter of the pool stays free for reads while
 * transactions wait for locks or the disk. Only one transaction of each queue runs at a time. The maximum wait equals
 * the timeout for a connection.
 */
function limitTransactions({ max: poolSize, connectionTimeoutMillis = Infinity }: Database['$client']['options']) {
  const limit = pLimit(Math.max(1, poolSize - Math.ceil(poolSize / 4)));
  const runInQueue = createQueues();
  return async <Result>(name: string | undefined, run: () => Promise<Result>): Promise<Result> => {
    const queuedAt = performance.now();
    const start = () =>
      limit(async () => {
        if (performance.now() - queuedAt > connectionTimeoutMillis) throw new DatabaseBusyError('waited too long');
        return run();
      });
    return name === undefined ? start() : runInQueue(name, start);
  };
}
