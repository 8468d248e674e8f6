import type { ClientFrame, ServerFrame, ServerFrameOf } from '@commons/contract/live';
import type ReconnectingWebSocket from 'partysocket/ws';
import { useEffect } from 'react';
import { loadLaterPart } from './after-first-screen.ts';
import { loadPart } from './load-part.ts';
import { leaveForSignIn } from './session-ended.ts';

/** The server closes a socket with this code when its session ended: sign-out elsewhere, expiry, suspension. */
const sessionEndedCode = 4401;

let socket: ReconnectingWebSocket | null = null;
/** Whether a socket is wanted; the code that opens it arrives after the first screen. */
let isWanted = false;
const frameHandlers = new Map<string, Set<(frame: ServerFrame) => void>>();
const openedHandlers = new Set<() => void>();
const reconnectedHandlers = new Set<() => void>();

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

/** Closes the socket and stays closed. */
const disconnectLive = (): void => {
  const closing = socket;
  isWanted = false;
  socket = null;
  closing?.close();
};

const noteOpened = (): void => {
  for (const handler of [...openedHandlers]) handler();
};

const noteReconnected = (): void => {
  noteOpened();
  for (const handler of [...reconnectedHandlers]) handler();
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
    shouldReconnectOnClose: (event) => event.code !== sessionEndedCode,
  });
  socket = opened;
  opened.addEventListener('open', () => {
    if (isReopening) noteReconnected();
    else noteOpened();
    isReopening = true;
  });
  opened.addEventListener('message', (event) => receive(event.data));
  opened.addEventListener('close', (event) => {
    if (socket !== opened) return;
    if (event.code !== sessionEndedCode) return;
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
export const isLive = (): boolean => socket?.readyState === WebSocket.OPEN;

/** Says something over the socket. Answers false, having said nothing, when it is not open or the frame is too large. */
export const send = (frame: ClientFrame): boolean => {
  if (socket?.readyState !== WebSocket.OPEN) return false;
  const text = JSON.stringify(frame);
  if (text.length > maxFrameUnits) return false;
  socket.send(text);
  return true;
};

/**
 * Calls `handler` each time the socket opens, the first time too: from here on no frame is missed, and what was read
 * before may be out of date.
 */
export const onOpened = (handler: () => void): (() => void) => {
  openedHandlers.add(handler);
  return () => void openedHandlers.delete(handler);
};

/** Calls `handler` when the socket opens again after a gap. */
export const onReconnected = (handler: () => void): (() => void) => {
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
      else if (socket.readyState === WebSocket.OPEN) noteReconnected();
      else socket.reconnect();
    };
    window.addEventListener('online', reconnectNow);
    return () => {
      window.removeEventListener('online', reconnectNow);
      disconnectLive();
    };
  }, []);
};
