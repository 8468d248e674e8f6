import { messageLimits } from '@commons/contract/messages';
import { type AnyColumn, and, eq, gt, isNull, lt, notExists, or, type SQL, sql } from 'drizzle-orm';
import { type Check, createCounterCheck, createUnexpectedRowsCheck } from '../../community/checks/checks.ts';
import type { DepartureStep } from '../../community/feature.ts';
import { blocks } from '../../community/members/blocks.tables.ts';
import { lockPair } from '../../community/members/index.ts';
import { users } from '../../community/members/users.tables.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import { type Database, inTransaction, type Transaction } from '../../platform/database/database.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { releasePhotos } from '../reports/index.ts';
import { messageError } from './messages.policy.ts';
import { conversationMembers, conversations, messages } from './messages.tables.ts';
import { publishRequestChange, unreadBadge } from './unread.ts';

const isRowOf = (memberId: string, otherId: string) =>
  and(eq(conversationMembers.memberId, memberId), eq(conversationMembers.otherId, otherId));

const isBlockBetween = (memberId: string, otherId: string) =>
  and(eq(blocks.memberId, memberId), eq(blocks.otherId, otherId));

/** Counts the messages after a position that their receiver can see. */
const countVisibleAfter = (
  tx: Transaction,
  after: { conversationId: string | AnyColumn; position: number | SQL; receiverId: string },
) =>
  tx
    .select({ count: sql`count(*)::int` })
    .from(messages)
    .where(
      and(
        eq(messages.conversationId, after.conversationId),
        gt(messages.position, after.position),
        eq(messages.receiverId, after.receiverId),
        eq(messages.isWithheld, false),
        isNull(messages.removedAt),
      ),
    );

/** A changed read position. `sendsReceipt` is whether the other member may see it. */
export type ReadMark = { position: number; at: Date; sendsReceipt: boolean };

/**
 * Marks messages from another member as read, all or up to a position. Returns undefined when nothing changed. After a
 * block commits, no more receipts are sent; earlier receipts stay as they are.
 */
export async function markRead(
  tx: Transaction,
  memberId: string,
  otherId: string,
  upTo?: number,
): Promise<ReadMark | undefined> {
  await lockPair(tx, memberId, otherId);
  const at = databaseNow();
  const { shownPosition, readPosition, deliveredPosition, unreadCount, conversationId } = conversationMembers;
  const newPosition = upTo === undefined ? sql`${shownPosition}` : sql`least(${upTo}::int, ${shownPosition})`;
  const unreadAfter = countVisibleAfter(tx, { conversationId, receiverId: memberId, position: newPosition });
  const hasBlocked = tx
    .select({ otherId: blocks.otherId })
    .from(blocks)
    .where(and(isBlockBetween(memberId, otherId), eq(blocks.isByMember, true)));
  const [row] = await tx
    .update(conversationMembers)
    .set({
      readPosition: newPosition,
      deliveredPosition: sql`greatest(${deliveredPosition}, ${newPosition})`,
      readAt: at,
      unreadCount: sql`(${unreadAfter})`,
    })
    .from(users)
    .where(
      and(
        isRowOf(memberId, otherId),
        eq(users.id, conversationMembers.memberId),
        or(lt(readPosition, newPosition), and(gt(unreadCount, 0), sql`${newPosition} >= ${shownPosition}`)),
        notExists(hasBlocked),
      ),
    )
    .returning({
      position: conversationMembers.readPosition,
      sendsReceipt: sql<boolean>`${conversationMembers.state} = 'accepted' AND ${users.sendsReadReceipts} AND NOT EXISTS (SELECT FROM ${blocks} WHERE ${isBlockBetween(memberId, otherId)})`,
    });
  return row && { ...row, at };
}

/** The position up to which `memberId` has received the messages of `otherId`. */
export type Delivery = { memberId: string; otherId: string; position: number };

/**
 * Marks messages as delivered to a device of their receiver. Returns the changed positions, which the senders may see.
 * Locks the rows in key order, like sending does, to avoid deadlocks between processes. The second statement runs after
 * the lock wait, so it sees blocks that were committed in the meantime.
 */
export async function markDelivered(db: Database, deliveries: Delivery[]): Promise<Delivery[]> {
  if (deliveries.length === 0) return [];
  const deliveryRows = sql`unnest(${sql.param(deliveries.map(({ memberId }) => memberId))}::uuid[], ${sql.param(deliveries.map(({ otherId }) => otherId))}::uuid[], ${sql.param(deliveries.map(({ position }) => position))}::int[]) AS reached(member_id, other_id, position)`;
  const isAhead = sql`mine.member_id = reached.member_id AND mine.other_id = reached.other_id
    AND mine.state = 'accepted' AND mine.delivered_position < reached.position`;
  const updated = await inTransaction(db, async (tx) => {
    await tx.execute(sql`
      SELECT FROM ${conversationMembers} AS mine JOIN ${deliveryRows} ON ${isAhead}
      ORDER BY mine.member_id, mine.other_id FOR NO KEY UPDATE OF mine`);
    return tx.execute<{ member_id: string; other_id: string; position: number }>(sql`
      UPDATE ${conversationMembers} AS mine
      SET delivered_position = reached.position
      FROM ${deliveryRows}
      WHERE ${isAhead} AND NOT EXISTS (
        SELECT FROM ${blocks} WHERE ${blocks.memberId} = mine.member_id AND ${blocks.otherId} = mine.other_id)
      RETURNING mine.member_id, mine.other_id, mine.delivered_position AS position`);
  });
  return updated.rows.map((row) => ({ memberId: row.member_id, otherId: row.other_id, position: row.position }));
}

