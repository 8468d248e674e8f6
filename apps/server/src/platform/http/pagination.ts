import { platformError } from './errors.ts';

/** One page of a keyset-paginated list and the cursor of the one after it. */
export type Page<Item> = { items: Item[]; next: string | undefined };

/**
 * Cuts `rows`, read with a limit one above `limit`, to a page. The extra row says that there is a next page without
 * counting; the cursor is the key of the last row shown.
 */
export function toPage<Row, Item>(
  rows: Row[],
  limit: number,
  keyOf: (row: Row) => string,
  view: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { items: shown.map(view), next: rows.length > limit && last ? encodeCursor(keyOf(last)) : undefined };
}

/** Cursors are opaque to clients; inside is the key of the last row seen. */
const encodeCursor = (key: string): string => Buffer.from(key, 'utf8').toString('base64url');

/**
 * The key inside a cursor.
 * @throws AppError 400 when it does not look like a key of this list: cursors are ours, but come back from outside.
 */
export function decodeCursor(cursor: string, pattern: RegExp): string {
  const key = Buffer.from(cursor, 'base64url').toString('utf8');
  if (pattern.test(key)) return key;
  throw platformError('request.invalid', { errors: [{ path: 'cursor', message: 'is not a cursor of this list' }] });
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The id inside a cursor of a list that is in the order of ids; undefined for the first page. */
export const decodeIdCursor = (cursor: string | undefined): string | undefined =>
  cursor === undefined ? undefined : decodeCursor(cursor, uuidPattern);
