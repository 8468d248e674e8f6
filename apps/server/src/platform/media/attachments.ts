import { and, asc, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { databaseNow } from '../database/clock.ts';
import type { Transaction } from '../database/database.ts';
import { named } from '../database/statements.ts';
import { idOfAddress } from './media-addresses.ts';
import type { MediaKind } from './media-kinds.ts';
import { mediaFiles } from './media.tables.ts';

type Size = { width: number; height: number };

const attachFree = named<Size & { id: string }>(
  'attach_uploads',
  sql`UPDATE ${mediaFiles} SET attached_at = now()
    WHERE id = ANY(${sql.placeholder('ids')}::uuid[]) AND owner_id = ${sql.placeholder('ownerId')}
      AND kind = ${sql.placeholder('kind')} AND attached_at IS NULL AND released_at IS NULL
    RETURNING id, width, height`,
);

/**
 * Says of pictures that a member uploaded, and that nothing uses yet, that they belong to something now. Answers how large
 * they are, by the addresses they were given; what is not theirs to use is not among them.
 */
export async function attachUploads(
  tx: Transaction,
  urls: readonly string[],
  { ownerId, kind }: { ownerId: string; kind: MediaKind },
): Promise<Map<string, Size>> {
  const urlOf = new Map(urls.map((url) => [idOfAddress(url), url]));
  urlOf.delete(undefined);
  if (urlOf.size === 0) return new Map();
  const rows = await attachFree(tx, { ids: [...urlOf.keys()], ownerId, kind });
  return new Map(rows.map(({ id, ...size }) => [urlOf.get(id) ?? '', size]));
}

/**
 * Keeps what is read behind it of these files, and of what uses them, as it is: of two that want them to stay and to go, the
 * later sees what the first one did.
 */
export async function lockFiles(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx
    .select({ id: mediaFiles.id })
    .from(mediaFiles)
    .where(inArray(mediaFiles.id, [...ids]))
    .orderBy(asc(mediaFiles.id))
    .for('update');
}

/** Says of locked files that something uses them, whoever let go of them meanwhile. */
export async function keepAttached(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx
    .update(mediaFiles)
    .set({ attachedAt: databaseNow() })
    .where(and(inArray(mediaFiles.id, [...ids]), isNull(mediaFiles.attachedAt)));
}

/**
 * Releases files that nothing uses any more: their addresses answer 404 from now on, and the next collection of orphans
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
