import type { SystemStatus } from '@commons/contract/admin/schemas';
import { expect, test } from 'vitest';
import { formatAge, formatMinutes, formatMilliseconds, listConcerns } from './admin.texts.ts';

const now = Date.parse('2026-11-24T12:00:00.000Z');
const at = (minutesAgo: number) => new Date(now - minutesAgo * 60_000).toISOString();

const healthyStatus: SystemStatus = {
  versions: { application: '0.1.0', node: '26.10.0', postgresql: '18.4', migration: '0025_search' },
  update: null,
  startedAt: at(10),
  disk: { freeBytes: 40e9, totalBytes: 100e9 },
  database: { bytes: 12e6, connections: { max: 10, inUse: 1, waiting: 0 }, tables: [] },
  live: { sockets: 3, transport: 'database', isDegraded: false },
  backup: { lastAt: at(60), isLate: false, warnHours: 48 },
  queues: [{ name: 'mail', waiting: 2, active: 0, failed: 0, oldestDueAt: at(14) }],
  statements: [],
};
const concernTitles = (changes: Partial<SystemStatus>) =>
  listConcerns({ ...healthyStatus, ...changes }, now).map(({ title }) => title);
const withMailQueue = (changes: Partial<SystemStatus['queues'][number]>) => ({
  queues: [{ ...healthyStatus.queues[0]!, ...changes }],
});

test('formats durations and ages in a suitable unit', () => {
  expect([0.042, 3.14, 999, 1_240].map(formatMilliseconds)).toEqual(['0.042 ms', '3.1 ms', '1,000 ms', '1.2 sec']);
  expect([0, 59, 61, 47 * 60, 49 * 60].map((minutes) => formatAge(at(minutes), now))).toEqual([
    ...['0 min', '59 min', '1 hr'],
    ...['47 hr', '2 days'],
  ]);
  expect([0, 59.6, 90].map(formatMinutes)).toEqual(['0 min', '1 hr', '1 hr 30 min']);
  // The device's clock may be slow.
  expect(formatAge(at(-5), now)).toBe('0 min');
});

test('a healthy server has no concerns, with or without automatic backups', () => {
  expect(concernTitles({})).toEqual([]);
  expect(concernTitles({ backup: null })).toEqual([]);
});

test.for<[string, Partial<SystemStatus>]>([
  ['The disk is nearly full', { disk: { freeBytes: 9e9, totalBytes: 100e9 } }],
  ['The disk is nearly full', { disk: { freeBytes: 9e8, totalBytes: 2e9 } }],
  ['The backup is out of date', { backup: { lastAt: null, isLate: true, warnHours: 48 } }],
  ['Background jobs are late', withMailQueue({ oldestDueAt: at(16) })],
  ['Background jobs failed', withMailQueue({ failed: 1 })],
  ['Live updates are delayed', { live: { ...healthyStatus.live, isDegraded: true } }],
  [
    'Requests are waiting for the database',
    { database: { ...healthyStatus.database, connections: { max: 10, inUse: 10, waiting: 4 } } },
  ],
  ['The database is newer than this server', { versions: { ...healthyStatus.versions, migration: null } }],
])('lists the concern: %s', ([title, changes]) => {
  expect(concernTitles(changes)).toEqual([title]);
});
