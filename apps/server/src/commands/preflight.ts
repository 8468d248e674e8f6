import path from 'node:path';
import { speedUpModuleLoading } from '../platform/module-loading.ts';
import { OperatorError } from '../platform/operator-error.ts';

/**
 * Returns an explanation if a start would fail at once: an invalid setting, or another server in the data directory.
 * Runs before the build, which takes half a minute. The start checks again.
 */
export async function findStartProblem(): Promise<string | undefined> {
  speedUpModuleLoading();
  // Imported dynamically, because static imports would be loaded before the line above runs.
  const { loadEnvironmentFile, readConfiguration } = await import('../platform/configuration.ts');
  const { assertDirectoryIsFree } = await import('../platform/embedded-postgres/directory-lock.ts');
  try {
    loadEnvironmentFile();
    const { databaseUrl, dataDirectory } = readConfiguration(process.env);
    if (databaseUrl === undefined) await assertDirectoryIsFree(path.join(dataDirectory, 'database'));
    return undefined;
  } catch (error) {
    if (error instanceof OperatorError) return error.message;
    throw error;
  }
}
