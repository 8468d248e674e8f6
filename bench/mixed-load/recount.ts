import { features } from '../../apps/server/src/app.ts';
import { openDatabase } from '../../apps/server/src/platform/database/database.ts';
import { checksOf } from '../../apps/server/src/platform/feature.ts';
import { localStorage } from '../../apps/server/src/platform/media/storage.ts';

export type Recount = { checks: number; differences: string[] };

/** Runs the checks of `npm run check-data` and returns the differences. */
export async function recount(databaseUrl: string, mediaFolder: string): Promise<Recount> {
  const db = openDatabase(databaseUrl, 2, { warn: () => undefined });
  try {
    const sources = { db, storage: localStorage(mediaFolder) };
    const checks = checksOf(features);
    const differences: string[] = [];
    for (const { name, find } of checks)
      for (const { key, actual, expected } of await find(sources))
        differences.push(`${name}: ${key.join(' ')} is ${actual}, should be ${expected}`);
    return { checks: checks.length, differences };
  } finally {
    await db.$client.end();
  }
}
