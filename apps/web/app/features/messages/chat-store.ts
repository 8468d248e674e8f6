import { type Message, messageCalls } from '@commons/contract/messages';
import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { callPage, type Page } from '../../lib/api-client.ts';
import { isPassingError, isSignedOutError } from '../../lib/api-error.ts';
import { leaveForSignIn } from '../../lib/session-ended.ts';
import { changeConversation } from './conversations.cache.ts';
import {
  emptyLog,
  hasGap,
  lastMessage,
  type MessageLog,
  withArrived,
  withGapShown,
  withMissed,
  withNewestPage,
  withOlderPage,
  withRemoved,
} from './message-log.ts';

/** The messages with one other member, and how the reading of them stands. */
export type Chat = { log: MessageLog; isFailed: boolean; isLoadingOlder: boolean; isOlderFailed: boolean };

const newChat: Chat = { log: emptyLog, isFailed: false, isLoadingOlder: false, isOlderFailed: false };

const pageSize = 40;
const catchUpPageSize = 100;

const chats = new Map<string, Chat>();
const shownIds = new Set<string>();
const listeners = new Set<() => void>();

const change = (userId: string, changes: (chat: Chat) => Partial<Chat>): void => {
  const chat = chats.get(userId);
  if (!chat) return;
  chats.set(userId, { ...chat, ...changes(chat) });
  for (const listener of listeners) listener();
};

/** Changes the log of a conversation that is loaded or being loaded; of another nothing is kept. */
export const changeLog = (userId: string, changeIt: (log: MessageLog) => MessageLog): void =>
  change(userId, ({ log }) => ({ log: changeIt(log) }));

type Query = { limit: number; cursor?: string; after?: string };
const read = (userId: string, query: Query): Promise<Page<Message>> =>
  callPage(messageCalls.listMessages, { query: { userId, ...query } });

const noteFailure = (error: unknown, userId: string, failure: Partial<Chat>): void => {
  if (isSignedOutError(error)) leaveForSignIn();
  change(userId, () => failure);
};

/** What a run reads while frames go on arriving, one run at a time for each conversation. */
const running = new Map<string, Promise<void>>();
const oneAtATime = (userId: string, run: () => Promise<void>): Promise<void> => {
  const before = running.get(userId) ?? Promise.resolve();
  const next = before
    .catch(() => undefined)
    .then(run)
    .finally(() => {
      if (running.get(userId) === next) running.delete(userId);
    });
  running.set(userId, next);
  return next;
};

const readNewest = async (userId: string): Promise<void> => {
  const page = await read(userId, { limit: pageSize });
  change(userId, ({ log }) => ({ log: withNewestPage(log, page), isFailed: false }));
};

const logOf = (userId: string): MessageLog => chats.get(userId)?.log ?? emptyLog;

/** Asks for everything after the last shown message; again while something arrived beyond the answer. */
const readMissed = async (userId: string): Promise<void> => {
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
      page = await read(userId, { limit: catchUpPageSize, after, ...cursor });
      const { items } = page;
      changeLog(userId, (log) => withMissed(log, items));
    } while (page.next !== null);
    // An answer that moves nothing would move nothing a second time.
  } while (hasGap(logOf(userId)) && lastMessage(logOf(userId))?.id !== after);
};

/** Loads the newest messages with a member, unless they are here. */
export const openChat = (userId: string): void => {
  const chat = chats.get(userId);
  if (chat && !chat.isFailed) return;
  chats.set(userId, { ...(chat ?? newChat), isFailed: false });
  for (const listener of listeners) listener();
  void oneAtATime(userId, () => readNewest(userId)).catch((error: unknown) =>
    noteFailure(error, userId, { isFailed: true }),
  );
};

