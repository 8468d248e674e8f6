import type { SearchType } from '@commons/contract/search/schemas';
import { splitWords, type Word } from '@commons/contract/words';
import { type SQL, sql } from 'drizzle-orm';
import { stemmer } from 'stemmer';
import { firstIdAt } from '../../platform/database/columns.ts';
import { type Database, inTransaction, type Queryable, type Transaction } from '../../platform/database/database.ts';
import type { Check, Difference } from '../checks/checks.ts';
import type { SearchSource } from './search-source.ts';
import { searchChanges, searchDocuments, searchProgress, searchWords } from './search.tables.ts';

/** Returns the stem of an English word, which is also indexed, so that "meditating" finds a meditation. */
export const stemOf = (word: string): string => (/^[a-z]{3,}$/.test(word) ? stemmer(word) : word);
/** Returns the lexeme of a whole title. Like stems and types, it starts with a character that words do not contain. */
export const wholeTitle = (words: readonly Word[]): string =>
  `^${words.flatMap(({ kind, text }) => (kind === 'tail' ? [] : [text])).join(' ')}`.slice(0, 400).toWellFormed();
const isWord = (lexeme: string): boolean => !/^[=^:]/.test(lexeme);

type Row = { id: string; title: string | null; rest: string | null };

/** Builds a document in `tsvector` syntax. The database parses no text, so its locale does not matter. */
function documentOf(type: SearchType, { title, rest }: Row): string {
  const titleWords = [...splitWords(title ?? '')];
  const lexemes = [`':${type}'`, ...(titleWords.length > 0 ? [`'${wholeTitle(titleWords)}'`] : [])];
  let position = 0;
  for (const [words, weight] of [[titleWords, 'A'] as const, [splitWords(rest ?? ''), ''] as const])
    for (const { text, kind } of words) {
      if (kind !== 'tail') position += 1;
      for (const lexeme of new Set([text, stemOf(text) === text ? text : `=${stemOf(text)}`]))
        lexemes.push(`'${lexeme}':${position}${weight}`);
    }
  return lexemes.join(' ');
}

