import { messageLimits } from '@commons/contract/messages';
import { sql } from 'drizzle-orm';
import { databaseNow } from '../../platform/database/clock.ts';
import { newId } from '../../platform/database/columns.ts';
import { onlyRow, together, type Transaction } from '../../platform/database/database.ts';
import { domainEvent } from '../../platform/database/domain-events.ts';
import { preparedOnce } from '../../platform/database/statements.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { takePhoto } from './message-photos.ts';
import { messageError, needNotAsk, refusal, type Relationship } from './messages.policy.ts';
import { listByIds, type MessageRow } from './messages.queries.ts';

/** A message is stored that its receiver may see, and has yet to read. */
export const messageWaits = domainEvent<{ receiverId: string; senderId: string }>('messages.message_waits');

export type NewMessage = {
  receiverId: string;
  content: string;
  photoId?: string | undefined;
  /** Names one message of its sender, to one receiver. */
  clientId?: string | undefined;
};

/** Also the members for whom another number of conversations waits now. */
export type SentMessage = { message: MessageRow; isNew: boolean; changesUnreadOf: string[] };

/**
 * Stores a message. The pair is held from before what stands between them is read, so that a block or a setting counts
 * from its commit on, and positions follow each other without a gap on any number of server processes. A `clientId`
 * that the sender has used for this very message before is answered with the message that was stored then.
 */
export async function sendMessage(work: UnitOfWork, sender: Viewer, given: NewMessage): Promise<SentMessage> {
  const { tx } = work;
  const { receiverId, photoId, clientId } = given;
  const { content } = given;
  if (receiverId === sender.id) throw messageError('messages.not_oneself');
  if (content === '' && photoId === undefined) throw messageError('messages.nothing_to_send');

  const begun = await holdPair(tx, sender.id, receiverId, clientId);
  if (!begun) throw messageError('messages.member_not_found');
  if (begun.sentBefore !== null) {
    const message = onlyRow(await listByIds(tx, [begun.sentBefore]));
    if (!isSame(message, { receiverId, content, photoId })) throw messageError('messages.client_id_reused');
    return { message, isNew: false, changesUnreadOf: [] };
  }
  const { relationship } = begun;
  const reason = refusal(sender, relationship);
  if (reason === 'messages.too_many_new_conversations')
    throw messageError(reason, { retryAfterSeconds: secondsAsNewcomer(relationship) });
  if (reason) throw messageError(reason);
  const photo = photoId === undefined ? undefined : await takePhoto(tx, sender.id, photoId);

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
  const isAccepted = needNotAsk(sender, relationship);
  const [stored] = await together(
    storeMessage(tx).execute({ ...message, isAccepted, newConversationId: newId() }),
    message.isWithheld ? undefined : work.emit(messageWaits, { receiverId, senderId: sender.id }),
  );
  const { position, senderUnreadBefore, receiverUnread } = onlyRow(stored);
  return {
    message: {
      ...message,
      position,
      isRemoved: false,
      photoWidth: photo?.width ?? null,
      photoHeight: photo?.height ?? null,
    },
    isNew: true,
    // Only the first unread message of a conversation, and the reading of it, change how many conversations wait.
    changesUnreadOf: [...(senderUnreadBefore > 0 ? [sender.id] : []), ...(receiverUnread === 1 ? [receiverId] : [])],
  };
}

/** How long the limits of a first day still hold for a sender. */
const secondsAsNewcomer = ({ senderAgeHours }: Pick<Relationship, 'senderAgeHours'>): number =>
  Math.max(1, Math.ceil((messageLimits.newAccountHours - senderAgeHours) * 60 * 60));

/** Whether a stored message is what is being sent again. One that was taken back has lost its words. */
const isSame = (stored: MessageRow, sent: { receiverId: string; content: string; photoId: string | undefined }) =>
  stored.receiverId === sent.receiverId.toLowerCase() &&
  (stored.isRemoved || (stored.content === sent.content && stored.photoId === (sent.photoId?.toLowerCase() ?? null)));

const beginMessage = preparedOnce((db) =>
  db
    .select({
      sentBefore: sql<string | null>`sent_before`,
      receiverTakesMessagesFrom: sql<Relationship['receiverTakesMessagesFrom']>`messages_from`,
      connection: sql<string | null>`connection`,
      isBlockedBySender: sql<boolean>`is_blocked_by_sender`,
      isBlockedByReceiver: sql<boolean>`is_blocked_by_receiver`,
      receiverState: sql<Relationship['receiverState'] | null>`receiver_state`,
      senderAgeHours: sql<number>`sender_age_hours`,
      newConversationsToday: sql<number>`new_conversations`,
    })
    .from(
      sql`begin_message(${sql.placeholder('senderId')}::uuid, ${sql.placeholder('receiverId')}::uuid, ${sql.placeholder('clientId')}::uuid)`,
    )
    .prepare('begin_message'),
);

/**
 * Holds a pair to the end of the transaction. Returns what stands between the two then, and the id of the message that
 * the sender has stored with this `clientId`; undefined when there is no such receiver.
 */
async function holdPair(tx: Transaction, senderId: string, receiverId: string, clientId: string | undefined) {
  const [row] = await beginMessage(tx).execute({ senderId, receiverId, clientId: clientId ?? null });
  if (!row) return undefined;
  const { sentBefore, connection, receiverState, ...known } = row;
  const relationship: Relationship = {
    ...known,
    areConnected: connection === 'connected',
    receiverState: receiverState ?? undefined,
  };
  return { sentBefore, relationship };
}

const given = (name: string, type: string) => sql`${sql.placeholder(name)}::${sql.raw(type)}`;

const storeMessage = preparedOnce((db) => {
  const parameters = [
    given('newConversationId', 'uuid'),
    given('id', 'uuid'),
    given('senderId', 'uuid'),
    given('receiverId', 'uuid'),
    given('content', 'text'),
    given('photoId', 'uuid'),
    given('clientId', 'uuid'),
    given('isWithheld', 'boolean'),
    given('isAccepted', 'boolean'),
    given('createdAt', 'timestamptz'),
  ];
  return db
    .select({
      position: sql<number>`position`,
      senderUnreadBefore: sql<number>`sender_unread_before`,
      receiverUnread: sql<number>`receiver_unread`,
    })
    .from(sql`store_message(${sql.join(parameters, sql`, `)})`)
    .prepare('store_message');
});
