import { features } from '../src/app.ts';
import { searchSourcesOf } from '../src/community/feature.ts';
import { indexChanges, enqueueNewRows } from '../src/community/search-documents/documents.ts';
import type { Database } from '../src/platform/database/database.ts';
import { migrateDatabase } from '../src/platform/database/migrate.ts';
import { openJobs } from '../src/platform/jobs/jobs.ts';
import { emptyDatabase } from './backups.ts';
import { Community } from './community.ts';

/** Indexes everything that was written so far, as the server does after each commit and once a minute. */
export async function indexSearch({ db }: { db: Database }): Promise<void> {
  await enqueueNewRows(db, searchSourcesOf(features), { now: Date.now() + 60_000 });
  await indexChanges(db, searchSourcesOf(features));
}

/** Opens a community on a database with an ASCII locale, as an external database may have. */
export async function openInCLocale(): Promise<Community> {
  const databaseUrl = await emptyDatabase(`TEMPLATE template0 ENCODING 'UTF8' LOCALE_PROVIDER libc LOCALE 'C'`);
  await migrateDatabase(databaseUrl);
  const jobs = await openJobs(
    { connectionString: databaseUrl, schedule: false, supervise: false },
    { warn: () => undefined },
  );
  await jobs.stop();
  return Community.open({ databaseUrl });
}
