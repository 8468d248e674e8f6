import { eq, notExists } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import { detachFiles } from '../../platform/media/attachments.ts';
import { mediaFiles } from '../../platform/media/media.tables.ts';
import { reportedPhotos } from './reports.tables.ts';

/**
 * Photos that belonged to something that is no more are gone with the next collection of orphans, unless a report has them:
 * moderators see what was reported.
 */
export async function releasePhotos(tx: Transaction, photoIds: readonly string[]): Promise<void> {
  const reported = tx.select({ photoId: reportedPhotos.photoId }).from(reportedPhotos);
  await detachFiles(tx, photoIds, notExists(reported.where(eq(reportedPhotos.photoId, mediaFiles.id))));
}
