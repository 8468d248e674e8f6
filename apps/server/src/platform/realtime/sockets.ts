import { heartbeatSeconds, liveCloseCodes, maxFrameBytes, type ServerFrame } from '@commons/contract/live';
import websocket from '@fastify/websocket';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import type { WebSocket } from 'ws';
import { z } from 'zod';
import { AppError, platformError } from '../http/errors.ts';
import { assertAccess } from '../http/routes.ts';
import type { Viewer } from '../sessions/viewer.ts';
import type { Bus, Envelope } from './bus.ts';

/** WebSocket close codes: RFC 6455 and the IANA registry; 4000 and above are ours. */
export const closeCodes = { goingAway: 1001, restart: 1012, tryAgainLater: 1013, ...liveCloseCodes } as const;

type Connection = { socket: WebSocket; viewer: Viewer; isAlive: boolean; hiddenMemberIds: ReadonlySet<string> };

/** The members of whom a member receives no live frames. */
export type FindHiddenMemberIds = (memberId: string) => Promise<ReadonlySet<string>>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Known before the handshake is accepted, so that no frame passes a socket that does not know it. */
    hiddenMemberIds: ReadonlySet<string> | undefined;
    /** How many changes of such knowledge this process had heard of by then. */
    hiddenMembersAsOf: number;
  }
}

/** What a client says over a socket, and who answers it. What a handler throws becomes an `error` frame. */
export type FrameHandler<Schema extends z.ZodType> = {
  schema: Schema;
  handle: (frame: z.output<Schema>, from: { viewer: Viewer; reply: (frame: ServerFrame) => void }) => Promise<void>;
};

export type Sockets = {
  count: () => number;
  /** Whether this process has a socket of the member. */
  has: (memberId: string) => boolean;
  /** Sends a frame to the sockets that this process has of a member. Returns how many took it. */
  deliver: (memberId: string, frame: ServerFrame) => number;
  /** Lets a feature take frames of one type. */
  handle: <Schema extends z.ZodType>(type: string, handler: FrameHandler<Schema>) => void;
  /** Calls a feature when the first socket of a member opens here, and when the last one is gone. */
  onPresence: (handler: (memberId: string, isHere: boolean) => void) => void;
  askToReconnect: () => void;
};

/** What a page hears of its connection: browsers answer pings without telling it. */
const heartbeatText = JSON.stringify({ type: 'heartbeat' } satisfies ServerFrame);

/** How long a stopping server waits for a browser's goodbye, which one that is gone never sends. */
const goodbyeMilliseconds = 1_000;

/** What may wait in this process for one slow reader before it is dropped; it catches up when it returns. */
const maxBufferedBytes = 1024 * 1024;

/**
 * Serves `/ws`: one socket for each open tab of a signed-in member. The platform's hooks have checked session and
 * access by the time the handshake is accepted; `Origin` is checked here because an upgrade is a GET.
 */
