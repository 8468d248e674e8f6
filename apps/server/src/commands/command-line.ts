import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { Configuration } from '../platform/configuration.ts';
import { assertUsable, explainDatabaseError } from '../platform/database/database-setup.ts';
import { databaseErrorCode } from '../platform/database/database.ts';
import { findRunningEmbeddedPostgres, startEmbeddedPostgres } from '../platform/embedded-postgres/index.ts';
import { AppError } from '../platform/errors.ts';
import { OperatorError } from '../platform/operator-error.ts';

/** The arguments of a command are wrong. The message explains its usage. */
export class UsageError extends OperatorError {
  override name = 'UsageError';
}

/** Parses the options of a command and at most one file. @throws UsageError if the arguments do not match. */
export function parseArguments<const Options extends NonNullable<ParseArgsConfig['options']>>(
  parameters: readonly string[],
  options: Options,
  usage: string,
) {
  try {
    const { values, positionals } = parseArgs({ args: [...parameters], options, allowPositionals: true });
    if (positionals.length <= 1) return { values, file: positionals[0] };
  } catch {
    // The usage explains more than the error.
  }
  throw new UsageError(usage);
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
    process.exitCode = error instanceof UsageError ? 2 : 1;
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

  if (!existsSync(directory)) throw new OperatorError(`${dataDirectory} contains no community. ${startHint}`);
  const startedPostgres = await startEmbeddedPostgres({ directory, durability: 'full' });
  await onStarted(startedPostgres.url);
  return startedPostgres;
}

const startHint = 'Start the server once (npm start), or set DATA_DIR or DATABASE_URL as for the server.';

/** Returns an explanation if the operator can fix the failure. @throws all other errors unchanged. */
function explain(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  // In a command, only the storage of files throws this error.
  if (error instanceof AppError && error.code === 'server.unavailable')
    return `The S3 service cannot be reached (${codeOf(error.cause)}). Check S3_ENDPOINT, and check that the service is running.`;
  if (databaseErrorCode(error) === undefinedTable) return `This database contains no community. ${startHint}`;
  const explanation = explainDatabaseError(error);
  if (explanation === undefined) throw error;
  return explanation;
}

const codeOf = (error: unknown): string => {
  const { code, name } = error as { code?: string; name?: string };
  return code ?? name ?? 'no answer';
};

/** SQLSTATE of a missing table. */
const undefinedTable = '42P01';
