import * as contract from '@commons/contract/connections/schemas';
import { block, mute } from '@commons/contract/profiles/schemas';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { type Member, setUpCommunity } from '../../../test/community.ts';
import { users } from '../../community/members/users.tables.ts';
import { connections } from './connections.tables.ts';

const community = setUpCommunity();

// Suggestions consider all members, so each test starts without members.
beforeEach(() => community.current.db.delete(users));

const suggestionsFor = async (member: Member) =>
  (await member.call(contract.listSuggestedConnections, {})).body.map(({ id }) => id);

/** Creates a member with a last activity a number of hours ago. */
async function createMember(hoursAgo: number, overrides: Parameters<typeof community.current.member>[0] = {}) {
  const member = await community.current.member(overrides);
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
  expect(await suggestionsFor(await createMember(0))).toEqual([]);
});

test('at most three members are suggested, most recently active first', async () => {
  const ana = await createMember(0);
  const members = [];
  for (const hoursAgo of [5, 1, 3, 9]) members.push(await createMember(hoursAgo));
  expect(await suggestionsFor(ana)).toEqual([members[1]!.id, members[2]!.id, members[0]!.id]);
});

test('suggestions carry no email address', async () => {
  const [ana, ben] = [await createMember(0), await createMember(1)];
  const { body } = await ana.call(contract.listSuggestedConnections, {});
  expect(body.map(({ id }) => id)).toEqual([ben.id]);
  expect(JSON.stringify(body)).not.toContain(ben.email);
});

test('shared connections count more than recent activity', async () => {
  const [ana, friend, secondFriend] = [await createMember(0), await createMember(1), await createMember(1)];
  const [withoutShared, withOneShared, withTwoShared] = [
    await createMember(0),
    await createMember(40),
    await createMember(90),
  ];
  await connect(
    [ana, friend],
    [ana, secondFriend],
    [friend, withOneShared],
    [friend, withTwoShared],
    [secondFriend, withTwoShared],
  );
  const suggestions = (await ana.call(contract.listSuggestedConnections, {})).body;
  expect(suggestions.map(({ id, sharedConnections }) => [id, sharedConnections])).toEqual([
    [withTwoShared.id, 2],
    [withOneShared.id, 1],
    [withoutShared.id, 0],
  ]);
});

test('members with equally many shared connections are sorted by last activity', async () => {
  const [ana, friend] = [await createMember(0), await createMember(0)];
  const [earlier, later] = [await createMember(20), await createMember(2)];
  await connect([ana, friend], [friend, earlier], [friend, later]);
  expect(await suggestionsFor(ana)).toEqual([later.id, earlier.id]);
});

test('suggestions exclude the member and all connected, pending, blocked, muted and flagged members', async () => {
  const ana = await createMember(0);
  const others = await Promise.all(Array.from({ length: 6 }, () => createMember(0)));
  const [connectedMember, requestReceiver, requestSender, blocked, blocker, muted] = others as [
    Member,
    Member,
    Member,
    Member,
    Member,
    Member,
  ];
  const flagged = await createMember(0, { isFlagged: true });
  const remaining = await createMember(500);
  const relations: [Member, Member][] = [blocked, blocker, muted, flagged, requestReceiver, requestSender].map(
    (other) => [connectedMember, other],
  );
  await connect([ana, connectedMember], ...relations);
  await ana.call(contract.requestConnection, { body: { userId: requestReceiver.id } });
  await requestSender.call(contract.requestConnection, { body: { userId: ana.id } });
  await ana.call(block, { params: { userId: blocked.id } });
  await blocker.call(block, { params: { userId: ana.id } });
  await ana.call(mute, { params: { userId: muted.id } });
  expect(await suggestionsFor(ana)).toEqual([remaining.id]);
  expect(await suggestionsFor(blocked)).not.toContain(ana.id);
  expect(await suggestionsFor(blocker)).not.toContain(ana.id);
});

test('suggestions for a muted member include the member who muted them, so that the mute stays secret', async () => {
  const [ana, ben] = [await createMember(0), await createMember(0)];
  await ana.call(mute, { params: { userId: ben.id } });
  expect([await suggestionsFor(ana), await suggestionsFor(ben)]).toEqual([[], [ana.id]]);
});

test('a request removes both members from each other’s suggestions until it is declined', async () => {
  const [ana, ben] = [await createMember(0), await createMember(0)];
  expect([await suggestionsFor(ana), await suggestionsFor(ben)]).toEqual([[ben.id], [ana.id]]);
  await ana.call(contract.requestConnection, { body: { userId: ben.id } });
  expect([await suggestionsFor(ana), await suggestionsFor(ben)]).toEqual([[], []]);
  await ben.call(contract.removeConnection, { params: { userId: ana.id } });
  expect([await suggestionsFor(ana), await suggestionsFor(ben)]).toEqual([[ben.id], [ana.id]]);
});

test('a member of a large, closely connected group gets suggestions from outside of it', async () => {
  const ana = await createMember(0);
  // All members of the group have more shared connections with Ana than the newcomer, and were active later.
  const group = await Promise.all(Array.from({ length: 60 }, () => createMember(0)));
  const otherConnections = await Promise.all(Array.from({ length: 110 }, () => createMember(0)));
  const newcomer = await createMember(900);
  const groupPairs = group.flatMap((one, index) =>
    group.slice(index + 1).map((other): [Member, Member] => [one, other]),
  );
  await connectSince(new Date('2020-01-01'), ...otherConnections.map((other): [Member, Member] => [ana, other]));
  await connect(...group.map((other): [Member, Member] => [ana, other]), ...groupPairs, [group[0]!, newcomer]);
  const suggestions = (await ana.call(contract.listSuggestedConnections, {})).body;
  expect(suggestions.map(({ id, sharedConnections }) => [id, sharedConnections])).toEqual([[newcomer.id, 1]]);
});
