import { devNull } from 'node:os';
import { features } from '../src/app.ts';
import type { Database } from '../src/platform/database/database.ts';
import { localStorage } from '../src/platform/media/storage.ts';

/** Runs all consistency checks. Returns the number of differences per check, and the number of deadlocks. */
export async function recount(db: Database): Promise<Record<string, number>> {
  const mismatches: Record<string, number> = {};
  for (const { name, find } of features.flatMap(({ checks = [] }) => checks))
    mismatches[name] = (await find({ db, storage: localStorage(devNull) })).length;
  const { rows } = await db.$client.query<{ deadlocks: number }>(
    'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
  );
  return { ...mismatches, deadlocks: rows[0]!.deadlocks };
}
