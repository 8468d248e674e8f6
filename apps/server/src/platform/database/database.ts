import { type Placeholder, sql } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { FastifyBaseLogger } from 'fastify';
import { Pool } from 'pg';

export type Database = NodePgDatabase & { $client: Pool };
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
/** What a query needs: the pool, or the transaction it must be part of. */
export type Queryable = Database | Transaction;

/**
 * Opens the pool. A connection that breaks while idle is logged and replaced. A database in trouble turns into answers,
 * not into a queue: a caller waits at most 5 s for a connection and a statement runs at most 15 s. It waits at most 4 s
 * of them for a lock, so that whoever waits is answered before whoever waits for a connection behind them. A process
 * that stops within a transaction loses its locks after 15 s: longer than any pause of a living one.
 */
export function openDatabase(url: string, poolSize: number, log: Pick<FastifyBaseLogger, 'warn'>): Database {
  const pool = new Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 15_000,
    lock_timeout: 4_000,
    idle_in_transaction_session_timeout: 15_000,
    application_name: 'mindful-commons',
    keepAlive: true,
  });
  pool.on('error', (error) => {
    // An ending pool does not wait until its connections are closed, and the embedded database stops right behind it.
    if (!pool.ending) log.warn({ err: error }, 'an idle database connection broke');
  });
  // A connection that breaks in use fails its statement; the event it also raises would end the process unheard.
  pool.on('connect', (client) => client.on('error', () => {}));
  return drizzle({ client: pool, casing: 'snake_case' });
}

/**
 * Builds a prepared statement once, on first use, and lends it to the pool or to a transaction. Building SQL costs more
 * than running it (2.7 × the CPU of raw pg, unprepared), and a transaction is a handle of its own every time. What a
 * statement inserts is all in placeholders: a default made by the application would be made once for all rows.
 */
export function preparedOnce<Statement extends object>(
  build: (db: Queryable) => Statement,
): (db: Queryable) => Statement {
  let built: Statement | undefined;
  return (db) => {
    built ??= build(db);
    return Object.assign(Object.create(Object.getPrototypeOf(built) as object) as Statement, built, {
      client: clientOf(db),
    });
  };
}

/** What a handle runs its statements on: the pool, or the one connection of a transaction. The types keep it hidden. */
const clientOf = (db: Queryable): unknown => (db as unknown as { session: { client: unknown } }).session.client;

/** A page of 20, 50 or 100 rows, and the one more that says whether there is a next. */
const pageRowCounts = [21, 51, 101];

/**
 * One page of a list by a prepared statement for each of a few sizes: the next larger one is asked and cut. `build`
 * writes its `limit` and `name` into the statement. drizzle makes a parameter even of a plain number, and for an unknown
 * LIMIT the generic plan of a prepared statement expects a tenth of the table: it costs so much that PostgreSQL plans
 * anew for each execution. A statement for each size that clients can ask for would be hundreds on every connection.
 */
export function preparedPages<Row>(
  name: string,
  build: (
    db: Queryable,
    page: { limit: Placeholder; name: string },
  ) => { execute: (values: Record<string, unknown>) => Promise<Row[]> },
): (db: Queryable, rowCount: number, values: Record<string, unknown>) => Promise<Row[]> {
  const statements = pageRowCounts.map((rows) => ({
    rows,
    // The type admits numbers and placeholders; the builder takes any SQL.
    statement: preparedOnce((db) =>
      build(db, { limit: sql.raw(String(rows)) as unknown as Placeholder, name: `${name}_${rows}` }),
    ),
  }));
  return async (db, rowCount, values) => {
    const size = statements.find(({ rows }) => rows >= rowCount);
    if (!size) throw new RangeError(`no page has ${rowCount} rows`);
    return (await size.statement(db).execute(values)).slice(0, rowCount);
  };
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
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT', 'ENOTFOUND'],
  // A statement was cancelled or took too long; a lock could not be had; a standby or a full disk only reads for now.
  ...['57014', '55P03', '25006'],
  // A transaction was left idle, and its connection ended.
  '25P03',
]);
/** Classes: connection exception, insufficient resources, transaction rollback, and shutdown or crash. */
const unavailableClasses = /^(?:08|53|40|57P0)/;
const unavailableMessages =
  /connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/i;

/** Whether the database cannot do it now, as opposed to refusing a statement: later it may. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = databaseErrorCode(error);
  if (code && (unavailableCodes.has(code) || unavailableClasses.test(code))) return true;
  for (let current = error; current instanceof Error; current = current.cause)
    if (current instanceof DatabaseBusyError || unavailableMessages.test(current.message)) return true;
  return false;
}
