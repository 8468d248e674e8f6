import { liveCloseCodes } from '@commons/contract/live';
import type { FastifyBaseLogger } from 'fastify';
import type { WebSocket } from 'ws';
import type { Origin } from '../envelope.ts';
import type { CheckSessions, Viewer } from '../sessions/viewer.ts';

/** WebSocket close codes of RFC 6455 and the IANA registry. Codes from 4000 are specific to this application. */
export const closeCodes = {
  goingAway: 1001,
  policyViolation: 1008,
  restart: 1012,
  tryAgainLater: 1013,
  ...liveCloseCodes,
} as const;

/** An open socket with the state of its viewer at the latest check. */
export type Connection = {
  readonly socket: WebSocket;
  viewer: Viewer;
  hiddenMemberIds: ReadonlySet<string>;
  mutedMemberIds: ReadonlySet<string>;
  /** Version of the viewer, hidden members and muted members; undefined before the first check. */
  version: string | undefined;
  /** When the latest check began, as `performance.now`. */
  checkedAt: number;
  /** Frames that wait for a check to decide whether this socket may receive them. */
  queuedFrames: { text: string; origin: Origin }[];
  /** Number of pending checks. */
  pendingChecks: number;
  isAlive: boolean;
  /** The server has closed the socket. Further frames are ignored. */
  isClosing: boolean;
};

export type Connections = ReturnType<typeof createConnections>;

/** Few browsers have more tabs open. The limit stops a script that opens sockets without end. */
const maxSocketsPerMember = 20;

/** Time for a browser to answer a close frame before the socket is terminated. */
const closeTimeoutMilliseconds = 1_000;

/**
 * Maximum buffered bytes for a slow reader. Beyond it the socket is dropped, and the client catches up on reconnect.
 */
const maxBufferedBytes = 1024 * 1024;

/** Maximum frames that wait for a check. Beyond it, catching up is faster. */
const maxQueuedFrames = 1_000;

const mayReceive = (
  { hiddenMemberIds, mutedMemberIds }: Connection,
  { actorIds = [], isUnsolicited }: Origin,
): boolean =>
  !actorIds.some((memberId) => hiddenMemberIds.has(memberId) || (isUnsolicited && mutedMemberIds.has(memberId)));

/**
 * Creates the registry of this process's sockets by member. Each `check` reads sessions, roles, flags and hidden
 * members of the sockets again in one query, so a lost notification is corrected.
 */
