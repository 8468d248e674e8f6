import { and, eq, isNull } from 'drizzle-orm';
import type { Moderation } from '../../community/feature.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { mediaFiles } from '../../platform/media/media.tables.ts';
import { photoAddress } from './message-photos.ts';
import { messages } from './messages.tables.ts';
import { clearMessage, publishRemoval } from './receipts.ts';

const findMessage = async (db: Queryable, id: string, forUpdate = true) => {
  const select = db.select().from(messages).where(eq(messages.id, id));
  const [message] = await (forUpdate ? select.for('update') : select);
  return message;
};

/**
 * Moderation of reported messages. Moderators read only the content that the reporter shared, not the messages around
 * it. A removed message is emptied, so restoring it takes the content from the quote in the decision.
 */
export const messageModeration: Moderation = {
  async find(db, id, forUpdate) {
    const message = await findMessage(db, id, forUpdate);
    if (!message) return undefined;
    const { senderId: authorId, removedAt, content, photoId } = message;
    const photoUrl = photoId === null ? null : photoAddress(photoId, 'full');
    return { authorId, isAwaitingReview: false, isRemoved: removedAt !== null, quote: { content, photoId, photoUrl } };
  },

  listContext: async () => [],
  publish: async () => false,

  async remove(work, id) {
    const message = await findMessage(work.tx, id);
    if (!message || message.removedAt) return false;
    publishRemoval(work, message, await clearMessage(work.tx, message));
    return true;
  },

  async restore(work, id, { content, photoId = null }) {
    const reattached = photoId === null ? [] : await reattachPhoto(work.tx, photoId);
    const restored = await work.tx
      .update(messages)
      .set({ removedAt: null, content, photoId: reattached[0]?.id ?? null })
      .where(and(eq(messages.id, id), eq(messages.content, ''), isNull(messages.photoId)))
      .returning({ id: messages.id });
    return restored.length > 0;
  },

  // Removing the message already deleted its content. Its position stays.
  erase: async () => {},
};

/** Reattaches the photo of a restored message. Returns no row if the unreferenced photo was already deleted. */
const reattachPhoto = (tx: Transaction, photoId: string) =>
  tx
    .update(mediaFiles)
    .set({ attachedAt: databaseNow(), releasedAt: null })
    .where(eq(mediaFiles.id, photoId))
    .returning({ id: mediaFiles.id });
