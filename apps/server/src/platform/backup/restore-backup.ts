import { isDeepStrictEqual } from 'node:util';
import type { Configuration } from '../configuration.ts';
import { assertUsable, explainDatabaseError, withDatabaseExplanations } from '../database/database-setup.ts';
import { databaseErrorCode } from '../database/database.ts';
import { explainFileError } from '../embedded-postgres/errors.ts';
import { startEmbeddedPostgres } from '../embedded-postgres/index.ts';
import { openStorage } from '../media/storage.ts';
import { OperatorError } from '../operator-error.ts';
import { environmentSettings } from '../settings/current.ts';
import { assertDatabaseIsEmpty, assertKnownVersion, openLoad } from './load.ts';
import type { Manifest } from './manifest.ts';
import { readBackup } from './read-backup.ts';
import { assertDirectoryIsEmpty, type StagingArea, withStagingArea } from './staging-area.ts';

/**
 * Restores a backup into an empty data directory, or into an empty database and bucket. Reads the file twice: first to
 * verify all of it, then to load it. Everything becomes visible at once at the end.
 * @throws OperatorError with an explanation. Nothing was changed in this case.
 */
export async function restoreBackup(
  file: string,
  target: Configuration,
  identities: readonly string[] = [],
): Promise<Manifest> {
  const { databaseUrl, dataDirectory } = target;
  const { s3 } = environmentSettings(target.settings);
  await assertDirectoryIsEmpty(dataDirectory);
  if (databaseUrl) {
    await assertUsable(databaseUrl);
    await withDatabaseExplanations(() => assertDatabaseIsEmpty(databaseUrl));
  }
  if (s3) await assertBucketIsEmpty(target);
  const manifest = await checkBackup(file, identities);

  const restore = withStagingArea(target, async (staging) => {
    if (databaseUrl) {
      await loadAll(databaseUrl, staging, () => staging.moveIntoPlace());
      return;
    }
    const database = await startEmbeddedPostgres({ directory: staging.databaseDirectory, durability: 'full' });
    try {
      await loadAll(database.url, staging, async () => {});
    } finally {
      await database.stop();
    }
    await staging.moveIntoPlace();
  });
  await restore.catch((error: unknown) => {
    throw explainRestoreError(error, dataDirectory);
  });
  return manifest;

  async function loadAll(url: string, staging: StagingArea, beforeCommit: () => Promise<void>): Promise<void> {
    const load = await openLoad(url, manifest);
    try {
      // Another restore may have started while the backup was being verified.
      if (s3) await assertBucketIsEmpty(target);
      const secondManifest = await readBackup(file, identities, async (archived) => {
        if (!(await load.loadFile(archived)) && !(await staging.storeFile(archived)))
          throw new OperatorError(
            `${file} contains a file that its manifest does not list: ${archived.name}. Nothing was changed.`,
          );
      });
      if (!isDeepStrictEqual(secondManifest, manifest)) throw new OperatorError(`${file} changed while it was read.`);
      await staging.waitForWrites();
      await load.finish();
      await beforeCommit();
      await load.commit();
    } finally {
      await load.close();
    }
  }
}

/**
 * Verifies a backup completely, with all checks of a restore that need no target.
 * @throws OperatorError with an explanation.
 */
export async function checkBackup(file: string, identities: readonly string[] = []): Promise<Manifest> {
  const manifest = await readBackup(file, identities);
  assertKnownVersion(manifest);
  return manifest;
}

/** A SQLSTATE contains a digit. Operating system codes do not. */
const sqlState = /^(?=.*\d)[\dA-Z]{5}$/;

/** Returns an error for the terminal: our explanation if there is one, otherwise the message of the database. */
function explainRestoreError(error: unknown, dataDirectory: string): unknown {
  if (!sqlState.test(databaseErrorCode(error) ?? '')) return explainFileError(error, dataDirectory);
  const explanation = explainDatabaseError(error);
  if (explanation !== undefined) return new OperatorError(`${explanation} Nothing was changed.`, { cause: error });
  const { message } = error as Error;
  return new OperatorError(`The database rejected the backup: ${message}. Nothing was changed.`, { cause: error });
}

async function assertBucketIsEmpty(target: Configuration): Promise<void> {
  const { s3 } = environmentSettings(target.settings);
  const storage = await openStorage({ s3, dataDirectory: target.dataDirectory });
  for await (const key of storage.keys())
    throw new OperatorError(`The bucket ${s3?.bucket} is not empty: it has ${key}. Nothing was changed.`);
}
