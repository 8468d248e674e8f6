import { randomUUIDv7 } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { cloneTemplate } from '../../../test/community.ts';
import { DatabaseProxy } from '../../../test/database-line.ts';
import { openDatabase } from '../database/database.ts';
import type { Envelope } from '../envelope.ts';
import { type Bus, createBus } from './bus.ts';
import { openBus } from './open-bus.ts';
import { postgresTransport } from './postgres-transport.ts';

const liked = (likesCount: number): Envelope => ({
  audience: 'everyone',
  frame: {
    type: 'like.changed',
    postId: '01a1f8b0-1842-784d-8a93-e722f3082526',
    likesCount,
    commentsCount: 0,
    countsRevision: likesCount,
  },
});

const countOf = (envelope: Envelope): number =>
  'frame' in envelope && envelope.frame.type === 'like.changed' ? envelope.frame.likesCount : -1;

const manyIds = Array.from({ length: 200 }, () => randomUUIDv7());

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** Collects the counts that a bus delivers. `complete` resolves when the last one has arrived. */
function listen(bus: Bus, lastCount: number): { counts: number[]; complete: Promise<void> } {
  const counts: number[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  bus.subscribe((envelope) => {
    counts.push(countOf(envelope));
    if (counts.at(-1) === lastCount) resolve();
  });
  return { counts, complete: promise };
}

/** Creates two processes. The test controls the transport: each batch waits until the test delivers or loses it. */
function twoProcesses(maxBatchBytes = 2_000) {
  const failures: unknown[] = [];
  const outage = { failed: (error: unknown) => failures.push(error), worked() {} };
  const [one, other] = ['one', 'other'].map((processId) => createBus({ processId, maxBatchBytes, outage }));
  const sent: { batch: string; handOver: () => void; lose: () => void }[] = [];
  let arrived = Promise.withResolvers<void>();
  const transport = {
    send(batch: string) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const handOver = () => {
        one?.receive(batch);
        other?.receive(batch);
        resolve();
      };
      sent.push({ batch, handOver, lose: () => reject(new Error('lost on the way')) });
      arrived.resolve();
      return promise;
    },
    close: async () => {},
  };
  one?.attach(transport);
  other?.attach(transport);
  const next = async () => {
    while (sent.length === 0) {
      arrived = Promise.withResolvers();
      await arrived.promise;
    }
    return sent.shift();
  };
  return { one: one as Bus, other: other as Bus, next, sent, failures };
}

