import { type Message, messageCalls } from '@commons/contract/messages';
import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { callPage, type Page } from '../../lib/api-client.ts';
import { isTemporaryError, isSignedOutError } from '../../lib/api-error.ts';
import { backoff, withJitter } from '../../lib/backoff.ts';
import { leaveForSignIn } from '../../lib/session-ended.ts';
import { changeConversation } from './conversations.cache.ts';
import {
  emptyLog,
  hasGap,
  lastMessage,
  type MessageLog,
  withIncoming,
  withGapShown,
  withCatchUp,
  withNewestPage,
  withOlderPage,
  withRemoved,
} from './message-log.ts';

/** The messages with one member, and their loading state. */
export type Chat = { log: MessageLog; isFailed: boolean; isLoadingOlder: boolean; isOlderFailed: boolean };

const newChat: Chat = { log: emptyLog, isFailed: false, isLoadingOlder: false, isOlderFailed: false };

const pageSize = 40;
const catchUpPageSize = 100;

const chats = new Map<string, Chat>();
const visibleIds = new Set<string>();
const listeners = new Set<() => void>();

const change = (userId: string, changes: (chat: Chat) => Partial<Chat>): void => {
  const chat = chats.get(userId);
  if (!chat) return;
  chats.set(userId, { ...chat, ...changes(chat) });
  for (const listener of listeners) listener();
};

/** Updates the log of a conversation that is loaded or loading. Ignores others. */
export const changeLog = (userId: string, update: (log: MessageLog) => MessageLog): void =>
  change(userId, ({ log }) => ({ log: update(log) }));

type Query = { limit: number; cursor?: string; after?: string };
const fetchPage = (userId: string, query: Query): Promise<Page<Message>> =>
  callPage(messageCalls.listMessages, { query: { userId, ...query } });

const handleFailure = (error: unknown, userId: string, failure: Partial<Chat>): void => {
  if (isSignedOutError(error)) leaveForSignIn();
  change(userId, () => failure);
};

/** Reads run one at a time per conversation. Frames can arrive in between. */
const pendingReads = new Map<string, Promise<void>>();
const enqueueRead = (userId: string, run: () => Promise<void>): Promise<void> => {
  const previous = pendingReads.get(userId) ?? Promise.resolve();
  const next = previous
    .catch(() => undefined)
    .then(run)
    .finally(() => {
      if (pendingReads.get(userId) === next) pendingReads.delete(userId);
    });
  pendingReads.set(userId, next);
  return next;
};

const readNewest = async (userId: string): Promise<void> => {
  const page = await fetchPage(userId, { limit: pageSize });
  change(userId, ({ log }) => ({ log: withNewestPage(log, page), isFailed: false }));
};

const logOf = (userId: string): MessageLog => chats.get(userId)?.log ?? emptyLog;

/** Reads everything after the last shown message, and repeats that if a newer message arrived in the meantime. */
const readMissing = async (userId: string): Promise<void> => {
  let after: string | undefined;
  do {
    after = lastMessage(logOf(userId))?.id;
    if (after === undefined) {
      await readNewest(userId);
      return;
    }
    let page: Page<Message> | null = null;
    do {
      const cursor: { cursor?: string } = page?.next == null ? {} : { cursor: page.next };
      page = await fetchPage(userId, { limit: catchUpPageSize, after, ...cursor });
      const { items } = page;
      changeLog(userId, (log) => withCatchUp(log, items));
    } while (page.next !== null);
    // If a read brought nothing new, repeating it would not either.
  } while (hasGap(logOf(userId)) && lastMessage(logOf(userId))?.id !== after);
};

/** Loads the newest messages with a member, unless they are loaded already. */
export const openChat = (userId: string): void => {
  const chat = chats.get(userId);
  if (chat && !chat.isFailed) return;
  chats.set(userId, { ...(chat ?? newChat), isFailed: false });
  for (const listener of listeners) listener();
  void enqueueRead(userId, () => readNewest(userId)).catch((error: unknown) =>
    handleFailure(error, userId, { isFailed: true }),
  );
};

