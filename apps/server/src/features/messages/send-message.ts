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

/** Also the members for whom another number of conversations waits now. */
export type SentMessage = { message: MessageRow; changesUnreadOf: string[] };

/**
 * Stores a message. Whoever sends holds the row of the conversation, so that positions follow each other without a gap on
 * any number of server processes.
 * @throws SentBefore when the sender has stored a message with this `clientId`: it is stored once and answered alike.
 */
export async function sendMessage(tx: Transaction, sender: Viewer, given: NewMessage): Promise<SentMessage> {
  const { receiverId, photoId, clientId } = given;
  const content = given.content.trim();
  if (receiverId === sender.id) throw messageError('messages.not_oneself');
  if (content === '' && photoId === undefined) throw messageError('messages.nothing_to_send');

  const standing = await readStanding(tx, sender.id, receiverId);
  if (!standing) throw messageError('messages.member_not_found');
  const { conversationId, position } = await takePosition(tx, sender.id, receiverId);
  if (clientId !== undefined) {
    const stored = await findSent(tx, sender.id, clientId);
    if (stored) throw new SentBefore(stored);
  }
  const reason = refusal(sender, standing);
  if (reason) throw messageError(reason);
  const photo = photoId === undefined ? undefined : await takePhoto(tx, sender.id, photoId);

  const message = {
    conversationId,
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
  await insertMessage(tx).execute(message);
  const { unreadBefore } = onlyRow(await showToSender(tx).execute(message));
  const unreadCount = message.isWithheld
    ? 0
    : await showToReceiver(tx, message, needNotAsk(sender, standing) ? 'accepted' : 'request');
  const { conversationId: _conversationId, ...row } = message;
  return {
    message: { ...row, removedAt: null, photoWidth: photo?.width ?? null, photoHeight: photo?.height ?? null },
    // Only the first unread message of a conversation, and the reading of it, change how many conversations wait.
    changesUnreadOf: [...((unreadBefore ?? 0) > 0 ? [sender.id] : []), ...(unreadCount === 1 ? [receiverId] : [])],
  };
}

/** Undoes the transaction of a message that an earlier try of its sender has stored. */
export class SentBefore extends Error {
  readonly stored: MessageRow;

  constructor(stored: MessageRow) {
    super('This message was sent before.');
    this.stored = stored;
  }
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

const nextPosition = preparedOnce((db) =>
  db
    .insert(conversations)
    .values({
      id: sql.placeholder('id'),
      lowId: sql.placeholder('lowId'),
      highId: sql.placeholder('highId'),
      lastPosition: 1,
    })
    .onConflictDoUpdate({
      target: [conversations.lowId, conversations.highId],
      set: { lastPosition: sql`${conversations.lastPosition} + 1` },
    })
    .returning({ conversationId: conversations.id, position: conversations.lastPosition })
    .prepare('next_position'),
);

/** The next place in the conversation of two members, which is held to the end of the transaction and made if need be. */
async function takePosition(tx: Transaction, one: string, other: string) {
  const [lowId, highId] = one < other ? [one, other] : [other, one];
  return onlyRow(await nextPosition(tx).execute({ id: randomUUIDv7(), lowId, highId }));
}

const insertMessage = preparedOnce((db) =>
  db
    .insert(messages)
    .values({
      conversationId: sql.placeholder('conversationId'),
      position: sql.placeholder('position'),
      id: sql.placeholder('id'),
      senderId: sql.placeholder('senderId'),
      receiverId: sql.placeholder('receiverId'),
      content: sql.placeholder('content'),
      photoId: sql.placeholder('photoId'),
      clientId: sql.placeholder('clientId'),
      isWithheld: sql.placeholder('isWithheld'),
      createdAt: sql.placeholder('createdAt'),
    })
    .prepare('insert_message'),
);

/** What a message changes in a member's row of its conversation. */
const shown = {
  shownPosition: sql`excluded.shown_position`,
  shownAt: sql`excluded.shown_at`,
};

/** Whoever writes has accepted the conversation, and has read what came before. */
const showToSender = preparedOnce((db) =>
  db
    .insert(conversationMembers)
    .values({
      memberId: sql.placeholder('senderId'),
      otherId: sql.placeholder('receiverId'),
      conversationId: sql.placeholder('conversationId'),
      state: 'accepted',
      shownPosition: sql.placeholder('position'),
      shownAt: sql.placeholder('createdAt'),
      readPosition: sql.placeholder('position'),
      deliveredPosition: sql.placeholder('position'),
      readAt: sql.placeholder('createdAt'),
      unreadCount: 0,
      begunAt: sql`CASE WHEN ${sql.placeholder('position')}::integer = 1 THEN ${sql.placeholder('createdAt')}::timestamptz END`,
    })
    .onConflictDoUpdate({
      target: [conversationMembers.memberId, conversationMembers.otherId],
      set: {
        ...shown,
        state: 'accepted',
        readPosition: sql`excluded.read_position`,
        deliveredPosition: sql`excluded.delivered_position`,
        readAt: sql`excluded.read_at`,
        unreadCount: 0,
      },
    })
    .returning({
      // A query within a statement sees the rows as they were before it.
      unreadBefore: sql<
        number | null
      >`(SELECT mine.unread_count FROM ${conversationMembers} AS mine WHERE mine.member_id = ${sql.placeholder('senderId')} AND mine.other_id = ${sql.placeholder('receiverId')})`,
    })
    .prepare('show_message_to_sender'),
);

const showTo = (state: 'accepted' | 'request') =>
  preparedOnce((db) =>
    db
      .insert(conversationMembers)
      .values({
        memberId: sql.placeholder('receiverId'),
        otherId: sql.placeholder('senderId'),
        conversationId: sql.placeholder('conversationId'),
        state,
        shownPosition: sql.placeholder('position'),
        shownAt: sql.placeholder('createdAt'),
        deliveredPosition: 0,
        readPosition: 0,
        unreadCount: 1,
      })
      .onConflictDoUpdate({
        target: [conversationMembers.memberId, conversationMembers.otherId],
        set: {
          ...shown,
          // Otherwise the row says it, with an answer that the receiver gave in this very moment.
          ...(state === 'accepted' && { state }),
          unreadCount: sql`${conversationMembers.unreadCount} + 1`,
        },
      })
      .returning({ unreadCount: conversationMembers.unreadCount })
      .prepare(`show_message_as_${state}`),
  );
const showAs = { accepted: showTo('accepted'), request: showTo('request') };

type Stored = { conversationId: string; position: number; senderId: string; receiverId: string; createdAt: Date };

/** Puts the message on the receiver's list. Returns how many messages of this conversation wait to be read. */
async function showToReceiver(tx: Transaction, message: Stored, state: 'accepted' | 'request'): Promise<number> {
  return onlyRow(await showAs[state](tx).execute(message)).unreadCount;
}
