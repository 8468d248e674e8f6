import { Column, is, noopDecoder, Param, Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { Pool, type PoolClient, type QueryConfig, type QueryResult, types as pgTypes } from 'pg';
import { type Queryable, toQueryConfig, compileStatement } from './database.ts';
import { queryOnSharedConnection } from './shared-connection.ts';
import { observeStatement } from './statement-observers.ts';

/** The values of an execution, by placeholder name. */
type Values = Record<string, unknown>;
type Client = Pool | PoolClient;

/** A statement prepared by drizzle's builder, which knows its text and how to decode its rows. */
type PreparedStatement = {
  getQuery: () => { sql: string; params: unknown[] };
  execute: (values?: Values) => Promise<unknown>;
};
type RowOf<Statement extends PreparedStatement> =
  Awaited<ReturnType<Statement['execute']>> extends (infer Row)[] ? Row : never;

/**
 * Prepares a statement of drizzle's builder once, on first use. Then it is sent to `pg` by name, on the pool or on a
 * transaction's connection. Building SQL costs more than running it, and drizzle's row decoding costs more than
 * receiving the rows. All inserted values must be placeholders: an application default would be evaluated only once.
 */
export function prepareOnce<Statement extends PreparedStatement>(
  build: (db: Queryable) => Statement,
): (db: Queryable) => { execute: (values?: Values) => Promise<RowOf<Statement>[]> } {
  let run: ((client: Client, values: Values) => Promise<RowOf<Statement>[]>) | undefined;
  return (db) => ({
    execute(values = {}) {
      run ??= createRunner(build(db)) as (client: Client, values: Values) => Promise<RowOf<Statement>[]>;
      return run(db.$client, values);
    },
  });
}

/**
 * Prepares a statement written in SQL. Its rows have the column names and types of the database. Set `isNonBlocking`
 * for a write that never waits for locks: it is then pipelined with the reads of its turn.
 */
export function namedStatement<Row extends object>(
  name: string,
  statement: SQL,
  { isNonBlocking = false }: { isNonBlocking?: boolean } = {},
): (db: Queryable, values: Values) => Promise<Row[]> {
  let config: QueryConfig | undefined;
  let bind: (values: Values) => unknown[];
  let send: Send;
  return async (db, values) => {
    if (config === undefined) {
      const { sql: text, params } = compileStatement(statement);
      bind = createBinder(params);
      send = isNonBlocking ? sendPipelined : selectSender(text);
      config = toQueryConfig({ name, text });
    }
    const { rows } = await send<Row>(db.$client, config, bind(values));
    return rows;
  };
}

/**
 * Formats an instant as in API responses. The database does it, which avoids a Date that would only be formatted again.
 */
export const isoText = (instant: SQLWrapper): SQL<string> =>
  sql`to_char(${instant} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Like `isoText`, for a nullable instant. */
export const isoTextOrNull: (instant: SQLWrapper) => SQL<string | null> = isoText;

type Send = <Row extends object>(client: Client, config: QueryConfig, values: unknown[]) => Promise<QueryResult<Row>>;

const sendAlone: Send = (client, config, values) =>
  observeStatement(client, config.name ?? '', () => (client as Pool).query(config, values));
const sendPipelined: Send = (client, config, values) =>
  observeStatement(client, config.name ?? '', () =>
    client instanceof Pool ? queryOnSharedConnection(client, config, values) : client.query(config, values),
  );

/**
 * Selects how a statement on the pool is sent. Reads are pipelined. Writes and locking reads may block, so they are
 * sent alone.
 */
const selectSender = (text: string): Send =>
  /^\s*(?:select|with)\b/i.test(text) && !/\b(?:insert|update|delete|merge|share)\b/i.test(text)
    ? sendPipelined
    : sendAlone;

function createRunner(prepared: PreparedStatement): (client: Client, values: Values) => Promise<unknown[]> {
  const { sql: text, params } = prepared.getQuery();
  // Private fields of the builder: the statement's name and its selection.
  const { queryConfig, fields } = prepared as unknown as { queryConfig: { name: string }; fields?: SelectedField[] };
  const config = toQueryConfig({ name: queryConfig.name, text, rowMode: 'array' as const, types: instantsAsText });
  const bind = createBinder(params);
  const send = selectSender(text);
  const readRow = createRowReader(fields ?? []);
  return async (client, values) => {
    const { rows } = await send<unknown[]>(client, config, bind(values));
    return rows.map(readRow);
  };
}

/** Timestamps stay text. Columns convert them to dates, and `isoText` formats them in SQL. */
const instantOid: number = pgTypes.builtins.TIMESTAMPTZ;
const instantsAsText = {
  getTypeParser: ((oid: number, format: 'text') =>
    oid === instantOid ? String : pgTypes.getTypeParser(oid, format)) as typeof pgTypes.getTypeParser,
};

function requireValue(values: Values, { name }: Placeholder): unknown {
  if (!(name in values)) throw new Error(`the statement has no value for ${name}`);
  return values[name];
}

function createBinder(params: unknown[]): (values: Values) => unknown[] {
  const binders = params.map((param): ((values: Values) => unknown) => {
    if (is(param, Placeholder)) return (values) => requireValue(values, param);
    if (is(param, Param) && is(param.value, Placeholder)) {
      const { value: placeholder, encoder } = param;
      return (values) => encoder.mapToDriverValue(requireValue(values, placeholder));
    }
    return () => param;
  });
  return (values) => binders.map((binder) => binder(values));
}

type SelectedField = { path: string[]; field: unknown };
type SelectedColumn = { name: string; index: number; decode: ((value: unknown) => unknown) | undefined };

/**
 * Maps the values of a row to the selected names, which can be grouped one level deep. A group with only null values is
 * null (a join without a match).
 */
function createRowReader(fields: SelectedField[]): (row: unknown[]) => Record<string, unknown> {
  const ungrouped: SelectedColumn[] = [];
  const groups = new Map<string, SelectedColumn[]>();
  for (const [index, { path, field }] of fields.entries()) {
    const [first = '', second] = path;
    const column = { name: second ?? first, index, decode: findDecoder(field) };
    if (second === undefined) ungrouped.push(column);
    else groups.getOrInsertComputed(first, () => []).push(column);
  }
  return (row) => {
    const record: Record<string, unknown> = {};
    for (const column of ungrouped) record[column.name] = decodeValue(column, row);
    for (const [name, columns] of groups) record[name] = readGroup(columns, row);
    return record;
  };
}

function readGroup(columns: SelectedColumn[], row: unknown[]): Record<string, unknown> | null {
  const group: Record<string, unknown> = {};
  let hasValue = false;
  for (const column of columns) {
    const value = decodeValue(column, row);
    group[column.name] = value;
    hasValue ||= value !== null;
  }
  return hasValue ? group : null;
}

function decodeValue({ index, decode }: SelectedColumn, row: unknown[]): unknown {
  const value = row[index];
  return decode === undefined || value === null ? value : decode(value);
}

type Decoder = { mapFromDriverValue: (value: unknown) => unknown };
const identityDecoders = [Column.prototype, noopDecoder].map((decoder: Decoder) => decoder.mapFromDriverValue);

function findDecoder(field: unknown): SelectedColumn['decode'] {
  const decoder = (is(field, Column) ? field : (field as { decoder: unknown }).decoder) as Decoder;
  return identityDecoders.includes(decoder.mapFromDriverValue)
    ? undefined
    : (value) => decoder.mapFromDriverValue(value);
}

/** Row counts of pages with 20, 50 or 100 items, plus one row that shows whether a next page exists. */
const pageRowCounts = [21, 51, 101];

/**
 * Reads a page with one of a few prepared statements: reads the next larger page size and drops the extra rows. `build`
 * must use `limit` and `name` in its statement. drizzle turns even a number into a parameter. For a parameterized
 * LIMIT, PostgreSQL's generic plan expects a tenth of the table, so it plans each execution again. A statement for each
 * possible size would mean hundreds on every connection.
 */
export function preparePages<Row>(
  name: string,
  build: (
    db: Queryable,
    page: { limit: Placeholder; name: string },
  ) => PreparedStatement & { execute: () => Promise<Row[]> },
): (db: Queryable, rowCount: number, values: Values) => Promise<Row[]> {
  const statements = pageRowCounts.map((rows) => ({
    rows,
    // The type allows numbers and placeholders; the builder accepts any SQL.
    statement: prepareOnce((db) =>
      build(db, { limit: sql.raw(String(rows)) as unknown as Placeholder, name: `${name}_${rows}` }),
    ),
  }));
  return async (db, rowCount, values) => {
    const fittingPage = statements.find(({ rows }) => rows >= rowCount);
    if (!fittingPage) throw new RangeError(`no page size covers ${rowCount} rows`);
    return (await fittingPage.statement(db).execute(values)).slice(0, rowCount);
  };
}
