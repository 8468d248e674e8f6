import { messageCalls } from '@commons/contract/messages/calls';
import type { Message } from '@commons/contract/messages/schemas';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { type Page, call, callPage } from '../../lib/api-client.ts';
import { isTemporaryError } from '../../lib/api-error.ts';
import { backoff, withJitter } from '../../lib/backoff.ts';
import { RecentMap } from '../../lib/client-state.ts';
import { sendFrame } from '../../lib/live.ts';
import { cursorOf } from '../../lib/pages.ts';
import { restartReads } from '../../lib/query-client.ts';
import { createStore, useStore } from '../../lib/store.ts';
import { changeConversation } from './conversations.api.ts';
import {
  type MessageLog,
  countIncomingAfter,
  emptyLog,
  hasGap,
  lastIncomingPosition,
  lastMessage,
  withCatchUp,
  withGapShown,
  withIncoming,
  withNewestPage,
  withOlderPage,
  withRemoved,
} from './message-log.ts';

const pageSize = 40;
const catchUpPageSize = 100;

/** How long a message waits for missing ones before it. */
const gapMilliseconds = 5_000;

const chatKeys = { all: ['chats'], one: (userId: string) => ['chats', userId] as const } as const;

const logOf = (queryClient: QueryClient, userId: string): MessageLog =>
  queryClient.getQueryData<MessageLog>(chatKeys.one(userId)) ?? emptyLog;

/** Whether there is a gap before the newest message. */
export const isBehindGap = (queryClient: QueryClient, userId: string): boolean => hasGap(logOf(queryClient, userId));

/** Updates the log of a conversation that is loaded or loading. Ignores others. */
export const changeLog = (queryClient: QueryClient, userId: string, update: (log: MessageLog) => MessageLog): void => {
  if (queryClient.getQueryState(chatKeys.one(userId)))
    queryClient.setQueryData<MessageLog>(chatKeys.one(userId), update(logOf(queryClient, userId)));
};

type PageQuery = { limit: number; cursor?: string; after?: string };
const readPage = (userId: string, query: PageQuery): Promise<Page<Message>> =>
  callPage(messageCalls.listMessages, { query: { userId, ...query } });

/** Reads everything after the last message, and repeats that if a newer message has arrived in the meantime. */
const readMissing = async (queryClient: QueryClient, userId: string): Promise<void> => {
  const lastId = () => lastMessage(logOf(queryClient, userId))?.id;
  for (let after = lastId(); after !== undefined;) {
    let cursor: string | null = null;
    do {
      const { items, next }: Page<Message> = await readPage(userId, {
        limit: catchUpPageSize,
        after,
        ...cursorOf(cursor),
      });
      changeLog(queryClient, userId, (log) => withCatchUp(log, items));
      cursor = next;
    } while (cursor !== null);
    // A read that brought nothing new is not repeated.
    if (!isBehindGap(queryClient, userId) || lastId() === after) return;
    after = lastId();
  }
};

/**
 * The messages with one member. Pages, frames and acknowledgements are merged into the log at once. A read that fails
 * while messages are missing is retried.
 */
const chatQuery = (queryClient: QueryClient, userId: string) =>
  queryOptions({
    queryKey: chatKeys.one(userId),
    queryFn: async (): Promise<MessageLog> => {
      await readMissing(queryClient, userId);
      const page = await readPage(userId, { limit: pageSize });
      return withNewestPage(logOf(queryClient, userId), page);
    },
    // A frame can arrive before the first page.
    staleTime: ({ state }) => (state.data?.isLoaded === false ? 0 : Infinity),
    retry: (_failures, error) => isTemporaryError(error) && isBehindGap(queryClient, userId),
    retryDelay: (failures) => withJitter(backoff(failures)),
  });

/** Loads the newest messages with a member, unless they are loaded already. */
export const prefetchChat = (queryClient: QueryClient, userId: string): void =>
  void queryClient.prefetchQuery(chatQuery(queryClient, userId));

/** The messages with a member. Kept up to date while the conversation is on screen. */
export const useChat = (userId: string) => {
  const { data: log = emptyLog, isError, refetch } = useQuery(chatQuery(useQueryClient(), userId));
  return { log, isFailed: isError && !log.isLoaded, retry: () => void refetch() };
};

/** Loads the messages before the oldest one. */
export const loadOlder = async (queryClient: QueryClient, userId: string): Promise<void> => {
  const cursor = logOf(queryClient, userId).olderCursor;
  if (cursor === null) return;
  const page = await readPage(userId, { limit: pageSize, cursor });
  changeLog(queryClient, userId, (log) => withOlderPage(log, cursor, page));
};

/** Reads missing messages. If that takes long, the gap is shown. `isUrgent` retries at once. */
export const closeGap = async (queryClient: QueryClient, userId: string, { isUrgent = false } = {}): Promise<void> => {
  const showGap = () => changeLog(queryClient, userId, withGapShown);
  const timer = setTimeout(showGap, gapMilliseconds);
  await queryClient.refetchQueries({ queryKey: chatKeys.one(userId) }, { cancelRefetch: isUrgent });
  clearTimeout(timer);
  showGap();
};

/** Adds a message, and reads missing ones before it. */
export const addIncoming = (queryClient: QueryClient, userId: string, message: Message): void => {
  changeLog(queryClient, userId, (log) => withIncoming(log, message));
  if (isBehindGap(queryClient, userId)) void closeGap(queryClient, userId);
};

