import { expect, test } from 'vitest';
import { startsTimeGroup, type ChatEntry, followsClosely } from './chat-entries.ts';

const entryAt = (time: string, isOwn = false): ChatEntry => ({
  key: time,
  messageId: time,
  position: 1,
  isOwn,
  content: 'Hello',
  photo: null,
  createdAt: new Date(`2026-03-02T${time}`).toISOString(),
  isRemoved: false,
  state: null,
  isBehindGap: false,
  reason: null,
});

test('shows the time at the start, after a pause and on a new day', () => {
  const evening = entryAt('23:55:00');
  expect(startsTimeGroup(undefined, evening)).toBe(true);
  expect(startsTimeGroup(evening, entryAt('23:59:00', true))).toBe(false);
  expect(startsTimeGroup(entryAt('12:00:00'), entryAt('12:15:00'))).toBe(false);
  expect(startsTimeGroup(entryAt('12:00:00'), entryAt('12:15:01'))).toBe(true);
  // A failed message keeps its own time, although it is below newer ones.
  expect(startsTimeGroup(entryAt('17:00:00'), entryAt('09:00:00', true))).toBe(true);
  const afterMidnight = { createdAt: new Date('2026-03-03T00:01:00').toISOString() };
  expect(startsTimeGroup(evening, afterMidnight)).toBe(true);
});

test('groups messages of one member that are less than five minutes apart', () => {
  const first = entryAt('12:00:00');
  expect(followsClosely(undefined, first)).toBe(false);
  expect(followsClosely(first, entryAt('12:04:59'))).toBe(true);
  expect(followsClosely(first, entryAt('12:05:00'))).toBe(false);
  expect(followsClosely(first, entryAt('12:01:00', true))).toBe(false);
});
