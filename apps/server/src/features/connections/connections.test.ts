import { randomUUID } from 'node:crypto';
import { getCurrentUser } from '@commons/contract/auth/schemas';
import * as contract from '@commons/contract/connections/schemas';
import { block, getProfile } from '@commons/contract/profiles/schemas';
import { eq, or } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesOf } from '../../../test/caller.ts';
import { type Member, setUpCommunity } from '../../../test/community.ts';
import { connections } from './connections.tables.ts';

const community = setUpCommunity();

const createMembers = (count: number) => Promise.all(Array.from({ length: count }, () => community.current.member()));
const createTwoMembers = async () => (await createMembers(2)) as [Member, Member];

const request = (from: Member, to: { id: string }) =>
  from.call(contract.requestConnection, { body: { userId: to.id } });
const accept = (member: Member, from: { id: string }) =>
  member.call(contract.acceptConnection, { params: { userId: from.id } });
const remove = (member: Member, other: { id: string }) =>
  member.call(contract.removeConnection, { params: { userId: other.id } });

async function connect(one: Member, other: Member): Promise<void> {
  await request(one, other);
  await accept(other, one);
}

const connectionsOf = async (member: Member) =>
  (await member.call(contract.listConnections, {})).body.map((connection) => connection.member.id);

const requestsOf = async (member: Member, direction: 'incoming' | 'outgoing') =>
  (await member.call(contract.listConnectionRequests, { query: { direction } })).body.map(
    (connection) => connection.member.id,
  );

/** Returns a member's connection count, as seen by themselves and by another member. */
async function countsOf(member: Member, other: Member): Promise<number[]> {
  const ownView = await member.call(getCurrentUser, {});
  const otherView = await other.call(getProfile, { params: { id: member.id } });
  return [ownView.body.connectionsCount, otherView.body.connectionsCount];
}

const stateBetween = async (member: Member, other: Member) =>
  (await member.call(getProfile, { params: { id: other.id } })).body.connection;

/** Returns the rows of a pair: none, or one for each side. */
async function rowsOf(ana: Member, ben: Member): Promise<Record<string, string>> {
  const rows = await community.current.db
    .select()
    .from(connections)
    .where(or(eq(connections.memberId, ana.id), eq(connections.memberId, ben.id)));
  return Object.fromEntries(rows.map(({ memberId, state }) => [memberId === ana.id ? 'ana' : 'ben', state]));
}

