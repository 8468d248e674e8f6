import { features } from '../src/app.ts';
import type { Database } from '../src/platform/database/database.ts';
import { searchedOf } from '../src/platform/feature.ts';
import { indexChanges, indexNewRows } from '../src/platform/search/documents.ts';

/** Indexes everything that was written so far, as the server does a moment after each commit and once a minute. */
export async function indexSearch({ db }: { db: Database }): Promise<void> {
  await indexChanges(db, searchedOf(features));
  await indexNewRows(db, searchedOf(features), { now: Date.now() + 60_000 });
}
