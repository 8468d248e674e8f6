import type { Conversation, Message } from '@commons/contract/messages';
import type { InvalidateOptions, QueryClient } from '@tanstack/react-query';
import {
  conversationsIn,
  findConversation,
  mapConversation,
  withMessage,
  withoutConversation,
  type ConversationPages,
} from './conversation-pages.ts';

export type ConversationKind = 'accepted' | 'requests';

export const conversationKeys = {
  all: ['messages', 'conversations'],
  list: (kind: ConversationKind, q: string) => ['messages', 'conversations', kind, q] as const,
  everyPartner: ['messages', 'partner'],
  partner: (userId: string) => ['messages', 'partner', userId] as const,
} as const;

const changeLists = (queryClient: QueryClient, change: (pages: ConversationPages) => ConversationPages): void => {
  queryClient.setQueriesData<ConversationPages>({ queryKey: conversationKeys.all }, (pages) => pages && change(pages));
};

/** Changes the entry of a conversation wherever it is listed. */
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

/** Reads the lists again where they are shown; elsewhere with their next use. */
export const refreshConversations = async (queryClient: QueryClient, options?: InvalidateOptions): Promise<void> => {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: conversationKeys.all }, options),
    queryClient.invalidateQueries({ queryKey: conversationKeys.everyPartner }, options),
  ]);
};

/** A member who was blocked is not here any more. Not asked for again: that could only fail. */
export const hideConversation = (queryClient: QueryClient, userId: string): void => {
  queryClient.setQueryData(conversationKeys.partner(userId), null);
  changeLists(queryClient, (pages) => withoutConversation(pages, userId));
};

const wholeList = (queryClient: QueryClient, kind: ConversationKind): ConversationPages | undefined =>
  queryClient.getQueryData<ConversationPages>(conversationKeys.list(kind, ''));

/** Puts a new message on top of the lists. */
export const listMessage = (
  queryClient: QueryClient,
  userId: string,
  message: Message,
  { isSeen }: { isSeen: boolean },
): void => {
  const isOwn = message.senderId !== userId;
  const accepted = wholeList(queryClient, 'accepted');
  const requests = wholeList(queryClient, 'requests');
  const listed = [accepted, requests].map((pages) => pages && findConversation(pages, userId)).find(Boolean);
  changeLists(queryClient, (pages) => withMessage(pages, userId, message, { isRead: isOwn || isSeen }));
  // A conversation that is not listed has just begun or is further down; replying to a request accepts it.
  if (!listed || (isOwn && listed.isRequest)) void refreshConversations(queryClient);
};

/** The server's count of conversations that wait to be read: when the lists disagree, another tab has read or answered. */
export const reconcileUnread = (queryClient: QueryClient, count: number): void => {
  const lists = [wholeList(queryClient, 'accepted'), wholeList(queryClient, 'requests')];
  if (lists.includes(undefined)) return;
  const isWhole = lists.every((pages) => pages?.pages.at(-1)?.next === null);
  const listedCount = lists
    .flatMap((pages) => (pages ? conversationsIn(pages) : []))
    .filter(({ unreadCount }) => unreadCount > 0).length;
  if (listedCount > count || (isWhole && listedCount < count)) void refreshConversations(queryClient);
};
