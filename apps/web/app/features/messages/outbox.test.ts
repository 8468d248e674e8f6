import type { Message } from '@commons/contract/messages';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createOutbox, type Outcome, type OutboxEntry, type OutboxStorage } from './outbox.ts';

const storageOf = (kept = new Map<string, OutboxEntry>()): OutboxStorage => ({
  load: () => [...kept.values()],
  save: (entry) => void kept.set(entry.clientId, entry),
  forget: (clientId) => void kept.delete(clientId),
});

const stored = ({ clientId, content }: OutboxEntry): Outcome => ({
  kind: 'stored',
  message: { id: clientId, clientId, content } as Message,
});
const written = (clientId: string, receiverId = 'ben') => ({
  clientId,
  receiverId,
  content: clientId,
  photo: null,
  createdAt: '2026-01-01T00:00:00.000Z',
});
const settled = () => new Promise<void>((resolve) => setTimeout(resolve));

type Delivery = { entry: OutboxEntry; answer: (outcome: Outcome) => void };

/** An outbox whose deliveries and retries are controlled by the test. */
const setUp = (storage = storageOf()) => {
  const deliveries: Delivery[] = [];
  const laterRuns: (() => void)[] = [];
  /** Delays of the retries in milliseconds. */
  const pauses: number[] = [];
  const refused: string[] = [];
  const storedIds: string[] = [];
  const outbox = createOutbox({
    storage,
    deliver: (entry) => new Promise((answer) => deliveries.push({ entry, answer })),
    onStored: ({ id }) => storedIds.push(id),
    onRefused: ({ clientId }) => refused.push(clientId),
    later(run, milliseconds) {
      laterRuns.push(run);
      pauses.push(milliseconds);
    },
  });
  const answer = async (outcome: (entry: OutboxEntry) => Outcome) => {
    const delivery = deliveries.shift();
    if (!delivery) throw new Error('Nothing is being delivered');
    delivery.answer(outcome(delivery.entry));
    await settled();
  };
  return { outbox, deliveries, laterRuns, pauses, refused, storedIds, answer };
};
const failed = (): Outcome => ({ kind: 'unknown', isServerFailure: true, retryAfterSeconds: null });
const unknown = (): Outcome => ({ kind: 'unknown', isServerFailure: false, retryAfterSeconds: null });

