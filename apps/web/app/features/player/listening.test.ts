import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storeValue, listStoredValues } from './listening-storage.ts';
import { openReport, sendReports } from './listening.ts';

const listening = { secondsListened: 90, completed: false };

/** The part of `Storage` that reports use. */
const fakeStorage = () => {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    key: (index: number) => [...items.keys()][index] ?? null,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
};

type LockCallback = (lock: object | null) => unknown;

const fakeLocks = () => {
  const heldLocks = new Set<string>();
  return {
    request: async (name: string, ...rest: [LockCallback] | [{ ifAvailable: boolean }, LockCallback]) => {
      const [options, work] = rest.length === 1 ? [{ ifAvailable: false }, rest[0]] : rest;
      if (heldLocks.has(name)) return options.ifAvailable ? work(null) : new Promise(() => undefined);
      heldLocks.add(name);
      try {
        return await work({});
      } finally {
        heldLocks.delete(name);
      }
    },
    /** Releases all locks, as if the tab had been closed. */
    releaseAll: () => heldLocks.clear(),
  };
};

let responses: (() => Response)[];
let sentRequests: { key: string; body: unknown; keepalive: boolean | undefined }[];
let locks: ReturnType<typeof fakeLocks>;
const browser = { onLine: true };

const creditedResponse = () => new Response('{"pointsAwarded":1}');
const unreachable = () => {
  throw new TypeError('Failed to fetch');
};
const storedReports = () => listStoredValues('ana', 'report');
const flushPromises = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  responses = [];
  sentRequests = [];
  locks = fakeLocks();
  browser.onLine = true;
  vi.stubGlobal('localStorage', fakeStorage());
  vi.stubGlobal('navigator', {
    get onLine() {
      return browser.onLine;
    },
    locks,
  });
  vi.stubGlobal('fetch', async (_url: string, { headers, body, keepalive }: RequestInit & { body: string }) => {
    sentRequests.push({ key: new Headers(headers).get('Idempotency-Key') ?? '', body: JSON.parse(body), keepalive });
    return (responses.shift() ?? creditedResponse)();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("a report is sent once, and removed after the server's response", async () => {
  openReport('ana', 'm1').submit(listening, { keepalive: true });
  expect(storedReports()).toHaveLength(1);
  await flushPromises();
  await sendReports('ana');
  expect(sentRequests).toMatchObject([{ body: listening, keepalive: true }]);
  expect(storedReports()).toEqual([]);
});

test('a report without a response is sent again with the same key', async () => {
  responses = [unreachable, () => new Response('', { status: 503 })];
  openReport('ana', 'm1').submit(listening);
  await flushPromises();
  await expect(sendReports('ana')).rejects.toThrow();
  await sendReports('ana');
  expect(sentRequests).toHaveLength(3);
  expect(new Set(sentRequests.map(({ key }) => key)).size).toBe(1);
  expect(storedReports()).toEqual([]);
});

test('offline, a report is kept and not sent', async () => {
  browser.onLine = false;
  openReport('ana', 'm1').submit(listening);
  await flushPromises();
  await expect(sendReports('ana')).rejects.toThrow();
  expect(sentRequests).toEqual([]);
  browser.onLine = true;
  await sendReports('ana');
  expect(sentRequests).toHaveLength(1);
});

test('a report that the server refuses is not sent again', async () => {
  responses = [() => new Response('', { status: 404 })];
  openReport('ana', 'm1').submit(listening);
  await flushPromises();
  await sendReports('ana');
  expect(sentRequests).toHaveLength(1);
  expect(storedReports()).toEqual([]);
});

test('after a session has expired, a report waits for its own member', async () => {
  responses = [() => new Response('', { status: 401 })];
  openReport('ana', 'm1').submit(listening);
  await flushPromises();
  await sendReports('tom');
  expect(sentRequests).toHaveLength(1);
  await sendReports('ana');
  expect(sentRequests).toHaveLength(2);
});

test('a report of an open tab is sent by that tab, and one of a closed tab by another', async () => {
  openReport('ana', 'm1').update(listening);
  await sendReports('ana');
  expect(sentRequests).toEqual([]);
  locks.releaseAll();
  await sendReports('ana');
  expect(sentRequests).toMatchObject([{ body: listening }]);
  expect(storedReports()).toEqual([]);
});

test('short listening is not stored, and a dropped report is not sent', async () => {
  const report = openReport('ana', 'm1');
  report.update(null);
  report.update(listening);
  report.discard();
  await sendReports('ana');
  expect(sentRequests).toEqual([]);
});

test('a report whose idempotency key has expired is dropped', async () => {
  const report = { meditationId: 'm1', listening: listening, isOpen: false };
  const hour = 60 * 60 * 1000;
  storeValue('ana', 'report', 'old', { ...report, sentAt: Date.now() - 24 * hour });
  storeValue('ana', 'report', 'waited', report);
  await sendReports('ana');
  expect(sentRequests.map(({ key }) => key)).toEqual(['waited']);
  expect(storedReports()).toEqual([]);
});
