import type { MemberSummary } from '@commons/contract/members';
import { type Conversation, messageCalls } from '@commons/contract/messages';
import { type QueryClient, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call, callPage } from '../../lib/api-client.ts';
import { isNotFoundError } from '../../lib/api-error.ts';
import { cursorOf, pagedQuery } from '../../lib/pages.ts';
import { conversationKeys, type ConversationKind, conversationsIn, findConversation } from './conversations.cache.ts';

const pageSize = 30;

/** Conversations or requests, latest message first. With `q` only those with these words in a name or a message. */
export const conversationsQuery = (kind: ConversationKind, q: string) =>
  pagedQuery({
    queryKey: conversationKeys.list(kind, q),
    read: ({ cursor, signal }) =>
      callPage(
        messageCalls.listConversations,
        { query: { kind, limit: pageSize, ...(q !== '' && { q }), ...cursorOf(cursor) } },
        { signal },
      ),
    // Search results are not updated live, so they are not cached.
    ...(q !== '' && { gcTime: 0 }),
  });

/** The other member of a conversation and its list entry, which is null before the first message. */
export type Partner = { member: MemberSummary; conversation: Conversation | null };

const readPartner = async (userId: string, signal: AbortSignal): Promise<Partner> => {
  const response = await call(messageCalls.getConversation, { params: { userId } }, { signal });
  return { member: response.otherUser, conversation: response.conversation };
};

export const partnerQuery = (userId: string) =>
  queryOptions({
    queryKey: conversationKeys.partner(userId),
    queryFn: async ({ signal }): Promise<Partner | null> => {
      try {
        return await readPartner(userId, signal);
      } catch (error) {
        if (isNotFoundError(error)) return null;
        throw error;
      }
    },
    // Refetched each time, because an unblocked member may be visible again.
    gcTime: 0,
  });

/** Finds a conversation in the loaded lists. */
export const findInLists = (queryClient: QueryClient, userId: string): Conversation | undefined =>
  (['accepted', 'requests'] as const)
    .map((kind) => queryClient.getQueryData(conversationsQuery(kind, '').queryKey))
    .map((pages) => pages && findConversation(pages, userId))
    .find(Boolean);

/**
 * Uses the lists if they contain the conversation, otherwise its own query, without waiting for the lists. Null if
 * there is no such member.
 */
export const usePartner = (userId: string) => {
  const accepted = useInfiniteQuery(conversationsQuery('accepted', '')).data;
  const requests = useInfiniteQuery(conversationsQuery('requests', '')).data;
  const listedConversation = [accepted, requests]
    .map((pages) => pages && findConversation(pages, userId))
    .find(Boolean);
  const partner = useQuery({ ...partnerQuery(userId), enabled: !listedConversation });
  const data: Partner | null | undefined = listedConversation
    ? { member: listedConversation.otherUser, conversation: listedConversation }
    : partner.data;
  return { data, isError: data === undefined && partner.isError, refetch: partner.refetch };
};

/** Number of unread conversations and of pending requests in the loaded pages. */
export const useListCounts = () => {
  const accepted = useInfiniteQuery(conversationsQuery('accepted', '')).data;
  const requests = useInfiniteQuery(conversationsQuery('requests', '')).data;
  return {
    unread: accepted ? conversationsIn(accepted).filter(({ unreadCount }) => unreadCount > 0).length : 0,
    requests: requests ? conversationsIn(requests).length : 0,
  };
};
