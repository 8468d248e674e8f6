import { z } from 'zod';
import { platformError } from '../errors.ts';

/** One page of a keyset-paginated list and the key of its last row, if there is a page after it. */
export type Page<Item, Key> = { items: Item[]; next: Key | undefined };

/**
 * Cuts `rows`, read with a limit one above `limit`, to a page. The extra row says that there is a next page without
 * counting; the key of the last row shown is where that one begins.
 */
export function toPage<Row, Item, Key>(
  rows: Row[],
  limit: number,
  keyOf: (row: Row) => Key,
  view: (row: Row) => Item,
): Page<Item, Key> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { items: shown.map(view), next: rows.length > limit && last ? keyOf(last) : undefined };
}

/** How a list writes the key of its last row for clients, and reads it when it comes back. */
export type Cursor<Key> = {
  write: (key: Key) => string;
  /** @throws AppError 400 naming `cursor`: cursors are ours, but come back from outside. */
  read: (cursor: string) => Key;
};

/** Cursors are opaque to clients; inside is the key as JSON, which must be of this schema when it comes back. */
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
    // Not one of our cursors.
    return undefined;
  }
}

/** A time that the database can hold as well as JavaScript: the years 1970 to 9999. */
export const instantKey = z.codec(z.iso.datetime({ precision: 3 }), z.date().min(new Date(0)), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});

/** Of a list in the order of its ids. */
export const idCursor = cursorOf(z.uuid());

/** Of a list in the order of positions, which are PostgreSQL integers. */
export const positionCursor = cursorOf(z.int32().min(0));
