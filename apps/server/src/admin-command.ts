import { existsSync } from 'node:fs';
import path from 'node:path';
// Not through the feature's index: this command then need not load the whole account library.
import { grantAdmin } from './features/auth/first-admin.ts';
import {
  type Configuration,
  ConfigurationError,
  loadEnvironmentFile,
  readConfiguration,
} from './platform/configuration.ts';
import { databaseErrorCode, isDatabaseUnavailable, openDatabase } from './platform/database/database.ts';
import { migrateDatabase } from './platform/database/migrate.ts';
import {
  EmbeddedPostgresError,
  findRunningEmbeddedPostgres,
  startEmbeddedPostgres,
} from './platform/embedded-postgres/index.ts';

/** What stops the command; the message is a sentence for the person at the terminal. */
class AdminError extends Error {
  override name = 'AdminError';
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

const usage = `Makes a member an administrator, whether or not the server runs:

  npm run admin -- grant EMAIL`;

async function run(parameters: readonly string[]): Promise<string> {
  const [command, email, ...rest] = parameters;
  if (command !== 'grant' || email === undefined || rest.length > 0) throw new AdminError(usage, 2);
  loadEnvironmentFile();
  const database = await reachDatabase(readConfiguration(process.env));
  const db = openDatabase(database.url, 2, { warn: () => undefined });
  try {
    if (!(await grantAdmin(db, email)))
      throw new AdminError(`There is no member with the email ${email}. Ask them to sign up first.`);
    return `${email} is an administrator now.`;
  } finally {
    await db.$client.end();
    await database.stop();
  }
}

const leaveRunning = async () => undefined;

/** The configured database, else the embedded one: that of the running server, or started for this command alone. */
async function reachDatabase(configuration: Configuration): Promise<{ url: string; stop: () => Promise<void> }> {
  const { databaseUrl, dataDirectory } = configuration;
  if (databaseUrl) return { url: databaseUrl, stop: leaveRunning };

  const directory = path.join(dataDirectory, 'database');
  const running = await findRunningEmbeddedPostgres(directory);
  if (running) return { url: running, stop: leaveRunning };

  if (!existsSync(directory)) throw new AdminError(`${dataDirectory} holds no community. ${startFirst}`);
  const started = await startEmbeddedPostgres({ directory, durability: 'full' });
  await migrateDatabase(started.url);
  return started;
}

const startFirst = 'Start the server once (npm start), or set DATA_DIR or DATABASE_URL as the server has it.';

/** The sentence for a failure that a person can mend; anything else is thrown on. */
function explain(error: unknown): string {
  if (error instanceof AdminError || error instanceof ConfigurationError || error instanceof EmbeddedPostgresError)
    return error.message;
  if (isDatabaseUnavailable(error)) return 'The database cannot be reached. Is DATABASE_URL right, and does it run?';
  if (databaseErrorCode(error) === undefinedTable) return `This database holds no community. ${startFirst}`;
  throw error;
}

/** SQLSTATE of a table that is not there. */
const undefinedTable = '42P01';

/** Does what the command's parameters say, and tells of it; the exit code says whether it was done. */
export async function runAdminCommand(parameters: readonly string[]): Promise<void> {
  try {
    process.stdout.write(`${await run(parameters)}\n`);
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exitCode = error instanceof AdminError ? error.exitCode : 1;
  }
}