export function createConnections(options: {
  checkSessions: CheckSessions;
  log: FastifyBaseLogger;
  onPresence: (memberId: string, isPresent: boolean) => void;
  /** Called with each frame that is sent. */
  onSend?: (text: string) => void;
  /** Counts sent frames and sockets that were dropped because their client was too slow. */
  observer?: { onFrameSent: () => void; onSocketDropped: () => void };
}) {
  const { checkSessions, log, onPresence, onSend, observer } = options;
  const byMember = new Map<string, Set<Connection>>();
  const all = function* () {
    for (const memberConnections of byMember.values()) yield* memberConnections;
  };
  const ofMembers = (memberIds: readonly string[]) => memberIds.flatMap((id) => [...(byMember.get(id) ?? [])]);

  const remove = (connection: Connection) => {
    const { id } = connection.viewer;
    const memberConnections = byMember.get(id);
    if (!memberConnections?.delete(connection) || memberConnections.size > 0) return;
    byMember.delete(id);
    onPresence(id, false);
  };

  /** Closes a socket and ignores its further frames. Terminates it if the client does not answer. */
  const close = (connection: Connection, code: number, reason: string) => {
    if (connection.isClosing) return;
    connection.isClosing = true;
    connection.queuedFrames = [];
    remove(connection);
    connection.socket.close(code, reason);
    setTimeout(() => connection.socket.terminate(), closeTimeoutMilliseconds).unref();
  };

  let toCheck = new Set<Connection>();
  let nextCheck: Promise<void> | undefined;
  let lastCheck: Promise<void> = Promise.resolve();
  const runCheck = async () => {
    const openConnections = [...toCheck].filter(({ isClosing }) => !isClosing);
    toCheck = new Set();
    nextCheck = undefined;
    if (openConnections.length === 0) return;
    const startedAt = performance.now();
    const versions = new Map<string, string | undefined>();
    for (const { viewer, version } of openConnections) {
      const isFirst = !versions.has(viewer.sessionId);
      versions.set(viewer.sessionId, isFirst || versions.get(viewer.sessionId) === version ? version : undefined);
    }
    const changes = await checkSessions(versions);
    for (const connection of openConnections) {
      const change = changes.get(connection.viewer.sessionId);
      if (change === null) close(connection, closeCodes.sessionEnded, 'signed out');
      else Object.assign(connection, change, { checkedAt: startedAt });
    }
  };
  /** Resolves when a query that began after this call has updated these sockets. Runs one query at a time. */
  const check = (connections: Iterable<Connection>): Promise<void> => {
    for (const connection of connections) toCheck.add(connection);
    nextCheck ??= lastCheck = lastCheck.then(runCheck, runCheck);
    return nextCheck;
  };

  const sendNow = ({ socket }: Connection, text: string): boolean => {
    if (socket.readyState !== socket.OPEN) return false;
    if (socket.bufferedAmount > maxBufferedBytes) {
      socket.terminate();
      observer?.onSocketDropped();
      return false;
    }
    socket.send(text);
    observer?.onFrameSent();
    return true;
  };

  /** Queues frames for these sockets until they have been checked, then sends the permitted ones in order. */
  const queueUntilChecked = async (connections: readonly Connection[]) => {
    if (connections.length === 0) return;
    for (const connection of connections) connection.pendingChecks += 1;
    try {
      await check(connections);
    } catch (error) {
      log.error({ err: error }, 'sockets could not be checked and are asked to reconnect');
      for (const connection of connections) close(connection, closeCodes.restart, 'please reconnect');
    }
    for (const connection of connections) {
      connection.pendingChecks -= 1;
      if (connection.pendingChecks > 0 || connection.isClosing) continue;
      const { queuedFrames } = connection;
      connection.queuedFrames = [];
      for (const { text, origin } of queuedFrames) if (mayReceive(connection, origin)) sendNow(connection, text);
    }
  };

  return {
    all,
    ofMembers,
    close,
    check,
    queueUntilChecked,
    count: () => all().reduce((sum) => sum + 1, 0),
    has: (memberId: string) => byMember.has(memberId),

    /** Registers a socket and checks its session again. Closes the member's oldest socket if they have too many. */
    open(socket: WebSocket, viewer: Viewer): { connection: Connection; checked: Promise<void> } {
      const connection: Connection = {
        socket,
        viewer,
        hiddenMemberIds: new Set(),
        mutedMemberIds: new Set(),
        version: undefined,
        checkedAt: -Infinity,
        queuedFrames: [],
        pendingChecks: 0,
        isAlive: true,
        isClosing: false,
      };
      const memberConnections = byMember.get(viewer.id) ?? new Set();
      byMember.set(viewer.id, memberConnections.add(connection));
      socket.on('close', () => {
        connection.isClosing = true;
        remove(connection);
      });
      if (memberConnections.size === 1) onPresence(viewer.id, true);
      const [oldest] = memberConnections;
      if (memberConnections.size > maxSocketsPerMember && oldest)
        close(oldest, closeCodes.tooManySockets, 'opened in too many places');
      return { connection, checked: queueUntilChecked([connection]) };
    },

    /** Sends or queues a frame. Returns false if the socket did not accept it. Drops a client that is too slow. */
    send(connection: Connection, text: string, origin: Origin = {}): boolean {
      if (connection.isClosing) return false;
      onSend?.(text);
      if (connection.pendingChecks > 0) {
        connection.queuedFrames.push({ text, origin });
        if (connection.queuedFrames.length > maxQueuedFrames) close(connection, closeCodes.restart, 'please reconnect');
        return !connection.isClosing;
      }
      return mayReceive(connection, origin) && sendNow(connection, text);
    },
  };
}
