import { searchLimits } from '@commons/contract/search';
import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import {
  isMemberVisible,
  type toMemberSummary,
  visibilityParameters,
  visibilityTypes,
} from '../../community/members/index.ts';
import { users } from '../../community/members/users.tables.ts';
import type { SearchSource } from '../../community/search-documents/search-source.ts';
import { searchDocuments, searchProgress } from '../../community/search-documents/search.tables.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { columnsOf, namedStatement } from '../../platform/database/named-statements.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import type { SearchQuery } from './search.words.ts';

/** Number of newest documents that a search for common words reads. */
const newestDocuments = 20_000;
/** With more expected matches, reading the newest documents finds a page sooner than the index does. */
const manyMatches = 10_000;

export type ResultKey = [tier: number, recency: number, id: string];

const writer = alias(users, 'writer');
const nullText = sql`NULL::text`;
const parameter = (name: string, type = 'tsquery'): SQL => sql`${sql.placeholder(name)}::${sql.raw(type)}`;
const number = (value: number): SQL => sql.raw(String(value));

/** `index` finds matches by the index and sorts them; `walk` scans the newest documents. OFFSET 0 fixes the plan. */
const strategies = {
  index: (type: string) => sql`SELECT id FROM (SELECT id FROM ${searchDocuments}
    WHERE words @@ ${parameter('anything')} AND type || '' = ${type} OFFSET 0) AS found ORDER BY id DESC`,
  walk: (type: string) => sql`SELECT id FROM (SELECT id, words FROM ${searchDocuments} WHERE type = ${type}
    ORDER BY id DESC LIMIT ${number(newestDocuments)}) AS newest WHERE words @@ ${parameter('anything')}`,
};

const valueTypes = {
  ...visibilityTypes,
  anything: 'tsquery',
  wholeTitle: 'tsquery',
  inTitle: 'tsquery',
  beginsInTitle: 'tsquery',
  phrase: 'tsquery',
  typed: 'tsquery',
  correction: 'tsquery',
  tier: 'integer | null',
  recency: 'double precision | null',
  id: 'uuid | null',
  rowCount: 'integer',
} as const;

export type ResultRow = {
  id: string;
  tier: number;
  recency: number;
  /** Whether the document contains the corrected words. */
  isCorrection: boolean;
  author: Parameters<typeof toMemberSummary>[0] | null;
} & Record<'title' | 'text' | 'imageUrl' | 'contentWarning' | 'at', string | null>;

const resultColumns = columnsOf<ResultRow>({
  id: 'uuid',
  tier: 'integer',
  recency: 'double precision',
  isCorrection: 'boolean',
  title: 'text',
  text: 'text',
  imageUrl: 'text',
  contentWarning: 'text',
  at: 'text',
  author: 'json',
});

/**
 * Selects the newest matches that the viewer may see, ranks them, and returns one page. The tiers in order: whole
 * title, words in the title, prefixes in the title, phrase, words, corrected words.
 */
const resultsBy = (strategy: keyof typeof strategies, { type, source, shown, isShown, recency }: SearchSource) => {
  const typeText = sql.raw(`'${type}'`);
  return namedStatement(
    `search_${type}_by_${strategy}`,
    sql`WITH candidates AS MATERIALIZED (
        SELECT matching.id FROM (${strategies[strategy](type)}) AS matching
        CROSS JOIN LATERAL (SELECT FROM ${source} WHERE ${source.id} = matching.id AND ${isShown} OFFSET 0) AS visible
        LIMIT ${number(searchLimits.maxResults)}),
      ranked AS MATERIALIZED (
        SELECT candidates.id,
          CASE WHEN words @@ ${parameter('wholeTitle')} THEN 5
            WHEN words @@ ${parameter('inTitle')} THEN 4
            WHEN words @@ ${parameter('beginsInTitle')} THEN 3
            WHEN words @@ ${parameter('phrase')} THEN 2
            WHEN words @@ ${parameter('typed')} THEN 1
            ELSE 0 END AS tier, words @@ ${parameter('correction')} AS is_correction,
          (${recency})::float8 AS recency
        FROM candidates JOIN ${searchDocuments} ON ${searchDocuments.type} = ${typeText} AND ${searchDocuments.id} = candidates.id
        JOIN ${source} ON ${source.id} = candidates.id),
      page AS MATERIALIZED (
        SELECT * FROM ranked
        WHERE ${parameter('tier', 'int')} IS NULL
          OR (tier, recency, id) < (${parameter('tier', 'int')}, ${parameter('recency', 'float8')}, ${parameter('id', 'uuid')})
        ORDER BY tier DESC, recency DESC, id DESC LIMIT ${parameter('rowCount', 'int')})
      SELECT page.id, tier, recency, is_correction AS "isCorrection", ${shown.title} AS title, ${shown.text} AS text, ${shown.imageUrl ?? nullText} AS "imageUrl",
        ${shown.contentWarning ?? nullText} AS "contentWarning", ${shown.at ?? nullText} AS at,
        ${shown.authorId ? authorOf(shown.authorId) : sql`NULL::json`} AS author
      FROM page JOIN ${source} ON ${source.id} = page.id
      ORDER BY tier DESC, recency DESC, page.id DESC`,
    { values: valueTypes, columns: resultColumns },
  );
};

/** SQL of an author, or null if a block hides them. */
const authorOf = (authorId: SQL): SQL =>
  sql`(SELECT json_build_object('id', ${writer.id}, 'email', ${writer.email}, 'firstName', ${writer.firstName},
      'lastName', ${writer.lastName}, 'profileImageUrl', ${writer.profileImageUrl}, 'title', ${writer.title})
    FROM ${users} AS writer WHERE ${writer.id} = ${authorId} AND ${isMemberVisible(writer.id)})`;

const readCounts = namedStatement('count_search_documents', sql`SELECT type, documents FROM ${searchProgress}`, {
  columns: { type: 'text', documents: 'integer' },
});

/** Returns the number of documents of each type. */
export const countDocuments = async (db: Queryable) =>
  new Map((await readCounts(db, {})).map(({ type, documents }) => [type, documents]));

/** Creates the search of one source. */
export function resultsIn(source: SearchSource) {
  const [byIndex, byWalk] = [resultsBy('index', source), resultsBy('walk', source)];
  return (
    db: Queryable,
    viewer: Viewer,
    { texts, uses }: SearchQuery,
    counts: ReadonlyMap<string, number>,
    { after, rowCount }: { after: ResultKey | undefined; rowCount: number },
  ): Promise<ResultRow[]> => {
    const documents = counts.get(source.type) ?? 0;
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
    const expected = uses.reduce((share, count) => share * Math.min(1, count / total), documents);
    // A type with few documents is read whole, because the index would read all uses of a common word in every type.
    const isWalked = expected > manyMatches || documents <= Math.min(newestDocuments, ...uses);
    // The type of most documents is not selective: the index would only read another long list.
    const anything = documents * 2 > total ? texts.anything : `':${source.type}' & ${texts.anything}`;
    const [tier, recency, id] = after ?? [null, null, null];
    const values = { ...visibilityParameters(viewer), ...texts, anything, tier, recency, id, rowCount };
    return isWalked ? byWalk(db, values) : byIndex(db, values);
  };
}
