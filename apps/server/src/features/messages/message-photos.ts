import { and, eq, isNull, or, sql } from 'drizzle-orm';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { prepareOnce } from '../../platform/database/statements.ts';
import { mediaFiles } from '../../platform/media/media.tables.ts';
import { isModerator, type Viewer } from '../../platform/sessions/viewer.ts';
import { reportedPhotos } from '../reports/reports.tables.ts';
import { messageError } from './messages.policy.ts';
import { messages } from './messages.tables.ts';

type PhotoSize = 'card' | 'full';

/** Path of a photo. Only the two members of its conversation, and moderators after a report, may load it. */
export const photoAddress = (photoId: string, size: PhotoSize): string => `/api/messages/photos/${photoId}/${size}`;

/** Attaches a photo to a message. @throws AppError unless the sender uploaded it and no other message uses it. */
export async function attachPhoto(tx: Transaction, senderId: string, photoId: string) {
  const [photo] = await tx
    .update(mediaFiles)
    .set({ attachedAt: databaseNow() })
    .where(
      and(
        eq(mediaFiles.id, photoId),
        eq(mediaFiles.ownerId, senderId),
        eq(mediaFiles.kind, 'message-photo'),
        isNull(mediaFiles.attachedAt),
        isNull(mediaFiles.releasedAt),
      ),
    )
    .returning({ id: mediaFiles.id, width: mediaFiles.width, height: mediaFiles.height });
  if (!photo) throw messageError('messages.photo_not_found');
  return photo;
}

const photoForViewer = prepareOnce((db) => {
  const viewerId = sql.placeholder('viewerId');
  const isSent = and(eq(messages.photoId, mediaFiles.id), isNull(messages.removedAt));
  const isReceived = and(eq(messages.receiverId, viewerId), eq(messages.isWithheld, false));
  return db
    .select({ id: mediaFiles.id })
    .from(mediaFiles)
    .leftJoin(messages, isSent)
    .where(
      and(
        eq(mediaFiles.id, sql.placeholder('photoId')),
        eq(mediaFiles.kind, 'message-photo'),
        or(
          eq(messages.senderId, viewerId),
          isReceived,
          and(eq(mediaFiles.ownerId, viewerId), isNull(mediaFiles.attachedAt), isNull(mediaFiles.releasedAt)),
        ),
      ),
    )
    .prepare('photo_for_viewer');
});

/**
 * Returns whether the viewer may see a photo: as a member of its conversation, as the uploader before it is sent, or as
 * a moderator after it was shared in a report.
 */
export async function maySeePhoto(db: Database, viewer: Viewer, photoId: string): Promise<boolean> {
  const rows = await photoForViewer(db).execute({ viewerId: viewer.id, photoId });
  return (
    rows.length > 0 ||
    (isModerator(viewer) && (await db.$count(reportedPhotos, eq(reportedPhotos.photoId, photoId))) > 0)
  );
}
