import { asc, gt } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { storageKeyOf } from './media-addresses.ts';
import { kindsOfMedia } from './media-kinds.ts';
import { mediaFiles } from './media.tables.ts';

const rowsPerBatch = 1_000;

/** Yields the rows of all stored files, with the possible storage keys of their parts and the number of these parts. */
export async function* readStoredFiles(db: Pick<Database, 'select'>) {
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const rows = await db
      .select({ id: mediaFiles.id, kind: mediaFiles.kind, attachedAt: mediaFiles.attachedAt })
      .from(mediaFiles)
      .where(gt(mediaFiles.id, after))
      .orderBy(asc(mediaFiles.id))
      .limit(rowsPerBatch);
    for (const { id, kind, attachedAt } of rows) {
      const { endings, partsCount } = kindsOfMedia[kind];
      yield {
        id,
        isUsed: attachedAt !== null,
        partsCount,
        keys: endings.map((ending) => storageKeyOf(kind, id, ending)),
      };
    }
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}
