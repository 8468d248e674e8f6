import { userSorts } from '@commons/contract/admin';
import { getUserCounts, listUsers, setUserFlag } from '@commons/contract/admin/schemas';
import { inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { Community, type Member } from '../../../test/community.ts';
import { expectProblem } from '../../../test/problems.ts';
import { indexSearch } from '../../../test/search.ts';
import { users } from '../../community/members/users.tables.ts';

let community: Community;
let admin: Member;

const membersByFirstName: Record<string, Member> = {};

type Query = z.input<typeof listUsers.query>;
const list = async (query: Query = {}) => {
  const response = await admin.call(listUsers, { query });
  expect(response.status).toBe(200);
  return response.body;
};
const listFirstNames = async (query: Query = {}) => (await list(query)).map(({ firstName }) => firstName);

/** Returns the names of all pages with a page size. */
async function listFirstNamesInPages(query: Query, limit: number): Promise<string[]> {
  const names: string[] = [];
  let cursor: string | undefined;
  do {
    const { body, headers } = await admin.call(listUsers, {
      query: { ...query, limit, ...(cursor !== undefined && { cursor }) },
    });
    expect(body.length).toBeLessThanOrEqual(limit);
    names.push(...body.map(({ firstName }) => firstName));
    const next = /<([^>]+)>; rel="next"/.exec(String(headers['link'] ?? ''))?.[1];
    cursor = next === undefined ? undefined : (new URL(next, 'http://here').searchParams.get('cursor') ?? undefined);
  } while (cursor !== undefined);
  return names;
}

const daysFromNow = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000);

beforeAll(async () => {
  community = await Community.open();
  admin = await community.member({ firstName: 'Zoe', lastName: 'Adler', email: 'zoe@mail.test', role: 'admin' });
  membersByFirstName['Zoe'] = admin;
  for (const [firstName, email, role] of [
    ['Ana', 'y@mail.test', 'user'],
    ['ben', 'x@mail.test', 'manager'],
    ['Cem 100%', 'w_under@mail.test', 'user'],
    ['Dora', 'v@other.test', 'user'],
  ] as const)
    membersByFirstName[firstName] = await community.member({ firstName, lastName: 'Lund', email, role });
  const updateMembers = (names: string[], values: Partial<typeof users.$inferInsert>) =>
    community.db
      .update(users)
      .set(values)
      .where(
        inArray(
          users.id,
          names.map((name) => membersByFirstName[name]!.id),
        ),
      );
  await updateMembers(['Ana'], { lastLoginAt: daysFromNow(-3), isFlagged: true });
  await updateMembers(['ben'], { lastLoginAt: daysFromNow(-1) });
  await updateMembers(['Dora'], { suspendedUntil: daysFromNow(5), suspensionReason: 'Spam' });
  await updateMembers(['Cem 100%'], { suspendedUntil: daysFromNow(-5), suspensionReason: 'Long ago' });
});
afterAll(() => community.close());