/** Waits for other processes that write documents. Later statements see their committed changes. */
const lockIndex = (tx: Transaction) => tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('search index'))`);

async function readDocuments(db: Queryable, { type, source, title, rest, isIndexed }: SearchSource, where: SQL) {
  const { rows } = await db.execute<Row>(sql`SELECT ${source.id} AS id, ${title} AS title, ${rest} AS rest
    FROM ${source} WHERE ${isIndexed} AND ${where}`);
  return { ids: sql.param(rows.map(({ id }) => id)), words: sql.param(rows.map((row) => documentOf(type, row))) };
}

/** Replaces the documents of existing rows, and updates the word and document counts. */
async function replaceDocuments(tx: Transaction, searchSource: SearchSource, ids: readonly string[]): Promise<void> {
  const { type, source } = searchSource;
  const hasId = (id: typeof source.id) => sql`${id} = ANY(${sql.param(ids)}::uuid[])`;
  const documents = await readDocuments(tx, searchSource, hasId(source.id));
  const { rows: before } = await tx.execute<{ lexemes: string[] }>(sql`DELETE FROM ${searchDocuments}
    WHERE type = ${type} AND ${hasId(searchDocuments.id)} RETURNING tsvector_to_array(words) AS lexemes`);
  const { rows: after } = await tx.execute<{ lexemes: string[] }>(sql`INSERT INTO ${searchDocuments} (type, id, words)
    SELECT ${type}, id, words::tsvector FROM unnest(${documents.ids}::uuid[], ${documents.words}::text[]) AS made (id, words)
    RETURNING tsvector_to_array(words) AS lexemes`);
  const wordCounts = new Map<string, number>();
  for (const [documents, by] of [[before, -1] as const, [after, 1] as const])
    for (const word of documents.flatMap(({ lexemes }) => lexemes.filter(isWord)))
      wordCounts.set(word, (wordCounts.get(word) ?? 0) + by);
  const [words, countChanges] = [sql.param([...wordCounts.keys()]), sql.param([...wordCounts.values()])];
  await tx.execute(sql`INSERT INTO ${searchWords} (word, uses)
    SELECT * FROM unnest(${words}::text[], ${countChanges}::int[]) AS moved (word, by) WHERE by <> 0
    ON CONFLICT (word) DO UPDATE SET uses = search_words.uses + excluded.uses`);
  await tx.execute(sql`DELETE FROM ${searchWords} WHERE word = ANY(${words}::text[]) AND uses <= 0`);
  await tx.execute(sql`INSERT INTO ${searchProgress} (type, documents) VALUES (${type}, ${after.length - before.length})
    ON CONFLICT (type) DO UPDATE SET documents = search_progress.documents + excluded.documents`);
}

const rowsPerBatch = 1_000;

/** Indexes changed rows in batches. A failed batch stays queued for the next run. */
export async function indexChanges(db: Database, sources: readonly SearchSource[]): Promise<void> {
  for (let takenCount = rowsPerBatch; takenCount === rowsPerBatch;)
    takenCount = await inTransaction(db, async (tx) => {
      await lockIndex(tx);
      const { rows } = await tx.execute<{ type: string; id: string }>(sql`DELETE FROM ${searchChanges}
        WHERE place IN (SELECT place FROM ${searchChanges} ORDER BY place LIMIT ${rowsPerBatch}) RETURNING type, id`);
      for (const searchSource of sources) {
        const ids = new Set(rows.filter(({ type }) => type === searchSource.type).map(({ id }) => id));
        if (ids.size > 0) await replaceDocuments(tx, searchSource, [...ids]);
      }
      return rows.length;
    });
}

/** Ids are created before their rows are committed, so rows newer than this are left for the next run. */
const settledAfterMilliseconds = 10_000;

/**
 * Queues rows that have not been queued yet, oldest first: demo data, rows of other programs, or rows from before the
 * index existed.
 */
export async function enqueueNewRows(
  db: Database,
  sources: readonly SearchSource[],
  { atMost = 50_000, now = Date.now() } = {},
) {
  const before = firstIdAt(new Date(now - settledAfterMilliseconds));
  for (const { type, source } of sources)
    await db.execute(sql`WITH seen AS MATERIALIZED (
        SELECT ${source.id} AS id FROM ${source} WHERE ${source.id} < ${before}
          AND ${source.id} > coalesce((SELECT until FROM ${searchProgress} WHERE type = ${type}), ${firstIdAt(new Date(0))})
        ORDER BY 1 LIMIT ${sql.raw(String(Math.min(atMost, 2 ** 31)))}),
      noted AS (INSERT INTO ${searchChanges} (place, type, id) SELECT gen_random_uuid(), ${type}, id FROM seen
        WHERE NOT EXISTS (SELECT FROM ${searchDocuments} AS kept WHERE kept.type = ${type} AND kept.id = seen.id))
      INSERT INTO ${searchProgress} (type, until) SELECT ${type}, max(id::text)::uuid FROM seen HAVING count(*) > 0
      ON CONFLICT (type) DO UPDATE SET until = greatest(search_progress.until, excluded.until)`);
}

/** Compares each document with its row. Skips rows that are still queued. */
export const documentsOf = (searchSource: SearchSource): Check => ({
  name: `search: documents of ${searchSource.type}`,
  async find({ db }) {
    const { type, source } = searchSource;
    const differences: Difference[] = [];
    for (let from: string | null = firstIdAt(new Date(0)); from !== null;) {
      const { rows }: { rows: { next: string | null }[] } = await db.execute(sql`SELECT (SELECT ${source.id}
        FROM ${source} WHERE ${source.id} >= ${from} ORDER BY 1 OFFSET ${rowsPerBatch} LIMIT 1) AS next`);
      const next: string | null = rows[0]?.next ?? null;
      const isInRange = (id: SQL | typeof source.id) =>
        sql`${id} >= ${from} AND (${next}::uuid IS NULL OR ${id} < ${next})`;
      const { ids, words } = await readDocuments(db, searchSource, isInRange(source.id));
      const { rows: batch } = await db.execute<Difference>(sql`SELECT ARRAY[id::text] AS key,
          CASE WHEN kept.words IS NULL THEN 'none' ELSE 'others' END AS actual, 'its words' AS expected
        FROM unnest(${ids}::uuid[], ${words}::text[]) AS made (id, words)
        FULL JOIN (SELECT id, words FROM ${searchDocuments} WHERE type = ${type} AND ${isInRange(sql`id`)}) AS kept USING (id)
        WHERE kept.words IS DISTINCT FROM made.words::tsvector
          AND (kept.words IS NOT NULL OR id <= (SELECT until FROM ${searchProgress} WHERE type = ${type}))
          AND NOT EXISTS (SELECT FROM ${searchChanges} AS noted WHERE noted.type = ${type} AND noted.id = made.id) ORDER BY id`);
      differences.push(...batch);
      from = next;
    }
    return differences;
  },
  repair: (tx, { key }) => reindex(tx, searchSource, key),
});

/** Indexes rows within a transaction. Other processes wait until it ends. */
export async function reindex(tx: Transaction, searchSource: SearchSource, ids: readonly string[]): Promise<void> {
  await lockIndex(tx);
  await replaceDocuments(tx, searchSource, ids);
}