describe('an outgoing message', () => {
  test('is sent in order per receiver, and in parallel to several receivers', async () => {
    const { outbox, deliveries, answer, storedIds } = setUp();
    outbox.add(written('one'));
    outbox.add(written('two'));
    outbox.add(written('three', 'cleo'));
    expect(deliveries.map(({ entry }) => entry.clientId)).toEqual(['one', 'three']);
    await answer(stored);
    expect(deliveries.map(({ entry }) => entry.clientId)).toEqual(['three', 'two']);
    await answer(stored);
    await answer(stored);
    expect(storedIds).toEqual(['one', 'three', 'two']);
    expect(outbox.entries()).toEqual([]);
  });

  test('waits after an attempt without a response, and is sent in order later', async () => {
    const { outbox, deliveries, laterRuns, answer } = setUp();
    outbox.add(written('one'));
    outbox.add(written('two'));
    await answer(unknown);
    expect(deliveries).toEqual([]);
    expect(outbox.entries().map(({ isRefused }) => isRefused)).toEqual([false, false]);
    laterRuns.shift()?.();
    await answer(stored);
    await answer(stored);
    expect(outbox.entries()).toEqual([]);
  });

  test('survives a reload', async () => {
    const kept = new Map<string, OutboxEntry>();
    const before = setUp(storageOf(kept));
    before.outbox.add(written('one'));
    before.outbox.add(written('two'));
    const after = setUp(storageOf(kept));
    after.outbox.flush();
    await after.answer(stored);
    await after.answer(stored);
    expect(after.storedIds).toEqual(['one', 'two']);
    expect(kept.size).toBe(0);
  });

  test('stays with the reason after a refusal, and does not block the next one', async () => {
    const { outbox, answer, refused, storedIds } = setUp();
    outbox.add(written('one'));
    outbox.add(written('two'));
    await answer(() => ({ kind: 'refused', reason: 'From connections only.' }));
    await answer(stored);
    expect(refused).toEqual(['one']);
    expect(storedIds).toEqual(['two']);
    expect(outbox.entries()).toMatchObject([{ clientId: 'one', isRefused: true, reason: 'From connections only.' }]);
    outbox.retry('one');
    await answer(stored);
    expect(storedIds).toEqual(['two', 'one']);
  });

  test('does not block the next one after repeated server failures, and can be retried', async () => {
    const { outbox, answer, deliveries, laterRuns, refused } = setUp();
    outbox.add(written('one'));
    outbox.add(written('two'));
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      await answer(failed);
      expect(outbox.entries()[0]?.isRefused).toBe(false);
      laterRuns.shift()?.();
    }
    await answer(failed);
    expect(outbox.entries()[0]).toMatchObject({ clientId: 'one', isRefused: true });
    expect(refused).toEqual(['one']);
    expect(deliveries.map(({ entry }) => entry.clientId)).toEqual(['two']);
    await answer(stored);
    outbox.retry('one');
    expect(deliveries.map(({ entry }) => entry.clientId)).toEqual(['one']);
    await answer(failed);
    outbox.remove('one');
    expect(outbox.entries()).toEqual([]);
  });

  test('is retried for at least 30 seconds, even with a short Retry-After', async () => {
    const { outbox, answer, laterRuns, pauses, refused } = setUp();
    outbox.add(written('one'));
    while (refused.length === 0) {
      await answer(() => ({ kind: 'unknown', isServerFailure: true, retryAfterSeconds: 2 }));
      laterRuns.shift()?.();
    }
    expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeGreaterThanOrEqual(30_000);
  });

  test('is not retried before Retry-After', async () => {
    const { outbox, answer, pauses } = setUp();
    outbox.add(written('one'));
    await answer(() => ({ kind: 'unknown', isServerFailure: false, retryAfterSeconds: 45 }));
    expect(pauses).toEqual([45_000]);
  });

  test('waits for a connection without a time limit', async () => {
    const { outbox, answer, laterRuns } = setUp();
    outbox.add(written('one'));
    for (let attempt = 1; attempt <= 30; attempt += 1) {
      await answer(unknown);
      laterRuns.shift()?.();
    }
    expect(outbox.entries()[0]?.isRefused).toBe(false);
  });

  test('reports its waiting reason until the next response, or until none is left', async () => {
    const { outbox, answer, laterRuns } = setUp();
    outbox.add(written('one'));
    outbox.add(written('two'));
    outbox.add(written('three', 'cleo'));
    expect([...outbox.waits()]).toEqual([]);
    await answer(unknown);
    await answer(() => ({ kind: 'unknown', isServerFailure: false, retryAfterSeconds: 1 }));
    expect([...outbox.waits()]).toEqual([
      ['ben', 'connection'],
      ['cleo', 'server'],
    ]);
    outbox.discard('three');
    expect([...outbox.waits()]).toEqual([['ben', 'connection']]);
    laterRuns.shift()?.();
    expect([...outbox.waits()]).toEqual([['ben', 'connection']]);
    await answer(stored);
    expect([...outbox.waits()]).toEqual([]);
  });

  test('can be discarded while it waits, and the sender learns if it may have been sent', async () => {
    const { outbox, deliveries, answer, laterRuns, storedIds } = setUp();
    for (const clientId of ['one', 'two', 'three']) outbox.add(written(clientId));
    await answer(unknown);
    expect(outbox.discard('two')).toEqual({ mayHaveBeenSent: false });
    laterRuns.shift()?.();
    expect(outbox.discard('one')).toEqual({ mayHaveBeenSent: true });
    // It was in flight and has been stored, so it is shown like any other.
    await answer(stored);
    expect(storedIds).toEqual(['one']);
    await answer(() => ({ kind: 'refused', reason: null }));
    expect(outbox.discard('three')).toEqual({ mayHaveBeenSent: false });
    expect([outbox.entries(), deliveries]).toEqual([[], []]);
  });

  test('is not reported as refused after a frame has confirmed it', async () => {
    const { outbox, answer, refused } = setUp();
    outbox.add(written('one'));
    outbox.remove('one');
    await answer(() => ({ kind: 'refused', reason: null }));
    expect(refused).toEqual([]);
    expect(outbox.entries()).toEqual([]);
  });
});

describe('with any losses', () => {
  /** A `lost` message is stored, but its sender does not learn of that. */
  const fate = fc.constantFrom('stored', 'lost', 'unreached', 'reload', 'second tab');

  test('each message is stored once, in the order in which it was written', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fate, { maxLength: 25 }), fc.integer({ min: 1, max: 6 }), async (fates, count) => {
        const kept = new Map<string, OutboxEntry>();
        const onServer: string[] = [];
        const receive = (entry: OutboxEntry): Outcome => {
          if (!onServer.includes(entry.clientId)) onServer.push(entry.clientId);
          return stored(entry);
        };
        let tabs = [setUp(storageOf(kept))];
        const names = Array.from({ length: count }, (_, index) => `message-${index}`);
        for (const name of names) tabs[0]!.outbox.add(written(name));
        for (const [index, what] of fates.entries()) {
          const tab = tabs[index % tabs.length]!;
          if (what === 'reload') tabs = [setUp(storageOf(kept)), ...tabs.slice(1)];
          if (what === 'second tab') tabs = [tabs[0]!, setUp(storageOf(kept))];
          for (const { outbox } of tabs) outbox.flush();
          if (tab.deliveries.length === 0) continue;
          if (what === 'stored') await tab.answer(receive);
          if (what === 'lost')
            await tab.answer((entry) => {
              receive(entry);
              return unknown();
            });
          if (what === 'unreached') await tab.answer(unknown);
        }
        const last = setUp(storageOf(kept));
        last.outbox.flush();
        while (last.deliveries.length > 0) await last.answer(receive);
        expect(onServer).toEqual(names);
        expect(kept.size).toBe(0);
      }),
      { numRuns: 100 },
    );
  });
});
