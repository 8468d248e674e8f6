import { liveCloseCodes } from '@commons/contract/live';
import type { FastifyBaseLogger } from 'fastify';
import type { WebSocket } from 'ws';
import type { Origin } from '../envelope.ts';
import type { CheckSessions, Viewer } from '../sessions/viewer.ts';

/** WebSocket close codes: RFC 6455 and the IANA registry; 4000 and above are ours. */
export const closeCodes = {
  goingAway: 1001,
  policyViolation: 1008,
  restart: 1012,
  tryAgainLater: 1013,
  ...liveCloseCodes,
} as const;

/** An open socket and whom it serves, as the latest check found them. */
export type Connection = {
  readonly socket: WebSocket;
  viewer: Viewer;
  hiddenMemberIds: ReadonlySet<string>;
  mutedMemberIds: ReadonlySet<string>;
  /** Tells whether viewer, hidden and muted members are still as they were read; undefined before the first check. */
  version: string | undefined;
  /** When the latest check began, on the clock of `performance.now`. */
  checkedAt: number;
  /** What waits for a check to say whether this socket may have it. */
  held: { text: string; origin: Origin }[];
  /** How many checks it waits for. */
  holds: number;
  isAlive: boolean;
  /** It was told to go: nothing it still says is heard. */
  isEnding: boolean;
};

export type Connections = ReturnType<typeof createConnections>;

/** A browser with more tabs than this is rare; a script that opens sockets without end is not. */
const maxSocketsPerMember = 20;

/** How long a browser has to answer a goodbye; one that is gone, or does not want to, never does. */
const goodbyeMilliseconds = 1_000;

/** What may wait in this process for one slow reader before it is dropped; it catches up when it returns. */
const maxBufferedBytes = 1024 * 1024;

/** How many frames may wait for a check: more than this, and catching up is quicker. */
const maxHeldFrames = 1_000;

const mayHear = ({ hiddenMemberIds, mutedMemberIds }: Connection, { actorIds = [], isUnasked }: Origin): boolean =>
  !actorIds.some((memberId) => hiddenMemberIds.has(memberId) || (isUnasked && mutedMemberIds.has(memberId)));

/**
 * The sockets of this process by member. Sessions, roles, flags and hidden members are read again for all of them in one
 * query whenever `check` is called: nothing depends on hearing of a change.
 */
export function createConnections(options: {
  checkSessions: CheckSessions;
  log: FastifyBaseLogger;
  onPresence: (memberId: string, isHere: boolean) => void;
  /** Told each frame that is sent. */
  onSend?: (text: string) => void;
  /** Told that a frame went out, and that a reader was too slow for what waited. */
  observer?: { sent: () => void; dropped: () => void };
}) {
  const { checkSessions, log, onPresence, onSend, observer } = options;
  const byMember = new Map<string, Set<Connection>>();
  const all = function* () {
    for (const ofMember of byMember.values()) yield* ofMember;
  };
  const of = (memberIds: readonly string[]) => memberIds.flatMap((id) => [...(byMember.get(id) ?? [])]);

  const forget = (connection: Connection) => {
    const { id } = connection.viewer;
    const ofMember = byMember.get(id);
    if (!ofMember?.delete(connection) || ofMember.size > 0) return;
    byMember.delete(id);
    onPresence(id, false);
  };

  /** Closes a socket, by force if it does not go, and hears it no more from now on. */
  const end = (connection: Connection, code: number, reason: string) => {
    if (connection.isEnding) return;
    connection.isEnding = true;
    connection.held = [];
    forget(connection);
    connection.socket.close(code, reason);
    setTimeout(() => connection.socket.terminate(), goodbyeMilliseconds).unref();
  };

  let wanted = new Set<Connection>();
  let upcoming: Promise<void> | undefined;
  let latest: Promise<void> = Promise.resolve();
  const runCheck = async () => {
    const checked = [...wanted].filter(({ isEnding }) => !isEnding);
    wanted = new Set();
    upcoming = undefined;
    if (checked.length === 0) return;
    const startedAt = performance.now();
    const versions = new Map<string, string | undefined>();
    for (const { viewer, version } of checked) {
      const isFirst = !versions.has(viewer.sessionId);
      versions.set(viewer.sessionId, isFirst || versions.get(viewer.sessionId) === version ? version : undefined);
    }
    const changes = await checkSessions(versions);
    for (const connection of checked) {
      const change = changes.get(connection.viewer.sessionId);
      if (change === null) end(connection, closeCodes.sessionEnded, 'signed out');
      else Object.assign(connection, change, { checkedAt: startedAt });
    }
  };
  /** Resolves when a query that began after this call has told what these sockets may do. One query at a time. */
  const check = (connections: Iterable<Connection>): Promise<void> => {
    for (const connection of connections) wanted.add(connection);
    upcoming ??= latest = latest.then(runCheck, runCheck);
    return upcoming;
  };

  const sendNow = ({ socket }: Connection, text: string): boolean => {
    if (socket.readyState !== socket.OPEN) return false;
    if (socket.bufferedAmount > maxBufferedBytes) {
      socket.terminate();
      observer?.dropped();
      return false;
    }
    socket.send(text);
    observer?.sent();
    return true;
  };

  /** What is sent to these sockets from now on waits for a check, and then reaches who may have it, in order. */
  const hold = async (connections: readonly Connection[]) => {
    if (connections.length === 0) return;
    for (const connection of connections) connection.holds += 1;
    try {
      await check(connections);
    } catch (error) {
      log.error({ err: error }, 'sockets could not be checked and are asked to reconnect');
      for (const connection of connections) end(connection, closeCodes.restart, 'please reconnect');
    }
    for (const connection of connections) {
      connection.holds -= 1;
      if (connection.holds > 0 || connection.isEnding) continue;
      const { held } = connection;
      connection.held = [];
      for (const { text, origin } of held) if (mayHear(connection, origin)) sendNow(connection, text);
    }
  };

  return {
    all,
    of,
    end,
    check,
    hold,
    count: () => all().reduce((sum) => sum + 1, 0),
    has: (memberId: string) => byMember.has(memberId),

    /** Takes a socket in, looks at its session once more, and ends the member's oldest one if they have too many. */
    open(socket: WebSocket, viewer: Viewer): { connection: Connection; checked: Promise<void> } {
      const connection: Connection = {
        socket,
        viewer,
        hiddenMemberIds: new Set(),
        mutedMemberIds: new Set(),
        version: undefined,
        checkedAt: -Infinity,
        held: [],
        holds: 0,
        isAlive: true,
        isEnding: false,
      };
      const ofMember = byMember.get(viewer.id) ?? new Set();
      byMember.set(viewer.id, ofMember.add(connection));
      socket.on('close', () => {
        connection.isEnding = true;
        forget(connection);
      });
      if (ofMember.size === 1) onPresence(viewer.id, true);
      const [oldest] = ofMember;
      if (ofMember.size > maxSocketsPerMember && oldest)
        end(oldest, closeCodes.tooManySockets, 'opened in too many places');
      return { connection, checked: hold([connection]) };
    },

    /** Whether the socket took it, now or after its check. A reader who is too slow is dropped. */
    send(connection: Connection, text: string, origin: Origin = {}): boolean {
      if (connection.isEnding) return false;
      onSend?.(text);
      if (connection.holds > 0) {
        connection.held.push({ text, origin });
        if (connection.held.length > maxHeldFrames) end(connection, closeCodes.restart, 'please reconnect');
        return !connection.isEnding;
      }
      return mayHear(connection, origin) && sendNow(connection, text);
    },
  };
}
