import { randomUUIDv7 } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { cloneTemplate } from '../../../test/community.ts';
import { DatabaseProxy } from '../../../test/database-proxy.ts';
import { openDatabase } from '../database/database.ts';
import type { Envelope } from '../envelope.ts';
import { type Bus, createBus } from './bus.ts';
import { openBus } from './open-bus.ts';
import { postgresTransport } from './postgres-transport.ts';

const likeEnvelope = (likesCount: number): Envelope => ({
  audience: 'everyone',
  frame: {
    type: 'like.changed',
    postId: '01a1f8b0-1842-784d-8a93-e722f3082526',
    likesCount,
    commentsCount: 0,
    countsRevision: likesCount,
  },
});

const readCount = (envelope: Envelope): number =>
  'frame' in envelope && envelope.frame.type === 'like.changed' ? envelope.frame.likesCount : -1;

const manyIds = Array.from({ length: 200 }, () => randomUUIDv7());

const countTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** Collects the counts that a bus delivers. `complete` resolves when the last one has arrived. */
function collectCounts(bus: Bus, lastCount: number): { counts: number[]; complete: Promise<void> } {
  const counts: number[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  bus.subscribe((envelope) => {
    counts.push(readCount(envelope));
    if (counts.at(-1) === lastCount) resolve();
  });
  return { counts, complete: promise };
}

/** Creates two processes. The test controls the transport: each batch waits until the test delivers or loses it. */
function openTwoProcesses(maxBatchBytes = 2_000) {
  const failures: unknown[] = [];
  const outage = { reportFailure: (error: unknown) => failures.push(error), reportSuccess() {} };
  const [one, other] = ['one', 'other'].map((processId) => createBus({ processId, maxBatchBytes, outage }));
  const sent: { batch: string; deliver: () => void; fail: () => void }[] = [];
  let arrived = Promise.withResolvers<void>();
  const transport = {
    send(batch: string) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const deliver = () => {
        one?.receive(batch);
        other?.receive(batch);
        resolve();
      };
      sent.push({ batch, deliver, fail: () => reject(new Error('the batch was lost')) });
      arrived.resolve();
      return promise;
    },
    close: async () => {},
  };
  one?.attach(transport);
  other?.attach(transport);
  const nextBatch = async () => {
    while (sent.length === 0) {
      arrived = Promise.withResolvers();
      await arrived.promise;
    }
    return sent.shift();
  };
  return { one: one as Bus, other: other as Bus, nextBatch, sent, failures };
}

