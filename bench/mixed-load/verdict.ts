import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { openPool } from '../lib/database.ts';
import type { Measurement } from '../lib/measurement.ts';
import type { Ledger } from './ledger.ts';
import { recount } from './recount.ts';
import { type Comparison, compareStoredMarks, type MarkKind } from './stored-marks.ts';
import type { Opened } from './world.ts';

/** Stored data compared with the acknowledged writes and with every recount. */
export type Verdict = Comparison & { checks: number; differences: string[]; partialFiles: string[] };

/** Compares the stored data with the ledger while there are no writes. `dataDirectory` holds the pictures. */
export async function verifyData(
  { databaseUrl, dataDirectory }: { databaseUrl: string; dataDirectory: string },
  { before }: Opened,
  ledger: Ledger,
): Promise<Verdict> {
  await using cleanups = new AsyncDisposableStack();
  const pool = openPool(databaseUrl, cleanups);
  const media = path.join(dataDirectory, 'media');
  const files = await readdir(media, { recursive: true }).catch(() => []);
  return {
    ...(await compareStoredMarks(
      pool,
      ledger.expected(),
      new Map(before.map(([place, marks]): [MarkKind, Set<string>] => [place, new Set(marks)])),
    )),
    ...(await recount(databaseUrl, media)),
    partialFiles: files.filter((file) => file.endsWith('.part')),
  };
}

const zeroMeasurement = (name: string, found: string[], note?: string): Measurement => ({
  name,
  value: found.length,
  unit: '',
  target: { atMost: 0 },
  note: [note, ...found.slice(0, 5)].filter(Boolean).join('; '),
});

export function measurementsOf(
  { lost, duplicates, unexpected, checks, differences, partialFiles }: Verdict,
  note: string,
): Measurement[] {
  return [
    zeroMeasurement('acknowledged writes that are lost', lost, note),
    zeroMeasurement('duplicate writes', duplicates),
    zeroMeasurement('unknown or deleted writes that are stored', unexpected),
    zeroMeasurement('counts that differ from their recount', differences, `${checks} recounts of npm run check-data`),
    {
      name: 'incomplete files',
      value: partialFiles.length,
      unit: '',
      note: 'from interrupted uploads; a job deletes them after a day',
    },
  ];
}

/** Lists the final refusals, for example a comment on a post that a moderator has just removed. */
export const refusalsOf = (refusals: Iterable<[string, number]>): Measurement => ({
  name: 'refused calls',
  value: [...refusals].reduce((sum, [, count]) => sum + count, 0),
  unit: '',
  note: [...refusals].map(([refusal, count]) => `${count} × ${refusal}`).join(', '),
});
