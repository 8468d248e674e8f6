import { type Client, escapeIdentifier } from 'pg';
import { openConnection } from '../database/database.ts';

/**
 * Timeouts that a role or database may set and that must not interrupt a copy. Settings that the server does not know
 * are skipped.
 */
const disabledTimeouts = [
  'statement_timeout',
  'idle_in_transaction_session_timeout',
  'idle_session_timeout',
  'transaction_timeout',
];
/** Makes all servers write and read values in the same format. */
const portableSettings = {
  DateStyle: 'ISO, YMD',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  extra_float_digits: '1',
  bytea_output: 'hex',
  client_encoding: 'UTF8',
  lock_timeout: '30s',
  search_path: 'public',
};

/** Opens a connection for long copies, without timeouts. */
export async function connectForCopying(url: string): Promise<Client> {
  const client = await openConnection(url, 'mindful-commons-backup');
  const settings = [...disabledTimeouts.map((name) => [name, '0']), ...Object.entries(portableSettings)];
  await client.query(
    `SELECT set_config(name, value, false) FROM unnest($1::text[], $2::text[]) AS wanted (name, value)
     WHERE lower(name) IN (SELECT lower(pg_settings.name) FROM pg_settings)`,
    [settings.map(([name]) => name), settings.map(([, value]) => value)],
  );
  return client;
}

export const quoteName = escapeIdentifier;