export async function serveSockets(
  app: FastifyInstance,
  options: { bus: Bus; origins: Set<string>; findHiddenMemberIds: FindHiddenMemberIds; heartbeatMilliseconds?: number },
): Promise<Sockets> {
  const connections = new Map<string, Set<Connection>>();
  const all = function* () {
    for (const ofMember of connections.values()) yield* ofMember;
  };

  await app.register(websocket, {
    options: { maxPayload: maxFrameBytes },
    // Closing is ours: every socket is told that the server goes away.
    preClose(done) {
      for (const { socket } of all()) socket.close(closeCodes.goingAway, 'the server is stopping');
      setTimeout(() => {
        for (const { socket } of all()) socket.terminate();
      }, goodbyeMilliseconds).unref();
      done();
    },
  });

  const handlers = new Map<string, FrameHandler<z.ZodType>>();
  const presenceHandlers: ((memberId: string, isHere: boolean) => void)[] = [];
  const tellPresence = (memberId: string, isHere: boolean) => {
    for (const handler of presenceHandlers) handler(memberId, isHere);
  };
  const receiveFrame = async (connection: Connection, text: string, log: FastifyBaseLogger) => {
    const envelope = frameEnvelope.safeParse(parseJson(text));
    const handler = envelope.success ? handlers.get(envelope.data.type) : undefined;
    const clientId = envelope.data?.clientId;
    const reply = (frame: ServerFrame) => {
      sendText(connection, JSON.stringify(frame));
    };
    const refuse = (code: string, detail: string) =>
      reply({ type: 'error', code, detail, ...(clientId !== undefined && { clientId }) });
    if (!handler) {
      refuse('live.unknown_frame', 'This server does not take such a frame.');
      return;
    }
    const frame = handler.schema.safeParse(parseJson(text));
    if (!frame.success) {
      refuse('request.invalid', z.prettifyError(frame.error));
      return;
    }
    try {
      await handler.handle(frame.data, { viewer: connection.viewer, reply });
    } catch (error) {
      const { code, definition } = error instanceof AppError ? error : platformError('server.failed');
      if (!(error instanceof AppError)) log.error({ err: error }, 'a frame failed');
      refuse(code, definition.detail);
    }
  };
  // The plugin lets go of a refused connection only if its own hook has seen the request, and a refusal by the
  // platform's hooks comes before that: the connection would stay open for as long as its client likes.
  app.addHook('onResponse', async ({ raw, ws }) => {
    if (raw.headers.upgrade !== undefined && !ws) raw.socket.destroy();
  });

  app.decorateRequest('hiddenMemberIds', undefined);
  app.decorateRequest('hiddenMembersAsOf', 0);
  let hiddenMembersChanges = 0;
  const prepare = async (request: FastifyRequest) => {
    if (!options.origins.has(request.headers.origin ?? '')) throw platformError('request.cross_origin');
    assertAccess('member', request.viewer);
    request.hiddenMembersAsOf = hiddenMembersChanges;
    request.hiddenMemberIds = await options.findHiddenMemberIds(request.viewer.id);
  };

  app.get(
    '/ws',
    { websocket: true, config: { access: 'member' }, schema: { hide: true }, preValidation: prepare },
    (socket, request) => {
      const { viewer, hiddenMemberIds = new Set() } = request;
      assertAccess('member', viewer);
      const connection: Connection = { socket, viewer, isAlive: true, hiddenMemberIds };
      const ofMember = connections.get(connection.viewer.id) ?? new Set();
      connections.set(connection.viewer.id, ofMember.add(connection));
      if (ofMember.size === 1) tellPresence(viewer.id, true);
      sendText(connection, heartbeatText);
      // A block that was heard of during the handshake may have come after the look-up.
      if (request.hiddenMembersAsOf !== hiddenMembersChanges) receive({ hiddenMembersChangedFor: [viewer.id] });
      socket.on('pong', () => {
        connection.isAlive = true;
      });
      let handled = Promise.resolve();
      let waiting = 0;
      socket.on('message', (data: Buffer, isBinary: boolean) => {
        waiting += 1;
        if (waiting > maxWaitingFrames) socket.close(closeCodes.tryAgainLater, 'too many frames at once');
        else
          handled = handled
            .then(() => receiveFrame(connection, isBinary ? '' : data.toString('utf8'), request.log))
            .finally(() => {
              waiting -= 1;
            });
      });
      socket.on('error', (error) => request.log.info({ err: error }, 'socket error'));
      socket.on('close', () => {
        ofMember.delete(connection);
        if (ofMember.size > 0) return;
        connections.delete(viewer.id);
        tellPresence(viewer.id, false);
      });
    },
  );

  const endSessions = ({ endSessionsOf, sessionId }: { endSessionsOf: string; sessionId?: string }) => {
    for (const { socket, viewer } of connections.get(endSessionsOf) ?? [])
      if (sessionId === undefined || viewer.sessionId === sessionId)
        socket.close(closeCodes.sessionEnded, 'signed out');
  };
  const refreshHiddenMemberIds = async (memberIds: string[]) => {
    for (const memberId of memberIds) {
      try {
        const hiddenMemberIds = await options.findHiddenMemberIds(memberId);
        for (const connection of connections.get(memberId) ?? []) connection.hiddenMemberIds = hiddenMemberIds;
      } catch (error) {
        app.log.error({ err: error }, 'sockets were not told of a block and are asked to reconnect');
        for (const { socket } of connections.get(memberId) ?? []) socket.close(closeCodes.restart, 'please reconnect');
      }
    }
  };
  const deliver = ({ audience, frame, actorIds = [] }: Extract<Envelope, { audience: unknown }>) => {
    const text = JSON.stringify(frame);
    const receivers =
      audience === 'everyone' ? all() : audience.memberIds.flatMap((id) => [...(connections.get(id) ?? [])]);
    for (const connection of receivers)
      if (!actorIds.some((memberId) => connection.hiddenMemberIds.has(memberId))) sendText(connection, text);
  };

  const handle = (envelope: Envelope): Promise<void> | undefined => {
    if ('endSessionsOf' in envelope) endSessions(envelope);
    else if ('audience' in envelope) deliver(envelope);
    else if ('hiddenMembersChangedFor' in envelope) {
      const hereNow = envelope.hiddenMembersChangedFor.filter((id) => connections.has(id));
      if (hereNow.length > 0) return refreshHiddenMemberIds(hereNow);
    }
    return undefined;
  };

  // What arrives while a block is looked up waits for it, in order: nothing said after a block passes it.
  const waiting: Envelope[] = [];
  let isRefreshing = false;
  const handleInOrder = async (first: Promise<void>) => {
    isRefreshing = true;
    await first;
    for (let next = waiting.shift(); next; next = waiting.shift()) await handle(next);
    isRefreshing = false;
  };
  const receive = (envelope: Envelope) => {
    if ('hiddenMembersChangedFor' in envelope) hiddenMembersChanges += 1;
    if (isRefreshing) {
      waiting.push(envelope);
      return;
    }
    const refreshing = handle(envelope);
    if (refreshing) void handleInOrder(refreshing);
  };
  options.bus.subscribe(receive);

  // A browser that did not answer the ping before is gone: a closed laptop sends no goodbye.
  const heartbeat = setInterval(
    () => {
      for (const connection of all()) {
        if (!connection.isAlive) connection.socket.terminate();
        connection.isAlive = false;
        connection.socket.ping();
        sendText(connection, heartbeatText);
      }
    },
    options.heartbeatMilliseconds ?? heartbeatSeconds * 1_000,
  );
  app.addHook('onClose', async () => clearInterval(heartbeat));

  return {
    count: () => all().reduce((sum) => sum + 1, 0),
    has: (memberId) => connections.has(memberId),
    deliver(memberId, frame) {
      const text = JSON.stringify(frame);
      const open = [...(connections.get(memberId) ?? [])].filter((connection) => sendText(connection, text));
      return open.length;
    },
    handle(type, handler) {
      handlers.set(type, handler);
    },
    onPresence(handler) {
      presenceHandlers.push(handler);
    },
    askToReconnect() {
      for (const { socket } of all()) socket.close(closeCodes.restart, 'please reconnect');
    },
  };
}

/** How many frames of one socket may wait for their turn: a person types no faster. */
const maxWaitingFrames = 200;

/** What every frame has: a type, and perhaps the id by which its sender knows it. */
const frameEnvelope = z.object({ type: z.string(), clientId: z.uuid().optional().catch(undefined) });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether the socket took it: one that is closing does not, and one that reads too slowly is dropped. */
function sendText({ socket }: Connection, text: string): boolean {
  if (socket.readyState !== socket.OPEN) return false;
  if (socket.bufferedAmount > maxBufferedBytes) {
    socket.terminate();
    return false;
  }
  socket.send(text);
  return true;
}
