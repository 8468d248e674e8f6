import type { Message } from '@commons/contract/messages/schemas';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ChatEntry,
  type MessageLog,
  deliveryStateOf,
  emptyLog,
  entriesOf,
  followsClosely,
  hasGap,
  lastMessage,
  shownMessages,
  startsTimeGroup,
  withCatchUp,
  withGapShown,
  withIncoming,
  withNewestPage,
  withOlderPage,
  withReceipt,
  withRemoved,
} from './message-log.ts';

/** Ana is the viewer. Odd messages are hers. */
const messageAt = (position: number, changes: Partial<Message> = {}): Message => ({
  id: `message-${position}`,
  senderId: position % 2 ? 'ana' : 'ben',
  receiverId: position % 2 ? 'ben' : 'ana',
  position,
  content: `Number ${position}`,
  photo: null,
  createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, position)).toISOString(),
  isRemoved: false,
  clientId: position % 2 ? `client-${position}` : null,
  state: position % 2 ? 'sent' : null,
  ...changes,
});
const newestFirstPage = (positions: number[], next: string | null = null) => ({
  items: positions.map((position) => messageAt(position)),
  next,
});
const loadedLog = (positions: number[], next: string | null = null): MessageLog =>
  withNewestPage(emptyLog, newestFirstPage(positions.toReversed(), next));
const shownPositionsOf = (log: MessageLog) => shownMessages(log).map(({ position }) => position);
const positionsOf = (log: MessageLog) => log.messages.map(({ position }) => position);

describe('new messages', () => {
  test('are appended once', () => {
    const log = withIncoming(withIncoming(loadedLog([1, 2]), messageAt(3)), messageAt(3));
    expect(positionsOf(log)).toEqual([1, 2, 3]);
    expect(hasGap(log)).toBe(false);
  });

  test('wait until the messages before them have been fetched', () => {
    const log = withIncoming(loadedLog([1, 2]), messageAt(5));
    expect(positionsOf(log)).toEqual([1, 2]);
    expect(hasGap(log)).toBe(true);
    const filled = withCatchUp(log, [messageAt(3), messageAt(4), messageAt(5)]);
    expect(positionsOf(filled)).toEqual([1, 2, 3, 4, 5]);
    expect(hasGap(filled)).toBe(false);
  });

  test('are shown after a gap that does not close, and in order when it does', () => {
    const log = withGapShown(withIncoming(loadedLog([1, 2]), messageAt(5)));
    expect(shownPositionsOf(log)).toEqual([1, 2, 5]);
    expect(lastMessage(log)?.position).toBe(2);
    expect(entriesOf(log, [], 'ben').map(({ isBehindGap }) => isBehindGap)).toEqual([false, false, true]);
    const logWithTwoGaps = withIncoming(withIncoming(log, messageAt(6)), messageAt(8));
    expect(entriesOf(logWithTwoGaps, [], 'ben').map(({ isBehindGap }) => isBehindGap)).toEqual([
      false,
      false,
      true,
      false,
      true,
    ]);
    const filled = withCatchUp(
      logWithTwoGaps,
      [3, 4, 5, 6, 7, 8].map((position) => messageAt(position)),
    );
    expect(shownPositionsOf(filled)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(filled.isGapShown).toBe(false);
    // The next gap gets its own waiting time.
    expect(shownPositionsOf(withIncoming(filled, messageAt(10)))).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(withGapShown(filled)).toBe(filled);
  });

  test('close a gap of messages that are hidden from the viewer', () => {
    const log = withCatchUp(withIncoming(loadedLog([1, 2]), messageAt(6)), [messageAt(6)]);
    expect(positionsOf(log)).toEqual([1, 2, 6]);
    expect(hasGap(log)).toBe(false);
  });

  test('during the first read are merged into it', () => {
    const early = withIncoming(withIncoming(emptyLog, messageAt(4)), messageAt(3));
    expect(positionsOf(withNewestPage(early, newestFirstPage([3, 2, 1])))).toEqual([1, 2, 3, 4]);
  });
});

describe('earlier messages', () => {
  test('are prepended once per cursor', () => {
    const log = loadedLog([5, 6], 'before-5');
    const page = newestFirstPage([4, 3], 'before-3');
    const afterFirstPage = withOlderPage(log, 'before-5', page);
    expect(positionsOf(afterFirstPage)).toEqual([3, 4, 5, 6]);
    expect(afterFirstPage.olderCursor).toBe('before-3');
    expect(withOlderPage(afterFirstPage, 'before-5', page)).toBe(afterFirstPage);
  });

  test('are dropped if the newest page does not reach them', () => {
    const log = withNewestPage(loadedLog([1, 2]), newestFirstPage([90, 89], 'before-89'));
    expect(positionsOf(log)).toEqual([89, 90]);
    expect(log.olderCursor).toBe('before-89');
  });
});

describe('message state', () => {
  test('a removed message stays removed when an older copy arrives', () => {
    const removed = withRemoved(loadedLog([1, 2]), 2);
    const log = withNewestPage(withIncoming(removed, messageAt(2)), newestFirstPage([2, 1]));
    expect(log.messages[1]).toMatchObject({ isRemoved: true, content: '' });
  });

  test('receipts never go back', () => {
    const log = withReceipt(withReceipt(loadedLog([1, 2, 3]), 'read', 1), 'delivered', 3);
    expect([messageAt(1), messageAt(3)].map((message) => deliveryStateOf(log, message))).toEqual(['read', 'delivered']);
    const after = withReceipt(log, 'delivered', 1);
    expect(deliveryStateOf(after, messageAt(3))).toBe('delivered');
  });

  test('applies missed receipts from a later page', () => {
    const log = withNewestPage(loadedLog([1, 2, 3]), {
      items: [messageAt(3, { state: 'delivered' }), messageAt(2), messageAt(1, { state: 'read' })],
      next: null,
    });
    expect([1, 3].map((position) => deliveryStateOf(log, messageAt(position)))).toEqual(['read', 'delivered']);
  });
});

/** Events in random order: a message is stored, a frame arrives (again), a page is read and arrives later. */
type LogEvent =
  | { kind: 'stored'; isHidden: boolean }
  | { kind: 'frame'; pick: number }
  | { kind: 'newest requested' }
  | { kind: 'missing requested' }
  | { kind: 'older requested' }
  | { kind: 'response received'; pick: number };

const logEvent: fc.Arbitrary<LogEvent> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('stored' as const), isHidden: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('frame' as const), pick: fc.nat() }) },
  fc.constant({ kind: 'newest requested' as const }),
  fc.constant({ kind: 'missing requested' as const }),
  fc.constant({ kind: 'older requested' as const }),
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('response received' as const), pick: fc.nat() }) },
);

