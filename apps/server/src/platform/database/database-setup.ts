import { OperatorError } from '../operator-error.ts';
import { databaseErrorCode, isDatabaseUnavailable, openConnection } from './database.ts';

/** Properties of a database and of a connection that the product depends on. */
export type DatabaseProperties = {
  /** As in `server_version_num`: 150004 is PostgreSQL 15.4. */
  readonly versionNumber: number;
  readonly encoding: string;
  readonly clientEncoding: string;
};

const minMajorVersion = 15;

/** Returns the reason why a database with these properties is unsuitable; undefined if it is suitable. */
export function findDatabaseProblem({
  versionNumber,
  encoding,
  clientEncoding,
}: DatabaseProperties): string | undefined {
  const major = Math.floor(versionNumber / 10_000);
  if (major < minMajorVersion)
    return `The database is PostgreSQL ${major}, and PostgreSQL ${minMajorVersion} or later is needed. Upgrade it, or set DATABASE_URL to another one.`;
  if (encoding !== 'UTF8') return explainWrongEncoding(encoding);
  if (clientEncoding !== 'UTF8')
    return `The connection to the database has the client encoding ${clientEncoding} instead of UTF8. Take client_encoding out of DATABASE_URL and out of the settings of the proxy in front of the database.`;
  return undefined;
}

const explainWrongEncoding = (encoding: string): string =>
  `The database has the encoding ${encoding}, which cannot hold everything that members write. Create another one (CREATE DATABASE name TEMPLATE template0 ENCODING 'UTF8') and set DATABASE_URL to it.`;

/** Connects once and checks that the database is suitable. @throws OperatorError otherwise. */
export const assertUsable = (url: string): Promise<void> =>
  withDatabaseExplanations(async () => {
    const client = await openConnection(url, 'mindful-commons-setup');
    try {
      const { rows } = await client.query<DatabaseProperties>(
        `SELECT current_setting('server_version_num')::int AS "versionNumber",
          current_setting('server_encoding') AS encoding, current_setting('client_encoding') AS "clientEncoding"`,
      );
      const problem = rows[0] && findDatabaseProblem(rows[0]);
      if (problem) throw new OperatorError(problem);
    } finally {
      await client.end();
    }
  });

/** Runs work on the database. @throws OperatorError for failures that the operator can fix. */
export async function withDatabaseExplanations<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const explanation = explainDatabaseError(error);
    throw explanation === undefined ? error : new OperatorError(explanation, { cause: error });
  }
}

type Explanation = (message: string) => string;

/** By SQLSTATE (appendix A of PostgreSQL's manual). */
const explanationsByState: Readonly<Record<string, Explanation>> = {
  '28P01': (message) => `The database refuses the password (${message}). Correct DATABASE_URL.`,
  '28000': (message) =>
    `The database does not let this user in (${message}). Correct DATABASE_URL, or the rules of the database server for who may connect (pg_hba.conf).`,
  '3D000': (message) =>
    `There is no such database (${message}). Create it (CREATE DATABASE name TEMPLATE template0 ENCODING 'UTF8'), or correct DATABASE_URL.`,
  '42501': (message) =>
    `The user of DATABASE_URL lacks a permission (${message}). Make this user the owner of the database and of all tables in it.`,
  '3F000': (message) =>
    `The user of DATABASE_URL finds no schema to create tables in (${message}). Make this user the owner of the database, or grant it USAGE and CREATE on schema public.`,
  '25006': (message) =>
    `The database is read-only (${message}). Set DATABASE_URL to the primary: a standby rejects writes.`,
  '53300': (message) =>
    `The database has no free connections (${message}). Raise its max_connections, or lower DATABASE_POOL_SIZE.`,
  '53100': (message) => `The disk of the database is full (${message}). Free some space and try again.`,
};

const unsupportedConversion = /conversion between UTF8 and (\w+) is not supported/;

/** Failures identified by their message. Most happen before the database answers and have no SQLSTATE. */
const explanationsByMessage: readonly (readonly [RegExp, Explanation])[] = [
  // PostgreSQL cannot convert some encodings and rejects the connection.
  [
    unsupportedConversion,
    (message) => explainWrongEncoding(unsupportedConversion.exec(message)?.[1] ?? 'of another kind'),
  ],
  [/password must be a string/, () => 'The database asks for a password, and DATABASE_URL has none.'],
  [
    /does not support SSL/,
    () =>
      'The database does not support encrypted connections. Remove sslmode from DATABASE_URL, or set it to disable.',
  ],
  [
    /certificate|self.signed/i,
    (message) =>
      `The certificate of the database is not trusted (${message}). Name its authority with sslrootcert in DATABASE_URL.`,
  ],
  [
    /extension .* is not available|extension control file/,
    (message) => `The database lacks an extension (${message}). Install the contrib package of PostgreSQL.`,
  ],
];

/** Returns an explanation for a database failure that the operator can fix; undefined for other errors. */
export function explainDatabaseError(error: unknown): string | undefined {
  const code = databaseErrorCode(error);
  const message = messageOf(error);
  const explanation =
    explanationsByState[code ?? ''] ?? explanationsByMessage.find(([pattern]) => pattern.test(message))?.[1];
  if (explanation) return explanation(message);
  if (isDatabaseUnavailable(error))
    return `The database cannot be reached (${message || code}). Check DATABASE_URL, and check that the database is running.`;
  return undefined;
}

/** Returns the message of the innermost error. The message of a wrapping error also contains the statement. */
function messageOf(error: unknown): string {
  let current = error;
  while (current instanceof Error && current.cause instanceof Error) current = current.cause;
  return current instanceof Error ? current.message : '';
}