/** Loads the messages before the oldest one. */
export const loadOlder = async (userId: string): Promise<void> => {
  const chat = chats.get(userId);
  const cursor = chat?.log.olderCursor;
  if (cursor == null || chat?.isLoadingOlder) return;
  change(userId, () => ({ isLoadingOlder: true, isOlderFailed: false }));
  try {
    const page = await fetchPage(userId, { limit: pageSize, cursor });
    change(userId, ({ log }) => ({ log: withOlderPage(log, cursor, page), isLoadingOlder: false }));
  } catch (error) {
    handleFailure(error, userId, { isLoadingOlder: false, isOlderFailed: true });
  }
};

/** How long a message waits for missing ones before it. */
const gapMilliseconds = 5_000;

/** Conversations whose gap is being closed, each with a function that starts the next attempt at once. */
const closingGaps = new Map<string, () => void>();

/** Reads missing messages with retries until the gap is closed. If that takes long, the gap is shown. */
export const closeGap = async (userId: string): Promise<void> => {
  const retryNow = closingGaps.get(userId);
  if (retryNow) {
    retryNow();
    return;
  }
  let wasRetryRequested = false;
  let endDelay: (() => void) | undefined;
  closingGaps.set(userId, () => {
    wasRetryRequested = true;
    endDelay?.();
  });
  const timer = setTimeout(() => changeLog(userId, withGapShown), gapMilliseconds);
  for (let attempt = 0; hasGap(logOf(userId)); attempt += 1) {
    try {
      await enqueueRead(userId, () => readMissing(userId));
    } catch (error) {
      if (isSignedOutError(error)) leaveForSignIn();
      // Retried when the socket opens again.
      if (!isTemporaryError(error)) break;
    }
    if (!hasGap(logOf(userId))) break;
    const milliseconds = withJitter(backoff(attempt));
    // A request during the failed attempt skips the delay as well.
    if (!wasRetryRequested)
      await new Promise<void>((resolve) => {
        endDelay = resolve;
        setTimeout(resolve, milliseconds);
      });
    wasRetryRequested = false;
  }
  clearTimeout(timer);
  closingGaps.delete(userId);
  changeLog(userId, withGapShown);
};

/** Adds a message, and reads missing ones before it. */
export const addIncoming = (userId: string, message: Message): void => {
  changeLog(userId, (log) => withIncoming(log, message));
  if (hasGap(logOf(userId)) && !closingGaps.has(userId)) void closeGap(userId);
};

/** Whether there is a gap before the newest message. */
export const isBehindGap = (userId: string): boolean => hasGap(logOf(userId));

/** Removes a conversation whose member must not be shown any more. */
export const dropChat = (userId: string): void => {
  chats.delete(userId);
  for (const listener of listeners) listener();
};

/**
 * Catches up after frames may have been missed. Reads visible conversations again, including receipts and removals, and
 * drops others, which reload when opened. Rejects if a read fails.
 */
export const catchUpChats = async (): Promise<void> => {
  const runs: Promise<void>[] = [];
  for (const [userId, chat] of chats) {
    if (!visibleIds.has(userId)) chats.delete(userId);
    else if (chat.isFailed) openChat(userId);
    else
      runs.push(
        enqueueRead(userId, async () => {
          await readMissing(userId);
          await readNewest(userId);
        }),
      );
  }
  for (const outcome of await Promise.allSettled(runs)) if (outcome.status === 'rejected') throw outcome.reason;
};

/** Marks a conversation as visible. Returns a function that ends this. */
export const showChat = (userId: string): (() => void) => {
  visibleIds.add(userId);
  openChat(userId);
  return () => void visibleIds.delete(userId);
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useChat = (userId: string): Chat => useSyncExternalStore(subscribe, () => chats.get(userId) ?? newChat);

let readingId: string | null = null;

/** Records which conversation the member is reading. Null means none. */
export const setReading = (userId: string | null): void => {
  readingId = userId;
};

/** Whether new messages of a member count as read at once. */
export const isBeingRead = (userId: string): boolean => readingId === userId;

/** Removes the content of a message from the chat and the list. Frames know its position. */
export const markRemoved = (
  queryClient: QueryClient,
  userId: string,
  messageId: string,
  knownPosition?: number,
): void => {
  changeLog(userId, (log) => {
    const position = knownPosition ?? log.messages.find(({ id }) => id === messageId)?.position;
    return position === undefined ? log : withRemoved(log, position);
  });
  changeConversation(queryClient, userId, (entry) =>
    entry.id === messageId ? { ...entry, content: '', photo: null, isRemoved: true } : entry,
  );
};
