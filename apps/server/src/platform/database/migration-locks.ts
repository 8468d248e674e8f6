import { setTimeout as wait } from 'node:timers/promises';
import type { Client } from 'pg';
import { lockKey } from './advisory-locks.ts';

/** A migration did not get its locks, or its turn: the database is as the migrations before it left it. */
export class MigrationLockError extends Error {
  override name = 'MigrationLockError';
}

export interface TurnPatience {
  /** After so long the log says who is waited for. */
  readonly silentMilliseconds: number;
  /** So long another process may take: an index of the largest table is built in minutes. */
  readonly limitMilliseconds: number;
}

const usualPatience: TurnPatience = { silentMilliseconds: 5_000, limitMilliseconds: 30 * 60_000 };

/**
 * Waits until no other process migrates the database of this connection; the turn ends with the connection. Asks again and
 * again rather than wait within a statement: CREATE INDEX CONCURRENTLY waits for every statement that began before it, and
 * would wait for those that wait for it. @throws MigrationLockError when the other one takes too long; it says which.
 */
export async function takeTurn(
  client: Client,
  tell?: (line: string) => void,
  { silentMilliseconds, limitMilliseconds }: TurnPatience = usualPatience,
): Promise<void> {
  const begun = performance.now();
  for (let isTold = false; ;) {
    const { rows } = await client.query<{ isMine: boolean }>('SELECT pg_try_advisory_lock($1) AS "isMine"', [
      lockKey('migrating'),
    ]);
    if (rows[0]?.isMine) return;
    const waited = performance.now() - begun;
    if (waited >= limitMilliseconds)
      throw new MigrationLockError(
        `Another process has been migrating this database for ${limitMilliseconds / 60_000} minutes. ${await findMigrator(client)} End it if it is stuck, or wait, and start again.`,
      );
    if (!isTold && waited >= silentMilliseconds) {
      isTold = true;
      tell?.(`Another process is migrating this database, and is waited for. ${await findMigrator(client)}`);
    }
    await wait(100);
  }
}

/**
 * PostgreSQL has autovacuum let go of a table for whoever has waited `deadlock_timeout` for it: a second, unless its
 * configuration says otherwise, in which a migration has given up. Makes that less than a migration waits for any lock. False
 * where the role has no right to: it is that of superusers, and of whom they grant it.
 */
export async function hastenAutovacuum(client: Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT set_config('deadlock_timeout', '100ms', false) WHERE has_parameter_privilege('deadlock_timeout', 'SET')`,
  );
  return rowCount === 1;
}

/** Only autovacuum is nobody's; what it does is told to no role that may not read the statistics of all. */
const isAutovacuum = 'usesysid IS NULL';

const sessionColumns = `pid, coalesce(nullif(application_name, ''), usename, CASE WHEN ${isAutovacuum} THEN 'autovacuum' ELSE 'unknown' END) AS name,
  coalesce(state, 'unknown') AS state`;

interface Session {
  pid: number;
  name: string;
  state: string;
  /** Null where it may not be known. */
  seconds: number | null;
}

const describe = ({ pid, name, state, seconds }: Session): string =>
  `${name}, process ${pid} (${seconds === null ? state : `${state}, ${seconds} s`})`;

/** Whose turn it is. A number of 64 bits is written into two columns of `pg_locks`. */
async function findMigrator(client: Client): Promise<string> {
  const { rows } = await client.query<Session>(
    `SELECT ${sessionColumns}, extract(epoch FROM now() - backend_start)::int AS seconds
     FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND classid = 0 AND objid = $1 AND objsubid = 1 AND granted
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [lockKey('migrating')],
  );
  return rows[0] ? `It is ${describe(rows[0])}.` : 'It has just ended.';
}

/** The transactions that are open longest, those of autovacuum too: whoever holds a table up is among them. */
export async function listHolders(client: Client): Promise<string> {
  const { rows } = await client.query<Session>(
    `SELECT ${sessionColumns}, extract(epoch FROM now() - xact_start)::int AS seconds
     FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()
       AND (xact_start IS NOT NULL AND backend_type = 'client backend' OR ${isAutovacuum})
     ORDER BY xact_start NULLS FIRST LIMIT 8`,
  );
  return rows.length === 0
    ? 'No transaction is open any more.'
    : `Open longest: ${rows.map((session) => describe(session)).join('; ')}.`;
}