describe('frames between processes', () => {
  test('arrive once: at once in the same process, through the transport in the other', async () => {
    const { one, other, next } = twoProcesses();
    const here = listen(one, 1);
    const there = listen(other, 1);
    one.publish(liked(1));
    expect(here.counts).toEqual([1]);
    (await next())?.handOver();
    expect(there.counts).toEqual([1]);
    expect(here.counts).toEqual([1]);
  });

  test('published together are sent in one batch of limited size', async () => {
    const { one, other, next } = twoProcesses();
    const there = listen(other, 40);
    for (const count of upTo(40)) one.publish(liked(count));
    const sizes: number[] = [];
    while (there.counts.length < 40) {
      const message = await next();
      sizes.push(Buffer.byteLength(message?.batch ?? ''));
      message?.handOver();
    }
    expect(there.counts).toEqual(upTo(40));
    expect(sizes.length).toBeLessThan(5);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(2_000);
  });

  test('keep their order while an earlier batch is slow', async () => {
    const { one, other, next, sent } = twoProcesses();
    const there = listen(other, 2);
    one.publish(liked(1));
    const first = await next();
    vi.useFakeTimers();
    one.publish(liked(2));
    await vi.advanceTimersByTimeAsync(60_000);
    vi.useRealTimers();
    expect(sent).toEqual([]);
    first?.handOver();
    (await next())?.handOver();
    expect(there.counts).toEqual([1, 2]);
  });

  test('are sent without a delay when they fill a batch', async () => {
    const { one, other, next, sent } = twoProcesses();
    const there = listen(other, 100);
    for (const count of upTo(100)) one.publish(liked(count));
    (await next())?.handOver();
    while (there.counts.length < 90) {
      await nextTurn();
      expect(sent).toHaveLength(1);
      sent.shift()?.handOver();
    }
    expect(there.counts).toEqual(upTo(there.counts.length));
  });

  test('are retried in order after a failure, before later frames', async () => {
    const { one, other, next, failures } = twoProcesses(300);
    const there = listen(other, 4);
    for (const count of upTo(4)) one.publish(liked(count));
    for (let loss = 0; loss < 3; loss += 1) (await next())?.lose();
    while (there.counts.at(-1) !== 4) (await next())?.handOver();
    expect(there.counts).toEqual([1, 2, 3, 4]);
    expect(failures).toHaveLength(3);
  });

  test('are replaced by a request to catch up when too many are pending', async () => {
    const { one, other, next } = twoProcesses();
    const there: Envelope[] = [];
    other.subscribe((envelope) => there.push(envelope));
    one.publish(liked(1));
    const first = await next();
    for (const count of upTo(50_000)) one.publish(liked(count));
    first?.handOver();
    while (!there.some((envelope) => 'catchUp' in envelope)) (await next())?.handOver();
    expect(there.slice(0, 2)).toEqual([liked(1), { catchUp: 'everyone' }]);
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
      'a note of many things',
      { note: 'a note', ids: manyIds, memberIds: ['one'] },
      (arrived) => ('note' in arrived ? arrived.ids : []),
    ],
  ])('that exceed the batch size are split: %s', async ([, envelope, idsOf]) => {
    const { one, other, next } = twoProcesses();
    const ids: string[] = [];
    other.subscribe((arrived) => ids.push(...idsOf(arrived)));
    one.publish(envelope);
    while (ids.length < manyIds.length) {
      const message = await next();
      expect(Buffer.byteLength(message?.batch ?? '')).toBeLessThanOrEqual(2_000);
      message?.handOver();
    }
    expect(ids).toEqual(manyIds);
  });

  test('that cannot be split tell their members to catch up; other frames still pass', async () => {
    const { one, other, next } = twoProcesses();
    const there: Envelope[] = [];
    other.subscribe((envelope) => there.push(envelope));
    const frame = { type: 'error', code: 'test.long', detail: 'x'.repeat(3_000) } as const;
    one.publish({ audience: { memberIds: ['ana'] }, frame });
    one.publish(liked(1));
    (await next())?.handOver();
    expect(there).toEqual([{ catchUp: { memberIds: ['ana'] } }, liked(1)]);
  });

  test('published just before a stop are still sent', async () => {
    const { one, other, next } = twoProcesses();
    const there = listen(other, 1);
    one.publish(liked(1));
    const closed = one.close();
    (await next())?.handOver();
    await closed;
    expect(there.counts).toEqual([1]);
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
  async function join(url = databaseUrl, listenUrl = url) {
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
    const [one, other] = await Promise.all([join(), join()]);
    const there = listen(other.bus, 2_000);
    for (const count of upTo(2_000)) one.bus.publish(liked(count));
    await there.complete;
    expect(there.counts).toEqual(upTo(2_000));
    expect([...one.warnings, ...other.warnings]).toEqual([]);
  });

  test('arrive again after the connection was killed, and the process learns that some may be lost', async () => {
    const [one, other] = await Promise.all([join(), join()]);
    const client = new Client({ connectionString: databaseUrl });
    await client.connect();
    const { rowCount } = await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'mindful-commons-bus'`,
    );
    await client.end();
    expect(rowCount).toBe(2);
    await expect.poll(() => [one.reconnected.length, other.reconnected.length]).toEqual([1, 1]);
    const there = listen(other.bus, 1);
    one.bus.publish(liked(1));
    await there.complete;
    expect(there.counts).toEqual([1]);
  });

  test('arrive once the database is available, without a report of lost frames on the first connection', async () => {
    const line = await DatabaseProxy.to(databaseUrl);
    await line.cut();
    const opening = join(line.url);
    await line.restore();
    const late = await opening;
    cleanups.unshift(() => line.cut());
    expect(late.reconnected).toEqual([]);
    const there = listen(late.bus, 1);
    const early = await join();
    early.bus.publish(liked(1));
    await there.complete;
    expect(there.counts).toEqual([1]);
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
      outage: { failed() {}, worked() {}, isOn: () => false },
    });
    await connected;
    expect(await transport.close()).toBeUndefined();
  });

  test('use one connection, even if the database rejects LISTEN', async () => {
    const open = new Set<Socket>();
    let count = 0;
    const ready = Buffer.from('Z\0\0\0\x05I', 'latin1');
    const signedIn = Buffer.concat([Buffer.from('R\0\0\0\x08\0\0\0\0', 'latin1'), ready]);
    const fields = Buffer.from('SERROR\0C25006\0Mcannot execute LISTEN during recovery\0\0', 'latin1');
    const refusal = Buffer.concat([Buffer.from('E\0\0\0'), Buffer.from([fields.length + 4]), fields, ready]);
    const standby = createServer((socket) => {
      count += 1;
      open.add(socket.on('error', () => {}));
      socket.on('close', () => open.delete(socket));
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
      outage: { failed() {}, worked() {}, isOn: () => false },
    });
    await expect.poll(() => count).toBeGreaterThan(3);
    await expect.poll(() => open.size).toBeLessThanOrEqual(1);
    await transport.close();
  });

  test('for more members than fit into one notification reach each of them', async () => {
    const [one, other] = await Promise.all([join(), join()]);
    const memberIds = Array.from({ length: 400 }, () => randomUUIDv7());
    const reached: string[] = [];
    other.bus.subscribe((envelope) => {
      if ('audience' in envelope && envelope.audience !== 'everyone') reached.push(...envelope.audience.memberIds);
    });
    const there = listen(other.bus, 1);
    const frame = { type: 'presence', userId: randomUUIDv7(), isOnline: true } as const;
    one.bus.publish({ audience: { memberIds }, frame, actorIds: [frame.userId] });
    one.bus.publish(liked(1));
    await there.complete;
    expect(reached.toSorted()).toEqual(memberIds.toSorted());
    expect(one.warnings).toEqual([]);
  });

  test("arrive again after the listener's connection died silently", async () => {
    const line = await DatabaseProxy.to(databaseUrl);
    cleanups.push(() => line.cut());
    const deaf = await join(databaseUrl, line.url);
    line.stall();
    await expect.poll(() => deaf.reconnected.length).toBe(1);
    expect(deaf.warnings).toEqual(['live updates from other server processes do not arrive']);
    expect(deaf.bus.isDegraded()).toBe(false);
    const there = listen(deaf.bus, 1);
    (await join()).bus.publish(liked(1));
    await there.complete;
    expect(there.counts).toEqual([1]);
  });

  test('stay within their community', async () => {
    const elsewhere = await join(await cloneTemplate());
    const [one, other] = await Promise.all([join(), join()]);
    const heard = listen(elsewhere.bus, 1);
    const there = listen(other.bus, 1);
    one.bus.publish(liked(1));
    await there.complete;
    expect(heard.counts).toEqual([]);
    expect(new URL(databaseUrl).host).toBe(new URL(inject('template').postgresUrl).host);
  });
});
