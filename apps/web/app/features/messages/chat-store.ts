import type { Message } from '@commons/contract/messages';
import { useSyncExternalStore } from 'react';
import { callPage, type Page } from '../../lib/api-client.ts';
import { isSignedOutError } from '../../lib/api-error.ts';
import { leaveForSignIn } from '../../lib/session-ended.ts';
import { messageAddresses } from './message-addresses.ts';
import {
  emptyLog,
  hasGap,
  lastMessage,
  type MessageLog,
  withArrived,
  withMissed,
  withNewestPage,
  withOlderPage,
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
  callPage(messageAddresses.list, { query: { userId, ...query } });

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

/** A message of a conversation arrived; what is missing before it is fetched. */
export const addArrived = (userId: string, message: Message): void => {
  changeLog(userId, (log) => withArrived(log, message));
  // The next opening of the socket catches up, should this fail.
  if (hasGap(logOf(userId))) void oneAtATime(userId, () => readMissed(userId)).catch(() => undefined);
};

/**
 * After frames may have been missed: what is on the screen is caught up with, its receipts and removals too; the rest is
 * read anew when it is opened.
 */
export const catchUpChats = (): void => {
  for (const [userId, chat] of chats) {
    if (!shownIds.has(userId)) chats.delete(userId);
    else if (chat.isFailed) openChat(userId);
    else
      void oneAtATime(userId, async () => {
        await readMissed(userId);
        await readNewest(userId);
      }).catch(() => undefined);
  }
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
