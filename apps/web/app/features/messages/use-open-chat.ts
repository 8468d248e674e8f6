import { messageCalls } from '@commons/contract/messages';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { call } from '../../lib/api-client.ts';
import { sendFrame } from '../../lib/live.ts';
import { countIncomingAfter, lastIncomingPosition } from './chat-entries.ts';
import { type Chat, setReading, showChat, useChat } from './chat-store.ts';
import { changeConversation } from './conversations.cache.ts';
import { lastMessage } from './message-log.ts';

const attentionEvents = ['focus', 'blur', 'pageshow'] as const;

const subscribeToAttention = (listener: () => void): (() => void) => {
  for (const event of attentionEvents) window.addEventListener(event, listener);
  document.addEventListener('visibilitychange', listener);
  return () => {
    for (const event of attentionEvents) window.removeEventListener(event, listener);
    document.removeEventListener('visibilitychange', listener);
  };
};

/** Whether the member is looking at this page, as far as the browser can tell. */
const useHasAttention = (): boolean =>
  useSyncExternalStore(subscribeToAttention, () => document.visibilityState === 'visible' && document.hasFocus());

/** Position of the last visible message, and whether that is the end of the list. */
export type VisibleRange = { position: number; isAtEnd: boolean };

/**
 * Loads a conversation while it is on screen, and reports the messages as read that were visible while the page had
 * attention. Returns the chat, and a function that receives the visible range.
 */
export const useOpenChat = (userId: string, unreadCount: number): [Chat, (visibleRange: VisibleRange) => void] => {
  const queryClient = useQueryClient();
  const chat = useChat(userId);
  const hasAttention = useHasAttention();
  const [visibleRange, setVisibleRange] = useState<VisibleRange>({ position: 0, isAtEnd: false });
  const reportedPosition = useRef(0);

  useEffect(() => showChat(userId), [userId]);

  const isReading = hasAttention && chat.log.isLoaded;
  const isReadingAtEnd = isReading && visibleRange.isAtEnd;
  useEffect(() => {
    if (!isReadingAtEnd) return undefined;
    setReading(userId);
    return () => setReading(null);
  }, [isReadingAtEnd, userId]);

  // Messages after a gap are visible, but the missing ones are not.
  const seenPosition = Math.min(visibleRange.position, lastMessage(chat.log)?.position ?? 0);
  const seenIncoming = lastIncomingPosition(chat.log, userId, seenPosition);
  const leftUnread = countIncomingAfter(chat.log, userId, seenIncoming);
  useEffect(() => {
    const isNew = seenIncoming > reportedPosition.current || (leftUnread === 0 && unreadCount > 0);
    if (!isReading || seenIncoming === 0 || !isNew) return;
    reportedPosition.current = seenIncoming;
    changeConversation(queryClient, userId, (conversation) => ({ ...conversation, unreadCount: leftUnread }));
    if (!sendFrame({ type: 'read', userId, position: seenIncoming }))
      // If this fails too, the next reconnect shows the conversation as unread, and this runs again.
      call(messageCalls.markRead, { body: { userId, position: seenIncoming } }).catch(() => undefined);
  }, [isReading, leftUnread, queryClient, seenIncoming, unreadCount, userId]);

  return [chat, setVisibleRange];
};
