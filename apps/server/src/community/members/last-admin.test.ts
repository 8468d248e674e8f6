import { deleteAccount } from '@commons/contract/account/schemas';
import { setUserRole } from '@commons/contract/admin/schemas';
import type { Role } from '@commons/contract/members/schemas';
import { takeBreak } from '@commons/contract/security/schemas';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Community, Member } from '../../../test/community.ts';
import { expectProblem } from '../../../test/problems.ts';
import { canActAsAdmin } from './admins.ts';
import { suspendMember } from './status.service.ts';
import { users } from './users.tables.ts';

let community: Community;
let secondServer: Community;
let twoFactorServer: Community;
beforeAll(async () => {
  community = await Community.open();
  secondServer = await Community.open({ sharesDatabaseWith: community });
  twoFactorServer = await Community.open({
    sharesDatabaseWith: community,
    environment: { ADMIN_TWO_FACTOR: 'required' },
  });
});
afterAll(async () => {
  await twoFactorServer.close();
  await secondServer.close();
  await community.close();
});
beforeEach(async () => {
  await community.db.update(users).set({ role: 'user' }).where(eq(users.role, 'admin'));
});

const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000);
const setColumns = ({ id }: Member, values: Partial<typeof users.$inferInsert>) =>
  community.db.update(users).set(values).where(eq(users.id, id));
const admin = () => community.member({ role: 'admin' });
const onServer = (process: Community, member: Member) => new Member(process.server, member);

const leave = (member: Member) => member.call(deleteAccount, { body: { content: 'remove' } });
const startBreak = (member: Member) => member.call(takeBreak, { body: { until: inDays(7).toISOString() } });
const changeRole = (by: Member, { id }: Member, role: Role) =>
  by.call(setUserRole, { params: { userId: id }, body: { role } });
const actingAdmins = () => community.db.$count(users, canActAsAdmin({ adminsNeedTwoFactor: false }));

/** States in which an admin cannot act. */
const inactiveStates = {
  suspended: { suspendedUntil: inDays(7), suspensionReason: 'Rest' },
  'on a break': { breakUntil: inDays(7) },
} as const;

/** Actions that remove an admin, and the error that each returns for the last admin. */
const departures = [
  ['leaving', leave, 'account.last_admin'],
  ['a break', startBreak, 'members.last_admin'],
] as const;

describe.each(departures)('%s of an admin', (_action, depart, code) => {
  test.for(Object.keys(inactiveStates) as (keyof typeof inactiveStates)[])(
    'is rejected if the only other admin is %s',
    async (state) => {
      const [ana, ben] = [await admin(), await admin()];
      await setColumns(ben, inactiveStates[state]);
      expectProblem(await depart(ana), 409, code);
      expect(await community.findUser(ana.id)).toMatchObject({ role: 'admin', leftAt: null, breakUntil: null });
    },
  );

  test('is rejected if there is no other admin', async () => {
    expectProblem(await depart(await admin()), 409, code);
  });

  test.for([
    ['has an expired suspension', { suspendedUntil: inDays(-1), suspensionReason: 'Rest' }],
    ['has a break that is over', { breakUntil: inDays(-1) }],
    ['is flagged', { isFlagged: true }],
  ] as const)('is possible if another admin %s', async ([, state]) => {
    const [ana, ben] = [await admin(), await admin()];
    await setColumns(ben, state);
    expect((await depart(ana)).status).toBe(204);
    expect(await actingAdmins()).toBe(1);
  });

  test('succeeds for only one of two admins at the same time on two servers', async () => {
    const [ana, ben] = [await admin(), await admin()];
    const responses = await Promise.all([depart(ana), depart(onServer(secondServer, ben))]);
    expect(responses.map(({ status }) => status)).toEqual(expect.arrayContaining([204, 409]));
    expect(await actingAdmins()).toBe(1);
  });

  test('is rejected if admins need two-factor sign-in and no other admin has it', async () => {
    const [ana, ben] = [await admin(), await admin()];
    await setColumns(ana, { twoFactorEnabled: true });
    expectProblem(await depart(onServer(twoFactorServer, ana)), 409, code);
    await setColumns(ben, { twoFactorEnabled: true });
    expect((await depart(onServer(twoFactorServer, ana))).status).toBe(204);
  });

  test('is always possible for members and managers', async () => {
    for (const role of ['user', 'manager'] as const)
      expect((await depart(await community.member({ role }))).status).toBe(204);
  });
});

