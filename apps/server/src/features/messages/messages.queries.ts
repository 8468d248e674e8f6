import type { Message } from '@commons/contract/messages/schemas';
import {
  and,
  asc,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  or,
  type Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { ReportSnapshot } from '../../community/feature.ts';
import { users } from '../../community/members/users.tables.ts';
import type { Database, Queryable, Transaction } from '../../platform/database/database.ts';
import { isoText, prepareOnce, preparePages } from '../../platform/database/statements.ts';
import { mediaFiles } from '../../platform/media/media.tables.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { photoAddress } from './message-photos.ts';
import { conversationMembers, messages } from './messages.tables.ts';

/** The receiver's delivered and read positions, as far as the sender may see them. */
export type Receipts = { deliveredPosition: number; readPosition: number };

const noReceipts: Receipts = { deliveredPosition: 0, readPosition: 0 };

/** The columns that `toMessageView` needs. */
export const messageColumns = {
  id: messages.id,
  senderId: messages.senderId,
  receiverId: messages.receiverId,
  position: messages.position,
  content: messages.content,
  photoId: messages.photoId,
  photoWidth: mediaFiles.width,
  photoHeight: mediaFiles.height,
  createdAt: isoText(messages.createdAt),
  isRemoved: isNotNull(messages.removedAt).mapWith(Boolean),
  clientId: messages.clientId,
  isWithheld: messages.isWithheld,
};

export type MessageRow = Awaited<ReturnType<typeof listByIds>>[number];

/** Converts a message to the view of one of its two members. */
export function toMessageView(viewerId: string, row: MessageRow, receipts: Receipts = noReceipts): Message {
  const { photoId, photoWidth, photoHeight, isRemoved } = row;
  const isOwn = row.senderId === viewerId;
  return {
    id: row.id,
    senderId: row.senderId,
    receiverId: row.receiverId,
    position: row.position,
    content: isRemoved ? '' : row.content,
    photo:
      isRemoved || photoId === null
        ? null
        : { url: photoAddress(photoId, 'full'), width: photoWidth ?? 0, height: photoHeight ?? 0 },
    createdAt: row.createdAt,
    isRemoved,
    clientId: isOwn ? row.clientId : null,
    state: isOwn ? stateOf(row.position, receipts) : null,
  };
}

const stateOf = (position: number, { deliveredPosition, readPosition }: Receipts) =>
  position <= readPosition ? 'read' : position <= deliveredPosition ? 'delivered' : 'sent';

const pageMessages = alias(messages, 'within');

/** Hides withheld messages from everyone but their sender. Their receiver had blocked the sender. */
export const isShownTo = (viewerId: string | Placeholder, table: typeof messages | typeof pageMessages = messages) =>
  or(eq(table.isWithheld, false), eq(table.senderId, viewerId));

const messagesByIds = prepareOnce((db) =>
  db
    .select(messageColumns)
    .from(messages)
    .leftJoin(mediaFiles, eq(mediaFiles.id, messages.photoId))
    .where(sql`${messages.id} = ANY(${sql.placeholder('ids')}::uuid[])`)
    .prepare('messages_by_ids'),
);

/** Lists messages by id, for delivery to sockets. */
export const listByIds = (db: Queryable, ids: string[]) => messagesByIds(db).execute({ ids });

/** The other member's side of a conversation. */
export const otherSide = alias(conversationMembers, 'other_side');

/** Columns of the other member's receipts. `receiptsOf` hides them for requests, and read receipts if turned off. */
export const receiptColumns = {
  otherState: otherSide.state,
  deliveredPosition: otherSide.deliveredPosition,
  readPosition: otherSide.readPosition,
  sendsReadReceipts: users.sendsReadReceipts,
};

type ReceiptRow = {
  otherState: string | null;
  deliveredPosition: number | null;
  readPosition: number | null;
  sendsReadReceipts: boolean;
};

/** Returns the receipts that the sender may see: none for a request, no read position if read receipts are off. */
export const receiptsOf = (row: ReceiptRow): Receipts =>
  row.otherState === 'accepted'
    ? {
        deliveredPosition: row.deliveredPosition ?? 0,
        readPosition: row.sendsReadReceipts ? (row.readPosition ?? 0) : 0,
      }
    : noReceipts;

/** Joins `otherSide` to a row of `conversation_members`. */
export const isOtherSide = and(
  eq(otherSide.memberId, conversationMembers.otherId),
  eq(otherSide.otherId, conversationMembers.memberId),
);

/** Selects the side of the member `memberId` in the conversation with `otherId`. */
export const isWithOther = and(
  eq(conversationMembers.memberId, sql.placeholder('memberId')),
  eq(conversationMembers.otherId, sql.placeholder('otherId')),
);

const conversationWith = prepareOnce((db) =>
  db
    .select({
      messagePosition: messages.position,
      ...receiptColumns,
    })
    .from(conversationMembers)
    .innerJoin(users, eq(users.id, conversationMembers.otherId))
    .leftJoin(otherSide, isOtherSide)
    .leftJoin(
      messages,
      and(
        eq(messages.id, sql.placeholder('messageId')),
        eq(messages.conversationId, conversationMembers.conversationId),
      ),
    )
    .where(isWithOther)
    .prepare('conversation_with'),
);

/**
 * Returns the receipts of a member's conversation with another, and the position of one of its messages. The position
 * is null if the message belongs to another conversation.
 */
export async function findConversation(db: Queryable, memberId: string, otherId: string, messageId?: string) {
  const [row] = await conversationWith(db).execute({ memberId, otherId, messageId: messageId ?? null });
  if (!row) return undefined;
  return { messagePosition: row.messagePosition, receipts: receiptsOf(row) };
}

/**
 * Selects a page of a conversation with its receipts in one statement. The number of rows is part of the statement, so
 * that every plan uses the index. The page is a lateral subquery: with a plain join, PostgreSQL would sort the whole
 * conversation.
 */
const conversationPage = (statement: string, isInDirection: SQL, direction: typeof asc) =>
  preparePages(statement, (db, { limit, name }) => {
    const page = db
      .select({ position: pageMessages.position })
      .from(pageMessages)
      .where(
        and(
          eq(pageMessages.conversationId, conversationMembers.conversationId),
          isInDirection,
          isShownTo(sql.placeholder('memberId'), pageMessages),
        ),
      )
      .orderBy(direction(pageMessages.position))
      .limit(limit)
      .as('page');
    return db
      .select({ ...messageColumns, ...receiptColumns })
      .from(conversationMembers)
      .innerJoin(users, eq(users.id, conversationMembers.otherId))
      .leftJoin(otherSide, isOtherSide)
      .innerJoinLateral(page, sql`true`)
      .innerJoin(
        messages,
        and(eq(messages.conversationId, conversationMembers.conversationId), eq(messages.position, page.position)),
      )
      .leftJoin(mediaFiles, eq(mediaFiles.id, messages.photoId))
      .where(isWithOther)
      .orderBy(direction(page.position))
      .prepare(name);
  });

const startPosition = sql`${sql.placeholder('position')}::int`;
const olderPage = conversationPage('messages_before', lt(pageMessages.position, startPosition), desc);
const newerPage = conversationPage('messages_after', gt(pageMessages.position, startPosition), asc);

type Page = { memberId: string; otherId: string; position: number; rowCount: number };

/** Lists the messages of two members before a position, newest first. */
export const listBefore = (db: Database, { rowCount, ...page }: Page) => olderPage(db, rowCount, page);

/** Lists the messages after a position, oldest first. Clients use it to catch up after a reconnect. */
export const listAfter = (db: Database, { rowCount, ...page }: Page) => newerPage(db, rowCount, page);

/** Returns messages that the viewer received. Locks them, so that none is removed before the report stores its copy. */
export async function findReportedMessages(tx: Transaction, viewer: Viewer, ids: string[]): Promise<ReportSnapshot[]> {
  const rows = await tx
    .select({
      id: messages.id,
      senderId: messages.senderId,
      content: messages.content,
      photoId: messages.photoId,
      createdAt: messages.createdAt,
    })
    .from(messages)
    .where(
      and(
        inArray(messages.id, ids),
        eq(messages.receiverId, viewer.id),
        eq(messages.isWithheld, false),
        isNull(messages.removedAt),
      ),
    )
    .orderBy(asc(messages.position))
    .for('share');
  return rows.map(({ id, senderId, content, photoId, createdAt }) => ({
    id,
    authorId: senderId,
    evidence: {
      id,
      content,
      photoId,
      photoUrl: photoId === null ? null : photoAddress(photoId, 'full'),
      createdAt: createdAt.toISOString(),
    },
    photoIds: photoId === null ? [] : [photoId],
  }));
}
