import { messageCalls } from '@commons/contract/messages';
import { call } from '../../lib/api-client.ts';
import { ApiError, isSignedOutError } from '../../lib/api-error.ts';
import { explainFailure } from '../../lib/failure.ts';
import { registerLive, reopenLive, sendFrame } from '../../lib/live.ts';
import { leaveForSignIn } from '../../lib/session-ended.ts';
import type { Outcome, OutboxEntry } from './outbox.ts';

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
export const deliverMessage = async (entry: OutboxEntry): Promise<Outcome> => {
  const outcome = await overSocket(entry);
  if (outcome) return outcome;
  try {
    return { kind: 'stored', message: await call(messageCalls.sendMessage, { body: bodyOf(entry) }) };
  } catch (error) {
    return outcomeOf(error);
  }
};
