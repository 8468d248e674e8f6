import { Column, is, noopDecoder, Param, Placeholder, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { Pool, type PoolClient, type QueryConfig, type QueryResult, types as pgTypes } from 'pg';
import { type Queryable, toConfig, toText } from './database.ts';
import { askTogether } from './gathering.ts';
import { heard } from './observed.ts';

/** What a statement is given with each execution, by the names of its placeholders. */
type Values = Record<string, unknown>;
type Client = Pool | PoolClient;

/** A statement as drizzle's builder prepares it, which knows its text and how its rows are read. */
type Prepared = {
  getQuery: () => { sql: string; params: unknown[] };
  execute: (values?: Values) => Promise<unknown>;
};
type RowOf<Statement extends Prepared> = Awaited<ReturnType<Statement['execute']>> extends (infer Row)[] ? Row : never;

/**
 * A statement of drizzle's builder, made once, on first use. From then on it goes to `pg` by its name, on the pool or on
 * the connection of a transaction: building SQL costs more than running it, and drizzle's reading of rows more than
 * receiving them. What a statement inserts is all in placeholders: a default made by the application would be made once
 * for all rows.
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
 * A statement in its own words, for what no builder says. Its rows are named and read as the database gives them. One that
 * writes and `isQuick`, which waits for nobody longer than a moment, travels with the reads of its turn.
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
      send = isQuick ? sendTogether : sendingOf(text);
      config = toConfig({ name, text });
    }
    const { rows } = await send<Row>(db.$client, config, bind(values));
    return rows;
  };
}

/** An instant as answers carry it: written by the database, so that nobody makes a date of it only to write it again. */
export const isoText = (instant: SQLWrapper): SQL<string> =>
  sql`to_char(${instant} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The same of an instant that may not be. */
export const isoTextOrNull: (instant: SQLWrapper) => SQL<string | null> = isoText;

type Send = <Row extends object>(client: Client, config: QueryConfig, values: unknown[]) => Promise<QueryResult<Row>>;

const sendAlone: Send = (client, config, values) =>
  heard(client, config.name ?? '', () => (client as Pool).query(config, values));
const sendTogether: Send = (client, config, values) =>
  heard(client, config.name ?? '', () =>
    client instanceof Pool ? askTogether(client, config, values) : client.query(config, values),
  );

/** A read of the pool travels with others. What writes or locks may have to wait for somebody, and does so alone. */
const sendingOf = (text: string): Send =>
  /^\s*(?:select|with)\b/i.test(text) && !/\b(?:insert|update|delete|merge|share)\b/i.test(text)
    ? sendTogether
    : sendAlone;

function runnerOf(prepared: Prepared): (client: Client, values: Values) => Promise<unknown[]> {
  const { sql: text, params } = prepared.getQuery();
  // What the builder keeps to itself: the statement's name, and what it selected.
  const { queryConfig, fields } = prepared as unknown as { queryConfig: { name: string }; fields?: SelectedField[] };
  const config = toConfig({ name: queryConfig.name, text, rowMode: 'array' as const, types: instantsAsText });
  const bind = binderOf(params);
  const send = sendingOf(text);
  const read = rowReader(fields ?? []);
  return async (client, values) => {
    const { rows } = await send<unknown[]>(client, config, bind(values));
    return rows.map(read);
  };
}

/** Columns make dates of them; whoever wants the text has it written by `isoText`. */
const instantOid: number = pgTypes.builtins.TIMESTAMPTZ;
const instantsAsText = {
  getTypeParser: ((oid: number, format: 'text') =>
    oid === instantOid ? String : pgTypes.getTypeParser(oid, format)) as typeof pgTypes.getTypeParser,
};

function givenValue(values: Values, { name }: Placeholder): unknown {
  if (!(name in values)) throw new Error(`a statement was given no ${name}`);
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
 * Puts the values of a row under the names that they were selected by; names may be grouped, one level deep. A group of
 * which every value is null is null: a joined row that is not there.
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
const leavesAsIs = [Column.prototype, noopDecoder].map((decoder: Decoder) => decoder.mapFromDriverValue);

function decoderOf(field: unknown): Leaf['decode'] {
  const decoder = (is(field, Column) ? field : (field as { decoder: unknown }).decoder) as Decoder;
  return leavesAsIs.includes(decoder.mapFromDriverValue) ? undefined : (value) => decoder.mapFromDriverValue(value);
}

/** A page of 20, 50 or 100 rows, and the one more that says whether there is a next. */
const pageRowCounts = [21, 51, 101];

/**
 * One page of a list by a prepared statement for each of a few sizes: the next larger one is asked and cut. `build`
 * writes its `limit` and `name` into the statement. drizzle makes a parameter even of a plain number, and for an unknown
 * LIMIT the generic plan of a prepared statement expects a tenth of the table: it costs so much that PostgreSQL plans
 * anew for each execution. A statement for each size that clients can ask for would be hundreds on every connection.
 */
export function preparedPages<Row>(
  name: string,
  build: (db: Queryable, page: { limit: Placeholder; name: string }) => Prepared & { execute: () => Promise<Row[]> },
): (db: Queryable, rowCount: number, values: Values) => Promise<Row[]> {
  const statements = pageRowCounts.map((rows) => ({
    rows,
    // The type admits numbers and placeholders; the builder takes any SQL.
    statement: preparedOnce((db) =>
      build(db, { limit: sql.raw(String(rows)) as unknown as Placeholder, name: `${name}_${rows}` }),
    ),
  }));
  return async (db, rowCount, values) => {
    const size = statements.find(({ rows }) => rows >= rowCount);
    if (!size) throw new RangeError(`no page has ${rowCount} rows`);
    return (await size.statement(db).execute(values)).slice(0, rowCount);
  };
}
