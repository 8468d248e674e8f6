import type { ClientFrame, ServerFrame, ServerFrameOf } from '@commons/contract/live';
import { isCancelledError } from '@tanstack/react-query';
import type ReconnectingWebSocket from 'partysocket/ws';
import { useEffect } from 'react';
import { loadLaterPart } from './after-first-screen.ts';
import { ApiError, isPassingError } from './api-error.ts';
import { loadPart } from './load-part.ts';
import { leaveForSignIn } from './session-ended.ts';

/** The server closes a socket with this code when its session ended: sign-out elsewhere, expiry, suspension. */
const sessionEndedCode = 4401;

/** And with this one when the member has too many: it is opened again when somebody looks at this page again. */
const tooManySocketsCode = 4429;

/**
 * The server says something every 15 s. A socket that stays silent for longer than two of them leads nowhere, even when
 * the browser takes it for open (a laptop that slept, a network that changed). Drawn by each client for itself, so that
 * a server that hangs is not met by all of them at once.
 */
const longestSilenceMilliseconds = 32_000 + Math.random() * 6_000;

let socket: ReconnectingWebSocket | null = null;
/** Whether a socket is wanted; the code that opens it arrives after the first screen. */
let isWanted = false;
const frameHandlers = new Map<string, Set<(frame: ServerFrame) => void>>();
/** What brings something up to date. A promise that is rejected asks to be called again. */
type CatchUp = () => void | Promise<unknown>;
const openedHandlers = new Set<CatchUp>();
const reconnectedHandlers = new Set<CatchUp>();

/** What the server says when it has nothing to say. Known by its text, so that it fetches no schemas. */
const heartbeatText = '{"type":"heartbeat"}';

const parseFrame = async (data: unknown): Promise<ServerFrame | null> => {
  if (typeof data !== 'string' || data === heartbeatText) return null;
  // The schemas come with the first frame, to keep their weight out of the first load.
  const { serverFrame } = await loadPart(() => import('@commons/contract/live'));
  try {
    const frame = serverFrame.safeParse(JSON.parse(data));
    return frame.success ? frame.data : null;
  } catch {
    return null;
  }
};

const deliver = async (data: unknown): Promise<void> => {
  const frame = await parseFrame(data);
  // A newer server may speak of things this page does not know yet.
  if (frame) for (const handler of [...(frameHandlers.get(frame.type) ?? [])]) handler(frame);
};

let delivered: Promise<void> = Promise.resolve();

/** Frames are handled one after the other, in the order in which they came. */
const receive = (data: unknown): void => {
  delivered = delivered.then(() => deliver(data)).catch((error: unknown) => reportError(error));
};

const socketAddress = (): string =>
  `${window.location.protocol === 'https:' ? 'wss' : 'ws'}://${window.location.host}/ws`;

let heardAt = 0;
let silenceTimer: ReturnType<typeof setTimeout> | undefined;

const isSilent = (): boolean => Date.now() - heardAt >= longestSilenceMilliseconds;

/** Lets go of a socket that is open in name alone, and opens another. */
export const reopenLive = (): void => {
  if (socket?.readyState === WebSocket.OPEN) socket.reconnect();
};

const noteHeard = (): void => {
  heardAt = Date.now();
  clearTimeout(silenceTimer);
  silenceTimer = setTimeout(reopenLive, longestSilenceMilliseconds);
};

/** Closes the socket and stays closed. */
const disconnectLive = (): void => {
  const closing = socket;
  isWanted = false;
  socket = null;
  clearTimeout(silenceTimer);
  closing?.close();
};

const firstRetryMilliseconds = 1_000;
const maxRetryMilliseconds = 30_000;

let openings = 0;

/** Catches up, again after a failure that may pass, until the socket opens anew: then it begins anew, too. */
const runCatchUp = async (catchUp: CatchUp, handlers: ReadonlySet<CatchUp>): Promise<void> => {
  const opening = openings;
  const isWantedStill = () => opening === openings && handlers.has(catchUp);
  for (let attempt = 0; isWantedStill(); attempt += 1) {
    try {
      await catchUp();
      return;
    } catch (error) {
      if (!isPassingError(error)) {
        if (!(error instanceof ApiError) && !isCancelledError(error)) reportError(error);
        return;
      }
      const milliseconds = Math.min(maxRetryMilliseconds, firstRetryMilliseconds * 2 ** attempt);
      await new Promise((resolve) => setTimeout(resolve, milliseconds * (0.75 + Math.random() / 2)));
    }
  }
};

