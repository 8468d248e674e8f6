import { listAuditLog, listUsers, setUserFlag, setUserRole } from '@commons/contract/admin/schemas';
import { createPost } from '@commons/contract/feed/schemas';
import type { Role } from '@commons/contract/members/schemas';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Community, type Member } from '../../../test/community.ts';
import { expectProblem } from '../../../test/problems.ts';
import { busyTimeout } from '../../../test/waiting.ts';
import { users } from '../../community/members/users.tables.ts';
import { newId } from '../../platform/database/columns.ts';

let community: Community;
let secondServer: Community;
let admin: Member;
beforeAll(async () => {
  community = await Community.open();
  secondServer = await Community.open({ sharesDatabaseWith: community });
});
afterAll(async () => {
  await secondServer.close();
  await community.close();
});
beforeEach(async () => {
  await community.db.update(users).set({ role: 'user' }).where(eq(users.role, 'admin'));
  admin = await community.member({ role: 'admin' });
});

const setRole = (caller: Member, userId: string, role: Role) =>
  caller.call(setUserRole, { params: { userId }, body: { role } });
const flag = (caller: Member, userId: string, flagged: boolean) =>
  caller.call(setUserFlag, { params: { userId }, body: { flagged } });
const roleOf = async ({ id }: Member) => (await community.findUser(id))?.role;

describe('changing a role', () => {
  test('as an admin returns the member and is recorded in the audit log', async () => {
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

  test('or flag of the caller is rejected, even if there is another admin', async () => {
    await community.member({ role: 'admin' });
    expectProblem(await setRole(admin, admin.id, 'user'), 403, 'members.own_status');
    expectProblem(await flag(admin, admin.id, true), 403, 'members.own_status');
    expect(await community.findUser(admin.id)).toMatchObject({ role: 'admin', isFlagged: false });
  });

  test.for([
    ['to an unknown value', { role: 'king' }],
    ['without a value', {}],
  ] as const)('%s is rejected', async ([, body]) => {
    const ben = await community.member({ role: 'manager' });
    const response = await admin.send('PUT', `/api/admin/users/${ben.id}/role`, { body });
    expectProblem(response, 400, 'request.invalid');
    expect(await roleOf(ben)).toBe('manager');
  });

  test('or flag of an unknown member returns 404', async () => {
    expectProblem(await setRole(admin, newId(), 'user'), 404, 'members.not_found');
    expectProblem(await flag(admin, newId(), true), 404, 'members.not_found');
  });
});

test('if two admins demote each other concurrently, the second call is rejected, even with a third admin', async () => {
  const other = await community.member({ role: 'admin' });
  await community.member({ role: 'admin' });
  const responses = await Promise.all([
    setRole(admin, other.id, 'user'),
    secondServer.server.inject({
      method: 'PUT',
      url: `/api/admin/users/${admin.id}/role`,
      headers: { cookie: other.cookie, origin: secondServer.publicUrl },
      payload: { role: 'user' },
    }),
  ]);
  const statuses = new Set(
    responses.map((response) => ('statusCode' in response ? response.statusCode : response.status)),
  );
  expect(statuses).toEqual(new Set([200, 403]));
  expect(await community.db.$count(users, eq(users.role, 'admin'))).toBe(2);
});

/** Returns the statuses of a member's call on both servers. */
const statusesOf = async (member: Member) => [
  (await member.call(listUsers, {})).status,
  (await secondServer.server.inject({ url: '/api/admin/users', headers: { cookie: member.cookie } })).statusCode,
];

describe('a change of a role or flag applies on two servers within a second', () => {
  test('to the next HTTP call', async () => {
    const demotedAdmin = await community.member({ role: 'admin' });
    expect(await statusesOf(demotedAdmin)).toEqual([200, 200]);
    await setRole(admin, demotedAdmin.id, 'user');
    expect(await statusesOf(demotedAdmin)).toEqual([403, 403]);
    await setRole(admin, demotedAdmin.id, 'admin');
    expect(await statusesOf(demotedAdmin)).toEqual([200, 200]);
  });

  test('to open sockets: a flagged member cannot write to strangers, and all tabs fetch the status again', async () => {
    const [ben, eva] = [await community.member(), await community.member()];
    const tabs = [await community.connect(ben), await secondServer.connect(ben)];
    await flag(admin, ben.id, true);
    const startedAt = performance.now();
    for (const tab of tabs)
      expect(await tab.next('status.changed')).toEqual({ type: 'status.changed', userId: ben.id });
    for (const tab of tabs) {
      tab.send({ type: 'message', receiverId: eva.id, content: 'Hello', clientId: newId() });
      expect(await tab.next('error')).toMatchObject({ code: 'messages.flagged' });
    }
    expect(performance.now() - startedAt).toBeLessThan(busyTimeout);
    for (const tab of tabs) tab.close();
  });

  test('to the next post', async () => {
    const ben = await community.member();
    await flag(admin, ben.id, true);
    expect((await ben.call(createPost, { body: { content: 'Hello' } })).body).toMatchObject({ isAwaitingReview: true });
    await flag(admin, ben.id, false);
    expect((await ben.call(createPost, { body: { content: 'Hello' } })).body).toMatchObject({
      isAwaitingReview: false,
    });
  });
});
