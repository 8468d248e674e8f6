import { searchLimits } from '@commons/contract/search';
import { type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../platform/database/database.ts';
import { named } from '../../platform/database/statements.ts';
import type { Searched } from '../../platform/search/searched.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { isMemberVisible, type toMemberSummary, visibilityParameters } from '../members/index.ts';
import { users } from '../members/users.tables.ts';
import type { SearchedFor } from './search.words.ts';

/** Of how many of the newest rows a search for what stands everywhere looks at. */
const newestRows = 20_000;
/** What more of a table's rows have than this is found sooner by walking from the newest than by the index. */
const manyMatches = 10_000;

export type ResultKey = [tier: number, newness: number, id: string];

export type ResultRow = {
  id: string;
  tier: number;
  newness: number;
  /** Whether it has what was looked for in place of what was typed. */
  isMeant: boolean;
  title: string | null;
  text: string | null;
  imageUrl: string | null;
  contentWarning: string | null;
  at: string | null;
  author: AuthorRow | null;
};

type AuthorRow = Parameters<typeof toMemberSummary>[0];
const writer = alias(users, 'writer');
const none = sql`NULL::text`;
const given = (name: string, type: string): SQL => sql`${sql.placeholder(name)}::${sql.raw(type)}`;

/** So that a plan is made for what a statement says, and not for another order of doing it. */
const first = (matching: SQL, { source, isShown }: Searched): SQL =>
  sql`SELECT matching.id FROM (${matching}) AS matching
    CROSS JOIN LATERAL (SELECT FROM ${source} WHERE ${source.id} = matching.id AND ${isShown} OFFSET 0) AS shown
    LIMIT ${sql.raw(String(searchLimits.reach))}`;

/** By the index, the newest of what it finds, sorted without its words; or from the newest row on, until there are enough. */
const ways = {
  index: ({ index }: Searched) =>
    sql`SELECT id FROM (SELECT id FROM ${index} WHERE words @@ ${given('anything', 'tsquery')} OFFSET 0) AS found
      ORDER BY id DESC`,
  walk: ({ index }: Searched) =>
    sql`SELECT id FROM (SELECT id, words FROM ${index} ORDER BY id DESC LIMIT ${sql.raw(String(newestRows))}) AS newest
      WHERE words @@ ${given('anything', 'tsquery')}`,
};
type Way = keyof typeof ways;

/**
 * Chooses the newest of what matches and may be shown, ranks that, and reads what is shown of a page of it: a title that is
 * what was typed, a title with the words, a title that begins so, the words side by side, the words, and what may be meant.
 */
const resultsOf = (searched: Searched, way: Way) => {
  const { source, index, shown } = searched;
  return named<ResultRow>(
    `search_${searched.type}_by_${way}`,
    sql`WITH candidates AS MATERIALIZED (${first(ways[way](searched), searched)}),
      ranked AS MATERIALIZED (
        SELECT candidates.id,
          CASE WHEN lower(unaccent(${searched.title})) = ${given('plain', 'text')} THEN 5
            WHEN words @@ ${given('inTitle', 'tsquery')} THEN 4
            WHEN words @@ ${given('beginsInTitle', 'tsquery')} THEN 3
            WHEN words @@ ${given('phrase', 'tsquery')} THEN 2
            WHEN words @@ ${given('typed', 'tsquery')} THEN 1
            ELSE 0 END AS tier, words @@ ${given('meant', 'tsquery')} AS is_meant,
          (${searched.newness})::float8 AS newness
        FROM candidates JOIN ${index} AS kept ON kept.id = candidates.id JOIN ${source} ON ${source.id} = candidates.id),
      page AS MATERIALIZED (
        SELECT * FROM ranked
        WHERE ${given('tier', 'int')} IS NULL
          OR (tier, newness, id) < (${given('tier', 'int')}, ${given('newness', 'float8')}, ${given('id', 'uuid')})
        ORDER BY tier DESC, newness DESC, id DESC LIMIT ${given('rowCount', 'int')})
      SELECT page.id, tier, newness, is_meant AS "isMeant", ${shown.title} AS title, ${shown.text} AS text, ${shown.imageUrl ?? none} AS "imageUrl",
        ${shown.contentWarning ?? none} AS "contentWarning", ${shown.at ?? none} AS at,
        ${shown.authorId ? authorOf(shown.authorId) : none} AS author
      FROM page JOIN ${source} ON ${source.id} = page.id
      ORDER BY tier DESC, newness DESC, page.id DESC`,
  );
};

/** Nobody whom a block hides is named. */
const authorOf = (authorId: SQL): SQL =>
  sql`(SELECT json_build_object('id', ${writer.id}, 'email', ${writer.email}, 'firstName', ${writer.firstName},
      'lastName', ${writer.lastName}, 'profileImageUrl', ${writer.profileImageUrl}, 'title', ${writer.title})
    FROM ${users} AS writer WHERE ${writer.id} = ${authorId} AND ${isMemberVisible(writer.id)})`;

/** How many rows are searched: as many as the words were counted of. */
const countRows = named<{ source: string; rows: number }>(
  'count_searched_rows',
  sql`SELECT source, rows FROM search_progress`,
);

type Page = { after: ResultKey | undefined; rowCount: number };

/** A search of each of some kinds: those asked for at once share a connection, and a round trip. */
export function createSearch(db: Database, all: readonly Searched[]) {
  const statements = new Map(
    all.map((searched) => [searched.type, { index: resultsOf(searched, 'index'), walk: resultsOf(searched, 'walk') }]),
  );
  return {
    countRows: async () => new Map((await countRows(db, {})).map(({ source, rows }) => [source, rows])),
    results(searched: Searched, viewer: Viewer, query: SearchedFor, rows: number, { after, rowCount }: Page) {
      const { uses: _uses, corrected: _corrected, marked: _marked, ...texts } = query;
      const [tier, newness, id] = after ?? [null, null, null];
      const way = wayOf(query, rows);
      const run = statements.get(searched.type)?.[way];
      if (!run) throw new Error(`nothing is searched of ${searched.type}`);
      return run(db, { ...visibilityParameters(viewer), ...texts, tier, newness, id, rowCount });
    },
  };
}

/** So many rows should have all the words, were they spread evenly: the index is asked unless those are too many to look at. */
function wayOf({ uses }: SearchedFor, rows: number): Way {
  if (rows <= manyMatches) return 'index';
  const expected = uses.reduce((share, count) => share * Math.min(1, count / rows), rows);
  return expected > manyMatches ? 'walk' : 'index';
}
