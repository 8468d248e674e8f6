import { isDeepStrictEqual } from 'node:util';
import { heartbeatSeconds, maxFrameBytes } from '@commons/contract/live';
import { serverFrame, type ServerFrame } from '@commons/contract/live/schemas';
import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Audience } from '../envelope.ts';
import { platformError } from '../errors.ts';
import { assertAccess } from '../http/routes.ts';
import { createOutage } from '../outage.ts';
import type { CheckSessions } from '../sessions/viewer.ts';
import { createBroadcast } from './broadcast.ts';
import type { Bus } from './bus.ts';
import { closeCodes, type Connection, createConnections } from './connections.ts';
import { createFrames, type FrameObserver } from './frames.ts';

export type Sockets = {
  count: () => number;
  /** Whether the member has a socket in this process. */
  has: (memberId: string) => boolean;
  /** Sends a frame to the member's sockets in this process. Returns how many accepted it. */
  deliver: (memberId: string, frame: ServerFrame) => number;
  /** Registers the handler of one frame type. */
  handle: ReturnType<typeof createFrames>['handle'];
  /** Registers a handler for a member's first socket in this process opening, and for the last one closing. */
  onPresence: (handler: (memberId: string, isPresent: boolean) => void) => void;
  requestReconnect: () => void;
};

/** A heartbeat for the page. Browsers answer pings themselves, so the page does not see them. */
const heartbeatText = JSON.stringify({ type: 'heartbeat' } satisfies ServerFrame);

/** Validates a frame against the contract. Unknown fields are errors, too. */
export function findContractViolation(text: string): Error | undefined {
  const frame: unknown = JSON.parse(text);
  const { data, error } = serverFrame.safeParse(frame);
  return isDeepStrictEqual(data, frame)
    ? undefined
    : new Error(`not a frame of the contract: ${text}`, { cause: error });
}

/** Crashes the process on an invalid frame. Used where replies are checked, because browsers do not validate frames. */
function crashOnInvalidFrame(text: string): void {
  const error = findContractViolation(text);
  if (error)
    queueMicrotask(() => {
      throw error;
    });
}

/**
 * Interval at which sessions, roles, flags and hidden members of all sockets are read again. Changes apply within a
 * second even if their notification was lost. For 5,000 sockets a check takes the database about 35 ms and this process
 * 2 ms.
 */
export const defaultRecheckMilliseconds = 750;

/** Counts frames without reading their content. */
export type SocketObserver = { onFrameHandled: FrameObserver; onFrameSent: () => void; onSocketDropped: () => void };

/**
 * Serves `/ws`: one socket for each open tab of a signed-in member. The platform's hooks check session and access
 * before the handshake. `Origin` is checked here because an upgrade is a GET request.
 */
