import * as contract from '@commons/contract/connections/schemas';
import { block, mute } from '@commons/contract/profiles/schemas';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { type Member, setUpCommunity } from '../../../test/community.ts';
import { users } from '../members/users.tables.ts';
import { connections } from './connections.tables.ts';

const community = setUpCommunity();

// Suggestions look at everybody: each test begins among nobody.
beforeEach(() => community.current.db.delete(users));

const suggestedTo = async (member: Member) =>
  (await member.call(contract.listSuggestedConnections, {})).body.map(({ id }) => id);

/** A member who was last here so many hours ago. */
async function memberSeen(hoursAgo: number, given: Parameters<typeof community.current.member>[0] = {}) {
  const member = await community.current.member(given);
  const lastActiveAt = new Date(Date.now() - hoursAgo * 60 * 60 * 1000);
  await community.current.db.update(users).set({ lastActiveAt }).where(eq(users.id, member.id));
  return member;
}

const connect = (...pairs: [Member, Member][]) => connectSince(new Date(), ...pairs);

async function connectSince(since: Date, ...pairs: [Member, Member][]): Promise<void> {
  const rows = pairs.flatMap(([one, other]) => [
    { memberId: one.id, otherId: other.id, state: 'connected' as const, since },
    { memberId: other.id, otherId: one.id, state: 'connected' as const, since },
  ]);
  await community.current.db.insert(connections).values(rows);
}

test('a member alone gets no suggestions', async () => {
  expect(await suggestedTo(await memberSeen(0))).toEqual([]);
});

test('at most three members are suggested, those first who were here last', async () => {
  const ana = await memberSeen(0);
  const seen = [];
  for (const hoursAgo of [5, 1, 3, 9]) seen.push(await memberSeen(hoursAgo));
  expect(await suggestedTo(ana)).toEqual([seen[1]!.id, seen[2]!.id, seen[0]!.id]);
});

test('suggestions carry no email address', async () => {
  const [ana, ben] = [await memberSeen(0), await memberSeen(1)];
  const { body } = await ana.call(contract.listSuggestedConnections, {});
  expect(body.map(({ id }) => id)).toEqual([ben.id]);
  expect(JSON.stringify(body)).not.toContain(ben.email);
});

test('who shares more connections comes before who was here later', async () => {
  const [ana, friend, friend2] = [await memberSeen(0), await memberSeen(1), await memberSeen(1)];
  const [recent, one, two] = [await memberSeen(0), await memberSeen(40), await memberSeen(90)];
  await connect([ana, friend], [ana, friend2], [friend, one], [friend, two], [friend2, two]);
  const suggested = (await ana.call(contract.listSuggestedConnections, {})).body;
  expect(suggested.map(({ id, sharedConnections }) => [id, sharedConnections])).toEqual([
    [two.id, 2],
    [one.id, 1],
    [recent.id, 0],
  ]);
});

test('equally many shared connections are ordered by who was here last', async () => {
  const [ana, friend] = [await memberSeen(0), await memberSeen(0)];
  const [earlier, later] = [await memberSeen(20), await memberSeen(2)];
  await connect([ana, friend], [friend, earlier], [friend, later]);
  expect(await suggestedTo(ana)).toEqual([later.id, earlier.id]);
});

test('oneself, the connected, the pending, the blocked, the muted and the flagged are left out', async () => {
  const ana = await memberSeen(0);
  const others = await Promise.all(Array.from({ length: 6 }, () => memberSeen(0)));
  const [connected, asked, asking, blocked, blocking, muted] = others as [
    Member,
    Member,
    Member,
    Member,
    Member,
    Member,
  ];
  const flagged = await memberSeen(0, { isFlagged: true });
  const left = await memberSeen(500);
  const relations: [Member, Member][] = [blocked, blocking, muted, flagged, asked, asking].map((other) => [
    connected,
    other,
  ]);
  await connect([ana, connected], ...relations);
  await ana.call(contract.requestConnection, { body: { userId: asked.id } });
  await asking.call(contract.requestConnection, { body: { userId: ana.id } });
  await ana.call(block, { params: { userId: blocked.id } });
  await blocking.call(block, { params: { userId: ana.id } });
  await ana.call(mute, { params: { userId: muted.id } });
  expect(await suggestedTo(ana)).toEqual([left.id]);
  expect(await suggestedTo(blocked)).not.toContain(ana.id);
  expect(await suggestedTo(blocking)).not.toContain(ana.id);
});

test('a muted member is still told of who muted them, so that they cannot tell', async () => {
  const [ana, ben] = [await memberSeen(0), await memberSeen(0)];
  await ana.call(mute, { params: { userId: ben.id } });
  expect([await suggestedTo(ana), await suggestedTo(ben)]).toEqual([[], [ana.id]]);
});

test('a request takes the two out of each other’s suggestions, and declining it brings them back', async () => {
  const [ana, ben] = [await memberSeen(0), await memberSeen(0)];
  expect([await suggestedTo(ana), await suggestedTo(ben)]).toEqual([[ben.id], [ana.id]]);
  await ana.call(contract.requestConnection, { body: { userId: ben.id } });
  expect([await suggestedTo(ana), await suggestedTo(ben)]).toEqual([[], []]);
  await ben.call(contract.removeConnection, { params: { userId: ana.id } });
  expect([await suggestedTo(ana), await suggestedTo(ben)]).toEqual([[ben.id], [ana.id]]);
});

test('a member of a large close circle still meets who is just outside it', async () => {
  const ana = await memberSeen(0);
  // Everybody in the circle shares more connections with Ana than the newcomer does, and was here later.
  const circle = await Promise.all(Array.from({ length: 60 }, () => memberSeen(0)));
  const filler = await Promise.all(Array.from({ length: 110 }, () => memberSeen(0)));
  const newcomer = await memberSeen(900);
  const inside = circle.flatMap((one, index) => circle.slice(index + 1).map((other): [Member, Member] => [one, other]));
  await connectSince(new Date('2020-01-01'), ...filler.map((other): [Member, Member] => [ana, other]));
  await connect(...circle.map((other): [Member, Member] => [ana, other]), ...inside, [circle[0]!, newcomer]);
  const suggested = (await ana.call(contract.listSuggestedConnections, {})).body;
  expect(suggested.map(({ id, sharedConnections }) => [id, sharedConnections])).toEqual([[newcomer.id, 1]]);
});
