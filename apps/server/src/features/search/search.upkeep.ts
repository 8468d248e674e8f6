import { type SQL, sql } from 'drizzle-orm';
import { getTableName } from 'drizzle-orm';
import { databaseNow } from '../../platform/database/clock.ts';
import { firstIdAt } from '../../platform/database/columns.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { named } from '../../platform/database/statements.ts';
import type { Searched } from '../../platform/search/searched.ts';

const rowsAtOnce = 1_000;
/** Ids are made before their rows are committed: what is younger than this is counted next time. */
const settledAfterMilliseconds = 10_000;

/**
 * Goes through what came since the last time: counts its words, and indexes what no trigger has, because it was there
 * before. Words of what was changed or deleted stay counted until no row has them (`search.retention.ts`): only which word is
 * used more than another is made of it.
 */
const goOn = ({ source, index, title, rest, isOpen }: Searched): SQL => {
  const words = sql`left(coalesce(${title}, '') || ' ' || coalesce(${rest}, ''), 20000)`;
  return sql`WITH batch AS MATERIALIZED (
      SELECT ${source.id} AS id, ${title} AS title, ${rest} AS rest, CASE WHEN ${isOpen} THEN ${words} ELSE '' END AS words
      FROM ${source}
      WHERE ${source.id} > coalesce((SELECT until FROM search_progress WHERE source = ${sql.placeholder('name')}), '00000000-0000-0000-0000-000000000000')
        AND ${source.id} < ${sql.placeholder('before')}::uuid
      ORDER BY ${source.id} LIMIT ${sql.raw(String(rowsAtOnce))}),
    indexed AS (
      INSERT INTO ${index} (id, words) SELECT id, searched_words(title, rest) FROM batch
      WHERE NOT EXISTS (SELECT FROM ${index} AS kept WHERE kept.id = batch.id) ON CONFLICT DO NOTHING),
    counted AS (
      INSERT INTO search_words (word, uses)
      SELECT lexeme COLLATE "C", count(*) FROM batch, unnest(to_tsvector('searched_plainly', normalize(words, NFC)))
      WHERE lexeme ~ '^[[:alpha:]]{3,30}$' GROUP BY 1 ORDER BY 1
      ON CONFLICT (word) DO UPDATE SET uses = search_words.uses + excluded.uses),
    gone AS (SELECT count(*)::int AS rows, max(id::text)::uuid AS until FROM batch),
    noted AS (
      INSERT INTO search_progress (source, until, rows) SELECT ${sql.placeholder('name')}, until, rows FROM gone WHERE rows > 0
      ON CONFLICT (source) DO UPDATE SET until = excluded.until, rows = search_progress.rows + excluded.rows)
    SELECT rows FROM gone`;
};

/** Each kind of table once: two kinds may stand in one. */
export const sourcesOf = (all: readonly Searched[]): Searched[] => [
  ...new Map(all.map((searched) => [getTableName(searched.source), searched])).values(),
];

/** What is done of one table in a run: the next run, a minute later, goes on. */
const rowsInRun = 50_000;

export function createUpkeep(all: readonly Searched[]) {
  const steps = sourcesOf(all).map((searched) => {
    const name = getTableName(searched.source);
    return { name, step: named<{ rows: number }>(`keep_searched_${name}`, goOn(searched)) };
  });
  return async (
    db: Database | Queryable,
    { atMost = rowsInRun, now = databaseNow().getTime() } = {},
  ): Promise<void> => {
    const before = firstIdAt(new Date(now - settledAfterMilliseconds));
    for (const { name, step } of steps) {
      for (let done = 0; done < atMost; done += rowsAtOnce) {
        const [gone] = await step(db, { name, before });
        if ((gone?.rows ?? 0) < rowsAtOnce) break;
      }
    }
  };
}
