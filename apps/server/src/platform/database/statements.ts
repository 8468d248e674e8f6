import { type Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Queryable } from './database.ts';

/** The values of an execution, by placeholder name, as in drizzle's own type. */
type Values = Record<string, unknown>;

/**
 * Prepares a statement of drizzle's builder once for each connection, because building SQL costs more than running it.
 * All inserted values must be placeholders: an application default would be evaluated only once.
 */
export function prepareOnce<Statement>(build: (db: Queryable) => Statement): (db: Queryable) => Statement {
  const statements = new WeakMap<Queryable, Statement>();
  return (db) => statements.getOrInsertComputed(db, build);
}

/**
 * Formats an instant as in API responses. The database does it, which avoids a Date that would only be formatted again.
 */
export const isoText = (instant: SQLWrapper): SQL<string> =>
  sql`to_char(${instant} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Like `isoText`, for a nullable instant. */
export const isoTextOrNull: (instant: SQLWrapper) => SQL<string | null> = isoText;

/** Row counts of pages with 20, 50 or 100 items, plus one row that shows whether a next page exists. */
export const pageRowCounts = [21, 51, 101];

/**
 * Reads a page with one of a few prepared statements: reads the next larger page size and drops the extra rows. `build`
 * must use `limit` and `name` in its statement. drizzle turns even a number into a parameter. For a parameterized
 * LIMIT, PostgreSQL's generic plan expects a tenth of the table, so it plans each execution again. A statement for each
 * possible size would mean hundreds on every connection.
 */
export function preparePages<Row>(
  name: string,
  build: (db: Queryable, page: { limit: Placeholder; name: string }) => { execute: (values: Values) => Promise<Row[]> },
): (db: Queryable, rowCount: number, values: Values) => Promise<Row[]> {
  const statements = pageRowCounts.map((rows) => ({
    rows,
    // The type allows numbers and placeholders; the builder accepts any SQL.
    statement: prepareOnce((db) =>
      build(db, { limit: sql.raw(String(rows)) as unknown as Placeholder, name: `${name}_${rows}` }),
    ),
  }));
  return async (db, rowCount, values) => {
    const { statement } = findFittingPage(statements, rowCount);
    return (await statement(db).execute(values)).slice(0, rowCount);
  };
}

/** Returns the statement with the next larger page size. */
export function findFittingPage<Page extends { rows: number }>(pages: readonly Page[], rowCount: number): Page {
  const page = pages.find(({ rows }) => rows >= rowCount);
  if (!page) throw new RangeError(`no page size covers ${rowCount} rows`);
  return page;
}