/** Removes a conversation whose member must not be shown any more. */
export const dropChat = (queryClient: QueryClient, userId: string): void =>
  queryClient.removeQueries({ queryKey: chatKeys.one(userId) });

/**
 * Catches up after frames may have been missed. Reads visible conversations again, including receipts and removals, and
 * drops others, which reload when opened. Rejects if a read fails.
 */
export const catchUpChats = async (queryClient: QueryClient): Promise<void> => {
  queryClient.removeQueries({ queryKey: chatKeys.all, type: 'inactive' });
  restartReads(queryClient, chatKeys.all);
  await queryClient.refetchQueries({ queryKey: chatKeys.all }, { cancelRefetch: false, throwOnError: true });
};

/** Removes the content of a message from the chat and the list. Frames know its position. */
export const markRemoved = (
  queryClient: QueryClient,
  userId: string,
  messageId: string,
  knownPosition?: number,
): void => {
  changeLog(queryClient, userId, (log) => {
    const position = knownPosition ?? log.messages.find(({ id }) => id === messageId)?.position;
    return position === undefined ? log : withRemoved(log, position);
  });
  changeConversation(queryClient, userId, (entry) =>
    entry.id === messageId ? { ...entry, content: '', photo: null, isRemoved: true } : entry,
  );
};

let readingId: string | null = null;

/** Whether new messages of a member count as read at once. */
export const isBeingRead = (userId: string): boolean => readingId === userId;

const attentionEvents = ['focus', 'blur', 'pageshow', 'visibilitychange'] as const;

const subscribeToAttention = (listener: () => void): (() => void) => {
  for (const event of attentionEvents) window.addEventListener(event, listener);
  return () => {
    for (const event of attentionEvents) window.removeEventListener(event, listener);
  };
};

/** Whether the member is looking at this page, as far as the browser can tell. */
const useHasAttention = (): boolean =>
  useSyncExternalStore(subscribeToAttention, () => document.visibilityState === 'visible' && document.hasFocus());

/** Position of the last visible message, and whether that is the end of the list. */
export type VisibleRange = { position: number; isAtEnd: boolean };

/**
 * Reports the messages as read that were visible while the page had attention. Returns a function that receives the
 * visible range.
 */
export const useReadReports = (
  userId: string,
  log: MessageLog,
  unreadCount: number,
): ((range: VisibleRange) => void) => {
  const queryClient = useQueryClient();
  const hasAttention = useHasAttention();
  const [visibleRange, setVisibleRange] = useState<VisibleRange>({ position: 0, isAtEnd: false });
  const reportedPosition = useRef(0);

  const isReading = hasAttention && log.isLoaded;
  const isReadingAtEnd = isReading && visibleRange.isAtEnd;
  useEffect(() => {
    readingId = isReadingAtEnd ? userId : null;
    return () => {
      readingId = null;
    };
  }, [isReadingAtEnd, userId]);

  // Messages after a gap are visible, but the missing ones are not.
  const seenPosition = Math.min(visibleRange.position, lastMessage(log)?.position ?? 0);
  const seenIncoming = lastIncomingPosition(log, userId, seenPosition);
  const leftUnread = countIncomingAfter(log, userId, seenIncoming);
  useEffect(() => {
    const isNew = seenIncoming > reportedPosition.current || (leftUnread === 0 && unreadCount > 0);
    if (!isReading || seenIncoming === 0 || !isNew) return;
    reportedPosition.current = seenIncoming;
    changeConversation(queryClient, userId, (conversation) => ({ ...conversation, unreadCount: leftUnread }));
    if (!sendFrame({ type: 'read', userId, position: seenIncoming }))
      // If this fails too, the next reconnect shows the conversation as unread, and this runs again.
      call(messageCalls.markRead, { body: { userId, position: seenIncoming } }).catch(() => undefined);
  }, [isReading, leftUnread, queryClient, seenIncoming, unreadCount, userId]);

  return setVisibleRange;
};

/** How long a member counts as typing after the last frame, and the minimum interval between own frames. */
const shownMilliseconds = 5_000;
const notifyMilliseconds = 3_000;

/** Timers that end the indicators, by member. */
const typing = createStore<ReadonlyMap<string, ReturnType<typeof setTimeout>>>(new Map());

export const markTyping = (userId: string): void => {
  clearTimeout(typing.get().get(userId));
  typing.set(new Map(typing.get()).set(userId, setTimeout(clearTyping, shownMilliseconds, userId)));
};

/** Ends the indicator: the member has stopped, or the message has arrived. */
export const clearTyping = (userId: string): void => {
  clearTimeout(typing.get().get(userId));
  typing.set(new Map([...typing.get()].filter(([id]) => id !== userId)));
};

export const useIsTyping = (userId: string): boolean => useStore(typing, (timers) => timers.has(userId));

const notifiedAt = new RecentMap<string, number>();

/** Notifies the other member of typing, at most every three seconds. */
export const notifyTyping = (receiverId: string): void => {
  const now = Date.now();
  if (now - (notifiedAt.get(receiverId) ?? 0) < notifyMilliseconds) return;
  if (sendFrame({ type: 'typing', receiverId })) notifiedAt.set(receiverId, now);
};
