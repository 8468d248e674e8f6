import { randomUUID } from 'node:crypto';
import type { Message } from '@commons/contract/messages/schemas';
import * as contract from '@commons/contract/messages/schemas';
import { block, unblock } from '@commons/contract/profiles/schemas';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Community, Member } from '../../../test/community.ts';
import { connectedPair as createConnectedPair, readMessages, unreadOf, write } from '../../../test/conversations.ts';
import { codeOf } from '../../../test/problems.ts';
import { markDelivered } from './receipts.ts';

let community: Community;
let secondServer: Community;
beforeAll(async () => {
  community = await Community.open();
  secondServer = await Community.open({ sharesDatabaseWith: community });
});
afterAll(async () => {
  await secondServer.close();
  await community.close();
});

const members = (count: number) => Promise.all(Array.from({ length: count }, () => community.member()));

const connectedPair = () => createConnectedPair(community);
const onSecondServer = (member: Member) => new Member(secondServer.server, member);

const deadlocks = async () => {
  await community.db.execute(sql`SELECT pg_stat_force_next_flush()`);
  const { rows } = await community.db.execute<{ deadlocks: number }>(
    sql`SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()`,
  );
  return rows[0]!.deadlocks;
};

describe('an idempotent send', () => {
  test('with one clientId for two receivers at once stores one message and rejects the other call', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { ana, ben } = await connectedPair();
      const cleo = await community.member();
      const clientId = randomUUID();
      const responses = await Promise.all([ben, cleo].map((receiver) => write(ana, receiver, 'Hello', { clientId })));
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201, 409]));
      expect(codeOf(responses.find(({ status }) => status === 409)!)).toBe('messages.client_id_reused');
      expect([...(await readMessages(ben, ana)), ...(await readMessages(cleo, ana))]).toHaveLength(1);
    }
  });

  test('that reuses a clientId for another receiver or content is rejected without revealing the first message', async () => {
    const { ana, ben } = await connectedPair();
    const cleo = await community.member();
    const clientId = randomUUID();
    const first = await write(ana, ben, 'For Ben alone', { clientId });
    const elsewhere = await write(ana, cleo, 'For Ben alone', { clientId });
    const otherwise = await write(ana, ben, 'Something else', { clientId });
    for (const { status, body } of [elsewhere, otherwise]) {
      expect([status, codeOf({ body })]).toEqual([409, 'messages.client_id_reused']);
      expect(JSON.stringify(body)).not.toContain(first.body.id);
    }
    expect((await write(ana, ben, ' For Ben alone ', { clientId })).body.id).toBe(first.body.id);
    expect(await readMessages(cleo, ana)).toEqual([]);
    await ana.call(contract.removeMessage, { params: { id: first.body.id } });
    const repeated = await write(ana, ben, 'For Ben alone', { clientId });
    expect(repeated).toMatchObject({ status: 201, body: { id: first.body.id, isRemoved: true, content: '' } });
  });

  test('with the same clientId ten times at once over HTTP and sockets stores one message', async () => {
    const { ana, ben } = await connectedPair();
    const clientId = randomUUID();
    const body = { receiverId: ben.id, content: 'Once', clientId };
    const sockets = [await community.connect(ana), await secondServer.connect(ana)];
    const calls = Array.from({ length: 6 }, () => write(ana, ben, 'Once', { clientId }));
    for (const socket of [...sockets, ...sockets]) socket.send({ type: 'message', ...body });
    const responses: Message[] = (await Promise.all(calls)).map((response) => response.body);
    for (const socket of [...sockets, ...sockets]) responses.push((await socket.next('ack')).message);
    expect(responses).toHaveLength(10);
    expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1);
    expect(await readMessages(ben, ana)).toHaveLength(1);
    expect(await unreadOf(ben)).toBe(1);
    for (const socket of sockets) socket.close();
  });
});

test('a message sent at the same time as a block is withheld or does not count as unread', async () => {
  const outcomes = { withheld: 0, delivered: 0 };
  for (let round = 0; round < 40; round += 1) {
    const { ana, ben } =
      round % 2 ? await connectedPair() : { ana: await community.member(), ben: await community.member() };
    await Promise.all([write(ana, ben, 'Hello'), ben.call(block, { params: { userId: ana.id } })]);
    expect(await unreadOf(ben)).toBe(0);
    await ben.call(unblock, { params: { userId: ana.id } });
    expect(await unreadOf(ben)).toBe(0);
    outcomes[(await readMessages(ben, ana)).length === 0 ? 'withheld' : 'delivered'] += 1;
  }
  expect(outcomes.withheld + outcomes.delivered).toBe(40);
});

