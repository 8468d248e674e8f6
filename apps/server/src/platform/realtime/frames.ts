import type { ServerFrame } from '@commons/contract/live';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import { platformError } from '../errors.ts';
import { toAppError } from '../http/errors.ts';
import type { Viewer } from '../sessions/viewer.ts';
import { type Outcome, timed } from '../timed.ts';
import { closeCodes, type Connection, type Connections } from './connections.ts';

/** So many at once, and then so many each second. */
type Rate = { burst: number; perSecond: number };

/** What a client says over a socket, and who answers it. What a handler throws becomes an `error` frame. */
export type FrameHandler<Schema extends z.ZodType> = {
  schema: Schema;
  /** How often one member may say it to a process, over all their sockets; more is refused. */
  rate: Rate;
  handle: (frame: z.output<Schema>, from: { viewer: Viewer; reply: (frame: ServerFrame) => void }) => Promise<void>;
};

/** What one socket may say altogether. A page says far less: who says more is a script, and is cut off. */
const socketRate: Rate = { burst: 200, perSecond: 20 };

/** How many frames of one socket may wait for their turn: a person types no faster. */
const maxWaitingFrames = 200;

/** A frame is handled for a viewer who was looked up at most so long ago. */
const viewerMilliseconds = 1_000;

/** What every frame has: a type, and perhaps the id by which its sender knows it. */
const frameEnvelope = z.object({ type: z.string(), clientId: z.uuid().optional().catch(undefined) });

/** Hears of each frame that a feature took: its type is one that the contract knows. */
export type FrameObserver = (type: string, outcome: Outcome, seconds: number) => void;

/** Takes the frames of clients: limited, one after the other for each socket, for a viewer who is current. */
export function createFrames(connections: Connections, options: { isLimited: boolean; onHandled?: FrameObserver }) {
  const handlers = new Map<string, FrameHandler<z.ZodType>>();
  const members = new Map<string, ReturnType<typeof createTokenBuckets>>();
  const sockets = createTokenBuckets(socketRate);

  const run = async (connection: Connection, text: string, log: FastifyBaseLogger) => {
    const envelope = frameEnvelope.safeParse(parseJson(text));
    const { type = '', clientId } = envelope.data ?? {};
    const handler = handlers.get(type);
    const reply = (frame: ServerFrame) => void connections.send(connection, JSON.stringify(frame));
    const refuse = (code: string, detail: string) =>
      reply({ type: 'error', code, detail, ...(clientId !== undefined && { clientId }) });
    const refuseTooMany = () => {
      const { code, definition } = platformError('request.too_many');
      refuse(code, definition.detail);
    };
    if (!handler) return refuse('live.unknown_frame', 'This server does not take such a frame.');
    const frame = handler.schema.safeParse(parseJson(text));
    if (!frame.success) return refuse('request.invalid', z.prettifyError(frame.error));
    try {
      if (options.isLimited && !members.get(type)?.take(connection.viewer.id)) return refuseTooMany();
      const isCurrent = connection.holds === 0 && performance.now() - connection.checkedAt < viewerMilliseconds;
      if (!isCurrent) await connections.check([connection]);
      if (connection.isEnding) return;
      await timed(
        () => handler.handle(frame.data, { viewer: connection.viewer, reply }),
        (outcome, seconds) => options.onHandled?.(type, outcome, seconds),
      );
    } catch (error) {
      const { code, definition } = toAppError(error);
      if (definition.status >= 500) log.error({ err: error }, 'a frame failed');
      // A frame that another limit refuses is not counted against this one.
      if (definition.status === 429) members.get(type)?.giveBack(connection.viewer.id);
      refuse(code, definition.detail);
    }
  };

  return {
    /** Lets a feature take frames of one type. */
    handle<Schema extends z.ZodType>(this: void, type: string, handler: FrameHandler<Schema>): void {
      handlers.set(type, handler);
      members.set(type, createTokenBuckets(handler.rate));
    },

    /** Hears what a socket says, until it is told to go. */
    listenTo(connection: Connection, log: FastifyBaseLogger): void {
      let handled = Promise.resolve();
      let waiting = 0;
      const tooMany = (code: number) => {
        const { code: type, definition } = platformError('request.too_many');
        connections.send(
          connection,
          JSON.stringify({ type: 'error', code: type, detail: definition.detail } satisfies ServerFrame),
        );
        connections.end(connection, code, 'too many frames');
      };
      connection.socket.on('message', (data: Buffer, isBinary: boolean) => {
        if (connection.isEnding) return;
        if (options.isLimited && !sockets.take(connection)) return tooMany(closeCodes.policyViolation);
        if (waiting >= maxWaitingFrames) return tooMany(closeCodes.tryAgainLater);
        waiting += 1;
        handled = handled.then(async () => {
          waiting -= 1;
          if (!connection.isEnding) await run(connection, isBinary ? '' : data.toString('utf8'), log);
        });
      });
    },

    sweep(): void {
      sockets.sweep();
      for (const buckets of members.values()) buckets.sweep();
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
 * A limit within this process, for what is too frequent to ask a store each time. `take` answers false when it is one
 * too many; a key whose bucket is full again takes no memory after the next `sweep`.
 */
function createTokenBuckets({ burst, perSecond }: Rate) {
  const buckets = new Map<string | object, { tokens: number; filledAt: number }>();
  const filled = (bucket: { tokens: number; filledAt: number }, now: number) =>
    Math.min(burst, bucket.tokens + ((now - bucket.filledAt) / 1_000) * perSecond);
  return {
    take(key: string | object): boolean {
      const now = performance.now();
      const bucket = buckets.get(key) ?? { tokens: burst, filledAt: now };
      const tokens = filled(bucket, now);
      const isAllowed = tokens >= 1;
      buckets.set(key, { tokens: isAllowed ? tokens - 1 : tokens, filledAt: now });
      return isAllowed;
    },
    giveBack(key: string | object): void {
      const bucket = buckets.get(key);
      if (bucket) bucket.tokens = Math.min(burst, bucket.tokens + 1);
    },
    sweep(): void {
      const now = performance.now();
      for (const [key, bucket] of buckets) if (filled(bucket, now) === burst) buckets.delete(key);
    },
  };
}
