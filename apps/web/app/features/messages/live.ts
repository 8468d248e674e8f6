import type { ServerFrameOf } from '@commons/contract/live';
import type { Message } from '@commons/contract/messages';
import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { showFailure } from '../../lib/failure.ts';
import type { LiveFeature } from '../../lib/live.ts';
import { addArrived, catchUpChats, changeLog, dropChat, isBehindGap } from './chat-store.ts';
import {
  changeConversation,
  hideConversation,
  listMessage,
  reconcileUnread,
  refreshConversations,
} from './conversations.cache.ts';
import { deliverMessage } from './deliver-message.ts';
import { markRemoved } from './mark-removed.ts';
import { withReceipt } from './message-log.ts';
import { openOutboxStorage, outboxPrefix } from './outbox-storage.ts';
import { createOutbox, type Outbox, type OutboxEntry } from './outbox.ts';
import { isBeingRead } from './reading.ts';
import { noteTyping, noteTypingEnded } from './typing.ts';
import { heldUnreadCount, takeUnreadCount, unreadCountQuery } from './unread-count.ts';

/** A message that is stored, by whichever way this page came to know of it. */
const take = (queryClient: QueryClient, viewerId: string, message: Message): void => {
  const otherId = message.senderId === viewerId ? message.receiverId : message.senderId;
  if (message.senderId === otherId) noteTypingEnded(otherId);
  addArrived(otherId, message);
  listMessage(queryClient, otherId, message, { isSeen: isBeingRead(otherId) && !isBehindGap(otherId) });
};

const startOutbox = (queryClient: QueryClient, viewerId: string): Outbox => {
  const outbox = createOutbox({
    storage: openOutboxStorage(viewerId),
    deliver: deliverMessage,
    onStored: (message) => take(queryClient, viewerId, message),
    onRefused: () => showFailure(undefined, 'Failed to send message'),
    later: (run, milliseconds) => void setTimeout(run, milliseconds),
  });
  window.addEventListener('online', outbox.flush);
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key.startsWith(outboxPrefix(viewerId))) outbox.reload();
  });
  outbox.flush();
  return outbox;
};

let started: { viewerId: string; outbox: Outbox } | null = null;

/**
 * What the member wrote and is not known to be stored, this page's one of it. It sends what waits from the first use on,
 * what was left unsent when the page was last closed too, until the page is left: signing out loads another page.
 */
export const outboxOf = (queryClient: QueryClient, viewerId: string): Outbox => {
  if (started?.viewerId !== viewerId) started = { viewerId, outbox: startOutbox(queryClient, viewerId) };
  return started.outbox;
};

/** A count and the message that it counts come as two frames; only what still disagrees a moment later is read again. */
const reconcileMilliseconds = 500;

const takeReceipt = ({ type, userId, position }: ServerFrameOf<'delivered' | 'read'>): void =>
  changeLog(userId, (log) => withReceipt(log, type, position));

/** Keeps everything loaded of the messages in step, and sends what waits. */
export const messagesLive = (queryClient: QueryClient, viewerId: string): LiveFeature => {
  const outbox = outboxOf(queryClient, viewerId);
  let reconciling: ReturnType<typeof setTimeout> | undefined;
  return {
    frames: {
      message: ({ message }) => {
        take(queryClient, viewerId, message);
        if (message.clientId !== null) outbox.remove(message.clientId);
      },
      'message.removed': ({ userId, messageId, position }) => markRemoved(queryClient, userId, messageId, position),
      delivered: takeReceipt,
      read: takeReceipt,
      typing: ({ userId }) => noteTyping(userId),
      presence: ({ userId, isOnline }) => {
        if (!isOnline) noteTypingEnded(userId);
        changeConversation(queryClient, userId, (entry) => ({ ...entry, isOnline }));
      },
      unread: ({ count, revision }) => {
        takeUnreadCount(queryClient, { count, revision });
        clearTimeout(reconciling);
        reconciling = setTimeout(
          () => reconcileUnread(queryClient, heldUnreadCount(queryClient) ?? count),
          reconcileMilliseconds,
        );
      },
      'request.answered': () => void refreshConversations(queryClient),
      // Connected members need no request any more; those whose connection ended may.
      'connection.changed': () => void refreshConversations(queryClient),
    },
    changes: {
      'hidden.changed': ({ userId, change }) => {
        // Whoever is hidden does not count; only the server knows whether they did.
        void queryClient.invalidateQueries({ queryKey: unreadCountQuery.queryKey });
        if (change === 'unblocked') void refreshConversations(queryClient);
        if (change !== 'blocked') return;
        hideConversation(queryClient, userId);
        dropChat(userId);
      },
    },
    onOpened: [
      outbox.flush,
      () => queryClient.invalidateQueries({ queryKey: unreadCountQuery.queryKey }, { throwOnError: true }),
      () => refreshConversations(queryClient, { throwOnError: true }),
      catchUpChats,
    ],
  };
};

export const useOutboxEntries = (outbox: Outbox): readonly OutboxEntry[] =>
  useSyncExternalStore(outbox.subscribe, outbox.entries);