/** Loads the messages before the oldest one. */
export const loadOlder = async (userId: string): Promise<void> => {
  const chat = chats.get(userId);
  const cursor = chat?.log.olderCursor;
  if (cursor == null || chat?.isLoadingOlder) return;
  change(userId, () => ({ isLoadingOlder: true, isOlderFailed: false }));
  try {
    const page = await read(userId, { limit: pageSize, cursor });
    change(userId, ({ log }) => ({ log: withOlderPage(log, cursor, page), isLoadingOlder: false }));
  } catch (error) {
    noteFailure(error, userId, { isLoadingOlder: false, isOlderFailed: true });
  }
};

/** How long what arrived waits for what is missing before it. */
const gapMilliseconds = 5_000;
const maxRetryMilliseconds = 30_000;

/** Conversations whose gap is being closed, each with what asks for the next attempt at once. */
const closingGaps = new Map<string, () => void>();

/** Asks for what is missing before a message that arrived, until it is here. When that takes long, the gap is shown. */
export const closeGap = async (userId: string): Promise<void> => {
  const tryNow = closingGaps.get(userId);
  if (tryNow) {
    tryNow();
    return;
  }
  let isAskedAgain = false;
  let endWait: (() => void) | undefined;
  closingGaps.set(userId, () => {
    isAskedAgain = true;
    endWait?.();
  });
  const timer = setTimeout(() => changeLog(userId, withGapShown), gapMilliseconds);
  for (let attempt = 0; hasGap(logOf(userId)); attempt += 1) {
    try {
      await oneAtATime(userId, () => readMissed(userId));
    } catch (error) {
      if (isSignedOutError(error)) leaveForSignIn();
      // The next opening of the socket asks again.
      if (!isPassingError(error)) break;
    }
    if (!hasGap(logOf(userId))) break;
    const milliseconds = Math.min(maxRetryMilliseconds, 1_000 * 2 ** attempt) * (0.75 + Math.random() / 2);
    // Who asked while an attempt was under way, which failed, does not wait for the next one either.
    if (!isAskedAgain)
      await new Promise<void>((resolve) => {
        endWait = resolve;
        setTimeout(resolve, milliseconds);
      });
    isAskedAgain = false;
  }
  clearTimeout(timer);
  closingGaps.delete(userId);
  changeLog(userId, withGapShown);
};

/** A message of a conversation arrived; what is missing before it is fetched. */
export const addArrived = (userId: string, message: Message): void => {
  changeLog(userId, (log) => withArrived(log, message));
  if (hasGap(logOf(userId)) && !closingGaps.has(userId)) void closeGap(userId);
};

/** Whether what arrived last stands behind a gap. */
export const isBehindGap = (userId: string): boolean => hasGap(logOf(userId));

/** Forgets a conversation whose member is not to be seen any more. */
export const dropChat = (userId: string): void => {
  chats.delete(userId);
  for (const listener of listeners) listener();
};

/**
 * After frames may have been missed: what is on the screen is caught up with, its receipts and removals too; the rest is
 * read anew when it is opened. Rejects when something could not be read.
 */
export const catchUpChats = async (): Promise<void> => {
  const runs: Promise<void>[] = [];
  for (const [userId, chat] of chats) {
    if (!shownIds.has(userId)) chats.delete(userId);
    else if (chat.isFailed) openChat(userId);
    else
      runs.push(
        oneAtATime(userId, async () => {
          await readMissed(userId);
          await readNewest(userId);
        }),
      );
  }
  for (const outcome of await Promise.allSettled(runs)) if (outcome.status === 'rejected') throw outcome.reason;
};

/** Marks a conversation as being on the screen; answers the function that ends it. */
export const showChat = (userId: string): (() => void) => {
  shownIds.add(userId);
  openChat(userId);
  return () => void shownIds.delete(userId);
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useChat = (userId: string): Chat => useSyncExternalStore(subscribe, () => chats.get(userId) ?? newChat);

let readId: string | null = null;

/** Notes whose messages are in front of the member's eyes; null when none are. */
export const noteReading = (userId: string | null): void => {
  readId = userId;
};

/** Whether what arrives from a member is read at once. */
export const isBeingRead = (userId: string): boolean => readId === userId;

/** Takes the words and the photo of a message away wherever it is shown. The position is known to frames. */
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
