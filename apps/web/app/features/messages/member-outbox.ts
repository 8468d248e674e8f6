import { messageCalls } from '@commons/contract/messages/calls';
import type { Message } from '@commons/contract/messages/schemas';
import type { QueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { ApiError, explainFailure, isSignedOutError, showFailure } from '../../lib/api-error.ts';
import { clearDraft, draftKey, draftKeysOf, readDraft, storeDraft } from '../../lib/drafts.ts';
import { registerLive, reopenLive, sendFrame } from '../../lib/live.ts';
import { leaveForSignIn } from '../../lib/session-ended.ts';
import { parseStored } from '../../lib/storage.ts';
import { useStore } from '../../lib/store.ts';
import { addIncoming, clearTyping, isBehindGap, isBeingRead } from './chat.ts';
import { addMessageToLists } from './conversations.api.ts';
import { createOutbox, type Outbox, type OutboxEntry, type OutboxStorage, type Outcome } from './outbox.ts';

/** Handles a stored message from a frame, an acknowledgement or a response. */
export const applyMessage = (queryClient: QueryClient, viewerId: string, message: Message): void => {
  const otherId = message.senderId === viewerId ? message.receiverId : message.senderId;
  if (message.senderId === otherId) clearTyping(otherId);
  addIncoming(queryClient, otherId, message);
  addMessageToLists(queryClient, otherId, message, {
    isSeen: isBeingRead(otherId) && !isBehindGap(queryClient, otherId),
  });
};

const startOutbox = (queryClient: QueryClient, viewerId: string): Outbox => {
  const outbox = createOutbox({
    storage: openOutboxStorage(viewerId),
    deliver: deliverMessage,
    onStored: (message) => applyMessage(queryClient, viewerId, message),
    onRefused: () => showFailure(undefined, 'Failed to send message'),
    later: (run, milliseconds) => void setTimeout(run, milliseconds),
  });
  window.addEventListener('online', outbox.flush);
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key.startsWith(draftKey(viewerId, outboxPrefix))) outbox.reload();
  });
  outbox.flush();
  return outbox;
};

let current: { viewerId: string; outbox: Outbox } | null = null;

/**
 * Returns the page's outbox of a member, and creates it on first use. It sends pending messages, also those from an
 * earlier visit, until the page unloads. Sign-out loads a new page.
 */
export const outboxOf = (queryClient: QueryClient, viewerId: string): Outbox => {
  if (current?.viewerId !== viewerId) current = { viewerId, outbox: startOutbox(queryClient, viewerId) };
  return current.outbox;
};

/** Unsent messages to one member: the number refused and the number waiting. */
export type Unsent = { receiverId: string; receiverName: string; refused: number; waiting: number };

/** Unsent messages by receiver. Excludes a first attempt in flight, which usually succeeds in a moment. */
export const useUnsent = (outbox: Outbox): ReadonlyMap<string, Unsent> => {
  const entries = useStore(outbox.entries);
  const waits = useStore(outbox.waits);
  const unsent = new Map<string, Unsent>();
  for (const { receiverId, receiverName, isRefused } of entries) {
    if (!isRefused && !waits.has(receiverId)) continue;
    const counts = unsent.get(receiverId) ?? { receiverId, receiverName, refused: 0, waiting: 0 };
    const [refused, waiting] = isRefused ? [1, 0] : [0, 1];
    unsent.set(receiverId, { ...counts, refused: counts.refused + refused, waiting: counts.waiting + waiting });
  }
  return unsent;
};

/**
 * Messages have one storage entry each, so that two tabs do not overwrite each other's. They are stored like drafts: a
 * deliberate sign-out deletes them, an expired session does not.
 */
const outboxPrefix = 'outbox:';

const parseEntry = (text: string | null): OutboxEntry[] => {
  const entry = parseStored(text) as OutboxEntry | null;
  return typeof entry?.clientId === 'string' && typeof entry.receiverId === 'string' ? [entry] : [];
};

const openOutboxStorage = (memberId: string): OutboxStorage => {
  const keyOf = (clientId: string) => draftKey(memberId, outboxPrefix + clientId);
  return {
    load: () => draftKeysOf(memberId, outboxPrefix).flatMap((key) => parseEntry(readDraft(key))),
    save: (entry) => void storeDraft(keyOf(entry.clientId), JSON.stringify(entry)),
    forget: (clientId) => clearDraft(keyOf(clientId)),
  };
};

/** If the socket does not acknowledge in time, it counts as dead: it is reopened, and the message is sent by HTTP. */
const ackMilliseconds = 5_000;

const bodyOf = ({ receiverId, content, clientId, photo }: OutboxEntry) => ({
  receiverId,
  content,
  clientId,
  ...(photo && { photoId: photo.id }),
});

/**
 * Returns the outcome over the socket. Null if the socket is closed, silent, or returns an error that only the HTTP
 * route explains.
 */
const sendOverSocket = (entry: OutboxEntry): Promise<Outcome | null> =>
  new Promise((resolve) => {
    const finish = (outcome: Outcome | null) => {
      clearTimeout(timer);
      unregister();
      resolve(outcome);
    };
    const unregister = registerLive({
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
    // A general rate limit passes soon. A limit of the messages feature is a refusal.
    (error.status !== 429 || error.code?.startsWith('messages.') === true);
  if (isRefusal) return { kind: 'refused', reason: explainFailure(error) ?? null };
  return {
    kind: 'unknown',
    isServerFailure: error instanceof ApiError && error.status >= 500,
    retryAfterSeconds: error instanceof ApiError ? error.retryAfterSeconds : null,
  };
};

/** Sends a message over the socket, or by HTTP if that fails. The server stores each `clientId` once. */
const deliverMessage = async (entry: OutboxEntry): Promise<Outcome> => {
  const outcome = await sendOverSocket(entry);
  if (outcome) return outcome;
  try {
    return { kind: 'stored', message: await call(messageCalls.sendMessage, { body: bodyOf(entry) }) };
  } catch (error) {
    return outcomeOf(error);
  }
};
