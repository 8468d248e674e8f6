import type { SearchType } from '@commons/contract/search';
import { splitWords, type Word } from '@commons/contract/words';
import { sql } from 'drizzle-orm';
import { stemmer } from 'stemmer';
import type { Check, Difference } from '../checks/checks.ts';
import { firstIdAt } from '../database/columns.ts';
import { type Database, inTransaction, type Queryable, type Transaction } from '../database/database.ts';
import { searchChanges, searchDocuments, searchProgress, searchWords } from './search.tables.ts';
import type { Searched } from './searched.ts';

/** English words are also indexed by their stem, so that "meditating" finds a meditation. */
export const stemOf = (word: string): string => (/^[a-z]{3,}$/.test(word) ? stemmer(word) : word);
/** The lexeme of a whole title. */
export const wholeTitle = (words: readonly Word[]): string =>
  `^${words.flatMap(({ kind, text }) => (kind === 'tail' ? [] : [text])).join(' ')}`.slice(0, 400).toWellFormed();
/** Stems, whole titles and kinds are lexemes that begin with a sign, which no word has. */
const isWord = (lexeme: string): boolean => !/^[=^:]/.test(lexeme);

type Row = { id: string; title: string | null; rest: string | null };

/**
 * Returns a document in the text form of `tsvector`, with its distinct words. Only letters and numbers stand between the
 * quotes, and the database parses nothing: its locale does not matter.
 */
function documentOf(type: SearchType, { id, title, rest }: Row) {
  const lexemes = [`':${type}'`];
  const distinct = new Set<string>();
  let position = 0;
  const add = (words: readonly Word[], weight: 'A' | '') => {
    for (const { text, kind } of words) {
      if (kind !== 'tail') position += 1;
      distinct.add(text);
      const stem = stemOf(text);
      for (const lexeme of stem === text ? [text] : [text, `=${stem}`])
        lexemes.push(`'${lexeme}':${position}${weight}`);
    }
  };
  const inTitle = [...splitWords(title ?? '')];
  if (inTitle.length > 0) lexemes.push(`'${wholeTitle(inTitle)}'`);
  add(inTitle, 'A');
  add([...splitWords(rest ?? '')], '');
  return { id, words: lexemes.join(' '), distinct };
}

/** Returns a query for documents of people whose name has words that begin so; empty where nothing typed is a word. */
export const nameQuery = (text: string): string => {
  const words = [...splitWords(text)].filter(({ kind }) => kind !== 'tail');
  return words.length === 0 ? '' : `':people' & ${words.map((word) => `'${word.text}':*A`).join(' & ')}`;
};

