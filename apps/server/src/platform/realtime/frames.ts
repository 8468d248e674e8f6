import type { ServerFrame } from '@commons/contract/live/schemas';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { platformError } from '../errors.ts';
import { toAppError } from '../http/errors.ts';
import type { Viewer } from '../sessions/viewer.ts';
import { type Outcome, withTiming } from '../timing.ts';
import { closeCodes, type Connection, type Connections } from './connections.ts';

/** A token bucket: `burst` calls at once, then `perSecond`. */
type Rate = { burst: number; perSecond: number };

/** Handles one type of client frame. Errors become `error` frames. */
export type FrameHandler<Schema extends z.ZodType> = {
  schema: Schema;
  /** Limit per member and process over all sockets. Frames beyond it are rejected. */
  rate: Rate;
  handle: (frame: z.output<Schema>, from: { viewer: Viewer; reply: (frame: ServerFrame) => void }) => Promise<void>;
};

/** Limit for all frames of one socket. The app sends far fewer, so only scripts are disconnected. */
const socketRate: Rate = { burst: 200, perSecond: 20 };

/** Maximum queued frames per socket. A person types no faster. */
const maxWaitingFrames = 200;

/** Maximum age of the viewer's state when a frame is handled. */
const maxViewerAgeMilliseconds = 1_000;

/** Fields of every frame: its type, and optionally an id set by the client. */
const frameEnvelope = z.object({ type: z.string(), clientId: z.uuid().optional().catch(undefined) });

/** Called for each handled frame with a type from the contract. */
export type FrameObserver = (type: string, outcome: Outcome, seconds: number) => void;

/** Handles client frames: applies rate limits, runs one frame per socket at a time, and refreshes the viewer. */
export function createFrames(connections: Connections, options: { isLimited: boolean; onHandled?: FrameObserver }) {
  const handlers = new Map<string, FrameHandler<z.ZodType>>();
  const memberBuckets = new Map<string, ReturnType<typeof createTokenBuckets>>();
  const socketBuckets = createTokenBuckets(socketRate);

  const handleFrame = async (connection: Connection, text: string, log: FastifyBaseLogger) => {
    const envelope = frameEnvelope.safeParse(parseJson(text));
    const { type = '', clientId } = envelope.data ?? {};
    const handler = handlers.get(type);
    const reply = (frame: ServerFrame) => void connections.send(connection, JSON.stringify(frame));
    const sendError = (code: string, detail: string) =>
      reply({ type: 'error', code, detail, ...(clientId !== undefined && { clientId }) });
    const sendTooManyError = () => {
      const { code, definition } = platformError('request.too_many');
      sendError(code, definition.detail);
    };
    if (!handler) return sendError('live.unknown_frame', 'This server does not take such a frame.');
    const frame = handler.schema.safeParse(parseJson(text));
    if (!frame.success) return sendError('request.invalid', z.prettifyError(frame.error));
    try {
      if (options.isLimited && !memberBuckets.get(type)?.take(connection.viewer.id)) return sendTooManyError();
      const isCurrent =
        connection.pendingChecks === 0 && performance.now() - connection.checkedAt < maxViewerAgeMilliseconds;
      if (!isCurrent) await connections.check([connection]);
      if (connection.isClosing) return;
      await withTiming(
        () => handler.handle(frame.data, { viewer: connection.viewer, reply }),
        (outcome, seconds) => options.onHandled?.(type, outcome, seconds),
      );
    } catch (error) {
      const { code, definition } = toAppError(error);
      if (definition.status >= 500) log.error({ err: error }, 'a frame failed');
      // A frame that another limit rejects does not count here.
      if (definition.status === 429) memberBuckets.get(type)?.refund(connection.viewer.id);
      sendError(code, definition.detail);
    }
  };

  return {
    /** Registers the handler of one frame type. */
    handle<Schema extends z.ZodType>(this: void, type: string, handler: FrameHandler<Schema>): void {
      handlers.set(type, handler);
      memberBuckets.set(type, createTokenBuckets(handler.rate));
    },

    /** Handles frames of a socket until it is closed. */
    listenTo(connection: Connection, log: FastifyBaseLogger): void {
      let lastHandled = Promise.resolve();
      let queuedCount = 0;
      const closeForTooManyFrames = (code: number) => {
        const { code: type, definition } = platformError('request.too_many');
        connections.send(
          connection,
          JSON.stringify({ type: 'error', code: type, detail: definition.detail } satisfies ServerFrame),
        );
        connections.close(connection, code, 'too many frames');
      };
      connection.socket.on('message', (data: Buffer, isBinary: boolean) => {
        if (connection.isClosing) return;
        if (options.isLimited && !socketBuckets.take(connection))
          return closeForTooManyFrames(closeCodes.policyViolation);
        if (queuedCount >= maxWaitingFrames) return closeForTooManyFrames(closeCodes.tryAgainLater);
        queuedCount += 1;
        lastHandled = lastHandled.then(async () => {
          queuedCount -= 1;
          if (!connection.isClosing) await handleFrame(connection, isBinary ? '' : data.toString('utf8'), log);
        });
      });
    },

    sweep(): void {
      socketBuckets.sweep();
      for (const buckets of memberBuckets.values()) buckets.sweep();
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The sender gets an error frame.
    return undefined;
  }
}

/**
 * Creates an in-process rate limit for events that are too frequent to be counted in a store. `take` returns false
 * beyond the limit. `sweep` removes keys whose bucket is full again.
 */
function createTokenBuckets({ burst, perSecond }: Rate) {
  const buckets = new Map<string | object, { tokens: number; filledAt: number }>();
  const currentTokens = (bucket: { tokens: number; filledAt: number }, now: number) =>
    Math.min(burst, bucket.tokens + ((now - bucket.filledAt) / 1_000) * perSecond);
  return {
    take(key: string | object): boolean {
      const now = performance.now();
      const bucket = buckets.get(key) ?? { tokens: burst, filledAt: now };
      const tokens = currentTokens(bucket, now);
      const isAllowed = tokens >= 1;
      buckets.set(key, { tokens: isAllowed ? tokens - 1 : tokens, filledAt: now });
      return isAllowed;
    },
    refund(key: string | object): void {
      const bucket = buckets.get(key);
      if (bucket) bucket.tokens = Math.min(burst, bucket.tokens + 1);
    },
    sweep(): void {
      const now = performance.now();
      for (const [key, bucket] of buckets) if (currentTokens(bucket, now) === burst) buckets.delete(key);
    },
  };
}
