import type { Conversation, Message } from '@commons/contract/messages';
import type { InvalidateOptions, QueryClient } from '@tanstack/react-query';
import { itemsIn, mapPages, type Pages } from '../../lib/pages.ts';
import { restartReads } from '../../lib/query-client.ts';

type ConversationPages = Pages<Conversation>;

/** Deduplicates conversations: a conversation that moved up between two reads is in both pages. */
export const conversationsIn = (pages: Pick<ConversationPages, 'pages'>): Conversation[] => {
  const byMember = new Map<string, Conversation>();
  for (const conversation of itemsIn(pages))
    if (!byMember.has(conversation.otherUser.id)) byMember.set(conversation.otherUser.id, conversation);
  return [...byMember.values()];
};

export const findConversation = (pages: Pick<ConversationPages, 'pages'>, userId: string): Conversation | undefined =>
  conversationsIn(pages).find(({ otherUser }) => otherUser.id === userId);

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
  const listedConversation = findConversation(pages, userId);
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

export type ConversationKind = 'accepted' | 'requests';

export const conversationKeys = {
  all: ['messages', 'conversations'],
  list: (kind: ConversationKind, q: string) => ['messages', 'conversations', kind, q] as const,
  partners: ['messages', 'partner'],
  partner: (userId: string) => ['messages', 'partner', userId] as const,
} as const;

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
  queryClient.setQueryData<{ conversation: Conversation | null } | null>(
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

const unfilteredList = (queryClient: QueryClient, kind: ConversationKind): ConversationPages | undefined =>
  queryClient.getQueryData<ConversationPages>(conversationKeys.list(kind, ''));

/** Adds a new message to the lists. */
export const addMessageToLists = (
  queryClient: QueryClient,
  userId: string,
  message: Message,
  { isSeen }: { isSeen: boolean },
): void => {
  const isOwn = message.senderId !== userId;
  const accepted = unfilteredList(queryClient, 'accepted');
  const requests = unfilteredList(queryClient, 'requests');
  const listed = [accepted, requests].map((pages) => pages && findConversation(pages, userId)).find(Boolean);
  changeLists(queryClient, (pages) => withMessage(pages, userId, message, { isRead: isOwn || isSeen }));
  // An unlisted conversation is new or further down. A reply to a request accepts it.
  if (!listed || (isOwn && listed.isRequest)) void refreshConversations(queryClient);
};

/**
 * Compares the server's number of unread conversations with the lists, and refetches them after a change in another
 * tab.
 */
export const reconcileUnread = (queryClient: QueryClient, count: number): void => {
  const lists = [unfilteredList(queryClient, 'accepted'), unfilteredList(queryClient, 'requests')];
  if (lists.includes(undefined)) return;
  const isFullyLoaded = lists.every((pages) => pages?.pages.at(-1)?.next === null);
  const listedCount = lists
    .flatMap((pages) => (pages ? conversationsIn(pages) : []))
    .filter(({ unreadCount }) => unreadCount > 0).length;
  if (listedCount > count || (isFullyLoaded && listedCount < count)) void refreshConversations(queryClient);
};
