import { randomUUIDv7 } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { onlyRow, preparedOnce, type Transaction } from '../../platform/database/database.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { connections } from '../connections/connections.tables.ts';
import { blocks } from '../members/blocks.tables.ts';
import { users } from '../members/users.tables.ts';
import { takePhoto } from './message-photos.ts';
import { messageError } from './messages.errors.ts';
import { needNotAsk, refusal, type Standing } from './messages.policy.ts';
import { findSent, type MessageRow } from './messages.queries.ts';
import { conversationMembers, conversations, messages } from './messages.tables.ts';

export type NewMessage = {
  receiverId: string;
  content: string;
  photoId?: string | undefined;
  clientId?: string | undefined;
};

/** `isNew` is false when this very message had been stored by an earlier try. */
export type SentMessage = { message: MessageRow; isNew: boolean; receiverUnreadCount: number };

/**
 * Stores a message. Whoever sends holds the row of the conversation, so that positions follow each other without a gap on
 * any number of server processes; the same `clientId` of a sender is stored once and answered alike.
 */
export async function sendMessage(tx: Transaction, sender: Viewer, given: NewMessage): Promise<SentMessage> {
  const { receiverId, photoId, clientId } = given;
  const content = given.content.trim();
  if (receiverId === sender.id) throw messageError('messages.not_oneself');
  if (content === '' && photoId === undefined) throw messageError('messages.nothing_to_send');

  const standing = await readStanding(tx, sender.id, receiverId);
  if (!standing) throw messageError('messages.member_not_found');
  const conversation = await lockConversation(tx, sender.id, receiverId);
  if (clientId !== undefined) {
    const stored = await findSent(tx, sender.id, clientId);
    if (stored) return { message: stored, isNew: false, receiverUnreadCount: 0 };
  }
  const reason = refusal(sender, standing);
  if (reason) throw messageError(reason);
  const photo = photoId === undefined ? undefined : await takePhoto(tx, sender.id, photoId);

  const position = conversation.lastPosition + 1;
  const message = {
    conversationId: conversation.id,
    position,
    id: randomUUIDv7(),
    senderId: sender.id,
    receiverId,
    content,
    photoId: photo?.id ?? null,
    clientId: clientId ?? null,
    isWithheld: standing.isBlockedByReceiver,
    createdAt: new Date(),
  };
  await tx.update(conversations).set({ lastPosition: position }).where(eq(conversations.id, conversation.id));
  await tx.insert(messages).values(message);
  await showToSender(tx, message, position === 1);
  const receiverUnreadCount = message.isWithheld ? 0 : await showToReceiver(tx, message, needNotAsk(sender, standing));
  const { conversationId: _conversationId, ...row } = message;
  return {
    message: { ...row, removedAt: null, photoWidth: photo?.width ?? null, photoHeight: photo?.height ?? null },
    isNew: true,
    receiverUnreadCount,
  };
}

const standingBetween = preparedOnce((db) => {
  const senderId = sql.placeholder('senderId');
  const receiverId = sql.placeholder('receiverId');
  const newConversations = sql<number>`(SELECT count(*)::int FROM ${conversationMembers} WHERE ${conversationMembers.memberId} = ${senderId} AND ${conversationMembers.begunAt} > now() - interval '1 day')`;
  const receiversState = sql<
    Standing['receiverState'] | null
  >`(SELECT ${conversationMembers.state} FROM ${conversationMembers} WHERE ${conversationMembers.memberId} = ${receiverId} AND ${conversationMembers.otherId} = ${senderId})`;
  return db
    .select({
      receiverTakesMessagesFrom: users.messagesFrom,
      connection: connections.state,
      isBlockedBySender: blocks.isByMember,
      isBlockedByReceiver: blocks.isByOther,
      receiversState,
      senderSince: sql<Date>`(SELECT ${users.createdAt} FROM ${users} WHERE ${users.id} = ${senderId})`.mapWith(
        users.createdAt,
      ),
      newConversations,
    })
    .from(users)
    .leftJoin(connections, and(eq(connections.memberId, senderId), eq(connections.otherId, users.id)))
    .leftJoin(blocks, and(eq(blocks.memberId, senderId), eq(blocks.otherId, users.id)))
    .where(eq(users.id, receiverId))
    .prepare('standing_between');
});

/** What stands between the two; undefined when there is no such receiver. */
async function readStanding(tx: Transaction, senderId: string, receiverId: string): Promise<Standing | undefined> {
  const [row] = await standingBetween(tx).execute({ senderId, receiverId });
  if (!row) return undefined;
  return {
    areConnected: row.connection === 'connected',
    isBlockedBySender: row.isBlockedBySender ?? false,
    isBlockedByReceiver: row.isBlockedByReceiver ?? false,
    receiverState: row.receiversState ?? undefined,
    receiverTakesMessagesFrom: row.receiverTakesMessagesFrom,
    senderAgeHours: (Date.now() - row.senderSince.getTime()) / 3_600_000,
    newConversationsToday: row.newConversations,
  };
}

/** The conversation of two members, made when it is their first message, held to the end of the transaction. */
async function lockConversation(tx: Transaction, one: string, other: string) {
  const [lowId, highId] = one < other ? [one, other] : [other, one];
  const locked = () =>
    tx
      .select({ id: conversations.id, lastPosition: conversations.lastPosition })
      .from(conversations)
      .where(and(eq(conversations.lowId, lowId), eq(conversations.highId, highId)))
      .for('update');
  const [known] = await locked();
  if (known) return known;
  await tx.insert(conversations).values({ lowId, highId }).onConflictDoNothing();
  return onlyRow(await locked());
}

type Stored = { conversationId: string; position: number; senderId: string; receiverId: string; createdAt: Date };

/** Whoever writes has accepted the conversation, and has read what came before. */
async function showToSender(tx: Transaction, message: Stored, isFirst: boolean): Promise<void> {
  const { conversationId, position, senderId, receiverId, createdAt } = message;
  const shown = { state: 'accepted', shownPosition: position, shownAt: createdAt } as const;
  const read = { readPosition: position, deliveredPosition: position, readAt: createdAt, unreadCount: 0 };
  await tx
    .insert(conversationMembers)
    .values({
      memberId: senderId,
      otherId: receiverId,
      conversationId,
      begunAt: isFirst ? createdAt : null,
      ...shown,
      ...read,
    })
    .onConflictDoUpdate({
      target: [conversationMembers.memberId, conversationMembers.otherId],
      set: { ...shown, ...read },
    });
}

/** Puts the message on the receiver's list. Returns how many messages of this conversation wait to be read. */
async function showToReceiver(tx: Transaction, message: Stored, isAccepted: boolean): Promise<number> {
  const { conversationId, position, senderId, receiverId, createdAt } = message;
  const shown = { shownPosition: position, shownAt: createdAt };
  const state = isAccepted ? 'accepted' : 'request';
  const [row] = await tx
    .insert(conversationMembers)
    .values({ memberId: receiverId, otherId: senderId, conversationId, state, ...shown, unreadCount: 1 })
    .onConflictDoUpdate({
      target: [conversationMembers.memberId, conversationMembers.otherId],
      set: {
        ...shown,
        // Otherwise the row says it, with an answer that the receiver gave in this very moment.
        ...(isAccepted && { state }),
        unreadCount: sql`${conversationMembers.unreadCount} + 1`,
      },
    })
    .returning({ unreadCount: conversationMembers.unreadCount });
  return row?.unreadCount ?? 0;
}
