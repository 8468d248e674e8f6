import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { ownerId } from '../../community/members/users.tables.ts';
import { type PersonalData, writtenBy } from '../../community/personal-data.ts';
import { instant, primaryId } from '../../platform/database/columns.ts';

/** A conversation of two members. `lastPosition` numbers their messages; sending a message locks this row. */
export const conversations = pgTable(
  'conversations',
  { id: primaryId(), lowId: ownerId(), highId: ownerId(), lastPosition: integer().notNull().default(0) },
  (table) => [
    uniqueIndex('conversations_one_per_pair').on(table.lowId, table.highId),
    check('conversations_in_order', sql`${table.lowId} < ${table.highId}`),
  ],
);

/** A member's state of a conversation: accepted, an unanswered request of the other member, or declined. */
export const conversationStates = ['accepted', 'request', 'declined'] as const;

/**
 * One member's side of a conversation. The conversation list reads only this table. The positions record how far the
 * member's devices have received messages and how far the member has read.
 */
export const conversationMembers = pgTable(
  'conversation_members',
  {
    memberId: ownerId(),
    otherId: ownerId(),
    conversationId: uuid()
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    state: text({ enum: conversationStates }).notNull(),
    /** Position and time of the latest message that this member may see. */
    shownPosition: integer().notNull(),
    shownAt: instant().notNull(),
    deliveredPosition: integer().notNull().default(0),
    readPosition: integer().notNull().default(0),
    readAt: instant(),
    unreadCount: integer().notNull().default(0),
    /** When this member started the conversation. Null if the other member did. */
    begunAt: instant(),
  },
  (table) => [
    primaryKey({ name: 'conversation_members_one_per_pair', columns: [table.memberId, table.otherId] }),
    index('conversation_members_by_latest').on(table.memberId, table.state, table.shownAt, table.otherId),
    index('conversation_members_unread')
      .on(table.memberId)
      .where(sql`${table.unreadCount} > 0 AND ${table.state} <> 'declined'`),
    index('conversation_members_begun')
      .on(table.memberId, table.begunAt)
      .where(sql`${table.begunAt} IS NOT NULL`),
    check('conversation_members_counts', sql`${table.unreadCount} >= 0`),
  ],
);

/** Revisions of unread counts. A higher revision means a newer count. */
export const unreadRevisions = pgSequence('unread_revisions');

/** Messages, ordered by position. Removed messages keep their position but lose their content. */
export const messages = pgTable(
  'messages',
  {
    conversationId: uuid()
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    id: uuid().notNull(),
    senderId: ownerId(),
    receiverId: ownerId(),
    content: text().notNull(),
    photoId: uuid(),
    clientId: uuid(),
    /** True if the receiver had blocked the sender. Only the sender sees such a message. */
    isWithheld: boolean().notNull().default(false),
    createdAt: instant().notNull(),
    removedAt: instant(),
  },
  (table) => [
    primaryKey({ name: 'messages_one_per_position', columns: [table.conversationId, table.position] }),
    uniqueIndex('messages_one_per_id').on(table.id),
    uniqueIndex('messages_one_per_client_id').on(table.senderId, table.clientId),
    index('messages_by_photo')
      .on(table.photoId)
      .where(sql`${table.photoId} IS NOT NULL`),
    check('messages_content_length', sql`char_length(${table.content}) <= 5000`),
  ],
);

/** Deleting a conversation deletes both sides and their unread counts, so no counter needs an update. */
export const cascades = [
  'conversations.low_id',
  'conversations.high_id',
  'conversation_members.member_id',
  'conversation_members.other_id',
  'conversation_members.conversation_id',
  'messages.conversation_id',
  'messages.sender_id',
  'messages.receiver_id',
];

const keptForOther = { kept: 'the other member keeps the conversation; it refers to your empty row' } as const;

export const personalData: PersonalData[] = [
  {
    table: conversations,
    description: 'your conversations',
    purpose: 'messages belong to a conversation and keep their order',
    retention: 'both of you have left',
    references: [
      { column: conversations.lowId, exported: true, leaving: keptForOther },
      { column: conversations.highId, exported: true, leaving: keptForOther },
    ],
    // Includes withheld messages, so it could reveal a block.
    excludedFromExport: [conversations.lastPosition],
  },
  {
    table: conversationMembers,
    description: 'your read position and unread count in each conversation',
    purpose: 'for the list of your conversations, and for read receipts if you send them',
    retention: 'both of you have left',
    references: [
      { column: conversationMembers.memberId, exported: true, leaving: keptForOther },
      {
        column: conversationMembers.otherId,
        exported: { no: 'it would reveal what the other member has read' },
        leaving: keptForOther,
      },
    ],
  },
  {
    table: messages,
    description: 'messages that you sent and received',
    purpose: 'only you and the other member can read them',
    retention: 'you remove one within 15 minutes, or you leave and remove your content',
    references: [
      writtenBy(messages.senderId),
      {
        column: messages.receiverId,
        // Leaves out withheld messages, which the receiver never saw.
        condition: ({ id }) => sql`${messages.receiverId} = ${id} AND NOT ${messages.isWithheld}`,
        exported: true,
        leaving: { kept: 'their authors keep them' },
      },
    ],
    // Would reveal a block to the sender.
    excludedFromExport: [messages.isWithheld],
  },
];
