import { randomUUIDv7 } from 'node:crypto';
import { deleteAccount } from '@commons/contract/account/schemas';
import * as contract from '@commons/contract/messages/schemas';
import { block, unblock, updateSettings } from '@commons/contract/profiles/schemas';
import { takeBreak } from '@commons/contract/security/schemas';
import { sql } from 'drizzle-orm';
import fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { type Member, setUpIdleCommunity } from '../../../test/community.ts';
import { DatabaseProxy } from '../../../test/database-proxy.ts';
import { features } from '../../app.ts';
import { subscribersOf } from '../../community/feature.ts';
import { openDatabase } from '../../platform/database/database.ts';
import { createEmit } from '../../platform/database/domain-events.ts';
import { createTransact } from '../../platform/database/unit-of-work.ts';
import type { Envelope } from '../../platform/envelope.ts';
import { trackPresence } from './presence.ts';

const community = setUpIdleCommunity();

let cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup();
  cleanups = [];
});

async function createConversation() {
  const [ana, ben] = [await community.current.member(), await community.current.member()];
  await ana.call(contract.sendMessage, { body: { receiverId: ben.id, content: 'Hello' } });
  await ben.call(contract.sendMessage, { body: { receiverId: ana.id, content: 'Hello' } });
  return { ana, ben };
}

const onlineStatesFor = async (viewer: Member) =>
  (await viewer.call(contract.listConversations, {})).body.map(({ isOnline }) => isOnline);

/** Simulates another server process for presence. The test opens and closes the tabs of members on it. */
async function openProcess(databaseUrl?: string) {
  const db = databaseUrl === undefined ? community.current.db : openDatabase(databaseUrl, 2, { warn: () => {} });
  if (databaseUrl !== undefined) cleanups.push(() => db.$client.end());
  const processId = randomUUIDv7();
  const onlineIds = new Set<string>();
  const published: Envelope[] = [];
  let change: ((memberId: string) => void) | undefined;
  const app = fastify();
  const presence = await trackPresence(app, {
    db,
    transact: createTransact({
      db,
      emit: createEmit(subscribersOf(features)),
      enqueue: () => Promise.reject(new Error('Presence enqueues no task')),
      runSoon: () => {},
      publish: (envelope) => published.push(envelope),
      onEffectError: (error) => expect.unreachable(String(error)),
    }),
    sockets: {
      has: (memberId) => onlineIds.has(memberId),
      onPresence(handler) {
        change = (memberId) => handler(memberId, onlineIds.has(memberId));
      },
    },
    processId,
  });
  cleanups.push(() => app.close());
  return {
    ...presence,
    published,
    stop: () => app.close(),
    async open(...members: Member[]) {
      for (const { id } of members) {
        onlineIds.add(id);
        change?.(id);
      }
      await presence.waitForChanges();
    },
    async close(...members: Member[]) {
      for (const { id } of members) {
        onlineIds.delete(id);
        change?.(id);
      }
      await presence.waitForChanges();
    },
    /** Simulates a crash: the last heartbeat is older than the lease. */
    crash: () =>
      community.current.db.execute(
        sql`UPDATE live_processes SET seen_at = now() - interval '61 seconds' WHERE process_id = ${processId}`,
      ),
  };
}

/** Returns the physical positions of all presence rows. A written row gets a new position. */
async function rowPositions() {
  const { rows } = await community.current.db.execute<{ place: string }>(sql`
    SELECT 'member ' || member_id || ctid AS place FROM online_members
    UNION ALL SELECT 'process ' || process_id || ctid FROM live_processes`);
  return rows.map(({ place }) => place);
}

test('a heartbeat writes a single row, regardless of the number of members on the process', async () => {
  const process = await openProcess();
  await process.open(...(await Promise.all(Array.from({ length: 50 }, () => community.current.member()))));
  const before = new Set(await rowPositions());
  await process.heartbeat();
  const writtenRows = (await rowPositions()).filter((place) => !before.has(place));
  expect(writtenRows).toHaveLength(1);
  expect(writtenRows[0]).toMatch(/^process /);
});

