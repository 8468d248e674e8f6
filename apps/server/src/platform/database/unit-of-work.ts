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
import type { DomainEvent, Emit } from './domain-events.ts';
import type { Enqueue, TaskName } from './tasks.ts';

/** One transaction and what waits for its commit. */
export type UnitOfWork = {
  readonly tx: Transaction;
  /** Lets other features act in this transaction. */
  emit: <Payload>(event: DomainEvent<Payload>, payload: Payload) => Promise<void>;
  /** Has something done once the transaction has committed, by any process, and again until it succeeds; or later. */
  enqueue: <Data extends object>(task: TaskName<Data>, data: Data, notBefore?: Date) => Promise<void>;
  /**
   * Has something done a moment after the commit, once for all that asked for it in that moment: nothing is written here.
   * What the process keeps in mind it forgets when it dies, so that a job does the same now and then.
   */
  enqueueSoon: (task: TaskName<object>) => void;
  /** Puts an envelope on the bus once the transaction has committed, never otherwise. */
  publish: (envelope: Envelope) => void;
  /** Runs once the transaction has committed; its failure is logged and changes nothing for the caller. */
  afterCommit: (effect: () => void | Promise<void>) => void;
};

export type TransactOptions<Result = never> = {
  /**
   * Names a row that the work locks first and that many may want at once. Those of this process then wait for each other
   * here, and not in the database, where each waiter keeps a connection from everybody else.
   */
  queue?: string | undefined;
  /** Asks for what is stored of the result, with the COMMIT. */
  last?: (tx: Transaction, result: Result) => Promise<unknown>;
};

/**
 * Runs `run` in a transaction: commits when it returns, rolls back when it throws. When the database ends it because
 * another transaction was in its way, `run` is called once more.
 * @throws DatabaseBusyError when its turn did not come in time.
 */
export type Transact = <Result>(
  run: (work: UnitOfWork) => Promise<Result>,
  options?: TransactOptions<Result>,
) => Promise<Result>;

export function createTransact(dependencies: {
  db: Database;
  emit: Emit;
  enqueue: Enqueue;
  publish: (envelope: Envelope) => void;
  onEffectError: (error: unknown) => void;
}): Transact {
  const { db, emit, enqueue, publish, onEffectError } = dependencies;
  const { $client: pool } = db;
  const limited = limitTransactions(pool.options);
  const asked = new Set<string>();
  const enqueueSoon = (name: string) => {
    if (asked.has(name)) return;
    asked.add(name);
    const enqueueNow = () => {
      asked.delete(name);
      // A process that ends leaves it to the job, also when it ends in the midst of this.
      if (pool.ending) return;
      transact((work) => work.enqueue({ name }, {})).catch((error: unknown) => {
        if (!pool.ending) onEffectError(error);
      });
    };
    setTimeout(enqueueNow, gatherMilliseconds).unref();
  };

  const attempt = async <Result>(run: (work: UnitOfWork) => Promise<Result>, last: TransactOptions<Result>['last']) => {
    const effects: (() => void | Promise<void>)[] = [];
    const begin = (tx: Transaction) => {
      const work: UnitOfWork = {
        tx,
        emit: (event, payload) => emit(work, event, payload),
        enqueue: ({ name }, data, notBefore) => enqueue(tx, name, data, notBefore),
        enqueueSoon: ({ name }) => effects.push(() => enqueueSoon(name)),
        publish: (envelope) => effects.push(() => publish(envelope)),
        afterCommit: (effect) => effects.push(effect),
      };
      return run(work);
    };
    return { result: await inTransaction(db, begin, last), effects };
  };
  const transact: Transact = async (run, { queue, last } = {}) => {
    const { result, effects } = await limited(queue, () =>
      attempt(run, last).catch((error: unknown) => {
        if (isTransactionConflict(error)) return attempt(run, last);
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

/** So long whatever is asked for by `enqueueSoon` is gathered. */
const gatherMilliseconds = 200;

/**
 * Lets transactions begin in the order they were asked for. A quarter of the pool is never theirs, so that reading goes
 * on while they wait for locks or for the disk; of one queue only one runs at a time. Each waits for its turn as long as
 * for a connection.
 */
function limitTransactions({ max: poolSize, connectionTimeoutMillis = Infinity }: Database['$client']['options']) {
  const anyQueue = pLimit(Math.max(1, poolSize - Math.ceil(poolSize / 4)));
  const inQueue = createQueues();
  return async <Result>(name: string | undefined, run: () => Promise<Result>): Promise<Result> => {
    const askedAt = performance.now();
    const begin = () =>
      anyQueue(async () => {
        if (performance.now() - askedAt > connectionTimeoutMillis) throw new DatabaseBusyError('waited too long');
        return run();
      });
    return name === undefined ? begin() : inQueue(name, begin);
  };
}