describe('frames between processes', () => {
  test('arrive once: immediately in the same process, through the transport in the other', async () => {
    const { one, other, nextBatch } = openTwoProcesses();
    const ownCounts = collectCounts(one, 1);
    const received = collectCounts(other, 1);
    one.publish(likeEnvelope(1));
    expect(ownCounts.counts).toEqual([1]);
    (await nextBatch())?.deliver();
    expect(received.counts).toEqual([1]);
    expect(ownCounts.counts).toEqual([1]);
  });

  test('published together are sent in one batch of limited size', async () => {
    const { one, other, nextBatch } = openTwoProcesses();
    const received = collectCounts(other, 40);
    for (const count of countTo(40)) one.publish(likeEnvelope(count));
    const sizes: number[] = [];
    while (received.counts.length < 40) {
      const message = await nextBatch();
      sizes.push(Buffer.byteLength(message?.batch ?? ''));
      message?.deliver();
    }
    expect(received.counts).toEqual(countTo(40));
    expect(sizes.length).toBeLessThan(5);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(2_000);
  });

  test('keep their order while an earlier batch is slow', async () => {
    const { one, other, nextBatch, sent } = openTwoProcesses();
    const received = collectCounts(other, 2);
    one.publish(likeEnvelope(1));
    const first = await nextBatch();
    vi.useFakeTimers();
    one.publish(likeEnvelope(2));
    await vi.advanceTimersByTimeAsync(60_000);
    vi.useRealTimers();
    expect(sent).toEqual([]);
    first?.deliver();
    (await nextBatch())?.deliver();
    expect(received.counts).toEqual([1, 2]);
  });

  test('are sent without a delay when they fill a batch', async () => {
    const { one, other, nextBatch, sent } = openTwoProcesses();
    const received = collectCounts(other, 100);
    for (const count of countTo(100)) one.publish(likeEnvelope(count));
    (await nextBatch())?.deliver();
    while (received.counts.length < 90) {
      await nextTurn();
      expect(sent).toHaveLength(1);
      sent.shift()?.deliver();
    }
    expect(received.counts).toEqual(countTo(received.counts.length));
  });

  test('are retried in order after a failure, before later frames', async () => {
    const { one, other, nextBatch, failures } = openTwoProcesses(300);
    const received = collectCounts(other, 4);
    for (const count of countTo(4)) one.publish(likeEnvelope(count));
    for (let loss = 0; loss < 3; loss += 1) (await nextBatch())?.fail();
    while (received.counts.at(-1) !== 4) (await nextBatch())?.deliver();
    expect(received.counts).toEqual([1, 2, 3, 4]);
    expect(failures).toHaveLength(3);
  });

  test('are replaced by a request to catch up when too many are pending', async () => {
    const { one, other, nextBatch } = openTwoProcesses();
    const received: Envelope[] = [];
    other.subscribe((envelope) => received.push(envelope));
    one.publish(likeEnvelope(1));
    const first = await nextBatch();
    for (const count of countTo(50_000)) one.publish(likeEnvelope(count));
    first?.deliver();
    while (!received.some((envelope) => 'catchUp' in envelope)) (await nextBatch())?.deliver();
    expect(received.slice(0, 2)).toEqual([likeEnvelope(1), { catchUp: 'everyone' }]);
  });

  test.for<[string, Envelope, (arrived: Envelope) => string[]]>([
    [
      'a frame for many members',
      { audience: { memberIds: manyIds }, frame: { type: 'typing', userId: manyIds[0]! } },
      (arrived) => ('audience' in arrived && arrived.audience !== 'everyone' ? arrived.audience.memberIds : []),
    ],
    [
      'a block of many members',
      { hiddenMembersChangedFor: manyIds },
      (arrived) => ('hiddenMembersChangedFor' in arrived ? arrived.hiddenMembersChangedFor : []),
    ],
    [
      'a note for many members',
      { note: 'a note', ids: ['one'], memberIds: manyIds },
      (arrived) => ('note' in arrived ? arrived.memberIds : []),
    ],
    [
      'a note with many ids',
      { note: 'a note', ids: manyIds, memberIds: ['one'] },
      (arrived) => ('note' in arrived ? arrived.ids : []),
    ],
  ])('that exceed the batch size are split: %s', async ([, envelope, idsOf]) => {
    const { one, other, nextBatch } = openTwoProcesses();
    const ids: string[] = [];
    other.subscribe((arrived) => ids.push(...idsOf(arrived)));
    one.publish(envelope);
    while (ids.length < manyIds.length) {
      const message = await nextBatch();
      expect(Buffer.byteLength(message?.batch ?? '')).toBeLessThanOrEqual(2_000);
      message?.deliver();
    }
    expect(ids).toEqual(manyIds);
  });

  test('that cannot be split are replaced by a request to catch up, and other frames still pass', async () => {
    const { one, other, nextBatch } = openTwoProcesses();
    const received: Envelope[] = [];
    other.subscribe((envelope) => received.push(envelope));
    const frame = { type: 'error', code: 'test.long', detail: 'x'.repeat(3_000) } as const;
    one.publish({ audience: { memberIds: ['ana'] }, frame });
    one.publish(likeEnvelope(1));
    (await nextBatch())?.deliver();
    expect(received).toEqual([{ catchUp: { memberIds: ['ana'] } }, likeEnvelope(1)]);
  });

  test('published just before a stop are still sent', async () => {
    const { one, other, nextBatch } = openTwoProcesses();
    const received = collectCounts(other, 1);
    one.publish(likeEnvelope(1));
    const closed = one.close();
    (await nextBatch())?.deliver();
    await closed;
    expect(received.counts).toEqual([1]);
  });
});

