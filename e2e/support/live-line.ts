import { expect, type Page, type Request, type WebSocket } from '@playwright/test';

/** Controls the WebSocket between a page and the server. Create it before the page is opened. */
export type LiveLine = {
  /** Number of sockets that the page has opened. */
  opened: () => number;
  /** Resolves when the page has received a frame that contains the text, or any frame if there is no text. */
  heard: (text?: string) => Promise<void>;
  /** Resolves when the page is live and has refetched the data it may have missed. */
  caughtUp: () => Promise<void>;
  /** Drops all frames on the open sockets without closing them. Sockets opened later work. */
  silence: () => void;
  /** Closes the open sockets, as a server restart does. */
  close: () => Promise<void>;
  /** Closes the open sockets and refuses new ones until `reconnect`. */
  cut: () => Promise<void>;
  /** Accepts sockets again and fires `online`, because the page's retry interval may be long by now. */
  restore: () => Promise<void>;
  /** Drops frames from the server that contain the text. */
  lose: (text: string) => void;
};

export async function holdLiveLine(page: Page): Promise<LiveLine> {
  const lines: { isSilent: boolean; close: () => Promise<void> }[] = [];
  const lost: string[] = [];
  const frames: string[] = [];
  const untilAnswered = watchCalls(page);
  let isCut = false;
  await page.routeWebSocket('/ws', (socket) => {
    if (isCut) {
      void socket.close();
      return;
    }
    const server = socket.connectToServer();
    const line = { isSilent: false, close: () => socket.close() };
    lines.push(line);
    socket.onMessage((frame) => {
      if (!line.isSilent) server.send(frame);
    });
    server.onMessage((frame) => {
      const text = frame.toString();
      if (line.isSilent || lost.some((words) => text.includes(words))) return;
      frames.push(text);
      socket.send(frame);
    });
  });
  const close = async () => {
    for (const line of lines.splice(0, lines.length)) await line.close();
  };
  const heard = (text = '') => expect.poll(() => frames.some((frame) => frame.includes(text))).toBe(true);
  return {
    opened: () => lines.length,
    heard,
    async caughtUp() {
      await heard();
      await untilAnswered();
    },
    silence: () => {
      for (const line of lines) line.isSilent = true;
    },
    close,
    cut: () => {
      isCut = true;
      return close();
    },
    restore: () => {
      isCut = false;
      return page.evaluate(() => void window.dispatchEvent(new Event('online')));
    },
    lose: (text) => void lost.push(text),
  };
}

/**
 * Opens a live connection that never delivers a frame. The returned function resolves when the page has opened the
 * given number of sockets (one per load) and its requests have finished.
 */
export async function holdMuteLine(page: Page): Promise<(sockets?: number) => Promise<void>> {
  const untilAnswered = watchCalls(page);
  let opened = 0;
  await page.routeWebSocket('/ws', () => void (opened += 1));
  return async (sockets = 1) => {
    await expect.poll(() => opened).toBe(sockets);
    await untilAnswered();
  };
}

/** Returns a function that resolves when the page has no API request in flight. */
function watchCalls(page: Page): () => Promise<void> {
  const calls = new Set<Request>();
  const end = (request: Request) => calls.delete(request);
  page.on('request', (request) => {
    // Requests of a page that is being left may end without an event.
    if (request.isNavigationRequest()) calls.clear();
    if (request.resourceType() === 'fetch') calls.add(request);
  });
  page.on('requestfinished', end).on('requestfailed', end);
  return async () => {
    // The page refetches while it opens its socket, before it can run this.
    await page.evaluate(() => undefined);
    await expect.poll(() => [...calls].map((call) => call.url())).toEqual([]);
  };
}

/** Resolves when the page's socket has received its first frame. Call it before the page is opened. */
export const untilLive = (page: Page): Promise<WebSocket> =>
  page.waitForEvent('websocket', {
    // Includes the time that the page takes to load.
    timeout: 30_000,
    predicate: (socket) => socket.waitForEvent('framereceived').then(() => true),
  });
