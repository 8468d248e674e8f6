import type { Message } from '@commons/contract/messages/schemas';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createOutbox, type Outcome, type OutboxEntry, type OutboxStorage } from './outbox.ts';

const storageOf = (entriesById = new Map<string, OutboxEntry>()): OutboxStorage => ({
  load: () => [...entriesById.values()],
  save: (entry) => void entriesById.set(entry.clientId, entry),
  forget: (clientId) => void entriesById.delete(clientId),
});

const storedOutcome = ({ clientId, content }: OutboxEntry): Outcome => ({
  kind: 'stored',
  message: { id: clientId, clientId, content } as Message,
});
const newMessage = (clientId: string, receiverId = 'ben') => ({
  clientId,
  receiverId,
  content: clientId,
  receiverName: 'Ben',
  photo: null,
  createdAt: '2026-01-01T00:00:00.000Z',
});
const flushPromises = () => new Promise<void>((resolve) => setTimeout(resolve));

type Delivery = { entry: OutboxEntry; respond: (outcome: Outcome) => void };

/** An outbox whose deliveries and retries are controlled by the test. */
const setUp = (storage = storageOf()) => {
  const deliveries: Delivery[] = [];
  const scheduledRetries: (() => void)[] = [];
  /** Delays of the retries in milliseconds. */
  const retryDelays: number[] = [];
  const refusedIds: string[] = [];
  const storedIds: string[] = [];
  const outbox = createOutbox({
    storage,
    deliver: (entry) => new Promise((respond) => deliveries.push({ entry, respond })),
    onStored: ({ id }) => storedIds.push(id),
    onRefused: ({ clientId }) => refusedIds.push(clientId),
    later(run, milliseconds) {
      scheduledRetries.push(run);
      retryDelays.push(milliseconds);
    },
  });
  const respond = async (outcome: (entry: OutboxEntry) => Outcome) => {
    const delivery = deliveries.shift();
    if (!delivery) throw new Error('Nothing is being delivered');
    delivery.respond(outcome(delivery.entry));
    await flushPromises();
  };
  return { outbox, deliveries, scheduledRetries, retryDelays, refusedIds, storedIds, respond };
};
const serverFailure = (): Outcome => ({ kind: 'unknown', isServerFailure: true, retryAfterSeconds: null });
const noResponse = (): Outcome => ({ kind: 'unknown', isServerFailure: false, retryAfterSeconds: null });

