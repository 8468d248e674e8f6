import type { Conversation, Message } from '@commons/contract/messages';
import type { InfiniteData } from '@tanstack/react-query';
import type { Page } from '../../lib/api-client.ts';

export type ConversationPages = InfiniteData<Page<Conversation>>;

/** Each conversation once: one that moved up while pages were read may be in two of them. */
export const conversationsIn = (pages: ConversationPages): Conversation[] => {
  const byMember = new Map<string, Conversation>();
  for (const { items } of pages.pages)
    for (const conversation of items)
      if (!byMember.has(conversation.otherUser.id)) byMember.set(conversation.otherUser.id, conversation);
  return [...byMember.values()];
};

export const findConversation = (pages: ConversationPages, userId: string): Conversation | undefined =>
  conversationsIn(pages).find(({ otherUser }) => otherUser.id === userId);

export const mapConversation = (
  pages: ConversationPages,
  userId: string,
  change: (conversation: Conversation) => Conversation,
): ConversationPages => {
  if (!findConversation(pages, userId)) return pages;
  return {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      items: page.items.map((entry) => (entry.otherUser.id === userId ? change(entry) : entry)),
    })),
  };
};

export const withoutConversation = (pages: ConversationPages, userId: string): ConversationPages => ({
  ...pages,
  pages: pages.pages.map((page) => ({ ...page, items: page.items.filter(({ otherUser }) => otherUser.id !== userId) })),
});

/** Puts a message on its conversation, and that on top. A message that is known, or older, changes nothing. */
export const withMessage = (
  pages: ConversationPages,
  userId: string,
  message: Message,
  { isRead }: { isRead: boolean },
): ConversationPages => {
  const listed = findConversation(pages, userId);
  if (!listed || message.position <= listed.position) return pages;
  const changed = { ...listed, ...message, unreadCount: isRead ? 0 : listed.unreadCount + 1 };
  const rest = withoutConversation(pages, userId);
  return {
    ...rest,
    pages: rest.pages.map((page, index) => (index === 0 ? { ...page, items: [changed, ...page.items] } : page)),
  };
};
