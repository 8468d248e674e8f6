import type { Message } from '@commons/contract/messages';
import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { showFailure } from '../../lib/failure.ts';
import { onOpened, subscribe } from '../../lib/live-client.ts';
import { onHiddenChange } from '../members/index.ts';
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
import { heldUnreadCount } from './unread-count.ts';

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
  onOpened(outbox.flush);
  window.addEventListener('online', outbox.flush);
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key.startsWith(outboxPrefix(viewerId))) outbox.reload();
  });
  outbox.flush();
  return outbox;
};

/** A count and the message that it counts come as two frames; only what still disagrees a moment later is read again. */
const reconcileMilliseconds = 500;

const subscribeToFrames = (queryClient: QueryClient, viewerId: string, outbox: Outbox): void => {
  subscribe('message', ({ message }) => {
    take(queryClient, viewerId, message);
    if (message.clientId !== null) outbox.remove(message.clientId);
  });
  subscribe('message.removed', ({ userId, messageId, position }) => {
    markRemoved(queryClient, userId, messageId, position);
  });
  for (const kind of ['delivered', 'read'] as const)
    subscribe(kind, ({ userId, position }) => changeLog(userId, (log) => withReceipt(log, kind, position)));
  subscribe('typing', ({ userId }) => noteTyping(userId));
  subscribe('presence', ({ userId, isOnline }) => {
    if (!isOnline) noteTypingEnded(userId);
    changeConversation(queryClient, userId, (entry) => ({ ...entry, isOnline }));
  });
  let reconciling: ReturnType<typeof setTimeout> | undefined;
  subscribe('unread', ({ count }) => {
    clearTimeout(reconciling);
    reconciling = setTimeout(
      () => reconcileUnread(queryClient, heldUnreadCount(queryClient) ?? count),
      reconcileMilliseconds,
    );
  });
  onHiddenChange((client, { userId, change }) => {
    if (change === 'unblocked') void refreshConversations(client);
    if (change !== 'blocked') return;
    hideConversation(client, userId);
    dropChat(userId);
  });
  subscribe('request.answered', () => void refreshConversations(queryClient));
  // Connected members need no request any more; those whose connection ended may.
  subscribe('connection.changed', () => void refreshConversations(queryClient));
  onOpened(() => refreshConversations(queryClient, { throwOnError: true }));
  onOpened(catchUpChats);
};

let started: { viewerId: string; outbox: Outbox } | null = null;

/**
 * Keeps everything loaded of the messages in step, and sends what waits, from the first use on until the page is left:
 * signing out loads another page. Answers the outbox.
 */
export const startMessagesLive = (queryClient: QueryClient, viewerId: string): Outbox => {
  if (started?.viewerId === viewerId) return started.outbox;
  const outbox = startOutbox(queryClient, viewerId);
  started = { viewerId, outbox };
  subscribeToFrames(queryClient, viewerId, outbox);
  return outbox;
};

export const useOutboxEntries = (outbox: Outbox): readonly OutboxEntry[] =>
  useSyncExternalStore(outbox.subscribe, outbox.entries);
