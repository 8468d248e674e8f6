import { and, asc, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { databaseNow } from '../database/clock.ts';
import type { Transaction } from '../database/database.ts';
import { columnsOf, namedStatement } from '../database/named-statements.ts';
import { idOfAddress } from './media-addresses.ts';
import type { MediaKind } from './media-kinds.ts';
import { mediaFiles } from './media.tables.ts';

type Size = { width: number; height: number };

const attachUnused = namedStatement(
  'attach_uploads',
  sql`UPDATE ${mediaFiles} SET attached_at = now()
    WHERE id = ANY(${sql.placeholder('ids')}::uuid[]) AND owner_id = ${sql.placeholder('ownerId')}
      AND kind = ${sql.placeholder('kind')} AND attached_at IS NULL AND released_at IS NULL
    RETURNING id, width, height`,
  {
    values: { ids: 'uuid[]', ownerId: 'uuid', kind: 'text' },
    columns: columnsOf<Size & { id: string }>({ id: 'uuid', width: 'integer', height: 'integer' }),
  },
);

/** Marks unused uploads of a member as used. Returns their sizes by URL. Omits uploads that the member may not use. */
export async function attachUploads(
  tx: Transaction,
  urls: readonly string[],
  { ownerId, kind }: { ownerId: string; kind: MediaKind },
): Promise<Map<string, Size>> {
  const urlsById = new Map(urls.map((url) => [idOfAddress(url), url]));
  urlsById.delete(undefined);
  if (urlsById.size === 0) return new Map();
  const rows = await attachUnused(tx, { ids: [...urlsById.keys()], ownerId, kind });
  return new Map(rows.map(({ id, ...size }) => [urlsById.get(id) ?? '', size]));
}

/** Locks files. Of two concurrent changes, the second one then sees the result of the first. */
export async function lockFiles(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx
    .select({ id: mediaFiles.id })
    .from(mediaFiles)
    .where(inArray(mediaFiles.id, [...ids]))
    .orderBy(asc(mediaFiles.id))
    .for('update');
}

/** Marks locked files as used again, even if they were detached in the meantime. */
export async function keepAttached(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx
    .update(mediaFiles)
    .set({ attachedAt: databaseNow() })
    .where(and(inArray(mediaFiles.id, [...ids]), isNull(mediaFiles.attachedAt)));
}

/**
 * Releases files that are no longer used. Their addresses return 404 from now on, and the next orphan collection
 * deletes them. Files that match `keptWhere` stay for moderators.
 */
export async function detachFiles(tx: Transaction, ids: readonly string[], keptWhere?: SQL): Promise<void> {
  if (ids.length === 0) return;
  const attachedAt = keptWhere ? sql`CASE WHEN ${keptWhere} THEN ${mediaFiles.attachedAt} END` : null;
  await tx
    .update(mediaFiles)
    .set({ attachedAt, releasedAt: sql`coalesce(${mediaFiles.releasedAt}, now())` })
    .where(inArray(mediaFiles.id, [...ids]));
}
