import type { MemberSummary } from '@commons/contract/members';
import { type Conversation, messageCalls } from '@commons/contract/messages';
import { type QueryClient, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call, callPage } from '../../lib/api-client.ts';
import { isNotFoundError } from '../../lib/api-error.ts';
import { cursorOf, pagedQuery } from '../../lib/pages.ts';
import { conversationKeys, type ConversationKind, conversationsIn, findConversation } from './conversations.cache.ts';

const pageSize = 30;

/** Conversations or requests, the latest message first; with `q` those in which a name or a message has these words. */
export const conversationsQuery = (kind: ConversationKind, q: string) =>
  pagedQuery({
    queryKey: conversationKeys.list(kind, q),
    read: ({ cursor, signal }) =>
      callPage(
        messageCalls.listConversations,
        { query: { kind, limit: pageSize, ...(q !== '' && { q }), ...cursorOf(cursor) } },
        { signal },
      ),
    // What was found once is looked for again: words of messages are not kept in step.
    ...(q !== '' && { gcTime: 0 }),
  });

/** The other member of a conversation, and its entry in the list; that is null before the first message. */
export type Partner = { member: MemberSummary; conversation: Conversation | null };

const lookFor = async (userId: string, signal: AbortSignal): Promise<Partner> => {
  const found = await call(messageCalls.getConversation, { params: { userId } }, { signal });
  return { member: found.otherUser, conversation: found.conversation };
};

export const partnerQuery = (userId: string) =>
  queryOptions({
    queryKey: conversationKeys.partner(userId),
    queryFn: async ({ signal }): Promise<Partner | null> => {
      try {
        return await lookFor(userId, signal);
      } catch (error) {
        if (isNotFoundError(error)) return null;
        throw error;
      }
    },
    // Looked for anew each time it is opened: who was hidden by a block may be back.
    gcTime: 0,
  });

/** The entry of a conversation in one of the loaded lists. */
export const findListed = (queryClient: QueryClient, userId: string): Conversation | undefined =>
  (['accepted', 'requests'] as const)
    .map((kind) => queryClient.getQueryData(conversationsQuery(kind, '').queryKey))
    .map((pages) => pages && findConversation(pages, userId))
    .find(Boolean);

/** From the lists where it is there, else by itself, without waiting for them; null when there is no such member. */
export const usePartner = (userId: string) => {
  const accepted = useInfiniteQuery(conversationsQuery('accepted', '')).data;
  const requests = useInfiniteQuery(conversationsQuery('requests', '')).data;
  const listed = [accepted, requests].map((pages) => pages && findConversation(pages, userId)).find(Boolean);
  const partner = useQuery({ ...partnerQuery(userId), enabled: !listed });
  const data: Partner | null | undefined = listed ? { member: listed.otherUser, conversation: listed } : partner.data;
  return { data, isError: data === undefined && partner.isError, refetch: partner.refetch };
};

/** How many conversations wait to be read, and how many requests wait for an answer, as far as they are loaded. */
export const useListCounts = () => {
  const accepted = useInfiniteQuery(conversationsQuery('accepted', '')).data;
  const requests = useInfiniteQuery(conversationsQuery('requests', '')).data;
  return {
    unread: accepted ? conversationsIn(accepted).filter(({ unreadCount }) => unreadCount > 0).length : 0,
    requests: requests ? conversationsIn(requests).length : 0,
  };
};
