import { eq, notExists } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/database.ts';
import { detachFiles, keepAttached, lockFiles } from '../../platform/media/attachments.ts';
import { mediaFiles } from '../../platform/media/media.tables.ts';
import { reportedPhotos } from './reports.tables.ts';

/**
 * Photos stay for those who decide about a report. Who lets go of them at the same moment waits for the report, or was before
 * it: then they are taken up again.
 */
export async function keepReportedPhotos(
  tx: Transaction,
  reportId: string,
  photoIds: readonly string[],
): Promise<void> {
  if (photoIds.length === 0) return;
  await lockFiles(tx, photoIds);
  await tx.insert(reportedPhotos).values(photoIds.map((photoId) => ({ photoId, reportId })));
  await keepAttached(tx, photoIds);
}

/**
 * Photos that belonged to something that is no more are gone with the next collection of orphans, unless a report has them:
 * moderators see what was reported.
 */
export async function releasePhotos(tx: Transaction, photoIds: readonly string[]): Promise<void> {
  if (photoIds.length === 0) return;
  await lockFiles(tx, photoIds);
  const reported = tx.select({ photoId: reportedPhotos.photoId }).from(reportedPhotos);
  await detachFiles(tx, photoIds, notExists(reported.where(eq(reportedPhotos.photoId, mediaFiles.id))));
}
