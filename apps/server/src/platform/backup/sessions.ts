import { Client, escapeIdentifier } from 'pg';

/** What a role or a database may limit and a copy must not be cut by. Those that this version does not know are left alone. */
const unlimited = [
  'statement_timeout',
  'idle_in_transaction_session_timeout',
  'idle_session_timeout',
  'transaction_timeout',
];
/** So that values are written and read alike by every server, whatever its own settings. */
const alike = {
  DateStyle: 'ISO, YMD',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  extra_float_digits: '1',
  bytea_output: 'hex',
  client_encoding: 'UTF8',
  lock_timeout: '30s',
  search_path: 'public',
};

/** A connection for what takes long. */
export async function connectForCopying(url: string): Promise<Client> {
  const client = new Client({ connectionString: url, application_name: 'mindful-commons-backup', keepAlive: true });
  // A connection that breaks fails its statement; the event it also raises would end the process unheard.
  client.on('error', () => {});
  await client.connect();
  const settings = [...unlimited.map((name) => [name, '0']), ...Object.entries(alike)];
  await client.query(
    `SELECT set_config(name, value, false) FROM unnest($1::text[], $2::text[]) AS wanted (name, value)
     WHERE lower(name) IN (SELECT lower(pg_settings.name) FROM pg_settings)`,
    [settings.map(([name]) => name), settings.map(([, value]) => value)],
  );
  return client;
}

export const nameOf = escapeIdentifier;
