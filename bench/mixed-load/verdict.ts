import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { openPool } from '../lib/database.ts';
import type { Measurement } from '../lib/measurement.ts';
import { type Comparison, compareKept, type Kept } from './kept.ts';
import type { Ledger } from './ledger.ts';
import { recount } from './recount.ts';
import type { Opened } from './world.ts';

/** What a community has, held against what it acknowledged and against every recount. */
export type Verdict = Comparison & { checks: number; differences: string[]; halves: string[] };

/** While nobody writes. `dataDirectory` is where its pictures are. */
export async function judge(
  { databaseUrl, dataDirectory }: { databaseUrl: string; dataDirectory: string },
  { before }: Opened,
  ledger: Ledger,
): Promise<Verdict> {
  await using cleanups = new AsyncDisposableStack();
  const pool = openPool(databaseUrl, cleanups);
  const media = path.join(dataDirectory, 'media');
  const files = await readdir(media, { recursive: true }).catch(() => []);
  return {
    ...(await compareKept(
      pool,
      ledger.expected(),
      new Map(before.map(([kept, marks]): [Kept, Set<string>] => [kept, new Set(marks)])),
    )),
    ...(await recount(databaseUrl, media)),
    halves: files.filter((file) => file.endsWith('.part')),
  };
}

const none = (name: string, found: string[], note?: string): Measurement => ({
  name,
  value: found.length,
  unit: '',
  bar: { atMost: 0 },
  note: [note, ...found.slice(0, 5)].filter(Boolean).join('; '),
});

export function measurementsOf(
  { lost, doubled, strangers, checks, differences, halves }: Verdict,
  how: string,
): Measurement[] {
  return [
    none('acknowledged writes that are lost', lost, how),
    none('writes there twice', doubled),
    none('writes nobody knows of, or that were taken back', strangers),
    none('figures that differ from their recount', differences, `${checks} recounts of npm run check-data`),
    {
      name: 'files that were begun',
      value: halves.length,
      unit: '',
      note: 'of uploads that a kill cut off; they go with the orphans, after a day',
    },
  ];
}

/** What the server stood by: somebody came too late, as when a moderator took a post down meanwhile. */
export const refusalsOf = (refusals: Iterable<[string, number]>): Measurement => ({
  name: 'calls that were refused',
  value: [...refusals].reduce((sum, [, count]) => sum + count, 0),
  unit: '',
  note: [...refusals].map(([refusal, count]) => `${count} × ${refusal}`).join(', '),
});