/**
 * Removes a message for both members, within 15 minutes of sending. It keeps its position, so that there are no gaps.
 * @throws AppError when the message is unknown, not the sender's, or too old.
 */
export async function removeMessage(tx: Transaction, senderId: string, messageId: string) {
  const [message] = await tx
    .select()
    .from(messages)
    .where(and(eq(messages.id, messageId), or(eq(messages.senderId, senderId), eq(messages.receiverId, senderId))))
    .for('update');
  if (!message || (message.isWithheld && message.senderId !== senderId)) throw messageError('messages.not_found');
  if (message.senderId !== senderId) throw messageError('messages.not_yours');
  if (message.removedAt) return undefined;
  if (databaseNow().getTime() - message.createdAt.getTime() > messageLimits.removableMinutes * 60_000)
    throw messageError('messages.too_late_to_remove');
  return { message, ...(await clearMessage(tx, message)) };
}

type MessageRow = typeof messages.$inferSelect;

/** Effects of a removed message on its receiver. */
type RemovalEffects = { changesUnread: boolean; isRequest: boolean };

/** Clears a locked message and keeps its position. An unread message no longer counts for its receiver. */
export async function clearMessage(tx: Transaction, message: MessageRow): Promise<RemovalEffects> {
  const { id, photoId, position, senderId, receiverId } = message;
  if (photoId) await releasePhotos(tx, [photoId]);
  await tx.update(messages).set({ removedAt: databaseNow(), content: '', photoId: null }).where(eq(messages.id, id));
  const newerCount = countVisibleAfter(tx, message);
  // Unread messages are always the latest ones: a block or a declined request resets the count to 0.
  const isUnread = sql`${conversationMembers.readPosition} < ${position} AND ${conversationMembers.unreadCount} > (${newerCount})`;
  const [receiverRow] = message.isWithheld
    ? []
    : await tx
        .update(conversationMembers)
        .set({
          unreadCount: sql`CASE WHEN ${isUnread} THEN ${conversationMembers.unreadCount} - 1 ELSE ${conversationMembers.unreadCount} END`,
        })
        .where(isRowOf(receiverId, senderId))
        .returning({ unreadCount: conversationMembers.unreadCount, state: conversationMembers.state });
  return { changesUnread: receiverRow?.unreadCount === 0, isRequest: receiverRow?.state === 'request' };
}

/** Notifies both members that a message was removed. */
export function publishRemoval(
  work: UnitOfWork,
  removed: MessageRow,
  { changesUnread, isRequest }: RemovalEffects,
): void {
  const { id: messageId, senderId, receiverId, position, isWithheld } = removed;
  const frame = (userId: string) => ({ type: 'message.removed', messageId, userId, position }) as const;
  work.publish({ audience: { memberIds: [senderId] }, frame: frame(receiverId) });
  if (isWithheld) return;
  work.publish({ audience: { memberIds: [receiverId] }, frame: frame(senderId) });
  if (isRequest) publishRequestChange(work, senderId, [receiverId]);
  else if (changesUnread) unreadBadge.notify(work, [receiverId]);
}

const batchSize = 200;

/** Removes all messages of a departing member who chose to remove their content. */
export const removeAllMessages: DepartureStep = async ({ transact }, { memberId, content }) => {
  if (content === 'anonymise') return;
  const isRemovable = and(eq(messages.senderId, memberId), isNull(messages.removedAt));
  let removedCount: number;
  do {
    removedCount = await transact(async (work) => {
      const rows = await work.tx.select().from(messages).where(isRemovable).limit(batchSize).for('update');
      for (const message of rows) {
        publishRemoval(work, message, await clearMessage(work.tx, message));
      }
      return rows.length;
    });
  } while (removedCount === batchSize);
};

/** Data checks of conversations: positions, gaps, read and delivered positions. */
export const messageChecks: Check[] = [
  createCounterCheck({
    name: 'conversation: messages',
    table: conversations,
    keys: [conversations.id],
    columnName: 'lastPosition',
    expected: sql`SELECT coalesce(max(${messages.position}), 0) FROM ${messages} WHERE ${messages.conversationId} = ${conversations.id}`,
  }),
  // Positions must have no gaps: each is assigned once and never reused.
  createUnexpectedRowsCheck(
    'conversation: gap in the message positions',
    sql`SELECT ${messages.conversationId} AS id, count(*) AS actual, max(${messages.position}) AS expected FROM ${messages}
      GROUP BY 1 HAVING count(*) <> max(${messages.position})`,
  ),
  createUnexpectedRowsCheck(
    'conversation: read or delivered position after the last message',
    sql`SELECT ${conversationMembers.conversationId} AS id, max(greatest(read_position, delivered_position)) AS actual,
        max(${conversations.lastPosition}) AS expected
      FROM ${conversationMembers} JOIN ${conversations} ON ${conversations.id} = ${conversationMembers.conversationId}
      GROUP BY 1 HAVING max(greatest(read_position, delivered_position)) > max(${conversations.lastPosition})`,
  ),
];
