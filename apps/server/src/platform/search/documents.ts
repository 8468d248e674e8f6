import type { SearchType } from '@commons/contract/search';
import { splitWords, type Word } from '@commons/contract/words';
import { type SQL, sql } from 'drizzle-orm';
import { stemmer } from 'stemmer';
import type { Check, Difference } from '../checks/checks.ts';
import { firstIdAt } from '../database/columns.ts';
import { type Database, inTransaction, type Queryable, type Transaction } from '../database/database.ts';
import { searchChanges, searchDocuments, searchProgress, searchWords } from './search.tables.ts';
import type { SearchSource } from './searched.ts';

/** Returns the stem of an English word, which is also indexed, so that "meditating" finds a meditation. */
export const stemOf = (word: string): string => (/^[a-z]{3,}$/.test(word) ? stemmer(word) : word);
/** The lexeme of a whole title. Like stems and types it starts with a special character that words do not contain. */
export const wholeTitle = (words: readonly Word[]): string =>
  `^${words.flatMap(({ kind, text }) => (kind === 'tail' ? [] : [text])).join(' ')}`.slice(0, 400).toWellFormed();
const isWord = (lexeme: string): boolean => !/^[=^:]/.test(lexeme);

type Row = { id: string; title: string | null; rest: string | null };

/** Builds a document in `tsvector` syntax. The database parses no text, so its locale does not matter. */
function documentOf(type: SearchType, { title, rest }: Row): string {
  const inTitle = [...splitWords(title ?? '')];
  const lexemes = [`':${type}'`, ...(inTitle.length > 0 ? [`'${wholeTitle(inTitle)}'`] : [])];
  let position = 0;
  for (const [words, weight] of [[inTitle, 'A'] as const, [splitWords(rest ?? ''), ''] as const])
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
async function replaceDocuments(tx: Transaction, searched: SearchSource, ids: readonly string[]): Promise<void> {
  const { type, source } = searched;
  const isGiven = (id: typeof source.id) => sql`${id} = ANY(${sql.param(ids)}::uuid[])`;
  const made = await readDocuments(tx, searched, isGiven(source.id));
  const { rows: before } = await tx.execute<{ lexemes: string[] }>(sql`DELETE FROM ${searchDocuments}
    WHERE type = ${type} AND ${isGiven(searchDocuments.id)} RETURNING tsvector_to_array(words) AS lexemes`);
  const { rows: after } = await tx.execute<{ lexemes: string[] }>(sql`INSERT INTO ${searchDocuments} (type, id, words)
    SELECT ${type}, id, words::tsvector FROM unnest(${made.ids}::uuid[], ${made.words}::text[]) AS made (id, words)
    RETURNING tsvector_to_array(words) AS lexemes`);
  const uses = new Map<string, number>();
  for (const [documents, by] of [[before, -1] as const, [after, 1] as const])
    for (const word of documents.flatMap(({ lexemes }) => lexemes.filter(isWord)))
      uses.set(word, (uses.get(word) ?? 0) + by);
  const [words, moves] = [sql.param([...uses.keys()]), sql.param([...uses.values()])];
  await tx.execute(sql`INSERT INTO ${searchWords} (word, uses)
    SELECT * FROM unnest(${words}::text[], ${moves}::int[]) AS moved (word, by) WHERE by <> 0
    ON CONFLICT (word) DO UPDATE SET uses = search_words.uses + excluded.uses`);
  await tx.execute(sql`DELETE FROM ${searchWords} WHERE word = ANY(${words}::text[]) AND uses <= 0`);
  await tx.execute(sql`INSERT INTO ${searchProgress} (type, documents) VALUES (${type}, ${after.length - before.length})
    ON CONFLICT (type) DO UPDATE SET documents = search_progress.documents + excluded.documents`);
}

const rowsAtOnce = 1_000;

/** Indexes changed rows in batches. A failed batch stays queued for the next run. */
export async function indexChanges(db: Database, all: readonly SearchSource[]): Promise<void> {
  for (let taken = rowsAtOnce; taken === rowsAtOnce;)
    taken = await inTransaction(db, async (tx) => {
      await lockIndex(tx);
      const { rows } = await tx.execute<{ type: string; id: string }>(sql`DELETE FROM ${searchChanges}
        WHERE place IN (SELECT place FROM ${searchChanges} ORDER BY place LIMIT ${rowsAtOnce}) RETURNING type, id`);
      for (const searched of all) {
        const ids = new Set(rows.filter(({ type }) => type === searched.type).map(({ id }) => id));
        if (ids.size > 0) await replaceDocuments(tx, searched, [...ids]);
      }
      return rows.length;
    });
}

/** Ids are created before their rows are committed, so newer rows are left for the next run. */
const settledAfterMilliseconds = 10_000;

/**
 * Queues rows that were inserted without being queued, oldest first: demo data, rows of other programs, or rows from
 * before the index existed.
 */
export async function enqueueNewRows(
  db: Database,
  all: readonly SearchSource[],
  { atMost = 50_000, now = Date.now() } = {},
) {
  const before = firstIdAt(new Date(now - settledAfterMilliseconds));
  for (const { type, source } of all)
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
export const documentsOf = (searched: SearchSource): Check => ({
  name: `search: documents of ${searched.type}`,
  async find({ db }) {
    const { type, source } = searched;
    const found: Difference[] = [];
    for (let from: string | null = firstIdAt(new Date(0)); from !== null;) {
      const { rows }: { rows: { next: string | null }[] } = await db.execute(sql`SELECT (SELECT ${source.id}
        FROM ${source} WHERE ${source.id} >= ${from} ORDER BY 1 OFFSET ${rowsAtOnce} LIMIT 1) AS next`);
      const next: string | null = rows[0]?.next ?? null;
      const isIn = (id: SQL | typeof source.id) => sql`${id} >= ${from} AND (${next}::uuid IS NULL OR ${id} < ${next})`;
      const { ids, words } = await readDocuments(db, searched, isIn(source.id));
      const { rows: some } = await db.execute<Difference>(sql`SELECT ARRAY[id::text] AS key,
          CASE WHEN kept.words IS NULL THEN 'none' ELSE 'others' END AS "is", 'its words' AS should
        FROM unnest(${ids}::uuid[], ${words}::text[]) AS made (id, words)
        FULL JOIN (SELECT id, words FROM ${searchDocuments} WHERE type = ${type} AND ${isIn(sql`id`)}) AS kept USING (id)
        WHERE kept.words IS DISTINCT FROM made.words::tsvector
          AND (kept.words IS NOT NULL OR id <= (SELECT until FROM ${searchProgress} WHERE type = ${type}))
          AND NOT EXISTS (SELECT FROM ${searchChanges} AS noted WHERE noted.type = ${type} AND noted.id = made.id) ORDER BY id`);
      found.push(...some);
      from = next;
    }
    return found;
  },
  repair: (tx, { key }) => reindex(tx, searched, key),
});

/** Indexes rows within a transaction. Other processes wait until it ends. */
export async function reindex(tx: Transaction, searched: SearchSource, ids: readonly string[]): Promise<void> {
  await lockIndex(tx);
  await replaceDocuments(tx, searched, ids);
}