describe('the member table', () => {
  const expectedOrder: Record<(typeof userSorts)[number], string[]> = {
    name: ['Ana', 'ben', 'Cem 100%', 'Dora', 'Zoe'],
    email: ['Dora', 'Cem 100%', 'ben', 'Ana', 'Zoe'],
    role: ['Zoe', 'ben', 'Ana', 'Cem 100%', 'Dora'],
    // Members who never signed in come first, oldest accounts first.
    lastLogin: ['Zoe', 'Cem 100%', 'Dora', 'Ana', 'ben'],
    status: ['Zoe', 'ben', 'Ana', 'Cem 100%', 'Dora'],
  };

  test.for(userSorts)('is sorted by %s, ascending and descending, in pages', async (sort) => {
    expect(await listFirstNames({ sort })).toEqual(expectedOrder[sort]);
    expect(await listFirstNames({ sort, order: 'desc' })).toEqual(expectedOrder[sort].toReversed());
    for (const order of ['asc', 'desc'] as const)
      for (const limit of [1, 2])
        expect(await listFirstNamesInPages({ sort, order }, limit)).toEqual(await listFirstNames({ sort, order }));
  });

  test.for([
    ['a part of a first name', { search: 'ora' }, ['Dora']],
    ['two characters at the start of a word', { search: 'lu' }, ['Ana', 'ben', 'Cem 100%', 'Dora']],
    ['one character at the start of a name', { search: 'A' }, ['Ana', 'Zoe']],
    ['two characters inside a word', { search: 'or' }, []],
    ['first and last name', { search: 'ana lund' }, ['Ana']],
    ['a part of an email', { search: 'OTHER.test' }, ['Dora']],
    ['the start of an email', { search: 'Y@mail' }, ['Ana']],
    ['the domain of an email', { search: '@mail' }, ['Ana', 'ben', 'Cem 100%', 'Zoe']],
    ['a SQL wildcard', { search: '100%' }, ['Cem 100%']],
    ['an underscore', { search: 'w_u' }, ['Cem 100%']],
    ['a backslash', { search: '\\' }, []],
    ['an unknown name', { search: 'nobody here' }, []],
    ['a role', { role: 'manager' }, ['ben']],
    ['status flagged', { status: 'flagged' }, ['Ana']],
    ['status suspended, without expired suspensions', { status: 'suspended' }, ['Dora']],
    ['status active', { status: 'active' }, ['ben', 'Cem 100%', 'Zoe']],
    ['all filters together', { search: 'lund', role: 'user', status: 'active' }, ['Cem 100%']],
  ] as const)('can be searched or filtered by %s', async ([, query, expectedNames]) => {
    expect(await listFirstNames(query)).toEqual(expectedNames);
  });

  test('finds a name in any Unicode form', async () => {
    await community.member({ firstName: 'Zo\u00EB', lastName: 'Müller-Ødegård', email: 't@mail.test' });
    await community.member({ firstName: 'Zoe\u0308', lastName: 'Mu\u0308ller', email: 's@mail.test' });
    await indexSearch(community);
    for (const search of ['müller', 'Mu\u0308ller', 'MULLER', 'zoë mül'])
      expect((await list({ search })).map(({ email }) => email).toSorted(), search).toEqual([
        's@mail.test',
        't@mail.test',
      ]);
    expect((await list({ search: 'odegard' })).map(({ email }) => email)).toEqual(['t@mail.test']);
    await community.db.delete(users).where(inArray(users.email, ['s@mail.test', 't@mail.test']));
  });

  test('contains the fields that admins need', async () => {
    const [ana] = await list({ search: 'ana' });
    expect(ana).toEqual({
      id: membersByFirstName['Ana']!.id,
      displayName: 'Ana Lund',
      firstName: 'Ana',
      lastName: 'Lund',
      profileImageUrl: null,
      title: null,
      email: 'y@mail.test',
      role: 'user',
      isFlagged: true,
      status: 'flagged',
      suspendedUntil: null,
      lastLoginAt: expect.stringMatching(/Z$/),
      createdAt: expect.stringMatching(/Z$/),
      mindfulnessScore: 0,
      meditationMinutes: 0,
    });
    const [dora] = await list({ search: 'dora' });
    expect(dora).toMatchObject({
      status: 'suspended',
      suspendedUntil: expect.stringMatching(/Z$/),
      lastLoginAt: null,
    });
  });

  test('rejects a cursor of another sort order', async () => {
    const { headers } = await admin.call(listUsers, { query: { limit: 1, sort: 'email' } });
    const cursor = new URL(/<([^>]+)>/.exec(String(headers['link']))![1]!, 'http://here').searchParams.get('cursor')!;
    for (const query of [{ cursor }, { cursor, sort: 'status' }, { cursor: 'made up', sort: 'email' }] as const)
      expectProblem(await admin.call(listUsers, { query }), 400, 'request.invalid');
  });

  test.for([
    ['sort', 'points'],
    ['role', 'king'],
    ['status', 'asleep'],
    ['order', 'sideways'],
    ['secret', '1'],
  ])('rejects %s=%s', async ([name, value]) => {
    expectProblem(await admin.send('GET', `/api/admin/users?${name}=${value}`), 400, 'request.invalid');
  });
});

const flag = (name: string, flagged: boolean) =>
  admin.call(setUserFlag, { params: { userId: membersByFirstName[name]!.id }, body: { flagged } });
const fetchCounts = async () => (await admin.call(getUserCounts, {})).body;

test('the counts include current members, admins, managers and flagged members', async () => {
  expect(await fetchCounts()).toEqual({ users: 5, admins: 1, managers: 1, flagged: 1 });
  expect(await flag('ben', true)).toMatchObject({ status: 200, body: { firstName: 'ben', isFlagged: true } });
  expect(await fetchCounts()).toMatchObject({ flagged: 2 });
  expect(await flag('ben', false)).toMatchObject({ body: { isFlagged: false } });
});
