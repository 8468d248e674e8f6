import { listAuditLog, listUsers, setUserFlag, setUserRole } from '@commons/contract/admin/schemas';
import { createPost } from '@commons/contract/feed/schemas';
import type { Role } from '@commons/contract/members';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Community, type Member } from '../../../test/community.ts';
import { expectProblem } from '../../../test/problems.ts';
import { busySecond } from '../../../test/waiting.ts';
import { newId } from '../../platform/database/columns.ts';
import { users } from '../members/users.tables.ts';

let community: Community;
let beside: Community;
let admin: Member;
beforeAll(async () => {
  community = await Community.open();
  beside = await Community.open({ beside: community });
});
afterAll(async () => {
  await beside.close();
  await community.close();
});
beforeEach(async () => {
  await community.db.update(users).set({ role: 'user' }).where(eq(users.role, 'admin'));
  admin = await community.member({ role: 'admin' });
});

const setRole = (by: Member, userId: string, role: Role) =>
  by.call(setUserRole, { params: { userId }, body: { role } });
const flag = (by: Member, userId: string, flagged: boolean) =>
  by.call(setUserFlag, { params: { userId }, body: { flagged } });
const roleOf = async ({ id }: Member) => (await community.findUser(id))?.role;

describe('a role', () => {
  test('is given by an admin, answered with the member, and written down', async () => {
    const ben = await community.member({ firstName: 'Ben' });
    expect(await setRole(admin, ben.id, 'manager')).toMatchObject({
      status: 200,
      body: { id: ben.id, firstName: 'Ben', role: 'manager' },
    });
    expect(await roleOf(ben)).toBe('manager');
    const { body } = await admin.call(listAuditLog, { query: { memberId: ben.id } });
    expect(body).toMatchObject([
      { action: 'role.changed', actor: { id: admin.id }, details: { from: 'user', to: 'manager' } },
    ]);
  });

  test.for(['user', 'manager'] as const)('is not given by a %s', async (role) => {
    const [by, ben] = [await community.member({ role }), await community.member()];
    expectProblem(await setRole(by, ben.id, 'admin'), 403, 'request.forbidden');
    expectProblem(await flag(by, ben.id, true), 403, 'request.forbidden');
    expect(await community.findUser(ben.id)).toMatchObject({ role: 'user', isFlagged: false });
  });

  test("nor is one's own changed, or flag, by an admin beside another", async () => {
    await community.member({ role: 'admin' });
    expectProblem(await setRole(admin, admin.id, 'user'), 403, 'members.own_status');
    expectProblem(await flag(admin, admin.id, true), 403, 'members.own_status');
    expect(await community.findUser(admin.id)).toMatchObject({ role: 'admin', isFlagged: false });
  });

  test.for([
    ['of nobody', { role: 'king' }],
    ['left out', {}],
    ['with something else', { role: 'user', isFlagged: true }],
  ] as const)('%s is refused', async ([, body]) => {
    const ben = await community.member({ role: 'manager' });
    const answer = await admin.send('PUT', `/api/admin/users/${ben.id}/role`, { body });
    expectProblem(answer, 400, 'request.invalid');
    expect(await roleOf(ben)).toBe('manager');
  });

  test('of somebody who is not here is a 404', async () => {
    expectProblem(await setRole(admin, newId(), 'user'), 404, 'members.not_found');
    expectProblem(await flag(admin, newId(), true), 404, 'members.not_found');
  });

  test('of the last admin cannot be taken, at two servers at once either', async () => {
    const other = await community.member({ role: 'admin' });
    const answers = await Promise.all([
      setRole(admin, other.id, 'user'),
      beside.server.inject({
        method: 'PUT',
        url: `/api/admin/users/${admin.id}/role`,
        headers: { cookie: other.cookie, origin: beside.publicUrl },
        payload: { role: 'user' },
      }),
    ]);
    const statuses = answers.map((answer) => ('statusCode' in answer ? answer.statusCode : answer.status));
    // The second is refused as the last one, or, where it begins later, as no admin any more.
    expect(statuses).toContain(200);
    expect([403, 409]).toContain(statuses.find((status) => status !== 200));
    expect(await community.db.$count(users, eq(users.role, 'admin'))).toBe(1);
  });
});

test('of two admins who demote each other at once the second is refused, also where a third one stays', async () => {
  const other = await community.member({ role: 'admin' });
  await community.member({ role: 'admin' });
  const answers = await Promise.all([
    setRole(admin, other.id, 'user'),
    beside.server.inject({
      method: 'PUT',
      url: `/api/admin/users/${admin.id}/role`,
      headers: { cookie: other.cookie, origin: beside.publicUrl },
      payload: { role: 'user' },
    }),
  ]);
  const statuses = new Set(answers.map((answer) => ('statusCode' in answer ? answer.statusCode : answer.status)));
  expect(statuses).toEqual(new Set([200, 403]));
  expect(await community.db.$count(users, eq(users.role, 'admin'))).toBe(2);
});

/** What a member is answered at both servers. */
const statusesOf = async (member: Member) => [
  (await member.call(listUsers, {})).status,
  (await beside.server.inject({ url: '/api/admin/users', headers: { cookie: member.cookie } })).statusCode,
];

describe('what changes holds within a second, at two servers', () => {
  test('over HTTP from the next call on', async () => {
    const former = await community.member({ role: 'admin' });
    expect(await statusesOf(former)).toEqual([200, 200]);
    await setRole(admin, former.id, 'user');
    expect(await statusesOf(former)).toEqual([403, 403]);
    await setRole(admin, former.id, 'admin');
    expect(await statusesOf(former)).toEqual([200, 200]);
  });

  test('over open sockets: who is flagged no longer writes to strangers, and every tab is told to ask again', async () => {
    const [ben, eva] = [await community.member(), await community.member()];
    const tabs = [await community.connect(ben), await beside.connect(ben)];
    await flag(admin, ben.id, true);
    const startedAt = performance.now();
    for (const tab of tabs)
      expect(await tab.next('status.changed')).toEqual({ type: 'status.changed', userId: ben.id });
    for (const tab of tabs) {
      tab.send({ type: 'message', receiverId: eva.id, content: 'Hello', clientId: newId() });
      expect(await tab.next('error')).toMatchObject({ code: 'messages.flagged' });
    }
    expect(performance.now() - startedAt).toBeLessThan(busySecond);
    for (const tab of tabs) tab.close();
  });

  test('and for what is posted next', async () => {
    const ben = await community.member();
    await flag(admin, ben.id, true);
    expect((await ben.call(createPost, { body: { content: 'Hello' } })).body).toMatchObject({ isAwaitingReview: true });
    await flag(admin, ben.id, false);
    expect((await ben.call(createPost, { body: { content: 'Hello' } })).body).toMatchObject({
      isAwaitingReview: false,
    });
  });
});
