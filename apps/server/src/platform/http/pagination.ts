import { z } from 'zod';
import { platformError } from '../errors.ts';

/** One page of a keyset-paginated list. `next` is the key of its last row, if another page follows. */
export type Page<Item, Key> = { items: Item[]; next: Key | undefined };

/**
 * Cuts rows to a page. The query reads `limit + 1` rows: the extra row shows that another page exists, without
 * counting. The key of a row is its id, unless `keyOf` returns another one.
 */
export function toPage<Row extends { id: unknown }, Item = Row>(
  rows: Row[],
  limit: number,
  toItem?: (row: Row) => Item,
): Page<Item, Row['id']>;
export function toPage<Row, Item, Key>(
  rows: Row[],
  limit: number,
  toItem: (row: Row) => Item,
  keyOf: (row: Row) => Key,
): Page<Item, Key>;
export function toPage(
  rows: { id: unknown }[],
  limit: number,
  toItem: (row: { id: unknown }) => unknown = (row) => row,
  keyOf: (row: { id: unknown }) => unknown = ({ id }) => id,
): Page<unknown, unknown> {
  const pageRows = rows.slice(0, limit);
  const last = pageRows.at(-1);
  return { items: pageRows.map(toItem), next: rows.length > limit && last ? keyOf(last) : undefined };
}

/** Encodes the key of a page's last row for clients, and decodes it again. */
export type Cursor<Key> = {
  write: (key: Key) => string;
  /** @throws AppError 400 naming `cursor`. Clients may send any text. */
  read: (cursor: string) => Key;
};

/** Creates an opaque cursor: the key as base64url-encoded JSON, validated by the schema when it is read. */
export function cursorOf<Schema extends z.ZodType>(schema: Schema): Cursor<z.output<Schema>> {
  return {
    write: (key) => Buffer.from(JSON.stringify(z.encode(schema, key)), 'utf8').toString('base64url'),
    read(cursor) {
      const key = schema.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString('utf8')));
      if (key.success) return key.data;
      throw platformError('request.invalid', { errors: [{ path: 'cursor', message: 'is not a cursor of this list' }] });
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not a cursor of this server.
    return undefined;
  }
}

/** A time that both the database and JavaScript can represent: years 1970 to 9999. */
export const instantKey = z.codec(z.iso.datetime({ precision: 3 }), z.date().min(new Date(0)), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});

/** For lists ordered by id. */
export const idCursor = cursorOf(z.uuid());

/** For lists ordered by position (PostgreSQL integers). */
export const positionCursor = cursorOf(z.int32().min(0));
