import type { Logger } from 'pino';
import { type Configuration, loadEnvironmentFile, readConfiguration } from './platform/configuration.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './platform/embedded-postgres/index.ts';
import { OperatorError } from './platform/operator-error.ts';

/**
 * Maximum time of a stop after the drain: ten seconds for jobs, ten for requests in flight, and five for closing the
 * services. The process exits at the latest after this time.
 */
export const stopMilliseconds = 25_000;

export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const;

/**
 * Keeps the process running when a signal is repeated. close-with-grace replaces its listeners at the first signal. A
 * second signal at that moment, for example from npm, would find no listener and kill the process.
 */
export function surviveRepeatedSignals(): void {
  for (const signal of stopSignals) process.on(signal, () => undefined);
}

/**
 * Reads the configuration and starts a server with it. Explains failures that the operator can fix, and sets exit code
 * 1.
 */
export async function withConfiguration<Result>(
  start: (configuration: Configuration) => Promise<Result>,
): Promise<Result | undefined> {
  // A closed terminal or pipe must not stop the server.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  try {
    loadEnvironmentFile();
    return await start(readConfiguration(process.env));
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
    return undefined;
  }
}

/** Starts the embedded PostgreSQL in the data directory. */
export async function startDatabase(configuration: Configuration, log: Logger): Promise<EmbeddedPostgres> {
  const database = await startEmbeddedPostgres({
    directory: `${configuration.dataDirectory}/database`,
    durability: 'full',
    log: (line) => log.debug({ line }, 'database'),
    onExit: (exit) => log.error(exit, 'the database ended unexpectedly'),
    onRestart: () => log.warn('the database is available again'),
  });
  if (database.hasReplacedOrphan) log.warn('a database left running by an earlier server was replaced');
  return database;
}
