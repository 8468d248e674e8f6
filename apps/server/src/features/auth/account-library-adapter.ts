import { AsyncLocalStorage } from 'node:async_hooks';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import type { BetterAuthOptions } from 'better-auth/minimal';
import { users } from '../../community/members/users.tables.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database, Queryable, Transaction } from '../../platform/database/database.ts';
import type { Transact } from '../../platform/database/unit-of-work.ts';
import { accounts, sessions, twoFactors, verifications } from './auth.tables.ts';

type Adapter = ReturnType<ReturnType<typeof drizzleAdapter>>;

/**
 * The transaction of the current call. The library passes none to its hooks, and a second connection inside a
 * transaction could cause a deadlock on the pool.
 */
const currentTransaction = new AsyncLocalStorage<Transaction>();

/** Runs calls of the account library in this transaction. */
export const runInTransaction = <Result>(tx: Transaction, run: () => Promise<Result>): Promise<Result> =>
  currentTransaction.run(tx, run);

/** Returns the transaction in which the account library runs, or the database. */
export const currentQueryable = (db: Database): Queryable => currentTransaction.getStore() ?? db;

const methods = [
  'create',
  'findOne',
  'findMany',
  'count',
  'update',
  'updateMany',
  'delete',
  'deleteMany',
  'consumeOne',
  'incrementOne',
] as const satisfies (keyof Adapter)[];

/**
 * Creates the adapter of the account library. Its transactions are units of work. The library uses this process's
 * clock: times are shifted to the database's clock when written and back when read, so that a sign-in can continue on a
 * server whose clock is hours off.
 */
export function createLibraryAdapter(db: Database, transact: Transact, options: BetterAuthOptions): Adapter {
  const schema = { users, sessions, accounts, verifications, twoFactors };
  const open = (queryable: Queryable) =>
    drizzleAdapter(queryable, { provider: 'pg', usePlural: true, transaction: true, schema })(options);
  const adapters = new WeakMap<Queryable, Adapter>();
  const call = async (method: (typeof methods)[number], parameters: object) => {
    const offset = clockOffset();
    const { [method]: run } = adapters.getOrInsertComputed(currentQueryable(db), open);
    return shiftDates(await (run as (input: unknown) => unknown)(shiftDates(parameters, offset)), -offset);
  };
  const adapter: Adapter = {
    ...open(db),
    ...(Object.fromEntries(methods.map((method) => [method, (parameters: object) => call(method, parameters)])) as Pick<
      Adapter,
      (typeof methods)[number]
    >),
    transaction: (run) =>
      currentTransaction.getStore() ? run(adapter) : transact(({ tx }) => runInTransaction(tx, () => run(adapter))),
  };
  return adapter;
}

/** Smaller clock differences are not corrected, so that the account library reads exactly the times it wrote. */
const toleratedMilliseconds = 1_000;

/** Returns the milliseconds by which the database's clock is ahead of this process's clock. */
function clockOffset(): number {
  const milliseconds = databaseNow().getTime() - Date.now();
  return Math.abs(milliseconds) < toleratedMilliseconds ? 0 : milliseconds;
}

function shiftDates(value: unknown, milliseconds: number): unknown {
  if (milliseconds === 0) return value;
  if (value instanceof Date) return new Date(value.getTime() + milliseconds);
  if (Array.isArray(value)) return value.map((item) => shiftDates(item, milliseconds));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shiftDates(item, milliseconds)]));
}
