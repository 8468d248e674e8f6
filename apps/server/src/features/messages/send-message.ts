import { messageLimits } from '@commons/contract/messages';
import { databaseNow } from '../../platform/database/clock.ts';
import { newId } from '../../platform/database/columns.ts';
import { onlyRow, pipelined } from '../../platform/database/database.ts';
import { domainEvent } from '../../platform/database/domain-events.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { attachPhoto } from './message-photos.ts';
import { lockRelationship, storeMessage } from './message-statements.ts';
import { messageError, needsNoRequest, findRefusal, type Relationship } from './messages.policy.ts';
import { listByIds, type MessageRow } from './messages.queries.ts';

/** A message was stored that the receiver may see and has not read yet. */
export const unreadMessageStored = domainEvent<{ receiverId: string; senderId: string }>('messages.unread_stored');

/** A message to send: text, a photo or both. */
export type NewMessage = {
  receiverId: string;
  content: string;
  photoId?: string | undefined;
  /** Identifies a message of the sender to one receiver, for retries. */
  clientId?: string | undefined;
};

/** The stored message. `unreadChangedFor` lists the members whose number of unread conversations changed. */
export type SentMessage = { message: MessageRow; isNew: boolean; unreadChangedFor: string[] };

/**
 * Stores a message. Locks the pair before reading their relationship, so that committed blocks and settings take effect
 * and positions have no gaps, on any number of server processes. If the sender has already sent the same message with
 * this `clientId`, returns the stored message.
 */
export async function sendMessage(work: UnitOfWork, sender: Viewer, input: NewMessage): Promise<SentMessage> {
  const { tx } = work;
  const { receiverId, photoId, clientId } = input;
  const { content } = input;
  if (receiverId === sender.id) throw messageError('messages.not_oneself');
  if (content === '' && photoId === undefined) throw messageError('messages.nothing_to_send');

  const found = await lockRelationship(tx, { senderId: sender.id, receiverId, clientId: clientId ?? null });
  if (!found) throw messageError('messages.member_not_found');
  const { relationship, existingMessageId, senderUnread } = found;
  if (existingMessageId !== null) {
    const message = onlyRow(await listByIds(tx, [existingMessageId]));
    if (!matchesStored(message, { receiverId, content, photoId })) throw messageError('messages.client_id_reused');
    return { message, isNew: false, unreadChangedFor: [] };
  }
  const reason = findRefusal(sender, relationship);
  if (reason === 'messages.too_many_new_conversations')
    throw messageError(reason, { retryAfterSeconds: secondsUntilEstablished(relationship) });
  if (reason) throw messageError(reason);
  const photo = photoId === undefined ? undefined : await attachPhoto(tx, sender.id, photoId);

  const message = {
    id: newId(),
    senderId: sender.id,
    receiverId,
    content,
    photoId: photo?.id ?? null,
    clientId: clientId ?? null,
    isWithheld: relationship.isBlockedByReceiver,
    createdAt: databaseNow().toISOString(),
  };
  const isAccepted = needsNoRequest(sender, relationship);
  const [storedRows] = await pipelined(
    storeMessage(tx, { ...message, isAccepted, newConversationId: newId() }),
    message.isWithheld ? undefined : work.emit(unreadMessageStored, { receiverId, senderId: sender.id }),
  );
  const { position, receiverUnread } = onlyRow(storedRows);
  return {
    message: {
      ...message,
      position,
      isRemoved: false,
      photoWidth: photo?.width ?? null,
      photoHeight: photo?.height ?? null,
    },
    isNew: true,
    // The number of unread conversations changes only with the first unread message, and when the sender's side is
    // read.
    unreadChangedFor: [...(senderUnread > 0 ? [sender.id] : []), ...(receiverUnread === 1 ? [receiverId] : [])],
  };
}

/** Seconds until the limits for new accounts no longer apply to the sender. */
const secondsUntilEstablished = ({ senderAgeHours }: Pick<Relationship, 'senderAgeHours'>): number =>
  Math.max(1, Math.ceil((messageLimits.newAccountHours - senderAgeHours) * 60 * 60));

/** Returns whether a stored message matches a retried one. A removed message has no content left to compare. */
const matchesStored = (
  storedRows: MessageRow,
  sent: { receiverId: string; content: string; photoId: string | undefined },
) =>
  storedRows.receiverId === sent.receiverId.toLowerCase() &&
  (storedRows.isRemoved ||
    (storedRows.content === sent.content && storedRows.photoId === (sent.photoId?.toLowerCase() ?? null)));