export async function serveSockets(
  app: FastifyInstance,
  options: {
    bus: Bus;
    origins: Set<string>;
    checkSessions: CheckSessions;
    isLimited: boolean;
    /** Whether each frame is validated against the contract. */
    areFramesChecked?: boolean;
    heartbeatMilliseconds?: number;
    recheckMilliseconds?: number;
    observer?: SocketObserver;
  },
): Promise<Sockets> {
  const { bus, origins, checkSessions, isLimited, areFramesChecked = false, observer } = options;
  const { heartbeatMilliseconds = heartbeatSeconds * 1_000, recheckMilliseconds = defaultRecheckMilliseconds } =
    options;
  const presenceHandlers: ((memberId: string, isPresent: boolean) => void)[] = [];
  const connections = createConnections({
    checkSessions,
    log: app.log,
    ...(areFramesChecked && { onSend: crashOnInvalidFrame }),
    ...(observer && { observer }),
    onPresence(memberId, isPresent) {
      for (const handler of presenceHandlers) handler(memberId, isPresent);
    },
  });
  const frames = createFrames(connections, { isLimited, ...(observer && { onHandled: observer.onFrameHandled }) });
  const broadcast = createBroadcast(connections);
  const receivers = (audience: Audience): Iterable<Connection> =>
    audience === 'everyone' ? connections.all() : connections.ofMembers(audience.memberIds);
  const requestReconnect = (audience: Audience) => {
    for (const connection of [...receivers(audience)])
      connections.close(connection, closeCodes.restart, 'please reconnect');
  };

  const closeForShutdown = (connection: Connection) =>
    connections.close(connection, closeCodes.goingAway, 'the server is stopping');
  let isStopping = false;
  await app.register(websocket, {
    options: { maxPayload: maxFrameBytes },
    // Replaces the plugin's own closing, so that every socket gets the code and the reason.
    preClose(done) {
      isStopping = true;
      for (const connection of [...connections.all()]) closeForShutdown(connection);
      done();
    },
  });

  const assertOrigin = async (request: FastifyRequest) => {
    if (!origins.has(request.headers.origin ?? '')) throw platformError('request.cross_origin');
  };
  app.get(
    '/ws',
    { websocket: true, config: { access: 'member' }, schema: { hide: true }, preValidation: assertOrigin },
    async (socket, { viewer, log }) => {
      assertAccess('member', viewer);
      socket.on('error', (error) => log.info({ err: error }, 'socket error'));
      socket.on('pong', () => {
        connection.isAlive = true;
      });
      const { connection, checked } = connections.open(socket, viewer);
      frames.listenTo(connection, log);
      // The session may have ended during the handshake, before the socket could be closed.
      await checked;
      if (isStopping) closeForShutdown(connection);
      else connections.send(connection, heartbeatText);
    },
  );

  bus.subscribe((envelope) => {
    if ('endSessionsOf' in envelope) {
      const { endSessionsOf, sessionId } = envelope;
      for (const connection of connections.ofMembers([endSessionsOf]))
        if (sessionId === undefined || connection.viewer.sessionId === sessionId)
          connections.close(connection, closeCodes.sessionEnded, 'signed out');
    } else if ('hiddenMembersChangedFor' in envelope) {
      void connections.queueUntilChecked(connections.ofMembers(envelope.hiddenMembersChangedFor));
    } else if ('catchUp' in envelope) {
      requestReconnect(envelope.catchUp);
    } else if ('audience' in envelope) {
      const { audience, frame, latest } = envelope;
      const text = JSON.stringify(frame);
      if (audience === 'everyone') broadcast.publish(text, envelope, latest);
      else for (const connection of receivers(audience)) connections.send(connection, text, envelope);
    }
  });

  const heartbeat = setInterval(() => {
    frames.sweep();
    for (const connection of [...connections.all()]) {
      // No answer to the previous ping: a closed laptop sends no close frame.
      if (!connection.isAlive) connection.socket.terminate();
      connection.isAlive = false;
      connection.socket.ping();
      connections.send(connection, heartbeatText);
    }
  }, heartbeatMilliseconds);

  const outage = createOutage(app.log, {
    begins: 'open sockets cannot be checked',
    ends: 'open sockets are checked again',
  });
  let isCheckDone = true;
  let runningRecheck = Promise.resolve();
  const recheck = setInterval(() => {
    // Skips a check while the previous one is still running.
    if (!isCheckDone) return;
    isCheckDone = false;
    runningRecheck = connections
      .check(connections.all())
      .then(outage.reportSuccess, outage.reportFailure)
      .finally(() => {
        isCheckDone = true;
      });
  }, recheckMilliseconds);
  app.addHook('onClose', async () => {
    clearInterval(heartbeat);
    clearInterval(recheck);
    broadcast.close();
    await runningRecheck;
  });

  return {
    count: connections.count,
    has: connections.has,
    deliver(memberId, frame) {
      const text = JSON.stringify(frame);
      return connections.ofMembers([memberId]).filter((connection) => connections.send(connection, text)).length;
    },
    handle: frames.handle,
    onPresence(handler) {
      presenceHandlers.push(handler);
    },
    requestReconnect: () => requestReconnect('everyone'),
  };
}
