import { expect, type Page, type Request, type WebSocket } from '@playwright/test';

/** The line between a page and `/ws`, in the hands of a journey. Stand it up before the page is opened. */
export type LiveLine = {
  /** How many sockets the page has opened. */
  opened: () => number;
  /** Resolves when a frame that contains a text has come to the page; without one, any: the server greets each socket. */
  heard: (text?: string) => Promise<void>;
  /** Resolves when the page is live, and has read again what it may have missed before. */
  caughtUp: () => Promise<void>;
  /** The open sockets lead nowhere any more, and nobody says so; sockets opened later do. */
  silence: () => void;
  /** The open sockets are closed, as by a server that restarts. */
  close: () => Promise<void>;
  /** The same, and no socket opens until the line is restored. */
  cut: () => Promise<void>;
  /** Sockets open again, and the page learns it as from its browser: by itself it asks seldom by then. */
  restore: () => Promise<void>;
  /** Frames of the server that contain a text never arrive. */
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
 * A line that opens and on which nothing ever comes: a page learns of nothing until it asks. What it answers resolves when
 * the page has opened so many sockets, one each time it is loaded, and has read again what it may have missed before.
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

/** What it answers resolves when none of a page's calls is under way, those that it makes as its socket opens among them. */
function watchCalls(page: Page): () => Promise<void> {
  const calls = new Set<Request>();
  const end = (request: Request) => calls.delete(request);
  page.on('request', (request) => {
    // Not every end is told of what a page had asked for that is being left.
    if (request.isNavigationRequest()) calls.clear();
    if (request.resourceType() === 'fetch') calls.add(request);
  });
  page.on('requestfinished', end).on('requestfailed', end);
  return async () => {
    // The page asks anew while it opens its socket, before it can answer this.
    await page.evaluate(() => undefined);
    await expect.poll(() => [...calls].map((call) => call.url())).toEqual([]);
  };
}

/** Resolves when a page's live connection has brought its first word; asked for before the page is opened. */
export const untilLive = (page: Page): Promise<WebSocket> =>
  page.waitForEvent('websocket', {
    // It waits for the whole page before it.
    timeout: 30_000,
    predicate: (socket) => socket.waitForEvent('framereceived').then(() => true),
  });
