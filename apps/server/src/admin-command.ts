import { existsSync } from 'node:fs';
import path from 'node:path';
// Not through the features' indexes: this command then need not load the whole account library.
import { grantAdmin } from './features/auth/first-admin.ts';
import { findWrongFigures } from './features/points/points.recount.ts';
import {
  type Configuration,
  ConfigurationError,
  loadEnvironmentFile,
  readConfiguration,
} from './platform/configuration.ts';
import { type Database, databaseErrorCode, isDatabaseUnavailable, openDatabase } from './platform/database/database.ts';
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

const usage = `Looks after a community, whether or not the server runs:

  npm run admin -- grant EMAIL     makes a member an administrator
  npm run admin -- check-points    compares everybody's points and minutes with the ledger`;

type Command = { parameters: number; run: (db: Database, ...parameters: string[]) => Promise<string> };

const commands: Record<string, Command> = {
  grant: { parameters: 1, run: grant },
  'check-points': { parameters: 0, run: checkPoints },
};

async function grant(db: Database, email: string): Promise<string> {
  if (await grantAdmin(db, email)) return `${email} is an administrator now.`;
  throw new AdminError(`There is no member with the email ${email}. Ask them to sign up first.`);
}

/** So many are told one by one: nobody reads more. */
const maxDifferences = 50;

async function checkPoints(db: Database): Promise<string> {
  const wrong = await findWrongFigures(db);
  if (wrong.length === 0) return 'All points and minutes equal the ledger.';
  const lines = wrong
    .slice(0, maxDifferences)
    .map(({ memberId, figure, is, should }) => `  member ${memberId}: ${figure} ${is}, by the ledger ${should}`);
  if (wrong.length > maxDifferences) lines.push('  …');
  throw new AdminError(`Figures that differ from the ledger: ${wrong.length}\n${lines.join('\n')}`);
}

async function run([name = '', ...parameters]: readonly string[]): Promise<string> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command?.parameters !== parameters.length) throw new AdminError(usage, 2);
  loadEnvironmentFile();
  const database = await reachDatabase(readConfiguration(process.env));
  const db = openDatabase(database.url, 2, { warn: () => undefined });
  try {
    return await command.run(db, ...parameters);
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
