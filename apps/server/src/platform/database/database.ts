import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { FastifyBaseLogger } from 'fastify';
import { Client, type Pool, type PoolClient } from 'pg';
import { ObservedPool } from './observed-pool.ts';

export type Database = NodePgDatabase & { $client: Pool };
/**
 * The connection of a transaction. Statements that are sent without awaiting each other are pipelined and run in order.
 */
export type Transaction = NodePgDatabase & { $client: PoolClient };
/** The target of a query: the pool, or a transaction. */
export type Queryable = Database | Transaction;

/**
 * Opens the connection pool. Timeouts turn a slow database into errors instead of a growing queue:
 *
 * - A caller waits at most 5 s for a connection.
 * - A statement runs at most 15 s and waits at most 4 s for a lock. A lock wait therefore times out
 *   before callers give up waiting for a connection.
 * - A process that hangs within a transaction loses its locks after 15 s, which is longer than any pause of a live
 *   process.
 *
 * `timeoutFactor` multiplies all timeouts. Tests use it, because their machine may pause while they hold a lock.
 */
export function openDatabase(
  url: string,
  poolSize: number,
  log: Pick<FastifyBaseLogger, 'warn'>,
  timeoutFactor = 1,
): Database {
  const pool = new ObservedPool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5_000 * timeoutFactor,
    statement_timeout: 15_000 * timeoutFactor,
    lock_timeout: 4_000 * timeoutFactor,
    idle_in_transaction_session_timeout: 15_000 * timeoutFactor,
    application_name: 'mindful-commons',
    keepAlive: true,
    // Statements of a transaction that do not await each other share one round trip.
    pipeline: true,
  });
  pool.on('error', (error) => {
    // `pool.end()` does not wait for its connections to close, and the embedded database stops right after it.
    if (!pool.ending) log.warn({ err: error }, 'an idle database connection broke');
  });
  // If a connection breaks in use, its statement fails, so the "error" event is ignored. Without a listener, the event
  // would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return drizzle({ client: pool, casing });
}

/** Opens a connection outside the pool, without timeouts. Keepalive detects a lost peer during a long statement. */
export async function openConnection(url: string, applicationName: string): Promise<Client> {
  const client = new Client({ connectionString: url, application_name: applicationName, keepAlive: true });
  // A broken connection fails its statement. Without a handler, the additional event would end the process.
  client.on('error', () => {});
  await client.connect();
  return client;
}

export const casing = 'snake_case';

const handles = new WeakMap<PoolClient, Transaction>();

/** Returns the query interface for one connection of the pool. */
const handleFor = (client: PoolClient): Transaction =>
  handles.getOrInsertComputed(client, () => drizzle({ client, casing }));

// Named, so that they can be pipelined with other named statements.
const begin = { name: 'begin', text: 'BEGIN' };
const commit = { name: 'commit', text: 'COMMIT' };

/**
 * Runs `run` in a transaction: commits when it returns, rolls back when it throws. BEGIN is sent together with the
 * first statement. `beforeCommit` receives the result and sends statements together with COMMIT.
 */
export async function inTransaction<Result>(
  db: Database,
  run: (tx: Transaction) => Promise<Result>,
  beforeCommit?: (tx: Transaction, result: Result) => Promise<unknown>,
): Promise<Result> {
  const client = await db.$client.connect();
  const tx = handleFor(client);
  let failure: Error | undefined;
  try {
    // If BEGIN fails, closes the connection so that no statement runs outside a transaction.
    client.query(begin).catch(() => client.end());
    const result = await run(tx);
    const [, commitResult] = await pipelined(beforeCommit?.(tx, result), client.query(commit));
    // PostgreSQL answers COMMIT with ROLLBACK, without an error, if an earlier statement failed and its error was
    // swallowed.
    if (commitResult.command !== 'COMMIT') throw new Error('a transaction was rolled back instead of committed');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((rollbackError: Error) => {
      failure = rollbackError;
    });
    throw error;
  } finally {
    client.release(failure);
  }
}

type Results<Statements extends unknown[]> = { [Index in keyof Statements]: Awaited<Statements[Index]> };

/**
 * Awaits statements that were sent together in one round trip. Waits for all of them, so that none runs after the end
 * of its transaction.
 * @throws the first failure.
 */
export async function pipelined<Statements extends unknown[]>(...statements: Statements): Promise<Results<Statements>> {
  const settled = await Promise.allSettled(statements);
  const failures = settled.filter((each) => each.status === 'rejected').map(({ reason }) => reason as unknown);
  // After a failure, later statements of the transaction fail with 25P02.
  if (failures.length > 0) throw failures.find((each) => databaseErrorCode(each) !== '25P02') ?? failures[0];
  return settled.map((each) => (each as PromiseFulfilledResult<unknown>).value) as Results<Statements>;
}

/** Returns the row of a statement that always has one. @throws Error without a row, which is a bug. */
export function onlyRow<Row>(rows: Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('a statement that always returns a row returned none');
  return row;
}

/** Returns the SQLSTATE of a database error, also if drizzle wrapped it. */
export function databaseErrorCode(error: unknown): string | undefined {
  return databaseErrorField(error, 'code');
}

/** Returns the name of the constraint that a write violated, if any. */
export function violatedConstraint(error: unknown): string | undefined {
  return databaseErrorField(error, 'constraint');
}

function databaseErrorField(error: unknown, field: 'code' | 'constraint'): string | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    const value = (current as unknown as Record<string, unknown>)[field];
    if (typeof value === 'string') return value;
  }
  return undefined;
}

/** A caller waited too long for a free database connection. */
export class DatabaseBusyError extends Error {
  override name = 'DatabaseBusyError';
}

/**
 * Whether the database aborted a transaction because of a conflict with another one: deadlock or serialization failure.
 */
export function isTransactionConflict(error: unknown): boolean {
  const code = databaseErrorCode(error);
  return code === '40P01' || code === '40001';
}

/** Codes of the operating system and of PostgreSQL (SQLSTATE, appendix A of its manual). */
const unavailableCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN'],
  ...['ENOENT', 'ENOTFOUND', 'EAI_AGAIN'],
  // Statement cancelled or timed out; lock timeout; a standby or a full disk is read-only for now.
  ...['57014', '55P03', '25006'],
  // Idle-in-transaction timeout.
  '25P03',
  // A named statement does not exist, because the call that should have prepared it timed out.
  '26000',
]);
/** Classes: connection exception, insufficient resources, transaction rollback, and shutdown or crash. */
const unavailableClasses = /^(?:08|53|40|57P0)/;
const unavailableMessages =
  /connection terminated|timeout exceeded when trying to connect|Client (?:has encountered a connection error|was closed)/i;

/** Whether the failure is temporary, so that the same statement may succeed later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = databaseErrorCode(error);
  if (code && (unavailableCodes.has(code) || unavailableClasses.test(code))) return true;
  for (let current = error; current instanceof Error; current = current.cause)
    if (current instanceof DatabaseBusyError || unavailableMessages.test(current.message)) return true;
  return false;
}