describe('connecting', () => {
  test('a request is sent live to the other member, who accepts it, and both are connected', async () => {
    const [ana, ben] = await createTwoMembers();
    const anaClient = await community.current.connect(ana);
    const benClient = await community.current.connect(ben);

    const requestResponse = await request(ana, ben);
    expect(requestResponse).toMatchObject({ status: 201, body: { member: { id: ben.id }, state: 'requested' } });
    expect(await anaClient.next('connection.changed')).toMatchObject({ userId: ben.id, state: 'requested' });
    expect(await benClient.next('connection.changed')).toMatchObject({ userId: ana.id, state: 'incoming' });
    expect(await requestsOf(ana, 'outgoing')).toEqual([ben.id]);
    expect(await requestsOf(ben, 'incoming')).toEqual([ana.id]);
    expect(await connectionsOf(ben)).toEqual([]);
    expect(await countsOf(ana, ben)).toEqual([0, 0]);

    const acceptance = await accept(ben, ana);
    expect(acceptance).toMatchObject({ status: 200, body: { member: { id: ana.id }, state: 'connected' } });
    expect(await anaClient.next('connection.changed')).toMatchObject({ userId: ben.id, state: 'connected' });
    expect(await benClient.next('connection.changed')).toMatchObject({ userId: ana.id, state: 'connected' });
    expect([await connectionsOf(ana), await connectionsOf(ben)]).toEqual([[ben.id], [ana.id]]);
    expect([await requestsOf(ana, 'outgoing'), await requestsOf(ben, 'incoming')]).toEqual([[], []]);
    expect([await countsOf(ana, ben), await countsOf(ben, ana)]).toEqual([
      [1, 1],
      [1, 1],
    ]);
    anaClient.close();
    benClient.close();
  });

  test('a request is not sent to other members', async () => {
    const [ana, ben, eva] = (await createMembers(3)) as [Member, Member, Member];
    const evaClient = await community.current.connect(eva);
    await request(ana, ben);
    await request(ben, eva);
    expect(await evaClient.next('connection.changed')).toMatchObject({ userId: ben.id });
    evaClient.close();
  });

  test('a profile contains the connection state of its reader', async () => {
    const [ana, ben] = await createTwoMembers();
    expect([await stateBetween(ana, ana), await stateBetween(ana, ben)]).toEqual(['self', 'none']);
    await request(ana, ben);
    expect([await stateBetween(ana, ben), await stateBetween(ben, ana)]).toEqual(['requested', 'incoming']);
    await accept(ben, ana);
    expect([await stateBetween(ana, ben), await stateBetween(ben, ana)]).toEqual(['connected', 'connected']);
  });

  test.for(['withdrawn by the sender', 'declined by the receiver', 'ended by the sender', 'ended by the receiver'])(
    'a request or connection is %s, and both members are notified',
    async (action) => {
      const [ana, ben] = await createTwoMembers();
      await request(ana, ben);
      if (action.startsWith('ended')) await accept(ben, ana);
      const anaClient = await community.current.connect(ana);
      const benClient = await community.current.connect(ben);

      const removal = action.endsWith('sender') ? await remove(ana, ben) : await remove(ben, ana);
      expect(removal.status).toBe(204);
      expect(await anaClient.next('connection.changed')).toMatchObject({ userId: ben.id, state: 'none' });
      expect(await benClient.next('connection.changed')).toMatchObject({ userId: ana.id, state: 'none' });
      expect([await stateBetween(ana, ben), await stateBetween(ben, ana)]).toEqual(['none', 'none']);
      expect([await countsOf(ana, ben), await countsOf(ben, ana)]).toEqual([
        [0, 0],
        [0, 0],
      ]);
      expect(await requestsOf(ben, 'incoming')).toEqual([]);
      anaClient.close();
      benClient.close();
    },
  );

  test('a request to a member with a pending request accepts that request', async () => {
    const [ana, ben] = await createTwoMembers();
    await request(ana, ben);
    expect((await request(ben, ana)).body.state).toBe('connected');
    expect(await connectionsOf(ana)).toEqual([ben.id]);
  });

  test('a repeated request or acceptance changes nothing', async () => {
    const [ana, ben] = await createTwoMembers();
    const first = await request(ana, ben);
    expect(await request(ana, ben)).toMatchObject({ status: 201, body: first.body });
    const acceptance = await accept(ben, ana);
    expect(await accept(ben, ana)).toMatchObject({ status: 200, body: acceptance.body });
    expect((await accept(ana, ben)).status).toBe(200);
    expect((await request(ana, ben)).body.state).toBe('connected');
  });

  test('a member who declined can receive a new request', async () => {
    const [ana, ben] = await createTwoMembers();
    await request(ana, ben);
    await remove(ben, ana);
    expect((await request(ana, ben)).body.state).toBe('requested');
    expect(await requestsOf(ben, 'incoming')).toEqual([ana.id]);
  });
});

describe('rejected calls', () => {
  test('a member cannot accept their own request', async () => {
    const [ana, ben] = await createTwoMembers();
    await request(ana, ben);
    expect((await accept(ana, ben)).status).toBe(409);
    expect(await stateBetween(ana, ben)).toBe('requested');
  });

  test('a member cannot connect with themselves', async () => {
    const ana = await community.current.member();
    expect((await request(ana, ana)).status).toBe(400);
    const inCapitals = { body: { userId: ana.id.toUpperCase() } };
    expect((await ana.call(contract.requestConnection, inCapitals)).status).toBe(400);
    expect([(await accept(ana, ana)).status, (await remove(ana, ana)).status]).toEqual([404, 404]);
  });

  test('accepting or removing without a request returns 404', async () => {
    const [ana, ben] = await createTwoMembers();
    expect([(await accept(ana, ben)).status, (await remove(ana, ben)).status]).toEqual([404, 404]);
  });

  test('replies about a member who blocked the caller equal those about an unknown member', async () => {
    const [ana, ben] = await createTwoMembers();
    await connect(ana, ben);
    await ben.call(block, { params: { userId: ana.id } });
    const unknownMember = { id: randomUUID() };
    for (const call of [request, accept, remove]) {
      for (const [member, hidden] of [
        [ana, ben],
        [ben, ana],
      ] as const) {
        const response = await call(member, hidden);
        expect(response.status).toBe(404);
        expect(bytesOf(response)).toBe(bytesOf(await call(member, unknownMember)));
      }
    }
  });

  test.for([{}, { userId: 'me' }, { userId: '' }, { userId: randomUUID(), state: 'connected' }, [], null])(
    'a request with %j is rejected',
    async (body) => {
      const ana = await community.current.member();
      expect((await ana.send('POST', '/api/connections', { body })).status).toBe(400);
    },
  );
});