const noteOpened = (isAgain: boolean): void => {
  openings += 1;
  for (const handlers of isAgain ? [openedHandlers, reconnectedHandlers] : [openedHandlers])
    for (const handler of handlers) void runCatchUp(handler, handlers);
};

/** Opens the socket, once; it then reopens by itself until `disconnectLive`. */
const connectLive = async (): Promise<void> => {
  isWanted = true;
  const { default: Socket } = await loadLaterPart(() => import('partysocket/ws'));
  if (!isWanted || socket) return;
  let isReopening = false;
  const opened = new Socket(socketAddress, null, {
    // Every client draws its own delays, so that a restarted server is not met by all of them at once.
    minReconnectionDelay: 500 + Math.random() * 2_500,
    reconnectionDelayGrowFactor: 1.4 + Math.random() * 0.6,
    maxReconnectionDelay: 20_000 + Math.random() * 20_000,
    connectionTimeout: 10_000,
    shouldReconnectOnClose: ({ code }) => code !== sessionEndedCode && code !== tooManySocketsCode,
  });
  socket = opened;
  opened.addEventListener('open', () => {
    noteHeard();
    noteOpened(isReopening);
    isReopening = true;
  });
  opened.addEventListener('message', (event) => {
    noteHeard();
    receive(event.data);
  });
  opened.addEventListener('close', ({ code }) => {
    if (socket !== opened) return;
    clearTimeout(silenceTimer);
    if (code !== sessionEndedCode) return;
    disconnectLive();
    leaveForSignIn();
  });
};

/** Calls `handler` for each frame of one type; answers the function that stops it. */
export const subscribe = <Type extends ServerFrame['type']>(
  type: Type,
  handler: (frame: ServerFrameOf<Type>) => void,
): (() => void) => {
  const handlers = frameHandlers.get(type) ?? new Set();
  frameHandlers.set(type, handlers);
  const stored = handler as (frame: ServerFrame) => void;
  handlers.add(stored);
  return () => void handlers.delete(stored);
};

/** The server refuses a frame above 16 KiB by closing the socket; UTF-8 takes at most three bytes for a UTF-16 unit. */
const maxFrameUnits = Math.floor((16 * 1024) / 3);

/** Whether frames arrive now. */
const isLive = (): boolean => socket?.readyState === WebSocket.OPEN;

/** Says something over the socket. Answers false, having said nothing, when it is not open or the frame is too large. */
export const send = (frame: ClientFrame): boolean => {
  if (socket?.readyState !== WebSocket.OPEN) return false;
  const text = JSON.stringify(frame);
  if (text.length > maxFrameUnits) return false;
  socket.send(text);
  return true;
};

/**
 * Calls `handler` each time the socket opens, the first time too, and now if it is open and `isLate` says that this was
 * loaded after it: from here on no frame is missed, and what was read before may be out of date. A promise that is
 * rejected because the server could not be reached, or could not answer, is asked for again.
 */
export const onOpened = (handler: CatchUp, { isLate = false } = {}): (() => void) => {
  openedHandlers.add(handler);
  if (isLate && isLive()) void runCatchUp(handler, openedHandlers);
  return () => void openedHandlers.delete(handler);
};

/** Calls `handler` when the socket opens again after a gap; a rejected promise is asked for again, as above. */
export const onReconnected = (handler: CatchUp): (() => void) => {
  reconnectedHandlers.add(handler);
  return () => void reconnectedHandlers.delete(handler);
};

/** Keeps the socket open while it is mounted: once, by the members' frame. */
export const useLiveConnection = (): void => {
  useEffect(() => {
    const connect = () => void connectLive().catch((error: unknown) => reportError(error));
    connect();
    // Waiting out the backoff would waste the moment in which the network is known to be back. A socket that is open by
    // then may have opened before calls could be made.
    const reconnectNow = () => {
      if (!socket) connect();
      else if (socket.readyState === WebSocket.OPEN) noteOpened(true);
      else socket.reconnect();
    };
    // Timers stand still while a device sleeps. A closed socket of a page that nobody looks at may have been one too many.
    const checkWhenSeen = () => {
      if (document.visibilityState !== 'visible' || !socket) return;
      if (socket.readyState === WebSocket.CLOSED && !socket.shouldReconnect) socket.reconnect();
      else if (isSilent()) reopenLive();
    };
    window.addEventListener('online', reconnectNow);
    document.addEventListener('visibilitychange', checkWhenSeen);
    window.addEventListener('focus', checkWhenSeen);
    return () => {
      window.removeEventListener('online', reconnectNow);
      document.removeEventListener('visibilitychange', checkWhenSeen);
      window.removeEventListener('focus', checkWhenSeen);
      disconnectLive();
    };
  }, []);
};