test('a crashed process is removed with its members, and their partners are notified', async () => {
  const { ana, ben } = await createConversation();
  const crashed = await openProcess();
  await crashed.open(ben);
  expect(await onlineStatesFor(ana)).toEqual([true]);
  await crashed.crash();
  const survivor = await openProcess();
  expect(await onlineStatesFor(ana)).toEqual([false]);
  expect(survivor.published).toEqual([
    { audience: { memberIds: [ana.id] }, frame: { type: 'presence', userId: ben.id, isOnline: false } },
  ]);
  // If the process was only stalled, its next heartbeat brings its members back.
  await crashed.heartbeat();
  expect(await onlineStatesFor(ana)).toEqual([true]);
  expect(crashed.published.at(-1)).toMatchObject({ frame: { userId: ben.id, isOnline: true } });
});

test('presence changes during a database outage are written with the next heartbeat', async () => {
  const { ana, ben } = await createConversation();
  const proxy = await DatabaseProxy.to(community.current.databaseUrl);
  cleanups.push(() => proxy.disconnect());
  const process = await openProcess(proxy.url);
  await process.open(ben);
  await proxy.disconnect();
  await process.close(ben);
  await process.open(ana);
  await proxy.restore();
  await process.heartbeat();
  expect([await onlineStatesFor(ana), await onlineStatesFor(ben)]).toEqual([[false], [true]]);
  const published = process.published.map((envelope) => 'frame' in envelope && envelope.frame);
  expect(published.slice(-2)).toEqual(
    expect.arrayContaining([
      { type: 'presence', userId: ben.id, isOnline: false },
      { type: 'presence', userId: ana.id, isOnline: true },
    ]),
  );
});

test('a server can shut down during a database outage', async () => {
  const proxy = await DatabaseProxy.to(community.current.databaseUrl);
  const process = await openProcess(proxy.url);
  await process.open(await community.current.member());
  await proxy.disconnect();
  expect(await process.stop()).toBeUndefined();
});

test('rapid opening and closing of a tab publishes few changes, ending with the final state', async () => {
  const { ana, ben } = await createConversation();
  const process = await openProcess();
  const toggles = Array.from({ length: 50 }, () => [process.open(ben), process.close(ben)]).flat();
  await Promise.all([...toggles, process.open(ben)]);
  expect(await onlineStatesFor(ana)).toEqual([true]);
  expect(process.published.length).toBeLessThanOrEqual(2);
  expect(process.published.at(-1)).toMatchObject({ frame: { userId: ben.id, isOnline: true } });
});

test('a member with tabs on two processes stays online when one process crashes', async () => {
  const { ana, ben } = await createConversation();
  const [crashed, other] = [await openProcess(), await openProcess()];
  await crashed.open(ben);
  await other.open(ben);
  await crashed.crash();
  await other.heartbeat();
  expect(await onlineStatesFor(ana)).toEqual([true]);
  expect(other.published).toEqual([]);
});

test('a blocked member sees the blocker go offline and stay offline until the block is lifted', async () => {
  const { ana, ben } = await createConversation();
  const anaTab = await community.current.connect(ana);
  const benTab = await community.current.connect(ben);
  expect(await anaTab.next('presence')).toMatchObject({ userId: ben.id, isOnline: true });
  await ben.call(block, { params: { userId: ana.id } });
  expect(await anaTab.next('presence')).toEqual({ type: 'presence', userId: ben.id, isOnline: false });
  expect(await onlineStatesFor(ana)).toEqual([false]);
  const otherProcess = await openProcess();
  benTab.close();
  await benTab.closed();
  await otherProcess.open(ben);
  expect(await onlineStatesFor(ana)).toEqual([false]);
  expect(otherProcess.published).toEqual([]);
  await ben.call(unblock, { params: { userId: ana.id } });
  expect(await onlineStatesFor(ana)).toEqual([true]);
  expect(anaTab.queuedTypes).not.toContain('presence');
  anaTab.close();
});

test('a block sends no presence frame to a stranger or to a member who saw the blocker offline', async () => {
  const { ana, ben } = await createConversation();
  const stranger = await community.current.member();
  const tabs = [await community.current.connect(ana), await community.current.connect(stranger)];
  for (const { id } of [ana, stranger]) await ben.call(block, { params: { userId: id } });
  // Frames published earlier arrive before the errors to these invalid messages.
  for (const tab of tabs) tab.send({ type: 'message', receiverId: ben.id, content: '' });
  for (const tab of tabs) {
    await tab.next('error');
    expect(tab.queuedTypes).not.toContain('presence');
    tab.close();
  }
});

