import { existsSync } from 'node:fs';
import path from 'node:path';
import { BackupError } from '../platform/backup/errors.ts';
import { type Configuration, ConfigurationError } from '../platform/configuration.ts';
import { assertUsable, DatabaseSetupError, explainDatabaseError } from '../platform/database/database-setup.ts';
import { databaseErrorCode } from '../platform/database/database.ts';
import { MigrationLockError } from '../platform/database/migration-locks.ts';
import {
  EmbeddedPostgresError,
  findRunningEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../platform/embedded-postgres/index.ts';

/** Thrown when a command fails. The message tells the operator why. */
export class CommandError extends Error {
  override name = 'CommandError';
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Runs a command and prints its result. Sets the exit code. */
export async function runCommand(command: () => Promise<string>): Promise<void> {
  // On a signal, the "exit" listeners remove unfinished files and stop PostgreSQL. The signal listeners stay, because a
  // second signal would otherwise kill the process first.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));
  try {
    process.stdout.write(`${await command()}\n`);
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exitCode = error instanceof CommandError ? error.exitCode : 1;
  }
}

const keepRunning = async () => undefined;

/**
 * Returns the configured database or the embedded one. Starts the embedded one for this command if no server runs it.
 */
export async function connectToDatabase(
  { databaseUrl, dataDirectory }: Configuration,
  onStarted: (url: string) => Promise<void> = async () => {},
): Promise<{ url: string; stop: () => Promise<void> }> {
  if (databaseUrl) {
    await assertUsable(databaseUrl);
    return { url: databaseUrl, stop: keepRunning };
  }

  const directory = path.join(dataDirectory, 'database');
  const runningUrl = await findRunningEmbeddedPostgres(directory);
  if (runningUrl) return { url: runningUrl, stop: keepRunning };

  if (!existsSync(directory)) throw new CommandError(`${dataDirectory} contains no community. ${startHint}`);
  const startedPostgres = await startEmbeddedPostgres({ directory, durability: 'full' });
  await onStarted(startedPostgres.url);
  return startedPostgres;
}

const startHint = 'Start the server once (npm start), or set DATA_DIR or DATABASE_URL as for the server.';

const explainedErrors = [
  CommandError,
  BackupError,
  ConfigurationError,
  DatabaseSetupError,
  EmbeddedPostgresError,
  MigrationLockError,
];

/** Returns an explanation if the operator can fix the failure. @throws all other errors unchanged. */
function explain(error: unknown): string {
  if (explainedErrors.some((errorClass) => error instanceof errorClass)) return (error as Error).message;
  if (databaseErrorCode(error) === undefinedTable) return `This database contains no community. ${startHint}`;
  const explanation = explainDatabaseError(error);
  if (explanation === undefined) throw error;
  return explanation;
}

/** SQLSTATE of a missing table. */
const undefinedTable = '42P01';
