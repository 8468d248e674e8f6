import { authCalls } from '@commons/contract/auth/calls';
import { liveCloseCodes } from '@commons/contract/live';
import ReconnectingWebSocket from 'partysocket/ws';
import { call } from './api-client.ts';
import { isSignedOutError } from './api-error.ts';
import { catchUpAll, markDisconnected, receiveFrame, reopenLive, setLiveSocket } from './live.ts';
import { leaveForSignIn } from './session-ended.ts';

/**
 * The server sends something every 15 s. A socket that is silent for more than two intervals is dead, even if the
 * browser considers it open, for example after sleep or a network change. Random, so that clients do not all reconnect
 * to a slow server at once.
 */
const longestSilenceMilliseconds = 32_000 + Math.random() * 6_000;

const socketAddress = (): string =>
  `${window.location.protocol === 'https:' ? 'wss' : 'ws'}://${window.location.host}/ws`;

let socket: ReconnectingWebSocket | null = null;
let lastReceivedAt = 0;
/** Whether the socket has been open before in this page. */
let isReopening = false;
let silenceTimer: ReturnType<typeof setTimeout> | undefined;

const markReceived = (): void => {
  lastReceivedAt = Date.now();
  clearTimeout(silenceTimer);
  silenceTimer = setTimeout(reopenLive, longestSilenceMilliseconds);
};

/** Closes the socket for good. */
const close = (): void => {
  const closing = socket;
  socket = null;
  setLiveSocket(null);
  clearTimeout(silenceTimer);
  closing?.close();
};

const closeAndSignIn = (): void => {
  close();
  leaveForSignIn();
};

/**
 * Minimum interval between session checks, longer than a call may take. A network that blocks sockets must not cause a
 * check per attempt.
 */
const sessionCheckMilliseconds = 60_000;
let checkedAt = Number.NEGATIVE_INFINITY;

/** Checks the session after a failed connection: the browser does not reveal why the server refused the socket. */
const checkSession = (): void => {
  if (Date.now() - checkedAt < sessionCheckMilliseconds) return;
  checkedAt = Date.now();
  void call(authCalls.getCurrentUser, undefined).catch((error: unknown) => {
    if (isSignedOutError(error)) closeAndSignIn();
  });
};

/** Opens the socket if there is none. It then reconnects by itself until `close`. */
const open = (): void => {
  if (socket) return;
  const newSocket = new ReconnectingWebSocket(socketAddress, null, {
    // Random delays, so that clients do not all reconnect to a restarted server at once.
    minReconnectionDelay: 500 + Math.random() * 2_500,
    reconnectionDelayGrowFactor: 1.4 + Math.random() * 0.6,
    maxReconnectionDelay: 20_000 + Math.random() * 20_000,
    connectionTimeout: 10_000,
    shouldReconnectOnClose: ({ code }) =>
      code !== liveCloseCodes.sessionEnded && code !== liveCloseCodes.tooManySockets,
  });
  socket = newSocket;
  let wasOpen = false;
  setLiveSocket({
    isOpen: () => newSocket.readyState === WebSocket.OPEN,
    send: (text) => newSocket.send(text),
    reopen: () => newSocket.reconnect(),
  });
  newSocket.addEventListener('open', () => {
    wasOpen = true;
    markReceived();
    markDisconnected(false);
    catchUpAll({ isReconnect: isReopening });
    isReopening = true;
  });
  newSocket.addEventListener('message', (event) => {
    markReceived();
    receiveFrame(event.data);
  });
  newSocket.addEventListener('close', ({ code }) => {
    if (socket !== newSocket) return;
    clearTimeout(silenceTimer);
    markDisconnected(true);
    if (code === liveCloseCodes.sessionEnded) closeAndSignIn();
    else if (!wasOpen) checkSession();
    wasOpen = false;
  });
};

// Reconnects without waiting for the backoff. A waiting socket cannot be told to hurry, so it is replaced. An open one
// may have opened before calls were possible, so only the data is refetched.
const reconnectNow = (): void => {
  if (socket?.readyState === WebSocket.OPEN) {
    markDisconnected(false);
    catchUpAll({ isReconnect: true });
    return;
  }
  close();
  open();
};

const markOffline = (): void => markDisconnected(true);

// Timers stop while a device sleeps. If the server closed the socket of a hidden page because of too many sockets,
// reconnects now.
const checkWhenVisible = (): void => {
  if (document.visibilityState !== 'visible' || !socket) return;
  if (socket.readyState === WebSocket.CLOSED && !socket.shouldReconnect) socket.reconnect();
  else if (Date.now() - lastReceivedAt >= longestSilenceMilliseconds) reopenLive();
};

/** Keeps the socket open until the returned function is called. */
export const startLiveConnection = (): (() => void) => {
  isReopening = false;
  open();
  window.addEventListener('online', reconnectNow);
  window.addEventListener('offline', markOffline);
  document.addEventListener('visibilitychange', checkWhenVisible);
  window.addEventListener('focus', checkWhenVisible);
  return () => {
    window.removeEventListener('online', reconnectNow);
    window.removeEventListener('offline', markOffline);
    document.removeEventListener('visibilitychange', checkWhenVisible);
    window.removeEventListener('focus', checkWhenVisible);
    close();
  };
};
