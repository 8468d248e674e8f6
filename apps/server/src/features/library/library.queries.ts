import type { SearchType } from '@commons/contract/search/schemas';
import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { SearchSource } from '../../community/search-documents/search-source.ts';
import { afterEveryId } from '../../platform/database/columns.ts';
import type { Database, Queryable, Transaction } from '../../platform/database/database.ts';
import { preparePages } from '../../platform/database/statements.ts';
import { libraryItems, type LibraryKind } from './library.tables.ts';

export type LibraryRow = Omit<typeof libraryItems.$inferSelect, 'kind'>;
/** The fields of a book or podcast without its id. */
export type LibraryFields = Omit<LibraryRow, 'id'>;

const columns = {
  id: libraryItems.id,
  title: libraryItems.title,
  author: libraryItems.author,
  description: libraryItems.description,
  coverUrl: libraryItems.coverUrl,
  link: libraryItems.link,
};
const selectItems = (db: Queryable) => db.select(columns).from(libraryItems).$dynamic();

const itemPage = preparePages('library_page', (db, { limit, name }) =>
  selectItems(db)
    .where(and(eq(libraryItems.kind, sql.placeholder('kind')), lt(libraryItems.id, sql.placeholder('before'))))
    .orderBy(desc(libraryItems.id))
    .limit(limit)
    .prepare(name),
);

/** Lists items of a kind before an id, newest first. */
export const listItems = (
  db: Database,
  kind: LibraryKind,
  { before = afterEveryId, rowCount }: { before: string | undefined; rowCount: number },
): Promise<LibraryRow[]> => itemPage(db, rowCount, { kind, before });

/** Like `listItems`, in pages of an export. */
export const listManyItems = (db: Queryable, kind: LibraryKind, before = afterEveryId): Promise<LibraryRow[]> =>
  selectItems(db)
    .where(and(eq(libraryItems.kind, kind), lt(libraryItems.id, before)))
    .orderBy(desc(libraryItems.id))
    .limit(1_000);

/** Returns the items with these ids, optionally locked for an update. */
export async function findItems(
  db: Queryable,
  kind: LibraryKind,
  ids: readonly string[],
  { lock }: { lock: boolean },
): Promise<LibraryRow[]> {
  if (ids.length === 0) return [];
  const query = selectItems(db).where(and(eq(libraryItems.kind, kind), inArray(libraryItems.id, [...ids])));
  return lock ? query.orderBy(libraryItems.id).for('update') : query;
}

export const findAndLock = async (tx: Transaction, kind: LibraryKind, id: string): Promise<LibraryRow | undefined> =>
  (await findItems(tx, kind, [id], { lock: true }))[0];

/** Below PostgreSQL's limit of 65,535 parameters for a statement. */
const batchSize = 5_000;

/** Inserts new items and updates locked ones. */
export async function storeItems(tx: Transaction, kind: LibraryKind, items: readonly LibraryRow[]): Promise<void> {
  for (let start = 0; start < items.length; start += batchSize)
    await tx
      .insert(libraryItems)
      .values(items.slice(start, start + batchSize).map((item) => ({ ...item, kind })))
      .onConflictDoUpdate({
        target: libraryItems.id,
        set: {
          title: sql`excluded.title`,
          author: sql`excluded.author`,
          description: sql`excluded.description`,
          coverUrl: sql`excluded.cover_url`,
          link: sql`excluded.link`,
        },
      });
}

/** Deletes an item. Returns its cover, or undefined if it did not exist. */
export const deleteItem = async (
  tx: Transaction,
  kind: LibraryKind,
  id: string,
): Promise<Pick<LibraryRow, 'coverUrl'> | undefined> => {
  const [deleted] = await tx
    .delete(libraryItems)
    .where(and(eq(libraryItems.kind, kind), eq(libraryItems.id, id)))
    .returning({ coverUrl: libraryItems.coverUrl });
  return deleted;
};

/** Serializes imports of a kind, so that the second one sees the rows of the first. */
export const lockKind = (tx: Transaction, kind: LibraryKind) =>
  tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('library'), hashtext(${kind}))`);

const isOfKind = (kind: LibraryKind) => sql<boolean>`${libraryItems.kind} = ${sql.raw(`'${kind}'`)}`;

const searchSourceOf = (type: SearchType, kind: LibraryKind): SearchSource => ({
  type,
  source: libraryItems,
  isIndexed: isOfKind(kind),
  title: sql`${libraryItems.title}`,
  rest: sql`concat_ws(' ', ${libraryItems.author}, ${libraryItems.description})`,
  isShown: isOfKind(kind),
  recency: sql`0`,
  shown: {
    title: sql`${libraryItems.title}`,
    text: sql`nullif(concat_ws(' · ', ${libraryItems.author}, ${libraryItems.description}), '')`,
    imageUrl: sql`${libraryItems.coverUrl}`,
  },
});

export const librarySearchSources = [searchSourceOf('books', 'book'), searchSourceOf('podcasts', 'podcast')];
