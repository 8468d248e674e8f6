import { type Message, messageCalls } from '@commons/contract/messages';
import type { QueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { call } from '../../lib/api-client.ts';
import { ApiError, explainFailure, isSignedOutError, showFailure } from '../../lib/api-error.ts';
import { draftKey } from '../../lib/drafts.ts';
import { registerLive, reopenLive, sendFrame } from '../../lib/live.ts';
import { leaveForSignIn } from '../../lib/session-ended.ts';
import { addArrived, isBehindGap, isBeingRead } from './chat-store.ts';
import { listMessage } from './conversations.cache.ts';
import { createOutbox, type Outbox, type OutboxEntry, type OutboxStorage, type Outcome, type Wait } from './outbox.ts';
import { noteTypingEnded } from './typing.ts';

/** A message that is stored, by whichever way this page came to know of it. */
export const take = (queryClient: QueryClient, viewerId: string, message: Message): void => {
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

export const useOutboxEntries = (outbox: Outbox): readonly OutboxEntry[] =>
  useSyncExternalStore(outbox.subscribe, outbox.entries);

export const useWaits = (outbox: Outbox): ReadonlyMap<string, Wait> =>
  useSyncExternalStore(outbox.subscribe, outbox.waits);

/** What a member wrote to somebody and has not left: how much was refused, and how much waits. */
export type Unsent = { receiverId: string; receiverName: string | undefined; refused: number; waiting: number };

/** By receiver. What is being sent for the first time is not among it: it is stored in a moment. */
export const useUnsent = (outbox: Outbox): ReadonlyMap<string, Unsent> => {
  const entries = useOutboxEntries(outbox);
  const waits = useWaits(outbox);
  const unsent = new Map<string, Unsent>();
  for (const { receiverId, receiverName, isRefused } of entries) {
    if (!isRefused && !waits.has(receiverId)) continue;
    const known = unsent.get(receiverId) ?? { receiverId, receiverName, refused: 0, waiting: 0 };
    const [refused, waiting] = isRefused ? [1, 0] : [0, 1];
    unsent.set(receiverId, { ...known, refused: known.refused + refused, waiting: known.waiting + waiting });
  }
  return unsent;
};

/**
 * An entry for each message, so that two tabs do not overwrite each other's. Kept among the member's drafts: a
 * deliberate sign-out, perhaps on a shared device, forgets what was not sent, and an ended session does not.
 */
const outboxPrefix = (memberId: string): string => draftKey(memberId, 'outbox:');

const parseEntry = (text: string | null): OutboxEntry | null => {
  try {
    const entry = JSON.parse(text ?? 'null') as OutboxEntry | null;
    return typeof entry?.clientId === 'string' && typeof entry.receiverId === 'string' ? entry : null;
  } catch {
    return null;
  }
};

/** In the browser's storage, and in memory alone where that is forbidden or full. */
const openOutboxStorage = (memberId: string): OutboxStorage => {
  const prefix = outboxPrefix(memberId);
  const inMemory = new Map<string, OutboxEntry>();
  return {
    load: () => {
      try {
        const { localStorage } = globalThis;
        const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '');
        const kept = keys
          .filter((key) => key.startsWith(prefix))
          .flatMap((key) => parseEntry(localStorage.getItem(key)) ?? []);
        return [...kept, ...inMemory.values()];
      } catch {
        return [...inMemory.values()];
      }
    },
    save: (entry) => {
      try {
        globalThis.localStorage.setItem(`${prefix}${entry.clientId}`, JSON.stringify(entry));
        inMemory.delete(entry.clientId);
      } catch {
        inMemory.set(entry.clientId, entry);
      }
    },
    forget: (clientId) => {
      inMemory.delete(clientId);
      try {
        globalThis.localStorage.removeItem(`${prefix}${clientId}`);
      } catch {
        // What could not be written is not there to be removed.
      }
    },
  };
};

/** A socket that does not acknowledge within this time is taken for dead: another is opened, and a call made meanwhile. */
const ackMilliseconds = 5_000;

const bodyOf = ({ receiverId, content, clientId, photo }: OutboxEntry) => ({
  receiverId,
  content,
  clientId,
  ...(photo && { photoId: photo.id }),
});

/** The outcome over the socket; null when it is closed, silent, or says something that only a call explains. */
const overSocket = (entry: OutboxEntry): Promise<Outcome | null> =>
  new Promise((resolve) => {
    const finish = (outcome: Outcome | null) => {
      clearTimeout(timer);
      stop();
      resolve(outcome);
    };
    const stop = registerLive({
      frames: {
        ack: ({ clientId, message }) => {
          if (clientId === entry.clientId) finish({ kind: 'stored', message });
        },
        error: ({ clientId, code, detail }) => {
          if (clientId !== entry.clientId) return;
          finish(code.startsWith('messages.') ? { kind: 'refused', reason: detail } : null);
        },
      },
    });
    const timer = setTimeout(() => {
      reopenLive();
      finish(null);
    }, ackMilliseconds);
    if (!sendFrame({ type: 'message', ...bodyOf(entry) })) finish(null);
  });

const outcomeOf = (error: unknown): Outcome => {
  if (isSignedOutError(error)) leaveForSignIn();
  const isRefusal =
    error instanceof ApiError &&
    error.status >= 400 &&
    error.status < 500 &&
    !isSignedOutError(error) &&
    // Too many at once is over in a moment; a rule of messages is not.
    (error.status !== 429 || error.code?.startsWith('messages.') === true);
  if (isRefusal) return { kind: 'refused', reason: explainFailure(error) ?? null };
  return {
    kind: 'unknown',
    isServerFailure: error instanceof ApiError && error.status >= 500,
    retryAfterSeconds: error instanceof ApiError ? error.retryAfterSeconds : null,
  };
};

/** Sends a message over the socket, or by a call when the socket is away. The same `clientId` is stored once. */
const deliverMessage = async (entry: OutboxEntry): Promise<Outcome> => {
  const outcome = await overSocket(entry);
  if (outcome) return outcome;
  try {
    return { kind: 'stored', message: await call(messageCalls.sendMessage, { body: bodyOf(entry) }) };
  } catch (error) {
    return outcomeOf(error);
  }
};