test('a new member writing to twenty strangers at once starts only ten conversations', async () => {
  const ana = await community.member();
  const strangers = await members(20);
  const statuses = (await Promise.all(strangers.map((stranger) => write(ana, stranger, 'Hello')))).map(
    ({ status }) => status,
  );
  expect(statuses.filter((status) => status === 201)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
});

test('twenty senders on two servers leave the right unread count in every tab', async () => {
  for (let round = 0; round < 6; round += 1) {
    const ben = await community.member();
    const tabs = [await community.connect(ben), await secondServer.connect(ben)];
    const senders = await members(20);
    await Promise.all(senders.map((sender, index) => write(index % 2 ? sender : onSecondServer(sender), ben, 'Hello')));
    const readMessages = senders.slice(0, 5);
    await Promise.all(readMessages.map((sender) => ben.call(contract.markRead, { body: { userId: sender.id } })));
    const before = (await ben.call(contract.getUnreadCount, {})).body;
    expect(before.count).toBe(15);
    await write(await community.member(), ben, 'The last one');
    for (const tab of tabs) {
      let latest = { count: 0, revision: 0 };
      // The count also passed sixteen while it was rising, so the revision is checked too.
      while (latest.count !== 16 || latest.revision < before.revision) {
        const update = await tab.next('unread');
        if (update.revision > latest.revision) latest = update;
      }
      const response = (await ben.call(contract.getUnreadCount, {})).body;
      expect(response.count).toBe(16);
      expect(response.revision).toBeGreaterThan(latest.revision);
      tab.close();
    }
  }
});

describe('no deadlock occurs', () => {
  test('when two servers mark the same messages as delivered in different orders', async () => {
    const before = await deadlocks();
    const ben = await community.member();
    const senders = await members(30);
    for (const sender of senders) {
      await write(sender, ben, 'Hello');
      await write(ben, sender, 'Hello');
    }
    for (let round = 0; round < 15; round += 1) {
      for (const sender of senders.slice(0, 10)) await write(sender, ben, 'More');
      const deliveries = senders.map((sender) => ({
        memberId: ben.id,
        otherId: sender.id,
        position: 3 + round,
      }));
      const outcomes = await Promise.allSettled([
        markDelivered(community.db, deliveries),
        markDelivered(secondServer.db, deliveries.toReversed()),
      ]);
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    }
    expect(await deadlocks()).toBe(before);
  });

  test('in hundreds of concurrent sends, reads and blocks of two members, and no message is lost or duplicated', async () => {
    const before = await deadlocks();
    const { ana, ben } = await connectedPair();
    const tabs = [await community.connect(ana), await community.connect(ben), await secondServer.connect(ben)];
    const stored: string[] = [];
    const statuses = new Set<number>();
    const performAction = async (from: Member, to: Member, number: number) => {
      const clientId = randomUUID();
      if (number % 97 === 0) await from.call(block, { params: { userId: to.id } });
      else if (number % 97 === 40) {
        for (const [one, other] of [
          [from, to],
          [to, from],
        ] as const)
          await one.call(unblock, { params: { userId: other.id } });
      } else if (number % 5 === 0) await from.call(contract.markRead, { body: { userId: to.id } });
      else if (number % 7 === 0)
        await markDelivered((number % 2 ? community : secondServer).db, [
          { memberId: from.id, otherId: to.id, position: number },
          { memberId: to.id, otherId: from.id, position: number },
        ]);
      else {
        const response = await write(from, to, `${number}`, { clientId });
        statuses.add(response.status);
        if (response.status === 201) stored.push(response.body.id);
      }
    };
    const numbers = Array.from({ length: 600 }, (_, index) => index + 1);
    const work = async () => {
      for (let number = numbers.shift(); number !== undefined; number = numbers.shift())
        await (number % 2 ? performAction(ana, ben, number) : performAction(ben, ana, number));
    };
    await Promise.all(Array.from({ length: 8 }, work));
    expect(statuses).toEqual(new Set([201, 403]));

    const { rows } = await community.db.execute<{ id: string; position: number }>(
      sql`SELECT id, position FROM messages WHERE sender_id IN (${ana.id}, ${ben.id}) ORDER BY position`,
    );
    expect(rows.map(({ position }) => position)).toEqual(rows.map((_, index) => index + 1));
    expect(rows.map(({ id }) => id).toSorted()).toEqual(stored.toSorted());
    expect(await deadlocks()).toBe(before);
    for (const tab of tabs) tab.close();
  }, 60_000);
});
