import { gt } from 'semver';
import type { Feature, FeatureContext } from '../../community/feature.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import { findRepository, readManifest } from '../../platform/version.ts';
import { fetchNewestRelease, type Release } from './newest-release.ts';
import { newestReleases } from './updates.tables.ts';

/** Stores the newest release. Sends no request unless an admin has turned the check on. */
async function checkForUpdate({
  settings,
  transact,
  log,
}: Pick<FeatureContext, 'settings' | 'transact' | 'log'>): Promise<void> {
  if (!settings.current.updateCheck) return;
  const manifest = await readManifest();
  const repository = findRepository(manifest);
  if (repository === undefined) {
    log.warn('the check for updates is on, but package.json names no repository on GitHub');
    return;
  }
  const release = await fetchNewestRelease(repository, manifest.version);
  await transact(async ({ tx }) => {
    await tx.delete(newestReleases);
    if (release) await tx.insert(newestReleases).values({ ...release, checkedAt: databaseNow() });
  });
}

/** Returns the newest release if it is newer than this version, and null if the check is off. */
export async function findUpdate({ db, settings }: Pick<FeatureContext, 'db' | 'settings'>): Promise<Release | null> {
  if (!settings.current.updateCheck) return null;
  const [newest] = await db.select({ version: newestReleases.version, url: newestReleases.url }).from(newestReleases);
  const { version } = await readManifest();
  return newest && gt(newest.version, version) ? newest : null;
}

export const updates: Feature = {
  name: 'updates',
  jobs: (context) => [
    {
      name: 'update-check',
      cron: () => (context.settings.current.updateCheck ? '23 5 * * *' : undefined),
      run: () => checkForUpdate(context),
    },
  ],
};
