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
import { instant, primaryId } from '../../platform/database/columns.ts';
import { own, type PersonalData, written } from '../../platform/personal-data.ts';
import { users } from '../members/users.tables.ts';

const memberId = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** Two members who write to each other. `lastPosition` numbers their messages; whoever sends holds this row. */
export const conversations = pgTable(
  'conversations',
  { id: primaryId(), lowId: memberId(), highId: memberId(), lastPosition: integer().notNull().default(0) },
  (table) => [
    uniqueIndex('conversations_one_per_pair').on(table.lowId, table.highId),
    check('conversations_in_order', sql`${table.lowId} < ${table.highId}`),
  ],
);

export const conversationStates = ['accepted', 'request', 'declined'] as const;

/**
 * A conversation as one of the two sees it: the list of a member's conversations is read from here alone. Positions say
 * how far this member's devices received and how far the member has read.
 */
export const conversationMembers = pgTable(
  'conversation_members',
  {
    memberId: memberId(),
    otherId: memberId(),
    conversationId: uuid()
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    state: text({ enum: conversationStates }).notNull(),
    /** The latest message this member may see, and when it came. */
    shownPosition: integer().notNull(),
    shownAt: instant().notNull(),
    deliveredPosition: integer().notNull().default(0),
    readPosition: integer().notNull().default(0),
    readAt: instant(),
    unreadCount: integer().notNull().default(0),
    /** When this member began the conversation; null when the other did. */
    begunAt: instant(),
  },
  (table) => [
    primaryKey({ name: 'conversation_members_one_per_pair', columns: [table.memberId, table.otherId] }),
    index('conversation_members_by_latest').on(table.memberId, table.state, table.shownAt, table.otherId),
    index('conversation_members_unread')
      .on(table.memberId)
      .where(sql`${table.unreadCount} > 0 AND ${table.state} <> 'declined'`),
    index('conversation_members_begun').on(table.memberId, table.begunAt),
    check('conversation_members_counts', sql`${table.unreadCount} >= 0`),
  ],
);

/** Orders the counts of unread conversations: whoever draws later has counted later. */
export const unreadRevisions = pgSequence('unread_revisions');

/** Messages, in the order of their positions. Removed ones keep their place and lose their words. */
export const messages = pgTable(
  'messages',
  {
    conversationId: uuid()
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    id: uuid().notNull(),
    senderId: memberId(),
    receiverId: memberId(),
    content: text().notNull(),
    photoId: uuid(),
    clientId: uuid(),
    /** Sent by somebody whom the receiver had blocked: it stays with its sender. */
    isWithheld: boolean().notNull().default(false),
    createdAt: instant().notNull(),
    removedAt: instant(),
  },
  (table) => [
    primaryKey({ name: 'messages_one_per_position', columns: [table.conversationId, table.position] }),
    uniqueIndex('messages_one_per_id').on(table.id),
    uniqueIndex('messages_one_per_client_id').on(table.senderId, table.clientId),
    index('messages_by_photo').on(table.photoId),
    check('messages_content_length', sql`char_length(${table.content}) <= 5000`),
  ],
);

/** Server processes, each renewing its row while it lives. Unlogged, as what follows. */
export const liveProcesses = pgTable('live_processes', {
  processId: uuid().primaryKey(),
  seenAt: instant().notNull().defaultNow(),
});

/** Who has a socket open, since when, on which server process. Unlogged: after a crash of the database nobody has. */
export const onlineMembers = pgTable(
  'online_members',
  { memberId: uuid().notNull(), processId: uuid().notNull(), seenAt: instant().notNull().defaultNow() },
  (table) => [
    primaryKey({ name: 'online_members_one_per_process', columns: [table.memberId, table.processId] }),
    index('online_members_by_process').on(table.processId),
  ],
);

/** A conversation goes with both its sides, and with each side its unread count. */
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

const twoSided = { kept: 'the other member keeps the conversation; it refers to your empty row' } as const;

export const personalData: PersonalData[] = [
  {
    table: conversations,
    what: 'your conversations',
    why: 'messages belong to a conversation and keep their order',
    until: 'both of you have left',
    mentions: [
      { column: conversations.lowId, exported: true, leaving: twoSided },
      { column: conversations.highId, exported: true, leaving: twoSided },
    ],
    // Counts what is withheld, too.
    secrets: [conversations.lastPosition],
  },
  {
    table: conversationMembers,
    what: 'your read position and unread count in each conversation',
    why: 'for the list of your conversations, and for read receipts if you send them',
    until: 'both of you have left',
    mentions: [
      { column: conversationMembers.memberId, exported: true, leaving: twoSided },
      {
        column: conversationMembers.otherId,
        exported: { no: 'it would reveal what the other member has read' },
        leaving: twoSided,
      },
    ],
  },
  {
    table: messages,
    what: 'messages that you sent and received',
    why: 'only you and the other member can read them',
    until: 'you remove one within 15 minutes, or you leave and remove your content',
    mentions: [
      written(messages.senderId),
      {
        column: messages.receiverId,
        // Who was blocked is not told, and neither is what they wrote since.
        isTheirs: ({ id }) => sql`${messages.receiverId} = ${id} AND NOT ${messages.isWithheld}`,
        exported: true,
        leaving: { kept: 'their authors keep them' },
      },
    ],
    // It would tell the sender that they are blocked.
    secrets: [messages.isWithheld],
  },
  {
    table: onlineMembers,
    what: 'your online state',
    why: 'your connections see that you are online, if you allow it',
    until: 'you close the community',
    mentions: [{ ...own(onlineMembers.memberId), exported: { no: 'it is valid for seconds only' } }],
  },
];