test('an admin on a break cannot demote the last active admin', async () => {
  const [ana, ben] = [await admin(), await admin()];
  await setColumns(ana, inactiveStates['on a break']);
  expectProblem(await changeRole(ana, ben, 'user'), 409, 'members.last_admin');
  expect(await community.findUser(ben.id)).toMatchObject({ role: 'admin' });
});

test('a suspended admin can be demoted', async () => {
  const [ana, ben] = [await admin(), await admin()];
  await setColumns(ben, inactiveStates.suspended);
  expect((await changeRole(ana, ben, 'user')).status).toBe(200);
});

test.for<[from: Role, to: Role]>([
  ['user', 'admin'],
  ['user', 'manager'],
  ['manager', 'admin'],
])('a suspended %s cannot be promoted to %s', async ([from, to]) => {
  const [ana, ben] = [await admin(), await community.member({ role: from })];
  await setColumns(ben, inactiveStates.suspended);
  expectProblem(await changeRole(ana, ben, to), 409, 'members.suspended');
  expect(await community.findUser(ben.id)).toMatchObject({ role: from });
});

test('a suspended manager can be demoted', async () => {
  const [ana, ben] = [await admin(), await community.member({ role: 'manager' })];
  await setColumns(ben, inactiveStates.suspended);
  expect((await changeRole(ana, ben, 'user')).status).toBe(200);
});

test('nobody can suspend an admin', async () => {
  const ben = await admin();
  const suspension = { memberId: ben.id, until: inDays(1), reason: 'Rest' };
  for (const actorId of [(await admin()).id, null])
    await expect(community.work((work) => suspendMember(work, { ...suspension, actorId }))).rejects.toMatchObject({
      code: 'members.not_above',
    });
});

test('concurrent suspension and promotion of a member never create a suspended admin', async () => {
  const ana = await admin();
  for (let round = 0; round < 10; round += 1) {
    const ben = await community.member();
    const suspension = { actorId: ana.id, memberId: ben.id, until: inDays(1), reason: 'Rest' };
    const [promoted, suspended] = await Promise.allSettled([
      changeRole(onServer(secondServer, ana), ben, 'admin'),
      community.work((work) => suspendMember(work, suspension)),
    ]);
    const promotionStatus = promoted.status === 'fulfilled' ? promoted.value.status : 0;
    expect([promotionStatus, suspended.status]).toEqual(
      promotionStatus === 200 ? [200, 'rejected'] : [409, 'fulfilled'],
    );
  }
});

test('one active admin remains when all admins concurrently leave, take a break or demote each other', async () => {
  for (let round = 0; round < 5; round += 1) {
    await community.db.update(users).set({ role: 'user' }).where(eq(users.role, 'admin'));
    const admins = await Promise.all(Array.from({ length: 6 }, admin));
    const [first, second, third, fourth, fifth, sixth] = admins as [Member, Member, Member, Member, Member, Member];
    const responses = await Promise.all([
      leave(first),
      leave(onServer(secondServer, second)),
      startBreak(third),
      startBreak(onServer(secondServer, fourth)),
      changeRole(fifth, sixth, 'user'),
      changeRole(onServer(secondServer, sixth), fifth, 'user'),
      changeRole(first, second, 'user'),
      changeRole(onServer(secondServer, third), fourth, 'manager'),
    ]);
    expect(responses.filter(({ status }) => status >= 500)).toEqual([]);
    expect(await actingAdmins()).toBeGreaterThanOrEqual(1);
  }
});
