import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { call } from '../../lib/api-client.ts';
import { send } from '../../lib/live-client.ts';
import { lastIncomingPosition } from './chat-entries.ts';
import { type Chat, showChat, useChat } from './chat-store.ts';
import { changeConversation } from './conversations.cache.ts';
import { messageAddresses } from './message-addresses.ts';
import { noteReading } from './reading.ts';

const attentionEvents = ['focus', 'blur', 'pageshow'] as const;

const subscribeToAttention = (listener: () => void): (() => void) => {
  for (const event of attentionEvents) window.addEventListener(event, listener);
  document.addEventListener('visibilitychange', listener);
  return () => {
    for (const event of attentionEvents) window.removeEventListener(event, listener);
    document.removeEventListener('visibilitychange', listener);
  };
};

/** Whether the member is looking at this page, as far as a browser can tell. */
const useHasAttention = (): boolean =>
  useSyncExternalStore(subscribeToAttention, () => document.visibilityState === 'visible' && document.hasFocus());

/** Loads a conversation while it is on the screen, and tells that it is read while somebody looks at it. */
export const useOpenChat = (userId: string, unreadCount: number): Chat => {
  const queryClient = useQueryClient();
  const chat = useChat(userId);
  const hasAttention = useHasAttention();
  const readPosition = useRef(0);
  const lastIncoming = lastIncomingPosition(chat.log, userId);

  useEffect(() => showChat(userId), [userId]);

  const isReading = hasAttention && chat.log.isLoaded;
  useEffect(() => {
    if (!isReading) return undefined;
    noteReading(userId);
    return () => noteReading(null);
  }, [isReading, userId]);

  useEffect(() => {
    if (!isReading || (unreadCount === 0 && lastIncoming <= readPosition.current)) return;
    readPosition.current = lastIncoming;
    changeConversation(queryClient, userId, (conversation) => ({ ...conversation, unreadCount: 0 }));
    if (!send({ type: 'read', userId }))
      // Should this fail too, the list that is read on reconnection says that something is unread, and it is told again.
      call(messageAddresses.markRead, { body: { userId } }).catch(() => undefined);
  }, [isReading, lastIncoming, queryClient, unreadCount, userId]);

  return chat;
};
