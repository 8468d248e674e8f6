import { fillPlaceholders, type SQL } from 'drizzle-orm';
import { PgDialect } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';
import { casing, type Queryable } from './database.ts';

/** PostgreSQL's types by their names, with their form in rows. A number cannot hold every `bigint`. */
type Types = {
  text: string;
  'character varying': string;
  uuid: string;
  tsquery: string;
  smallint: number;
  integer: number;
  bigint: string;
  'double precision': number;
  boolean: boolean;
  'timestamp with time zone': Date;
  json: unknown;
  jsonb: unknown;
  'text[]': string[];
  'uuid[]': string[];
  'integer[]': number[];
  'bigint[]': string[];
  'boolean[]': boolean[];
  'timestamp with time zone[]': Date[];
};
type TypeName = keyof Types;
/** The type of a column or value. The database does not know whether it can be null. */
type Declared = TypeName | `${TypeName} | null`;

type InRow<Type> = Type extends `${infer Name extends TypeName} | null`
  ? Types[Name] | null
  : Type extends TypeName
    ? Types[Type]
    : never;
/** A value may have more forms than a column: `pg` accepts times as text, numbers for `bigint`, and nulls in arrays. */
type AsValue<Type> = Type extends `${infer Name extends TypeName} | null`
  ? AsValue<Name> | null | undefined
  : Type extends `${infer Name extends TypeName}[]`
    ? readonly (AsValue<Name> | null | undefined)[]
    : Type extends 'bigint'
      ? number | string
      : Type extends 'timestamp with time zone'
        ? Date | string
        : InRow<Type>;

declare const rowType: unique symbol;

/**
 * Declares the columns of a row type whose fields are nullable or narrower than in PostgreSQL, such as the structure of
 * JSON.
 */
export const columnsOf = <Row extends object>(columns: {
  [Column in keyof Row]: { [Type in TypeName]: NonNullable<Row[Column]> extends Types[Type] ? Type : never }[TypeName];
}) => columns as unknown as Record<string, TypeName> & { [rowType]: Row };

type RowOf<Columns> = Columns extends { [rowType]: infer Row }
  ? Row
  : { [Column in keyof Columns]: InRow<Columns[Column]> };

/** The hand-written statements of the modules that are loaded. A test compares their declarations with the database. */
export const namedStatements = new Map<
  string,
  { text: string; params: unknown[]; values: Record<string, Declared>; columns: Record<string, Declared> }
>();

const dialect = new PgDialect({ casing });

/** Prepares a statement written in SQL, with the types of its placeholders and of the columns that it returns. */
export function namedStatement<
  const Values extends Record<string, Declared> = {},
  const Columns extends Record<string, Declared> = {},
>(
  name: string,
  statement: SQL,
  { values: valueTypes, columns }: { values?: Values; columns?: Columns } = {},
): (db: Queryable, values: { [Value in keyof Values]: AsValue<Values[Value]> }) => Promise<RowOf<Columns>[]> {
  const { sql: text, params } = dialect.sqlToQuery(statement);
  namedStatements.set(name, { text, params, values: valueTypes ?? {}, columns: columns ?? {} });
  return async (db, values) => {
    const { rows } = await (db.$client as Pool).query({ name, text }, fillPlaceholders(params, values));
    return rows;
  };
}