/** One process writes documents at a time; statements after this one see everything that the process before committed. */
const lockIndex = (tx: Transaction) => tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('search index'))`);

const readRows = async (db: Queryable, { source, title, rest, isIndexed }: Searched, ids: readonly string[]) =>
  (
    await db.execute<Row>(sql`SELECT ${source.id} AS id, ${title} AS title, ${rest} AS rest FROM ${source}
      WHERE ${source.id} = ANY(${sql.param(ids)}::uuid[]) AND ${isIndexed}`)
  ).rows;

/** Replaces the documents with these ids by those of the rows, and moves the counts of words. */
async function replaceDocuments(tx: Transaction, type: SearchType, ids: readonly string[], rows: readonly Row[]) {
  const made = rows.map((row) => documentOf(type, row));
  const { rows: before } = await tx.execute<{ lexemes: string[] }>(sql`
    DELETE FROM ${searchDocuments} WHERE type = ${type} AND id = ANY(${sql.param(ids)}::uuid[])
    RETURNING tsvector_to_array(words) AS lexemes`);
  const [madeIds, madeWords] = [made.map(({ id }) => id), made.map(({ words }) => words)];
  await tx.execute(sql`INSERT INTO ${searchDocuments} (type, id, words)
    SELECT ${type}, id, words::tsvector FROM unnest(${sql.param(madeIds)}::uuid[], ${sql.param(madeWords)}::text[]) AS made (id, words)`);
  const uses = new Map<string, number>();
  const count = (words: Iterable<string>, by: number) => {
    for (const word of words) uses.set(word, (uses.get(word) ?? 0) + by);
  };
  for (const { lexemes } of before) count(lexemes.filter(isWord), -1);
  for (const { distinct } of made) count(distinct, 1);
  const moved = [...uses].filter(([, by]) => by !== 0);
  const words = sql.param(moved.map(([word]) => word));
  await tx.execute(sql`INSERT INTO ${searchWords} (word, uses)
    SELECT * FROM unnest(${words}::text[], ${sql.param(moved.map(([, by]) => by))}::int[])
    ON CONFLICT (word) DO UPDATE SET uses = search_words.uses + excluded.uses`);
  await tx.execute(sql`DELETE FROM ${searchWords} WHERE word = ANY(${words}::text[]) AND uses <= 0`);
  await tx.execute(sql`INSERT INTO ${searchProgress} (type, until, documents)
    VALUES (${type}, ${firstId}, ${made.length - before.length})
    ON CONFLICT (type) DO UPDATE SET documents = search_progress.documents + excluded.documents`);
}

const firstId = '00000000-0000-0000-0000-000000000000';
const rowsAtOnce = 1_000;

/** Forgets the words of a member who leaves, in the transaction in which they leave. */
export async function removeDocument(tx: Transaction, type: SearchType, id: string): Promise<void> {
  await lockIndex(tx);
  await replaceDocuments(tx, type, [id], []);
}

/** Indexes the rows that are noted as changed, in batches. A batch that fails leaves its notes for the next run. */
export async function indexChanges(db: Database, all: readonly Searched[]): Promise<void> {
  for (let taken = rowsAtOnce; taken === rowsAtOnce;)
    taken = await inTransaction(db, async (tx) => {
      await lockIndex(tx);
      const { rows } = await tx.execute<{ type: string; id: string }>(sql`DELETE FROM ${searchChanges}
        WHERE place IN (SELECT place FROM ${searchChanges} ORDER BY place LIMIT ${rowsAtOnce}) RETURNING type, id`);
      for (const searched of all) {
        const ids = new Set(rows.flatMap(({ type, id }) => (type === searched.type ? [id] : [])));
        if (ids.size > 0) await replaceDocuments(tx, searched.type, [...ids], await readRows(tx, searched, [...ids]));
      }
      return rows.length;
    });
}

/** Ids are made before their rows are committed: younger rows are looked at in the next run. */
const settledAfterMilliseconds = 10_000;

/** Goes through the rows that nobody noted, the oldest first: those of before the index, of the demo, of other programs. */
export async function indexNewRows(db: Database, all: readonly Searched[], { atMost = 50_000, now = Date.now() } = {}) {
  const before = firstIdAt(new Date(now - settledAfterMilliseconds));
  for (const { type, source, ...others } of all)
    for (let done = 0, read = rowsAtOnce; read === rowsAtOnce && done < atMost; done += read)
      read = await inTransaction(db, async (tx) => {
        await lockIndex(tx);
        const { rows } = await tx.execute<{ id: string; isMissing: boolean }>(sql`SELECT ${source.id} AS id,
            NOT EXISTS (SELECT FROM ${searchDocuments} AS kept WHERE kept.type = ${type} AND kept.id = ${source.id}) AS "isMissing"
          FROM ${source} WHERE ${source.id} < ${before}
            AND ${source.id} > coalesce((SELECT until FROM ${searchProgress} WHERE type = ${type}), ${firstId})
          ORDER BY ${source.id} LIMIT ${rowsAtOnce}`);
        const missing = rows.flatMap(({ id, isMissing }) => (isMissing ? [id] : []));
        const [searched, last] = [{ type, source, ...others }, rows.at(-1)];
        await replaceDocuments(tx, type, missing, await readRows(tx, searched, missing));
        if (last) await tx.execute(sql`UPDATE ${searchProgress} SET until = ${last.id} WHERE type = ${type}`);
        return rows.length;
      });
}

/** Compares each document with its row. Rows that wait to be indexed count as right. */
export const documentsOf = (searched: Searched): Check => {
  const { type, source, isIndexed } = searched;
  const isWaiting = sql`EXISTS (SELECT FROM ${searchChanges} AS noted WHERE noted.type = ${type} AND noted.id = checked.id)`;
  const differences = async (db: Queryable, select: ReturnType<typeof sql>) =>
    (
      await db.execute<Difference>(sql`SELECT ARRAY[id::text] AS key, "is", should FROM (${select}) AS checked
      WHERE NOT ${isWaiting} ORDER BY id`)
    ).rows;
  return {
    name: `search: documents of ${type}`,
    async find({ db }) {
      const found = await differences(
        db,
        sql`SELECT id, 'a document' AS "is", NULL AS should FROM ${searchDocuments}
        WHERE type = ${type} AND NOT EXISTS (SELECT FROM ${source} WHERE ${source.id} = search_documents.id AND ${isIndexed})`,
      );
      for (let after: string | undefined = firstId; after !== undefined;) {
        const { rows }: { rows: { id: string }[] } = await db.execute<{
          id: string;
        }>(sql`SELECT ${source.id} AS id FROM ${source}
          WHERE ${source.id} > ${after} AND ${source.id} <= (SELECT until FROM ${searchProgress} WHERE type = ${type})
          ORDER BY ${source.id} LIMIT ${rowsAtOnce}`);
        const made = (
          await readRows(
            db,
            searched,
            rows.map(({ id }) => id),
          )
        ).map((row) => documentOf(type, row));
        const [ids, words] = [made.map(({ id }) => id), made.map((each) => each.words)];
        found.push(
          ...(await differences(
            db,
            sql`SELECT made.id, CASE WHEN kept.id IS NULL THEN 'none' ELSE 'others' END AS "is", 'its words' AS should
            FROM unnest(${sql.param(ids)}::uuid[], ${sql.param(words)}::text[]) AS made (id, words)
            LEFT JOIN ${searchDocuments} AS kept ON kept.type = ${type} AND kept.id = made.id
            WHERE kept.words IS DISTINCT FROM made.words::tsvector`,
          )),
        );
        after = rows.at(-1)?.id;
      }
      return found;
    },
    async mend(tx, { key: [id = ''] }) {
      await lockIndex(tx);
      await replaceDocuments(tx, type, [id], await readRows(tx, searched, [id]));
    },
  };
};
