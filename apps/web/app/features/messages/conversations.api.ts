import type { MemberSummary } from '@commons/contract/members/schemas';
import { messageCalls } from '@commons/contract/messages/calls';
import type { Conversation, Message } from '@commons/contract/messages/schemas';
import {
  type InvalidateOptions,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { call, callPage } from '../../lib/api-client.ts';
import { isNotFoundError } from '../../lib/api-error.ts';
import { type Pages, cursorOf, itemsIn, mapPages, pagedQuery } from '../../lib/pages.ts';
import { restartReads } from '../../lib/query-client.ts';

type ConversationPages = Pages<Conversation>;

export type ConversationKind = 'accepted' | 'requests';

const conversationKeys = {
  all: ['messages', 'conversations'],
  list: (kind: ConversationKind, q: string) => ['messages', 'conversations', kind, q] as const,
  partners: ['messages', 'partner'],
  partner: (userId: string) => ['messages', 'partner', userId] as const,
} as const;

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

export const partnerQuery = (userId: string) =>
  queryOptions({
    queryKey: conversationKeys.partner(userId),
    queryFn: async ({ signal }): Promise<Partner | null> => {
      try {
        const { otherUser, conversation } = await call(
          messageCalls.getConversation,
          { params: { userId } },
          { signal },
        );
        return { member: otherUser, conversation };
      } catch (error) {
        if (isNotFoundError(error)) return null;
        throw error;
      }
    },
    // Refetched each time, because an unblocked member may be visible again.
    gcTime: 0,
  });

type LoadedLists = readonly (Pick<ConversationPages, 'pages'> | undefined)[];

/** Accepted conversations and requests. */
const loadedLists = (queryClient: QueryClient): LoadedLists =>
  (['accepted', 'requests'] as const).map((kind) =>
    queryClient.getQueryData<ConversationPages>(conversationKeys.list(kind, '')),
  );

const useLoadedLists = (): LoadedLists => [
  useInfiniteQuery(conversationsQuery('accepted', '')).data,
  useInfiniteQuery(conversationsQuery('requests', '')).data,
];

const findIn = (lists: LoadedLists, userId: string): Conversation | undefined =>
  lists.flatMap((pages) => (pages ? conversationsIn(pages) : [])).find(({ otherUser }) => otherUser.id === userId);

/** Finds a conversation in the loaded lists. */
export const findInLists = (queryClient: QueryClient, userId: string): Conversation | undefined =>
  findIn(loadedLists(queryClient), userId);

/**
 * Uses the lists if they contain the conversation, otherwise its own query, without waiting for the lists. Null if
 * there is no such member.
 */
export const usePartner = (userId: string) => {
  const listedConversation = findIn(useLoadedLists(), userId);
  const partner = useQuery({ ...partnerQuery(userId), enabled: !listedConversation });
  const data: Partner | null | undefined = listedConversation
    ? { member: listedConversation.otherUser, conversation: listedConversation }
    : partner.data;
  return { data, isError: data === undefined && partner.isError, refetch: partner.refetch };
};

/** Number of unread conversations and of pending requests in the loaded pages. */
export const useListCounts = () => {
  const [accepted, requests] = useLoadedLists().map((pages) => pages && conversationsIn(pages));
  return {
    unread: accepted?.filter(({ unreadCount }) => unreadCount > 0).length ?? 0,
    requests: requests?.length ?? 0,
    hasNone: accepted?.length === 0 && requests?.length === 0,
  };
};

/** Deduplicates conversations: a conversation that moved up between two reads is in both pages. */
export const conversationsIn = (pages: Pick<ConversationPages, 'pages'>): Conversation[] => {
  const byMember = new Map<string, Conversation>();
  for (const conversation of itemsIn(pages))
    if (!byMember.has(conversation.otherUser.id)) byMember.set(conversation.otherUser.id, conversation);
  return [...byMember.values()];
};

const mapConversation = (
  pages: ConversationPages,
  userId: string,
  change: (conversation: Conversation) => Conversation,
): ConversationPages =>
  mapPages(pages, (items) => items.map((entry) => (entry.otherUser.id === userId ? change(entry) : entry)));

const withoutConversation = (pages: ConversationPages, userId: string): ConversationPages =>
  mapPages(pages, (items) => items.filter(({ otherUser }) => otherUser.id !== userId));

/** Applies a message to its conversation and moves that to the top. Ignores known and older messages. */
const withMessage = (
  pages: ConversationPages,
  userId: string,
  message: Message,
  { isRead }: { isRead: boolean },
): ConversationPages => {
  const listedConversation = findIn([pages], userId);
  if (!listedConversation || message.position <= listedConversation.position) return pages;
  const updatedConversation = {
    ...listedConversation,
    ...message,
    unreadCount: isRead ? 0 : listedConversation.unreadCount + 1,
  };
  return mapPages(withoutConversation(pages, userId), (items, index) =>
    index === 0 ? [updatedConversation, ...items] : items,
  );
};

const changeLists = (queryClient: QueryClient, change: (pages: ConversationPages) => ConversationPages): void => {
  queryClient.setQueriesData<ConversationPages>({ queryKey: conversationKeys.all }, (pages) => pages && change(pages));
  // A list in flight does not contain this change.
  restartReads(queryClient, conversationKeys.all);
};

/** Updates a conversation in all lists and in its own query. */
export const changeConversation = (
  queryClient: QueryClient,
  userId: string,
  change: (conversation: Conversation) => Conversation,
): void => {
  changeLists(queryClient, (pages) => mapConversation(pages, userId, change));
  queryClient.setQueryData<Partner | null>(
    conversationKeys.partner(userId),
    (partner) => partner && { ...partner, conversation: partner.conversation && change(partner.conversation) },
  );
};

/** Refetches the lists now if they are shown, otherwise on their next use. */
export const refreshConversations = async (queryClient: QueryClient, options?: InvalidateOptions): Promise<void> => {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: conversationKeys.all }, options),
    queryClient.invalidateQueries({ queryKey: conversationKeys.partners }, options),
  ]);
};

/** Removes a blocked member's conversation. Sets null instead of refetching, which would fail. */
export const hideConversation = (queryClient: QueryClient, userId: string): void => {
  queryClient.setQueryData(conversationKeys.partner(userId), null);
  changeLists(queryClient, (pages) => withoutConversation(pages, userId));
};

/** Adds a new message to the lists. */
export const addMessageToLists = (
  queryClient: QueryClient,
  userId: string,
  message: Message,
  { isSeen }: { isSeen: boolean },
): void => {
  const isOwn = message.senderId !== userId;
  const listed = findInLists(queryClient, userId);
  changeLists(queryClient, (pages) => withMessage(pages, userId, message, { isRead: isOwn || isSeen }));
  // An unlisted conversation is new or further down. A reply to a request accepts it.
  if (!listed || (isOwn && listed.isRequest)) void refreshConversations(queryClient);
};

/**
 * Compares the server's number of unread conversations with the lists, and refetches them after a change in another
 * tab.
 */
export const reconcileUnread = (queryClient: QueryClient, count: number): void => {
  const lists = loadedLists(queryClient);
  if (lists.includes(undefined)) return;
  const isFullyLoaded = lists.every((pages) => pages?.pages.at(-1)?.next === null);
  const listedCount = lists
    .flatMap((pages) => (pages ? conversationsIn(pages) : []))
    .filter(({ unreadCount }) => unreadCount > 0).length;
  if (listedCount > count || (isFullyLoaded && listedCount < count)) void refreshConversations(queryClient);
};