describe('an outgoing message', () => {
  test('is sent in order per receiver, and in parallel to several receivers', async () => {
    const { outbox, deliveries, respond, storedIds } = setUp();
    outbox.add(newMessage('one'));
    outbox.add(newMessage('two'));
    outbox.add(newMessage('three', 'cleo'));
    expect(deliveries.map(({ entry }) => entry.clientId)).toEqual(['one', 'three']);
    await respond(storedOutcome);
    expect(deliveries.map(({ entry }) => entry.clientId)).toEqual(['three', 'two']);
    await respond(storedOutcome);
    await respond(storedOutcome);
    expect(storedIds).toEqual(['one', 'three', 'two']);
    expect(outbox.entries.get()).toEqual([]);
  });

  test('waits after an attempt without a response, and is sent in order later', async () => {
    const { outbox, deliveries, scheduledRetries, respond } = setUp();
    outbox.add(newMessage('one'));
    outbox.add(newMessage('two'));
    await respond(noResponse);
    expect(deliveries).toEqual([]);
    expect(outbox.entries.get().map(({ isRefused }) => isRefused)).toEqual([false, false]);
    scheduledRetries.shift()?.();
    await respond(storedOutcome);
    await respond(storedOutcome);
    expect(outbox.entries.get()).toEqual([]);
  });

  test('survives a reload', async () => {
    const entriesById = new Map<string, OutboxEntry>();
    const before = setUp(storageOf(entriesById));
    before.outbox.add(newMessage('one'));
    before.outbox.add(newMessage('two'));
    const after = setUp(storageOf(entriesById));
    after.outbox.flush();
    await after.respond(storedOutcome);
    await after.respond(storedOutcome);
    expect(after.storedIds).toEqual(['one', 'two']);
    expect(entriesById.size).toBe(0);
  });

  test('stays with the reason after a refusal, and does not block the next one', async () => {
    const { outbox, respond, refusedIds, storedIds } = setUp();
    outbox.add(newMessage('one'));
    outbox.add(newMessage('two'));
    await respond(() => ({ kind: 'refused', reason: 'From connections only.' }));
    await respond(storedOutcome);
    expect(refusedIds).toEqual(['one']);
    expect(storedIds).toEqual(['two']);
    expect(outbox.entries.get()).toMatchObject([
      { clientId: 'one', isRefused: true, reason: 'From connections only.' },
    ]);
    outbox.retry('one');
    await respond(storedOutcome);
    expect(storedIds).toEqual(['two', 'one']);
  });

  test('does not block the next one after repeated server failures, and can be retried', async () => {
    const { outbox, respond, deliveries, scheduledRetries, refusedIds } = setUp();
    outbox.add(newMessage('one'));
    outbox.add(newMessage('two'));
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      await respond(serverFailure);
      expect(outbox.entries.get()[0]?.isRefused).toBe(false);
      scheduledRetries.shift()?.();
    }
    await respond(serverFailure);
    expect(outbox.entries.get()[0]).toMatchObject({ clientId: 'one', isRefused: true });
    expect(refusedIds).toEqual(['one']);
    expect(deliveries.map(({ entry }) => entry.clientId)).toEqual(['two']);
    await respond(storedOutcome);
    outbox.retry('one');
    expect(deliveries.map(({ entry }) => entry.clientId)).toEqual(['one']);
    await respond(serverFailure);
    outbox.remove('one');
    expect(outbox.entries.get()).toEqual([]);
  });

  test('is retried for at least 30 seconds, even with a short Retry-After', async () => {
    const { outbox, respond, scheduledRetries, retryDelays, refusedIds } = setUp();
    outbox.add(newMessage('one'));
    while (refusedIds.length === 0) {
      await respond(() => ({ kind: 'unknown', isServerFailure: true, retryAfterSeconds: 2 }));
      scheduledRetries.shift()?.();
    }
    expect(retryDelays.reduce((sum, delay) => sum + delay, 0)).toBeGreaterThanOrEqual(30_000);
  });

  test('is not retried before Retry-After', async () => {
    const { outbox, respond, retryDelays } = setUp();
    outbox.add(newMessage('one'));
    await respond(() => ({ kind: 'unknown', isServerFailure: false, retryAfterSeconds: 45 }));
    expect(retryDelays).toEqual([45_000]);
  });

  test('waits for a connection without a time limit', async () => {
    const { outbox, respond, scheduledRetries } = setUp();
    outbox.add(newMessage('one'));
    for (let attempt = 1; attempt <= 30; attempt += 1) {
      await respond(noResponse);
      scheduledRetries.shift()?.();
    }
    expect(outbox.entries.get()[0]?.isRefused).toBe(false);
  });

  test('reports its waiting reason until the next response, or until none is left', async () => {
    const { outbox, respond, scheduledRetries } = setUp();
    outbox.add(newMessage('one'));
    outbox.add(newMessage('two'));
    outbox.add(newMessage('three', 'cleo'));
    expect([...outbox.waits.get()]).toEqual([]);
    await respond(noResponse);
    await respond(() => ({ kind: 'unknown', isServerFailure: false, retryAfterSeconds: 1 }));
    expect([...outbox.waits.get()]).toEqual([
      ['ben', 'connection'],
      ['cleo', 'server'],
    ]);
    outbox.discard('three');
    expect([...outbox.waits.get()]).toEqual([['ben', 'connection']]);
    scheduledRetries.shift()?.();
    expect([...outbox.waits.get()]).toEqual([['ben', 'connection']]);
    await respond(storedOutcome);
    expect([...outbox.waits.get()]).toEqual([]);
  });

  test('can be discarded while it waits, and the sender learns if it may have been sent', async () => {
    const { outbox, deliveries, respond, scheduledRetries, storedIds } = setUp();
    for (const clientId of ['one', 'two', 'three']) outbox.add(newMessage(clientId));
    await respond(noResponse);
    expect(outbox.discard('two')).toEqual({ mayHaveBeenSent: false });
    scheduledRetries.shift()?.();
    expect(outbox.discard('one')).toEqual({ mayHaveBeenSent: true });
    // It was in flight and has been stored, so it is shown like any other.
    await respond(storedOutcome);
    expect(storedIds).toEqual(['one']);
    await respond(() => ({ kind: 'refused', reason: null }));
    expect(outbox.discard('three')).toEqual({ mayHaveBeenSent: false });
    expect([outbox.entries.get(), deliveries]).toEqual([[], []]);
  });

  test('is not reported as refused after a frame has confirmed it', async () => {
    const { outbox, respond, refusedIds } = setUp();
    outbox.add(newMessage('one'));
    outbox.remove('one');
    await respond(() => ({ kind: 'refused', reason: null }));
    expect(refusedIds).toEqual([]);
    expect(outbox.entries.get()).toEqual([]);
  });
});

describe('with any losses', () => {
  /** A `lost` message is stored, but its sender does not learn of that. */
  const deliveryEvent = fc.constantFrom('stored', 'lost', 'unreached', 'reload', 'second tab');

  test('each message is stored once, in the order in which it was written', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(deliveryEvent, { maxLength: 25 }),
        fc.integer({ min: 1, max: 6 }),
        async (deliveryEvents, count) => {
          const entriesById = new Map<string, OutboxEntry>();
          const onServer: string[] = [];
          const receive = (entry: OutboxEntry): Outcome => {
            if (!onServer.includes(entry.clientId)) onServer.push(entry.clientId);
            return storedOutcome(entry);
          };
          let tabs = [setUp(storageOf(entriesById))];
          const names = Array.from({ length: count }, (_, index) => `message-${index}`);
          for (const name of names) tabs[0]!.outbox.add(newMessage(name));
          for (const [index, deliveryEvent] of deliveryEvents.entries()) {
            const tab = tabs[index % tabs.length]!;
            if (deliveryEvent === 'reload') tabs = [setUp(storageOf(entriesById)), ...tabs.slice(1)];
            if (deliveryEvent === 'second tab') tabs = [tabs[0]!, setUp(storageOf(entriesById))];
            for (const { outbox } of tabs) outbox.flush();
            if (tab.deliveries.length === 0) continue;
            if (deliveryEvent === 'stored') await tab.respond(receive);
            if (deliveryEvent === 'lost')
              await tab.respond((entry) => {
                receive(entry);
                return noResponse();
              });
            if (deliveryEvent === 'unreached') await tab.respond(noResponse);
          }
          const last = setUp(storageOf(entriesById));
          last.outbox.flush();
          while (last.deliveries.length > 0) await last.respond(receive);
          expect(onServer).toEqual(names);
          expect(entriesById.size).toBe(0);
        },
      ),
      { numRuns: 100 },
    );
  });
});