describe('frames over the database', () => {
  const cleanups: (() => Promise<unknown>)[] = [];
  let databaseUrl: string;
  beforeEach(async () => {
    databaseUrl = await cloneTemplate();
  });
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
  });

  /** Opens a bus as a server process does. */
  async function openProcess(url = databaseUrl, listenUrl = url) {
    const db = openDatabase(url, 2, { warn: () => {} });
    const reconnected: number[] = [];
    const warnings: string[] = [];
    const bus = await openBus({
      processId: randomUUIDv7(),
      databaseUrl: listenUrl,
      pool: db.$client,
      communities: ['tests'],
      log: { warn: (_: unknown, warning?: string) => void warnings.push(warning ?? ''), info() {} },
      onReconnected: () => reconnected.push(Date.now()),
    });
    cleanups.push(
      () => db.$client.end(),
      () => bus.close(),
    );
    return { bus, reconnected, warnings };
  }

  test('arrive complete and in order, far more than one notification can hold', async () => {
    const [one, other] = await Promise.all([openProcess(), openProcess()]);
    const received = collectCounts(other.bus, 2_000);
    for (const count of countTo(2_000)) one.bus.publish(likeEnvelope(count));
    await received.complete;
    expect(received.counts).toEqual(countTo(2_000));
    expect([...one.warnings, ...other.warnings]).toEqual([]);
  });

  test('arrive again after the connection was killed, and the process learns that frames may be lost', async () => {
    const [one, other] = await Promise.all([openProcess(), openProcess()]);
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    const { rowCount } = await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'mindful-commons-bus'`,
    );
    await client.end();
    expect(rowCount).toBe(2);
    await expect.poll(() => [one.reconnected.length, other.reconnected.length]).toEqual([1, 1]);
    const received = collectCounts(other.bus, 1);
    one.bus.publish(likeEnvelope(1));
    await received.complete;
    expect(received.counts).toEqual([1]);
  });

  test('arrive once the database is available, without a report of lost frames on the first connection', async () => {
    const proxy = await DatabaseProxy.to(databaseUrl);
    await proxy.disconnect();
    const opening = openProcess(proxy.url);
    await proxy.restore();
    const waitingProcess = await opening;
    cleanups.unshift(() => proxy.disconnect());
    expect(waitingProcess.reconnected).toEqual([]);
    const received = collectCounts(waitingProcess.bus, 1);
    const otherProcess = await openProcess();
    otherProcess.bus.publish(likeEnvelope(1));
    await received.complete;
    expect(received.counts).toEqual([1]);
  });

  test('a bus can be closed while it still connects', async () => {
    const silent = createServer((socket) => void socket.resume().on('error', () => {}));
    await once(silent.listen(0, '127.0.0.1'), 'listening');
    cleanups.push(async () => silent.close());
    const { port } = silent.address() as AddressInfo;
    const connected = once(silent, 'connection');
    const db = openDatabase(databaseUrl, 1, { warn: () => {} });
    cleanups.push(() => db.$client.end());
    const transport = postgresTransport({
      url: `postgres://nobody@127.0.0.1:${port}/nothing`,
      pool: db.$client,
      receive: () => {},
      onReconnected: () => {},
      outage: { reportFailure() {}, reportSuccess() {}, isActive: () => false },
    });
    await connected;
    expect(await transport.close()).toBeUndefined();
  });

  test('use one connection, even if the database rejects LISTEN', async () => {
    const openSockets = new Set<Socket>();
    let count = 0;
    const ready = Buffer.from('Z\0\0\0\x05I', 'latin1');
    const signedIn = Buffer.concat([Buffer.from('R\0\0\0\x08\0\0\0\0', 'latin1'), ready]);
    const fields = Buffer.from('SERROR\0C25006\0Mcannot execute LISTEN during recovery\0\0', 'latin1');
    const refusal = Buffer.concat([Buffer.from('E\0\0\0'), Buffer.from([fields.length + 4]), fields, ready]);
    const standby = createServer((socket) => {
      count += 1;
      openSockets.add(socket.on('error', () => {}));
      socket.on('close', () => openSockets.delete(socket));
      socket.once('data', () => {
        socket.write(signedIn);
        socket.on('data', () => socket.write(refusal));
      });
    });
    await once(standby.listen(0, '127.0.0.1'), 'listening');
    cleanups.push(async () => standby.close());
    const { port } = standby.address() as AddressInfo;
    const db = openDatabase(databaseUrl, 1, { warn: () => {} });
    cleanups.push(() => db.$client.end());
    const transport = postgresTransport({
      url: `postgres://nobody@127.0.0.1:${port}/nothing`,
      pool: db.$client,
      receive: () => {},
      onReconnected: () => {},
      outage: { reportFailure() {}, reportSuccess() {}, isActive: () => false },
    });
    await expect.poll(() => count).toBeGreaterThan(3);
    await expect.poll(() => openSockets.size).toBeLessThanOrEqual(1);
    await transport.close();
  });

  test('for more members than fit into one notification reach each of them', async () => {
    const [one, other] = await Promise.all([openProcess(), openProcess()]);
    const memberIds = Array.from({ length: 400 }, () => randomUUIDv7());
    const reachedIds: string[] = [];
    other.bus.subscribe((envelope) => {
      if ('audience' in envelope && envelope.audience !== 'everyone') reachedIds.push(...envelope.audience.memberIds);
    });
    const received = collectCounts(other.bus, 1);
    const frame = { type: 'presence', userId: randomUUIDv7(), isOnline: true } as const;
    one.bus.publish({ audience: { memberIds }, frame, actorIds: [frame.userId] });
    one.bus.publish(likeEnvelope(1));
    await received.complete;
    expect(reachedIds.toSorted()).toEqual(memberIds.toSorted());
    expect(one.warnings).toEqual([]);
  });

  test("arrive again after the listener's connection died silently", async () => {
    const proxy = await DatabaseProxy.to(databaseUrl);
    cleanups.push(() => proxy.disconnect());
    const listeningProcess = await openProcess(databaseUrl, proxy.url);
    proxy.stall();
    await expect.poll(() => listeningProcess.reconnected.length).toBe(1);
    expect(listeningProcess.warnings).toEqual(['live updates from other server processes do not arrive']);
    expect(listeningProcess.bus.isDegraded()).toBe(false);
    const received = collectCounts(listeningProcess.bus, 1);
    (await openProcess()).bus.publish(likeEnvelope(1));
    await received.complete;
    expect(received.counts).toEqual([1]);
  });

  test('stay within their community', async () => {
    const otherCommunity = await openProcess(await cloneTemplate());
    const [one, other] = await Promise.all([openProcess(), openProcess()]);
    const otherCommunityCounts = collectCounts(otherCommunity.bus, 1);
    const received = collectCounts(other.bus, 1);
    one.bus.publish(likeEnvelope(1));
    await received.complete;
    expect(otherCommunityCounts.counts).toEqual([]);
    expect(new URL(databaseUrl).host).toBe(new URL(inject('template').postgresUrl).host);
  });
});
