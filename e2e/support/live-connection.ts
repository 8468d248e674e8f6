import { expect, type Page, type Request, type WebSocket } from '@playwright/test';

/** Controls the WebSocket between a page and the server. Create it before the page is opened. */
export type LiveConnection = {
  /** Number of sockets that the page has opened since the last `close` or `disconnect`. */
  countOpened: () => number;
  /** Resolves when the page has received a frame that contains the text, or any frame if there is no text. */
  waitForFrame: (text?: string) => Promise<void>;
  /** Resolves when the page is live and has refetched the data it may have missed. */
  waitUntilCaughtUp: () => Promise<void>;
  /** Drops all frames on the open sockets without closing them. Sockets opened later work. */
  silence: () => void;
  /** Closes the open sockets, as a server restart does. */
  close: () => Promise<void>;
  /** Closes the open sockets and refuses new ones until `reconnect`. */
  disconnect: () => Promise<void>;
  /** Accepts sockets again and fires `online`, because the page's retry interval may be long by now. */
  reconnect: () => Promise<void>;
  /** Drops frames from the server that contain the text. */
  dropFrames: (text: string) => void;
};

export async function controlLiveConnection(page: Page): Promise<LiveConnection> {
  const sockets: { isSilent: boolean; close: () => Promise<void> }[] = [];
  const droppedTexts: string[] = [];
  const frames: string[] = [];
  const waitForRequests = trackRequests(page);
  let isDisconnected = false;
  await page.routeWebSocket('/ws', (socket) => {
    if (isDisconnected) {
      void socket.close();
      return;
    }
    const server = socket.connectToServer();
    const connection = { isSilent: false, close: () => socket.close() };
    sockets.push(connection);
    socket.onMessage((frame) => {
      if (!connection.isSilent) server.send(frame);
    });
    server.onMessage((frame) => {
      const text = frame.toString();
      if (connection.isSilent || droppedTexts.some((droppedText) => text.includes(droppedText))) return;
      frames.push(text);
      socket.send(frame);
    });
  });
  const close = async () => {
    for (const connection of sockets.splice(0, sockets.length)) await connection.close();
  };
  const waitForFrame = (text = '') => expect.poll(() => frames.some((frame) => frame.includes(text))).toBe(true);
  return {
    countOpened: () => sockets.length,
    waitForFrame: waitForFrame,
    async waitUntilCaughtUp() {
      await waitForFrame();
      await waitForRequests();
    },
    silence: () => {
      for (const connection of sockets) connection.isSilent = true;
    },
    close,
    disconnect: () => {
      isDisconnected = true;
      return close();
    },
    reconnect: () => {
      isDisconnected = false;
      return page.evaluate(() => void window.dispatchEvent(new Event('online')));
    },
    dropFrames: (text) => void droppedTexts.push(text),
  };
}

/**
 * Opens a live connection that never delivers a frame. The returned function resolves when the page has opened the
 * given number of sockets (one per load) and its requests have finished.
 */
export async function muteLiveConnection(page: Page): Promise<(sockets?: number) => Promise<void>> {
  const waitForRequests = trackRequests(page);
  let countOpened = 0;
  await page.routeWebSocket('/ws', () => void (countOpened += 1));
  return async (sockets = 1) => {
    await expect.poll(() => countOpened).toBe(sockets);
    await waitForRequests();
  };
}

/** Returns a function that resolves when the page has no API request in flight. */
function trackRequests(page: Page): () => Promise<void> {
  const inFlight = new Set<Request>();
  const removeRequest = (request: Request) => inFlight.delete(request);
  page.on('request', (request) => {
    // When the page navigates away, its requests may end without an event.
    if (request.isNavigationRequest()) inFlight.clear();
    if (request.resourceType() === 'fetch') inFlight.add(request);
  });
  page.on('requestfinished', removeRequest).on('requestfailed', removeRequest);
  return async () => {
    // The page starts to refetch while it opens its socket, so the requests are in flight after this round trip.
    await page.evaluate(() => undefined);
    await expect.poll(() => [...inFlight].map((request) => request.url())).toEqual([]);
  };
}

/** Resolves when the page's socket has received its first frame. Call it before the page is opened. */
export const waitUntilLive = (page: Page): Promise<WebSocket> =>
  page.waitForEvent('websocket', {
    // Includes the time that the page takes to load.
    timeout: 30_000,
    predicate: (socket) => socket.waitForEvent('framereceived').then(() => true),
  });
