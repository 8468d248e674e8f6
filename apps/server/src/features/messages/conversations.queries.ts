import type { Conversation } from '@commons/contract/messages/schemas';
import { and, desc, eq, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { blocks } from '../../community/members/blocks.tables.ts';
import { isAvailable, memberColumns, toMemberSummary } from '../../community/members/index.ts';
import { users } from '../../community/members/users.tables.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { prepareOnce, preparePages } from '../../platform/database/statements.ts';
import { mediaFiles } from '../../platform/media/media.tables.ts';
import { onlineMembers } from '../presence/presence.tables.ts';
import { findMatchingConversations } from './conversation-search.ts';
import {
  isOtherSide,
  isWithOther,
  messageColumns,
  receiptColumns,
  receiptsOf,
  otherSide,
  toMessageView,
} from './messages.queries.ts';
import { conversationMembers, messages } from './messages.tables.ts';
import { isOpenConversation } from './requests.ts';

/**
 * A blocked member sees the blocker as offline. Hiding the status instead would reveal the block. Scalar subqueries
 * keep the lookups by key: for `EXISTS`, PostgreSQL hashes all online members.
 */
const isOnline = sql<boolean>`(SELECT true FROM ${onlineMembers} WHERE ${onlineMembers.memberId} = ${conversationMembers.otherId} LIMIT 1) IS NOT NULL AND (SELECT true FROM ${blocks} AS hidden WHERE hidden.member_id = ${conversationMembers.memberId} AND hidden.other_id = ${conversationMembers.otherId}) IS NULL`;

const viewers = alias(users, 'viewers');

/** Selects conversations from one member's side, with the latest message that the member may see. */
const selectEntries = (db: Queryable) =>
  db
    .select({
      ...messageColumns,
      otherUser: memberColumns,
      ...receiptColumns,
      viewerState: conversationMembers.state,
      shownAt: conversationMembers.shownAt,
      unreadCount: conversationMembers.unreadCount,
      showsPresence: sql<boolean>`${users.showsPresence} AND ${viewers.showsPresence} AND ${isAvailable(users)}`,
      isOnline,
      hasLeft: sql<boolean>`${users.leftAt} IS NOT NULL`,
    })
    .from(conversationMembers)
    .innerJoin(users, eq(users.id, conversationMembers.otherId))
    .innerJoin(viewers, eq(viewers.id, conversationMembers.memberId))
    .innerJoin(
      messages,
      and(
        eq(messages.conversationId, conversationMembers.conversationId),
        eq(messages.position, conversationMembers.shownPosition),
      ),
    )
    .leftJoin(mediaFiles, eq(mediaFiles.id, messages.photoId))
    .leftJoin(otherSide, isOtherSide)
    .leftJoin(
      blocks,
      and(
        eq(blocks.memberId, conversationMembers.memberId),
        eq(blocks.otherId, conversationMembers.otherId),
        eq(blocks.isByMember, true),
      ),
    )
    .$dynamic();

/**
 * Leaves out members that the viewer blocked. Blocks by the other member have no effect, so that they stay unnoticed.
 */
const isListed = and(
  ne(conversationMembers.state, 'declined'),
  isNull(blocks.memberId),
  isOpenConversation(sql`${conversationMembers}`),
);

type EntryRow = Awaited<ReturnType<typeof selectEntries>>[number];

export function toConversation(viewerId: string, row: EntryRow): Conversation {
  const { viewerState, otherState, showsPresence, unreadCount, hasLeft } = row;
  const sharesPresence = showsPresence && viewerState === 'accepted' && otherState === 'accepted';
  return {
    ...toMessageView(viewerId, row, receiptsOf(row)),
    otherUser: toMemberSummary(row.otherUser),
    unreadCount,
    isRequest: viewerState === 'request',
    isOnline: sharesPresence ? row.isOnline : null,
    hasLeft,
  };
}

export type ConversationKey = { shownAt: Date; otherId: string };
type ListRequest = {
  state: 'accepted' | 'request';
  search: string | undefined;
  after: ConversationKey | undefined;
  rowCount: number;
};

/** Sorts before every conversation, so it starts the first page. */
const latestKey: ConversationKey = {
  shownAt: new Date('9999-12-31T23:59:59Z'),
  otherId: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
};

const isOnPage = and(
  eq(conversationMembers.memberId, sql.placeholder('memberId')),
  eq(conversationMembers.state, sql.placeholder('state')),
  isListed,
  sql`(${conversationMembers.shownAt}, ${conversationMembers.otherId}) < (${sql.placeholder('shownAt')}::timestamptz, ${sql.placeholder('otherId')}::uuid)`,
);

const pagesOf = (name: string, where: SQL | undefined) =>
  preparePages(name, (db, page) =>
    selectEntries(db)
      .where(where)
      .orderBy(desc(conversationMembers.shownAt), desc(conversationMembers.otherId))
      .limit(page.limit)
      .prepare(page.name),
  );
const conversationPage = pagesOf('conversation_page', isOnPage);
const matchingPage = pagesOf(
  'conversation_search',
  and(isOnPage, sql`${conversationMembers.otherId} = ANY(${sql.placeholder('otherIds')}::uuid[])`),
);

/** Lists a member's conversations by their latest message, newest first. */
export async function listConversations(
  db: Database,
  memberId: string,
  { state, search, after = latestKey, rowCount }: ListRequest,
): Promise<EntryRow[]> {
  const page = { memberId, state, ...after };
  if (search === undefined) return conversationPage(db, rowCount, page);
  const otherIds = await findMatchingConversations(db, { memberId, state, search });
  return matchingPage(db, rowCount, { ...page, otherIds });
}

export const conversationKeyOf = ({ shownAt, otherUser }: EntryRow): ConversationKey => ({
  shownAt,
  otherId: otherUser.id,
});

const listedConversation = prepareOnce((db) =>
  selectEntries(db).where(and(isWithOther, isListed)).prepare('listed_conversation'),
);

/** Returns one conversation as in the list, regardless of its position there. */
export async function findListedConversation(
  db: Database,
  memberId: string,
  otherId: string,
): Promise<Conversation | undefined> {
  const [row] = await listedConversation(db).execute({ memberId, otherId });
  return row && toConversation(memberId, row);
}
