import { Column, is, noopDecoder, Param, Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { Pool, type PoolClient, type QueryConfig, type QueryResult, types as pgTypes } from 'pg';
import { type Queryable, toConfig, toText } from './database.ts';
import { observeStatement } from './observed.ts';
import { queryOnSharedConnection } from './shared-connection.ts';

/** The values of an execution, by placeholder name. */
type Values = Record<string, unknown>;
type Client = Pool | PoolClient;

/** A statement prepared by drizzle's builder, which knows its text and how to decode its rows. */
type Prepared = {
  getQuery: () => { sql: string; params: unknown[] };
  execute: (values?: Values) => Promise<unknown>;
};
type RowOf<Statement extends Prepared> = Awaited<ReturnType<Statement['execute']>> extends (infer Row)[] ? Row : never;

/**
 * Prepares a statement of drizzle's builder once, on first use. Then it is sent to `pg` by name, on the pool or on a
 * transaction's connection. Building SQL costs more than running it, and drizzle's row decoding costs more than
 * receiving the rows. All inserted values must be placeholders: an application default would be evaluated only once.
 */
export function preparedOnce<Statement extends Prepared>(
  build: (db: Queryable) => Statement,
): (db: Queryable) => { execute: (values?: Values) => Promise<RowOf<Statement>[]> } {
  let run: ((client: Client, values: Values) => Promise<RowOf<Statement>[]>) | undefined;
  return (db) => ({
    execute(values = {}) {
      run ??= runnerOf(build(db)) as (client: Client, values: Values) => Promise<RowOf<Statement>[]>;
      return run(db.$client, values);
    },
  });
}

/**
 * Prepares a statement written in SQL. Its rows have the column names and types of the database. Set `isQuick` for a
 * write that never waits for locks: it is then pipelined with the reads of its turn.
 */
export function named<Row extends object>(
  name: string,
  statement: SQL,
  { isQuick = false }: { isQuick?: boolean } = {},
): (db: Queryable, values: Values) => Promise<Row[]> {
  let config: QueryConfig | undefined;
  let bind: (values: Values) => unknown[];
  let send: Send;
  return async (db, values) => {
    if (config === undefined) {
      const { sql: text, params } = toText(statement);
      bind = binderOf(params);
      send = isQuick ? sendPipelined : senderFor(text);
      config = toConfig({ name, text });
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

/** The same for a nullable instant. */
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
const senderFor = (text: string): Send =>
  /^\s*(?:select|with)\b/i.test(text) && !/\b(?:insert|update|delete|merge|share)\b/i.test(text)
    ? sendPipelined
    : sendAlone;

function runnerOf(prepared: Prepared): (client: Client, values: Values) => Promise<unknown[]> {
  const { sql: text, params } = prepared.getQuery();
  // Private fields of the builder: the statement's name and its selection.
  const { queryConfig, fields } = prepared as unknown as { queryConfig: { name: string }; fields?: SelectedField[] };
  const config = toConfig({ name: queryConfig.name, text, rowMode: 'array' as const, types: instantsAsText });
  const bind = binderOf(params);
  const send = senderFor(text);
  const read = rowReader(fields ?? []);
  return async (client, values) => {
    const { rows } = await send<unknown[]>(client, config, bind(values));
    return rows.map(read);
  };
}

/** Timestamps stay text. Columns convert them to dates, and `isoText` formats them in SQL. */
const instantOid: number = pgTypes.builtins.TIMESTAMPTZ;
const instantsAsText = {
  getTypeParser: ((oid: number, format: 'text') =>
    oid === instantOid ? String : pgTypes.getTypeParser(oid, format)) as typeof pgTypes.getTypeParser,
};

function givenValue(values: Values, { name }: Placeholder): unknown {
  if (!(name in values)) throw new Error(`the statement has no value for ${name}`);
  return values[name];
}

function binderOf(params: unknown[]): (values: Values) => unknown[] {
  const binders = params.map((param): ((values: Values) => unknown) => {
    if (is(param, Placeholder)) return (values) => givenValue(values, param);
    if (is(param, Param) && is(param.value, Placeholder)) {
      const { value: placeholder, encoder } = param;
      return (values) => encoder.mapToDriverValue(givenValue(values, placeholder));
    }
    return () => param;
  });
  return (values) => binders.map((binder) => binder(values));
}

type SelectedField = { path: string[]; field: unknown };
type Leaf = { name: string; index: number; decode: ((value: unknown) => unknown) | undefined };

/**
 * Maps the values of a row to the selected names, which can be grouped one level deep. A group with only null values is
 * null (a join without a match).
 */
function rowReader(fields: SelectedField[]): (row: unknown[]) => Record<string, unknown> {
  const own: Leaf[] = [];
  const groups = new Map<string, Leaf[]>();
  for (const [index, { path, field }] of fields.entries()) {
    const [first = '', second] = path;
    const leaf = { name: second ?? first, index, decode: decoderOf(field) };
    if (second === undefined) own.push(leaf);
    else groups.getOrInsertComputed(first, () => []).push(leaf);
  }
  return (row) => {
    const read: Record<string, unknown> = {};
    for (const leaf of own) read[leaf.name] = valueOf(leaf, row);
    for (const [name, leaves] of groups) read[name] = readGroup(leaves, row);
    return read;
  };
}

function readGroup(leaves: Leaf[], row: unknown[]): Record<string, unknown> | null {
  const group: Record<string, unknown> = {};
  let isThere = false;
  for (const leaf of leaves) {
    const value = valueOf(leaf, row);
    group[leaf.name] = value;
    isThere ||= value !== null;
  }
  return isThere ? group : null;
}

function valueOf({ index, decode }: Leaf, row: unknown[]): unknown {
  const value = row[index];
  return decode === undefined || value === null ? value : decode(value);
}

type Decoder = { mapFromDriverValue: (value: unknown) => unknown };
const identityDecoders = [Column.prototype, noopDecoder].map((decoder: Decoder) => decoder.mapFromDriverValue);

function decoderOf(field: unknown): Leaf['decode'] {
  const decoder = (is(field, Column) ? field : (field as { decoder: unknown }).decoder) as Decoder;
  return identityDecoders.includes(decoder.mapFromDriverValue)
    ? undefined
    : (value) => decoder.mapFromDriverValue(value);
}

/** Row counts of pages with 20, 50 or 100 items, plus one row that shows whether a next page exists. */
const pageRowCounts = [21, 51, 101];

/**
 * Reads a page with one of a few prepared statements: the next larger page size is read and cut. `build` writes `limit`
 * and `name` into the statement. drizzle turns even a number into a parameter. For a parameterized LIMIT, PostgreSQL's
 * generic plan expects a tenth of the table, so it plans each execution again. A statement for each possible size would
 * mean hundreds on every connection.
 */
export function preparedPages<Row>(
  name: string,
  build: (db: Queryable, page: { limit: Placeholder; name: string }) => Prepared & { execute: () => Promise<Row[]> },
): (db: Queryable, rowCount: number, values: Values) => Promise<Row[]> {
  const statements = pageRowCounts.map((rows) => ({
    rows,
    // The type allows numbers and placeholders; the builder accepts any SQL.
    statement: preparedOnce((db) =>
      build(db, { limit: sql.raw(String(rows)) as unknown as Placeholder, name: `${name}_${rows}` }),
    ),
  }));
  return async (db, rowCount, values) => {
    const size = statements.find(({ rows }) => rows >= rowCount);
    if (!size) throw new RangeError(`no page size covers ${rowCount} rows`);
    return (await size.statement(db).execute(values)).slice(0, rowCount);
  };
}
