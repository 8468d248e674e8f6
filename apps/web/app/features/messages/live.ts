import type { ServerFrameOf } from '@commons/contract/live/schemas';
import type { QueryClient } from '@tanstack/react-query';
import type { LiveFeature } from '../../lib/live.ts';
import { refetchNow } from '../../lib/query-client.ts';
import { catchUpChats, changeLog, clearTyping, dropChat, markRemoved, markTyping } from './chat.ts';
import { changeConversation, hideConversation, reconcileUnread, refreshConversations } from './conversations.api.ts';
import { outboxOf, applyMessage } from './member-outbox.ts';
import { withReceipt } from './message-log.ts';
import { unread } from './unread-badge.tsx';

/** A message and its unread count are two frames, so a mismatch triggers a refetch only if it lasts. */
const reconcileMilliseconds = 500;

/** Keeps all loaded messages up to date, and sends pending ones. */
export const live = (queryClient: QueryClient, viewerId: string): LiveFeature => {
  const outbox = outboxOf(queryClient, viewerId);
  const applyReceipt = ({ type, userId, position }: ServerFrameOf<'delivered' | 'read'>): void =>
    changeLog(queryClient, userId, (log) => withReceipt(log, type, position));
  let reconcileTimer: ReturnType<typeof setTimeout> | undefined;
  return {
    frames: {
      message: ({ message }) => {
        applyMessage(queryClient, viewerId, message);
        if (message.clientId !== null) outbox.remove(message.clientId);
      },
      'message.removed': ({ userId, messageId, position }) => markRemoved(queryClient, userId, messageId, position),
      delivered: applyReceipt,
      read: applyReceipt,
      typing: ({ userId }) => markTyping(userId),
      presence: ({ userId, isOnline }) => {
        if (!isOnline) clearTyping(userId);
        changeConversation(queryClient, userId, (entry) => ({ ...entry, isOnline }));
      },
      unread: ({ count, revision }) => {
        unread.apply(queryClient, { count, revision });
        clearTimeout(reconcileTimer);
        reconcileTimer = setTimeout(
          () => reconcileUnread(queryClient, queryClient.getQueryData(unread.query.queryKey)?.count ?? count),
          reconcileMilliseconds,
        );
      },
      'request.answered': () => void refreshConversations(queryClient),
      'request.changed': () => void refreshConversations(queryClient),
      // Connected members need no request, and a member whose connection ended may need one.
      'connection.changed': () => void refreshConversations(queryClient),
    },
    changes: {
      'hidden.changed': ({ userId, change }) => {
        // Hidden members do not count. Only the server knows whether this one did.
        void queryClient.invalidateQueries({ queryKey: unread.query.queryKey });
        if (change === 'unblocked') void refreshConversations(queryClient);
        if (change !== 'blocked') return;
        hideConversation(queryClient, userId);
        dropChat(queryClient, userId);
      },
    },
    onOpened: [
      outbox.flush,
      () => refetchNow(queryClient, unread.query),
      () => refreshConversations(queryClient, { throwOnError: true }),
      () => catchUpChats(queryClient),
    ],
  };
};
