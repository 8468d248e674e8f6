import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keep, listKept } from './device.ts';
import { openReport, sendReports } from './listening-reports.ts';

const heard = { secondsListened: 90, completed: false };

/** The part of `Storage` that reports use. */
const storageFake = () => {
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

type Work = (lock: object | null) => unknown;

const locksFake = () => {
  const held = new Set<string>();
  return {
    request: async (name: string, ...rest: [Work] | [{ ifAvailable: boolean }, Work]) => {
      const [options, work] = rest.length === 1 ? [{ ifAvailable: false }, rest[0]] : rest;
      if (held.has(name)) return options.ifAvailable ? work(null) : new Promise(() => undefined);
      held.add(name);
      try {
        return await work({});
      } finally {
        held.delete(name);
      }
    },
    /** Releases all locks, as if the tab had been closed. */
    letGo: () => held.clear(),
  };
};

let answers: (() => Response)[];
let sent: { key: string; body: unknown; keepalive: boolean | undefined }[];
let locks: ReturnType<typeof locksFake>;
const browser = { onLine: true };

const credited = () => new Response('{"pointsAwarded":1}');
const unreachable = () => {
  throw new TypeError('Failed to fetch');
};
const keptReports = () => listKept('ana', 'report');
const settle = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  answers = [];
  sent = [];
  locks = locksFake();
  browser.onLine = true;
  vi.stubGlobal('localStorage', storageFake());
  vi.stubGlobal('navigator', {
    get onLine() {
      return browser.onLine;
    },
    locks,
  });
  vi.stubGlobal('fetch', async (_url: string, { headers, body, keepalive }: RequestInit & { body: string }) => {
    sent.push({ key: new Headers(headers).get('Idempotency-Key') ?? '', body: JSON.parse(body), keepalive });
    return (answers.shift() ?? credited)();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("a report is sent once, and removed after the server's response", async () => {
  openReport('ana', 'm1').submit(heard, { keepalive: true });
  expect(keptReports()).toHaveLength(1);
  await settle();
  await sendReports('ana');
  expect(sent).toMatchObject([{ body: heard, keepalive: true }]);
  expect(keptReports()).toEqual([]);
});

test('a report without a response is sent again with the same key', async () => {
  answers = [unreachable, () => new Response('', { status: 503 })];
  openReport('ana', 'm1').submit(heard);
  await settle();
  await expect(sendReports('ana')).rejects.toThrow();
  await sendReports('ana');
  expect(sent).toHaveLength(3);
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
  expect(keptReports()).toEqual([]);
});

test('offline, a report is kept and not sent', async () => {
  browser.onLine = false;
  openReport('ana', 'm1').submit(heard);
  await settle();
  await expect(sendReports('ana')).rejects.toThrow();
  expect(sent).toEqual([]);
  browser.onLine = true;
  await sendReports('ana');
  expect(sent).toHaveLength(1);
});

test('a report that the server refuses is not sent again', async () => {
  answers = [() => new Response('', { status: 404 })];
  openReport('ana', 'm1').submit(heard);
  await settle();
  await sendReports('ana');
  expect(sent).toHaveLength(1);
  expect(keptReports()).toEqual([]);
});

test('after a session has expired, a report waits for its own member', async () => {
  answers = [() => new Response('', { status: 401 })];
  openReport('ana', 'm1').submit(heard);
  await settle();
  await sendReports('tom');
  expect(sent).toHaveLength(1);
  await sendReports('ana');
  expect(sent).toHaveLength(2);
});

test('a report of an open tab is sent by that tab, and one of a closed tab by another', async () => {
  openReport('ana', 'm1').update(heard);
  await sendReports('ana');
  expect(sent).toEqual([]);
  locks.letGo();
  await sendReports('ana');
  expect(sent).toMatchObject([{ body: heard }]);
  expect(keptReports()).toEqual([]);
});

test('short listening is not stored, and a dropped report is not sent', async () => {
  const report = openReport('ana', 'm1');
  report.update(null);
  report.update(heard);
  report.discard();
  await sendReports('ana');
  expect(sent).toEqual([]);
});

test('a report whose idempotency key has expired is dropped', async () => {
  const report = { meditationId: 'm1', listening: heard, isOpen: false };
  const hour = 60 * 60 * 1000;
  keep('ana', 'report', 'old', { ...report, sentAt: Date.now() - 24 * hour });
  keep('ana', 'report', 'waited', report);
  await sendReports('ana');
  expect(sent.map(({ key }) => key)).toEqual(['waited']);
  expect(keptReports()).toEqual([]);
});