const startBreak = (member: Member) =>
  member.call(takeBreak, { body: { until: new Date(Date.now() + 3 * 86_400_000).toISOString() } });
const showPresence = (member: Member, showsPresence: boolean) =>
  member.call(updateSettings, { body: { showsPresence } });

test.for<[string, (ben: Member) => Promise<unknown>]>([
  ['takes a break', startBreak],
  ['leaves the community', (ben) => ben.call(deleteAccount, { body: { content: 'anonymise' } })],
  ['turns off their presence', (ben) => showPresence(ben, false)],
])('a member who %s goes offline for their conversation partners and for no other member', async ([, hide]) => {
  const { ana, ben } = await createConversation();
  const stranger = await community.current.member();
  const [anaTab, benTab, strangerTab] = [
    await community.current.connect(ana),
    await community.current.connect(ben),
    await community.current.connect(stranger),
  ];
  expect(await anaTab.next('presence')).toMatchObject({ userId: ben.id, isOnline: true });
  await hide(ben);
  expect(await anaTab.next('presence')).toEqual({ type: 'presence', userId: ben.id, isOnline: false });
  expect(await onlineStatesFor(ana)).toEqual([null]);
  strangerTab.send({ type: 'message', receiverId: ana.id, content: '' });
  await strangerTab.next('error');
  expect(strangerTab.queuedTypes).not.toContain('presence');
  for (const tab of [anaTab, benTab, strangerTab]) tab.close();
});

test('a member with an open tab is online again after a break expires or they turn presence on', async () => {
  const { ana, ben } = await createConversation();
  const anaTab = await community.current.connect(ana);
  const process = await openProcess();
  await process.open(ben);
  const expectPresence = async (isOnline: boolean) =>
    expect(await anaTab.next('presence')).toEqual({ type: 'presence', userId: ben.id, isOnline });
  await showPresence(ben, false);
  await expectPresence(false);
  await showPresence(ben, true);
  await expectPresence(true);
  await startBreak(ben);
  await expectPresence(false);
  await community.current.db.execute(sql`UPDATE users SET break_until = now() WHERE id = ${ben.id}`);
  const endBreaks = community.current.jobs.find(({ name }) => name === 'ended-breaks')!;
  await endBreaks.run();
  await expectPresence(true);
  expect(await onlineStatesFor(ana)).toEqual([true]);
  await endBreaks.run();
  anaTab.send({ type: 'message', receiverId: ben.id, content: '' });
  await anaTab.next('error');
  expect(anaTab.queuedTypes).not.toContain('presence');
  anaTab.close();
});

test.for<[string, (ben: Member) => Promise<unknown>]>([
  ['takes another break', startBreak],
  ['turns off their presence', (ben) => showPresence(ben, false)],
])('a member whose break has expired and who %s goes offline for their partners', async ([, hide]) => {
  const { ana, ben } = await createConversation();
  await community.current.db.execute(sql`UPDATE users SET break_until = now() WHERE id = ${ben.id}`);
  const anaTab = await community.current.connect(ana);
  const benTab = await community.current.connect(ben);
  expect(await anaTab.next('presence')).toMatchObject({ userId: ben.id, isOnline: true });
  await hide(ben);
  expect(await anaTab.next('presence')).toEqual({ type: 'presence', userId: ben.id, isOnline: false });
  for (const tab of [anaTab, benTab]) tab.close();
});

test('unrelated settings and settings of an offline member publish no presence', async () => {
  const { ana, ben } = await createConversation();
  const anaTab = await community.current.connect(ana);
  await showPresence(ben, false);
  await showPresence(ben, true);
  const process = await openProcess();
  await process.open(ben);
  await ben.call(updateSettings, { body: { sendsReadReceipts: false, showsPresence: true } });
  anaTab.send({ type: 'message', receiverId: ben.id, content: '' });
  await anaTab.next('error');
  expect(anaTab.queuedTypes).not.toContain('presence');
  anaTab.close();
});
