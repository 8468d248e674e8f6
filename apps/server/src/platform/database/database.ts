import type { SQL } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { FastifyBaseLogger } from 'fastify';
import { Pool, type PoolClient, type QueryConfig } from 'pg';
import { GatheringSocket } from './gathering.ts';
import { heard, makeObservable } from './observed.ts';

export type Database = NodePgDatabase & { $client: Pool };
/** The one connection of a transaction. What is asked of it without waiting travels together, and is done in order. */
export type Transaction = NodePgDatabase & { $client: PoolClient };
/** What a query needs: the pool, or the transaction it must be part of. */
export type Queryable = Database | Transaction;

/**
 * Opens the pool. A connection that breaks while idle is logged and replaced. A database in trouble turns into answers,
 * not into a queue: a caller waits at most 5 s for a connection and a statement runs at most 15 s. It waits at most 4 s
 * of them for a lock, so that whoever waits is answered before whoever waits for a connection behind them. A process
 * that stops within a transaction loses its locks after 15 s: longer than any pause of a living one. `patience` has all of
 * these wait so many times as long: for tests, whose machine may stand still while they hold a lock.
 */
export function openDatabase(
  url: string,
  poolSize: number,
  log: Pick<FastifyBaseLogger, 'warn'>,
  patience = 1,
): Database {
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5_000 * patience,
    statement_timeout: 15_000 * patience,
    lock_timeout: 4_000 * patience,
    idle_in_transaction_session_timeout: 15_000 * patience,
    application_name: 'mindful-commons',
    keepAlive: true,
    // Statements that a transaction asks for without waiting in between make one round trip.
    pipeline: true,
    stream: () => new GatheringSocket(),
  });
  pool.on('error', (error) => {
    // An ending pool does not wait until its connections are closed, and the embedded database stops right behind it.
    if (!pool.ending) log.warn({ err: error }, 'an idle database connection broke');
  });
  // A connection that breaks in use fails its statement; the event it also raises would end the process unheard.
  pool.on('connect', (client) => client.on('error', () => {}));
  makeObservable(pool);
  return drizzle({ client: pool, casing });
}

const casing = 'snake_case';

const handles = new WeakMap<PoolClient, Transaction>();

/** Statements on one connection of the pool. */
const onConnection = (client: PoolClient): Transaction =>
  handles.get(client) ?? remembered(client, drizzle({ client, casing }));

function remembered(client: PoolClient, handle: Transaction): Transaction {
  handles.set(client, handle);
  return handle;
}

const dialect = new PgDialect({ casing });

/** The text of a statement and its parameters, placeholders among them. */
export const toText = (statement: SQL): { sql: string; params: unknown[] } => dialect.sqlToQuery(statement);

/** With each execution `pg` copies, slowly, whatever is a config's own: of this one nothing is. */
export const toConfig = <Config extends QueryConfig>(config: Config): Config => Object.create(config) as Config;

// By name, so that they are sent like the statements that they travel with.
const begin = toConfig({ name: 'begin', text: 'BEGIN' });
const commit = toConfig({ name: 'commit', text: 'COMMIT' });

/**
 * Runs `run` in a transaction on one connection: commits when it returns, rolls back when it throws. BEGIN travels with
 * the first statement. `last` asks for what is to travel with COMMIT, once the result is known.
 */
export async function inTransaction<Result>(
  db: Database,
  run: (tx: Transaction) => Promise<Result>,
  last?: (tx: Transaction, result: Result) => Promise<unknown>,
): Promise<Result> {
  const client = await db.$client.connect();
  const tx = onConnection(client);
  let failure: Error | undefined;
  try {
    // Without a transaction nothing may be done: no statement is taken any more.
    client.query(begin).catch(() => client.end());
    const result = await run(tx);
    const [, committed] = await together(
      last?.(tx, result),
      heard(client, commit.name, () => client.query(commit)),
    );
    // PostgreSQL answers so, and with no error, when a statement had failed and somebody went on in spite of it.
    if (committed.command !== 'COMMIT') throw new Error('a transaction was rolled back instead of committed');
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

type Together<Asked extends unknown[]> = { [Index in keyof Asked]: Awaited<Asked[Index]> };

/**
 * Waits for statements that were asked for together, which is one round trip. It waits for all of them, so that none
 * comes behind the end of its transaction. @throws what failed first.
 */
export async function together<Asked extends unknown[]>(...asked: Asked): Promise<Together<Asked>> {
  const settled = await Promise.allSettled(asked);
  const failures = settled.filter((each) => each.status === 'rejected').map(({ reason }) => reason as unknown);
  // What follows a failure in its transaction fails for that alone.
  if (failures.length > 0) throw failures.find((each) => databaseErrorCode(each) !== '25P02') ?? failures[0];
  return settled.map((each) => (each as PromiseFulfilledResult<unknown>).value) as Together<Asked>;
}

/** The one row of a statement that always has one. @throws Error when it has none: a bug, not a member's mistake. */
export function onlyRow<Row>(rows: Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('a statement that always has a row had none');
  return row;
}

/** SQLSTATE of a database error, also when drizzle wrapped it. */
export function databaseErrorCode(error: unknown): string | undefined {
  return databaseErrorField(error, 'code');
}

/** The name of the constraint that a write violated, if that is what failed. */
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

/** Somebody waited too long for their turn at the database. */
export class DatabaseBusyError extends Error {
  override name = 'DatabaseBusyError';
}

/** Whether the database ended a transaction only because another one was in its way: deadlock, serialization failure. */
export function isTransactionConflict(error: unknown): boolean {
  const code = databaseErrorCode(error);
  return code === '40P01' || code === '40001';
}

/** Codes of the operating system and of PostgreSQL (SQLSTATE, appendix A of its manual). */
const unavailableCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN'],
  ...['ENOENT', 'ENOTFOUND', 'EAI_AGAIN'],
  // A statement was cancelled or took too long; a lock could not be had; a standby or a full disk only reads for now.
  ...['57014', '55P03', '25006'],
  // A transaction was left idle, and its connection ended.
  '25P03',
]);
/** Classes: connection exception, insufficient resources, transaction rollback, and shutdown or crash. */
const unavailableClasses = /^(?:08|53|40|57P0)/;
const unavailableMessages =
  /connection terminated|timeout exceeded when trying to connect|Client (?:has encountered a connection error|was closed)/i;

/** Whether the database cannot do it now, as opposed to refusing a statement: later it may. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = databaseErrorCode(error);
  if (code && (unavailableCodes.has(code) || unavailableClasses.test(code))) return true;
  for (let current = error; current instanceof Error; current = current.cause)
    if (current instanceof DatabaseBusyError || unavailableMessages.test(current.message)) return true;
  return false;
}
