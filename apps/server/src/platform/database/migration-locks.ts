import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { OperatorError } from '../operator-error.ts';
import { lockKey } from './advisory-locks.ts';

export interface MigrationLockLimits {
  /** Time after which the log names the migrating process. */
  readonly logAfterMilliseconds: number;
  /** Maximum wait for another process, which may need minutes to create an index on the largest table. */
  readonly limitMilliseconds: number;
}

const defaultLockLimits: MigrationLockLimits = { logAfterMilliseconds: 5_000, limitMilliseconds: 30 * 60_000 };

/**
 * Waits until no other process migrates the database, and takes an advisory lock that the connection holds until it
 * closes. Polls instead of blocking in a statement: CREATE INDEX CONCURRENTLY waits for every statement that began
 * before it, and would deadlock with a waiting one.
 * @throws OperatorError if the other process takes too long; the message names it.
 */
export async function acquireMigrationLock(
  client: Client,
  report?: (line: string) => void,
  { logAfterMilliseconds, limitMilliseconds }: MigrationLockLimits = defaultLockLimits,
): Promise<void> {
  const startedAt = performance.now();
  for (let isReported = false; ;) {
    const { rows } = await client.query<{ isAcquired: boolean }>('SELECT pg_try_advisory_lock($1) AS "isAcquired"', [
      lockKey('migrating'),
    ]);
    if (rows[0]?.isAcquired) return;
    const waitedMilliseconds = performance.now() - startedAt;
    if (waitedMilliseconds >= limitMilliseconds)
      throw new OperatorError(
        `Another process has been migrating this database for ${limitMilliseconds / 60_000} minutes. ${await describeLockHolder(client)} End it if it is stuck, or wait, then start again.`,
      );
    if (!isReported && waitedMilliseconds >= logAfterMilliseconds) {
      isReported = true;
      report?.(
        `Another process is migrating this database, and this one waits for it. ${await describeLockHolder(client)}`,
      );
    }
    await wait(100);
  }
}

/**
 * Autovacuum is the only session without a user. Its activity is visible only to roles that may read all statistics.
 */
const isAutovacuum = 'usesysid IS NULL';

const sessionColumns = `pid, coalesce(nullif(application_name, ''), usename, CASE WHEN ${isAutovacuum} THEN 'autovacuum' ELSE 'unknown' END) AS name,
  coalesce(state, 'unknown') AS state`;

interface Session {
  pid: number;
  name: string;
  state: string;
  /** Null if unknown. */
  seconds: number | null;
}

const describeSession = ({ pid, name, state, seconds }: Session): string =>
  `${name}, process ${pid} (${seconds === null ? state : `${state}, ${seconds} s`})`;

/** Describes the process that holds the migration lock. `pg_locks` splits a 64-bit key into two columns. */
async function describeLockHolder(client: Client): Promise<string> {
  const { rows } = await client.query<Session>(
    `SELECT ${sessionColumns}, extract(epoch FROM now() - backend_start)::int AS seconds
     FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND classid = 0 AND objid = $1 AND objsubid = 1 AND granted
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [lockKey('migrating')],
  );
  return rows[0] ? `It is ${describeSession(rows[0])}.` : 'It has just ended.';
}

/** Describes the oldest open transactions, including autovacuum. The session that holds the lock is among them. */
export async function describeOpenTransactions(client: Client): Promise<string> {
  const { rows } = await client.query<Session>(
    `SELECT ${sessionColumns}, extract(epoch FROM now() - xact_start)::int AS seconds
     FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()
       AND (xact_start IS NOT NULL AND backend_type = 'client backend' OR ${isAutovacuum})
     ORDER BY xact_start NULLS FIRST LIMIT 8`,
  );
  return rows.length === 0
    ? 'No transaction is open any more.'
    : `Oldest open transactions: ${rows.map((session) => describeSession(session)).join('; ')}.`;
}