describe('concurrent calls', () => {
  test('after fifty concurrent calls both sides have matching states and counts', async () => {
    const arbitraryStep = fc.constantFrom(
      'ana requests',
      'ben requests',
      'ana accepts',
      'ben accepts',
      'ana removes',
      'ben removes',
    );
    const consistentStates = [
      {},
      { ana: 'requested', ben: 'incoming' },
      { ana: 'incoming', ben: 'requested' },
      { ana: 'connected', ben: 'connected' },
    ];
    await fc.assert(
      fc.asyncProperty(fc.array(arbitraryStep, { minLength: 50, maxLength: 50 }), async (steps) => {
        const [ana, ben] = await createTwoMembers();
        const responses = await Promise.all(
          steps.map((step) => {
            const [member, other] = step.startsWith('ana') ? [ana, ben] : [ben, ana];
            if (step.endsWith('requests')) return request(member, other);
            return step.endsWith('accepts') ? accept(member, other) : remove(member, other);
          }),
        );
        for (const { status } of responses) expect([200, 201, 204, 404, 409]).toContain(status);
        const rows = await rowsOf(ana, ben);
        expect(consistentStates).toContainEqual(rows);
        const count = rows['ana'] === 'connected' ? 1 : 0;
        expect([await countsOf(ana, ben), await countsOf(ben, ana)]).toEqual([
          [count, count],
          [count, count],
        ]);
      }),
      { numRuns: 8 },
    );
  });

  test('any sequence of calls leads to the expected state', async () => {
    const arbitraryStep = fc.record({ isByAna: fc.boolean(), action: fc.constantFrom('request', 'accept', 'remove') });
    await fc.assert(
      fc.asyncProperty(fc.array(arbitraryStep, { maxLength: 12 }), async (steps) => {
        const [ana, ben] = await createTwoMembers();
        let expected: 'none' | 'ana requested' | 'ben requested' | 'connected' = 'none';
        for (const { isByAna, action } of steps) {
          const [member, other] = isByAna ? [ana, ben] : [ben, ana];
          const [ownRequest, otherRequest] = isByAna
            ? (['ana requested', 'ben requested'] as const)
            : (['ben requested', 'ana requested'] as const);
          if (action === 'request') {
            await request(member, other);
            if (expected === 'none') expected = ownRequest;
            else if (expected === otherRequest) expected = 'connected';
          } else if (action === 'accept') {
            await accept(member, other);
            if (expected === otherRequest) expected = 'connected';
          } else {
            await remove(member, other);
            expected = 'none';
          }
        }
        const rows = {
          none: {},
          'ana requested': { ana: 'requested', ben: 'incoming' },
          'ben requested': { ana: 'incoming', ben: 'requested' },
          connected: { ana: 'connected', ben: 'connected' },
        };
        expect(await rowsOf(ana, ben)).toEqual(rows[expected]);
      }),
      { numRuns: 20 },
    );
  });
});

describe('lists', () => {
  test('connections and requests are listed in pages, newest first, without gaps or duplicates', async () => {
    const ana = await community.current.member();
    const others = await createMembers(7);
    for (const other of others) await request(other, ana);
    const newestFirst = others.map(({ id }) => id).toReversed();

    const incoming = await ana.call(contract.listConnectionRequests, { query: { limit: 3 } });
    const secondPage = await ana.follow(incoming);
    const last = await ana.follow(secondPage);
    expect([incoming, secondPage, last].flatMap(({ body }) => body.map(({ member }) => member.id))).toEqual(
      newestFirst,
    );
    expect(last.next).toBeUndefined();

    for (const other of others) await accept(ana, other);
    const first = await ana.call(contract.listConnections, { query: { limit: 5 } });
    const second = await ana.follow(first);
    expect([first, second].flatMap(({ body }) => body.map(({ member }) => member.id))).toEqual(newestFirst);
    expect(second.next).toBeUndefined();
  });

  test('pages include all connections with the same time', async () => {
    const ana = await community.current.member();
    const others = await createMembers(5);
    const since = new Date('2026-05-04T12:00:00.000Z');
    const rows = others.flatMap(({ id }) => [
      { memberId: ana.id, otherId: id, state: 'connected' as const, since },
      { memberId: id, otherId: ana.id, state: 'connected' as const, since },
    ]);
    await community.current.db.insert(connections).values(rows);
    let page = await ana.call(contract.listConnections, { query: { limit: 2 } });
    const listedIds = page.body.map(({ member }) => member.id);
    while (page.next) {
      page = await ana.follow(page);
      listedIds.push(...page.body.map(({ member }) => member.id));
    }
    expect(listedIds.toSorted()).toEqual(others.map(({ id }) => id).toSorted());
  });

  test.for(['?limit=0', '?limit=101', '?direction=sideways', '?cursor=nonsense'])(
    'the query %s is rejected',
    async (search) => {
      const ana = await community.current.member();
      expect((await ana.send('GET', `/api/connections/requests${search}`)).status).toBe(400);
    },
  );
});
