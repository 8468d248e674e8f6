import { authCalls } from '@commons/contract/auth';
import { liveCloseCodes } from '@commons/contract/live';
import ReconnectingWebSocket from 'partysocket/ws';
import { call } from './api-client.ts';
import { isSignedOutError } from './api-error.ts';
import { catchUpAll, noteCut, receiveFrame, reopenLive, setLiveSocket } from './live.ts';
import { leaveForSignIn } from './session-ended.ts';

/**
 * The server says something every 15 s. A socket that stays silent for longer than two of them leads nowhere, even when
 * the browser takes it for open (a laptop that slept, a network that changed). Drawn by each client for itself, so that
 * a server that hangs is not met by all of them at once.
 */
const longestSilenceMilliseconds = 32_000 + Math.random() * 6_000;

const socketAddress = (): string =>
  `${window.location.protocol === 'https:' ? 'wss' : 'ws'}://${window.location.host}/ws`;

let socket: ReconnectingWebSocket | null = null;
let heardAt = 0;
/** Whether it was open before, in this page: what then opens is open again. */
let isReopening = false;
let silenceTimer: ReturnType<typeof setTimeout> | undefined;

const noteHeard = (): void => {
  heardAt = Date.now();
  clearTimeout(silenceTimer);
  silenceTimer = setTimeout(reopenLive, longestSilenceMilliseconds);
};

/** Closes the socket and stays closed. */
const close = (): void => {
  const closing = socket;
  socket = null;
  setLiveSocket(null);
  clearTimeout(silenceTimer);
  closing?.close();
};

const leaveSignedOut = (): void => {
  close();
  leaveForSignIn();
};

/** Longer than a call may take. A line that never lets a socket through is no reason to ask at each attempt. */
const askAgainMilliseconds = 60_000;
let askedAt = Number.NEGATIVE_INFINITY;

/** A browser keeps to itself why the server refuses a socket. That the session ended is a reason that does not pass. */
const askWhetherSignedIn = (): void => {
  if (Date.now() - askedAt < askAgainMilliseconds) return;
  askedAt = Date.now();
  void call(authCalls.getCurrentUser, undefined).catch((error: unknown) => {
    if (isSignedOutError(error)) leaveSignedOut();
  });
};

/** Opens the socket, unless there is one; it then reopens by itself until `close`. */
const open = (): void => {
  if (socket) return;
  const opened = new ReconnectingWebSocket(socketAddress, null, {
    // Every client draws its own delays, so that a restarted server is not met by all of them at once.
    minReconnectionDelay: 500 + Math.random() * 2_500,
    reconnectionDelayGrowFactor: 1.4 + Math.random() * 0.6,
    maxReconnectionDelay: 20_000 + Math.random() * 20_000,
    connectionTimeout: 10_000,
    shouldReconnectOnClose: ({ code }) =>
      code !== liveCloseCodes.sessionEnded && code !== liveCloseCodes.tooManySockets,
  });
  socket = opened;
  let wasOpen = false;
  setLiveSocket({
    isOpen: () => opened.readyState === WebSocket.OPEN,
    send: (text) => opened.send(text),
    reopen: () => opened.reconnect(),
  });
  opened.addEventListener('open', () => {
    wasOpen = true;
    noteHeard();
    noteCut(false);
    catchUpAll({ isAgain: isReopening });
    isReopening = true;
  });
  opened.addEventListener('message', (event) => {
    noteHeard();
    receiveFrame(event.data);
  });
  opened.addEventListener('close', ({ code }) => {
    if (socket !== opened) return;
    clearTimeout(silenceTimer);
    noteCut(true);
    if (code === liveCloseCodes.sessionEnded) leaveSignedOut();
    else if (!wasOpen) askWhetherSignedIn();
    wasOpen = false;
  });
};

// Waiting out the backoff would waste the moment in which the network is known to be back; a socket that waits does so
// whatever it is told, hence another one takes its place. One that is open by then may have opened before calls could be
// made.
const reconnectNow = (): void => {
  if (socket?.readyState === WebSocket.OPEN) {
    noteCut(false);
    catchUpAll({ isAgain: true });
    return;
  }
  close();
  open();
};

const noteOffline = (): void => noteCut(true);

// Timers stand still while a device sleeps. A closed socket of a page that nobody looks at may have been one too many.
const checkWhenSeen = (): void => {
  if (document.visibilityState !== 'visible' || !socket) return;
  if (socket.readyState === WebSocket.CLOSED && !socket.shouldReconnect) socket.reconnect();
  else if (Date.now() - heardAt >= longestSilenceMilliseconds) reopenLive();
};

/** Keeps the socket open until the answered function is called. */
export const keepLive = (): (() => void) => {
  isReopening = false;
  open();
  window.addEventListener('online', reconnectNow);
  window.addEventListener('offline', noteOffline);
  document.addEventListener('visibilitychange', checkWhenSeen);
  window.addEventListener('focus', checkWhenSeen);
  return () => {
    window.removeEventListener('online', reconnectNow);
    window.removeEventListener('offline', noteOffline);
    document.removeEventListener('visibilitychange', checkWhenSeen);
    window.removeEventListener('focus', checkWhenSeen);
    close();
  };
};
