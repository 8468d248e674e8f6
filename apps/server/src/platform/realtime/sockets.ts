import { isDeepStrictEqual } from 'node:util';
import { heartbeatSeconds, maxFrameBytes, type ServerFrame } from '@commons/contract/live';
import { serverFrame } from '@commons/contract/live/schemas';
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
  /** Whether this process has a socket of the member. */
  has: (memberId: string) => boolean;
  /** Sends a frame to the sockets that this process has of a member. Returns how many took it. */
  deliver: (memberId: string, frame: ServerFrame) => number;
  /** Lets a feature take frames of one type. */
  handle: ReturnType<typeof createFrames>['handle'];
  /** Calls a feature when the first socket of a member opens here, and when the last one is gone. */
  onPresence: (handler: (memberId: string, isHere: boolean) => void) => void;
  askToReconnect: () => void;
};

/** What a page hears of its connection: browsers answer pings without telling it. */
const heartbeatText = JSON.stringify({ type: 'heartbeat' } satisfies ServerFrame);

/** What is wrong with a frame by the contract; a field that the contract does not name is wrong, too. */
export function findBrokenPromise(text: string): Error | undefined {
  const frame: unknown = JSON.parse(text);
  const { data, error } = serverFrame.safeParse(frame);
  return isDeepStrictEqual(data, frame)
    ? undefined
    : new Error(`not a frame of the contract: ${text}`, { cause: error });
}

/** Browsers take frames as they come: a process that says something else stops, where answers are checked. */
function stopWhenBroken(text: string): void {
  const error = findBrokenPromise(text);
  if (error)
    queueMicrotask(() => {
      throw error;
    });
}

/**
 * How often sessions, roles, flags and hidden members are read again for all sockets: what changed holds within a second
 * also where the word of it was lost. For 5,000 sockets the database takes some 35 ms each time, and this process 2 ms.
 */
export const usualRecheckMilliseconds = 750;

/** Hears of what passes the sockets, and never of what is in it. */
export type SocketObserver = { handled: FrameObserver; sent: () => void; dropped: () => void };

/**
 * Serves `/ws`: one socket for each open tab of a signed-in member. The platform's hooks have checked session and
 * access by the time the handshake is accepted; `Origin` is checked here because an upgrade is a GET.
 */
export async function serveSockets(
  app: FastifyInstance,
  options: {
    bus: Bus;
    origins: Set<string>;
    checkSessions: CheckSessions;
    isLimited: boolean;
    /** Whether each frame is held against the contract. */
    areFramesChecked?: boolean;
    heartbeatMilliseconds?: number;
    recheckMilliseconds?: number;
    observer?: SocketObserver;
  },
): Promise<Sockets> {
  const { bus, origins, checkSessions, isLimited, areFramesChecked = false, observer } = options;
  const { heartbeatMilliseconds = heartbeatSeconds * 1_000, recheckMilliseconds = usualRecheckMilliseconds } = options;
  const presenceHandlers: ((memberId: string, isHere: boolean) => void)[] = [];
  const connections = createConnections({
    checkSessions,
    log: app.log,
    ...(areFramesChecked && { onSend: stopWhenBroken }),
    ...(observer && { observer }),
    onPresence(memberId, isHere) {
      for (const handler of presenceHandlers) handler(memberId, isHere);
    },
  });
  const frames = createFrames(connections, { isLimited, ...(observer && { onHandled: observer.handled }) });
  const broadcast = createBroadcast(connections);
  const receivers = (audience: Audience): Iterable<Connection> =>
    audience === 'everyone' ? connections.all() : connections.of(audience.memberIds);
  const askToReconnect = (audience: Audience) => {
    for (const connection of [...receivers(audience)])
      connections.end(connection, closeCodes.restart, 'please reconnect');
  };

  const sayGoodbye = (connection: Connection) =>
    connections.end(connection, closeCodes.goingAway, 'the server is stopping');
  let isStopping = false;
  await app.register(websocket, {
    options: { maxPayload: maxFrameBytes },
    // Closing is ours: every socket is told that the server goes away.
    preClose(done) {
      isStopping = true;
      for (const connection of [...connections.all()]) sayGoodbye(connection);
      done();
    },
  });
  // The plugin lets go of a refused connection only if its own hook has seen the request, and a refusal by the
  // platform's hooks comes before that: the connection would stay open for as long as its client likes.
  app.addHook('onResponse', async ({ raw, ws }) => {
    if (raw.headers.upgrade !== undefined && !ws) raw.socket.destroy();
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
      // The session may have ended during the handshake, when there was no socket to close.
      await checked;
      if (isStopping) sayGoodbye(connection);
      else connections.send(connection, heartbeatText);
    },
  );

  bus.subscribe((envelope) => {
    if ('endSessionsOf' in envelope) {
      const { endSessionsOf, sessionId } = envelope;
      for (const connection of connections.of([endSessionsOf]))
        if (sessionId === undefined || connection.viewer.sessionId === sessionId)
          connections.end(connection, closeCodes.sessionEnded, 'signed out');
    } else if ('hiddenMembersChangedFor' in envelope) {
      void connections.hold(connections.of(envelope.hiddenMembersChangedFor));
    } else if ('catchUp' in envelope) {
      askToReconnect(envelope.catchUp);
    } else if ('audience' in envelope) {
      const { audience, frame, latest } = envelope;
      const text = JSON.stringify(frame);
      if (audience === 'everyone') broadcast.say(text, envelope, latest);
      else for (const connection of receivers(audience)) connections.send(connection, text, envelope);
    }
  });

  const heartbeat = setInterval(() => {
    frames.sweep();
    for (const connection of [...connections.all()]) {
      // It did not answer the ping before: a closed laptop sends no goodbye.
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
  let isChecked = true;
  let rechecking = Promise.resolve();
  const recheck = setInterval(() => {
    // A check that takes longer than the time between two is not overtaken by the next.
    if (!isChecked) return;
    isChecked = false;
    rechecking = connections
      .check(connections.all())
      .then(outage.worked, outage.failed)
      .finally(() => {
        isChecked = true;
      });
  }, recheckMilliseconds);
  app.addHook('onClose', async () => {
    clearInterval(heartbeat);
    clearInterval(recheck);
    broadcast.close();
    await rechecking;
  });

  return {
    count: connections.count,
    has: connections.has,
    deliver(memberId, frame) {
      const text = JSON.stringify(frame);
      return connections.of([memberId]).filter((connection) => connections.send(connection, text)).length;
    },
    handle: frames.handle,
    onPresence(handler) {
      presenceHandlers.push(handler);
    },
    askToReconnect: () => askToReconnect('everyone'),
  };
}