const pageSize = 3;
const cursorPosition = (cursor: string) => Number(cursor.slice('before-'.length));

class Conversation {
  position = 0;
  readonly visible: number[] = [];
  log: MessageLog = emptyLog;
  readonly pendingResponses: (() => void)[] = [];

  store(isHidden: boolean) {
    this.position += 1;
    if (!isHidden) this.visible.push(this.position);
  }

  #before(position: number) {
    const earlierPositions = this.visible.filter((one) => one < position).toReversed();
    const items = earlierPositions.slice(0, pageSize);
    return newestFirstPage(items, earlierPositions.length > pageSize ? `before-${items.at(-1)}` : null);
  }

  requestNewest() {
    const page = this.#before(Infinity);
    this.pendingResponses.push(() => (this.log = withNewestPage(this.log, page)));
  }

  requestMissing() {
    const last = lastMessage(this.log)?.position;
    if (last === undefined) {
      this.requestNewest();
      return;
    }
    const missingMessages = this.visible.filter((one) => one > last).map((one) => messageAt(one));
    this.pendingResponses.push(() => (this.log = withCatchUp(this.log, missingMessages)));
  }

  requestOlder() {
    const cursor = this.log.olderCursor;
    if (cursor === null) return;
    const page = this.#before(cursorPosition(cursor));
    this.pendingResponses.push(() => (this.log = withOlderPage(this.log, cursor, page)));
  }

  apply(event: LogEvent) {
    if (event.kind === 'stored') this.store(event.isHidden);
    else if (event.kind === 'newest requested') this.requestNewest();
    else if (event.kind === 'missing requested') this.requestMissing();
    else if (event.kind === 'older requested') this.requestOlder();
    else if (event.kind === 'response received')
      this.pendingResponses.splice(event.pick % (this.pendingResponses.length || 1), 1)[0]?.();
    else if (this.visible.length > 0)
      this.log = withIncoming(this.log, messageAt(this.visible[event.pick % this.visible.length]!));
  }
}

describe('with any order of frames and pages', () => {
  test('shows each message once and in order, never after a missing one, and finally all of them', () => {
    fc.assert(
      fc.property(fc.array(logEvent, { maxLength: 60 }), (logEvents) => {
        const conversation = new Conversation();
        const expectContiguous = () => {
          const shown = positionsOf(conversation.log);
          const from = shown[0];
          const to = shown.at(-1);
          const expected =
            from === undefined || to === undefined
              ? []
              : conversation.visible.filter((position) => position >= from && position <= to);
          expect(shown).toEqual(expected);
        };
        for (const event of logEvents) {
          conversation.apply(event);
          expectContiguous();
        }
        for (const respond of conversation.pendingResponses.splice(0)) {
          respond();
          expectContiguous();
        }
        if (!conversation.log.isLoaded) conversation.requestNewest();
        else conversation.requestMissing();
        conversation.pendingResponses.splice(0).forEach((respond) => respond());
        expect(lastMessage(conversation.log)?.position).toBe(conversation.visible.at(-1));
        expect(hasGap(conversation.log)).toBe(false);
        while (conversation.log.olderCursor !== null) {
          conversation.requestOlder();
          conversation.pendingResponses.splice(0).forEach((respond) => respond());
        }
        expect(positionsOf(conversation.log)).toEqual(conversation.visible);
      }),
      { numRuns: 2_000 },
    );
  });
});

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
