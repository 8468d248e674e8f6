import { randomUUIDv7 } from 'node:crypto';
import { getCurrentUser, getSignInOptions, getSuspension, signIn } from '@commons/contract/auth/schemas';
import { createPost, listPosts } from '@commons/contract/feed/schemas';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goodPassword, memberWithPassword } from '../../../test/accounts.ts';
import { Community, type Member, setUpCommunity } from '../../../test/community.ts';
import { busyTimeout } from '../../../test/waiting.ts';
import { onlineMembers } from '../../features/presence/presence.tables.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import type { Bus } from '../../platform/realtime/bus.ts';
import { closeCodes } from '../../platform/realtime/connections.ts';
import { openBus } from '../../platform/realtime/open-bus.ts';
import { auditLog } from '../audit/audit.tables.ts';
import { setFlag, setRole, suspendMember, clearExpiredSuspensions, unsuspendMember } from './status.service.ts';
import { users } from './users.tables.ts';

const community = setUpCommunity();
let secondServer: Community;
let bus: Bus;
beforeAll(async () => {
  secondServer = await Community.open({ sharesDatabaseWith: community.current });
  bus = await openBus({
    processId: randomUUIDv7(),
    databaseUrl: community.current.databaseUrl,
    pool: community.current.db.$client,
    communities: ['tests'],
    log: { warn() {}, info() {} },
    onReconnected() {},
  });
});
afterAll(async () => {
  await bus.close();
  await secondServer.close();
});

const reason = 'You kept writing to people who had asked you to stop.';
const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000);
const manager = () => community.current.member({ role: 'manager' });

type Suspension = { until?: Date; actorId?: string; publish?: UnitOfWork['publish'] };

const suspend = async ({ id: memberId }: Pick<Member, 'id'>, overrides: Suspension = {}) => {
  const { until = inDays(7), actorId = (await manager()).id, publish } = overrides;
  const notified: Parameters<UnitOfWork['publish']>[0][] = [];
  await community.current.work((work) =>
    suspendMember({ ...work, publish: (envelope) => notified.push(envelope) }, { actorId, memberId, until, reason }),
  );
  for (const envelope of notified) publish?.(envelope);
};
const endSuspensionNow = (member: Pick<Member, 'id'>) =>
  community.current.db.update(users).set({ suspendedUntil: new Date() }).where(eq(users.id, member.id));
const auditActionsAbout = async ({ id }: Pick<Member, 'id'>) =>
  (await community.current.db.select().from(auditLog).where(eq(auditLog.memberId, id)).orderBy(asc(auditLog.id))).map(
    ({ action }) => action,
  );

describe('a suspended member', () => {
  test('can only read the end and reason of the suspension, and public pages', async () => {
    const ana = await community.current.member();
    const until = inDays(7);
    await suspend(ana, { until });
    for (const rejection of [
      await ana.call(getCurrentUser, {}),
      await ana.call(createPost, { body: { content: 'Hello' } }),
    ]) {
      expect(rejection).toMatchObject({ status: 403, body: { type: 'urn:problem:request.suspended' } });
      expect(rejection.body).toMatchObject({ detail: expect.stringContaining(reason) });
    }
    const notified = await ana.call(getSuspension, {});
    expect(notified).toMatchObject({ status: 200, body: { memberId: ana.id, until: until.toISOString(), reason } });
    expect((await ana.call(getSignInOptions, {})).status).toBe(200);
    await expect(community.current.connect(ana)).rejects.toThrow('403');
  });

  test('gets one sentence whose text direction the reason cannot change', async () => {
    const ana = await community.current.member();
    await suspend(ana);
    const suspensionReason = 'Be kind.\n\n\u202EPlease rest.';
    await community.current.db.update(users).set({ suspensionReason }).where(eq(users.id, ana.id));
    expect((await ana.call(getCurrentUser, {})).body).toMatchObject({
      detail: expect.stringContaining('Why: Be kind. Please rest. At /suspended'),
    });
  });

  test('is redirected from the sign-in address to the suspension page', async () => {
    const ana = await community.current.member();
    await suspend(ana);
    // The browser opens this page after a rejected call or a closed socket.
    expect(await ana.send('GET', '/api/login')).toMatchObject({ status: 302, headers: { location: '/suspended' } });
  });

  test('learns of the suspension at sign-in, only with the right password', async () => {
    const ana = await memberWithPassword(community.current);
    await suspend(ana);
    const { visitor } = community.current;
    const wrong = await visitor.call(signIn, { body: { email: ana.email, password: 'not the password' } });
    expect(wrong.status).toBe(401);
    expect(JSON.stringify(wrong.body)).not.toContain('suspended');
    const right = await visitor.call(signIn, { body: { email: ana.email, password: goodPassword } });
    expect(right).toMatchObject({ status: 403, body: { type: 'urn:problem:request.suspended' } });
  });

  test('is disconnected from every server within a second', async () => {
    const ana = await community.current.member();
    const tabs = [await community.current.connect(ana), await secondServer.connect(ana)];
    const startedAt = performance.now();
    await suspend(ana, { publish: bus.publish });
    for (const tab of tabs) expect(await tab.closed()).toBe(closeCodes.sessionEnded);
    expect(performance.now() - startedAt).toBeLessThan(busyTimeout);
  });

  test('is disconnected and offline even if the bus message is lost', async () => {
    const ana = await community.current.member();
    const tabs = [await community.current.connect(ana), await secondServer.connect(ana)];
    await suspend(ana);
    for (const tab of tabs) expect(await tab.closed()).toBe(closeCodes.sessionEnded);
    const isOnline = () => community.current.db.$count(onlineMembers, eq(onlineMembers.memberId, ana.id));
    await expect.poll(isOnline).toBe(0);
  });

  test('is active again after the end without a new sign-in, and the audit log records it', async () => {
    const ana = await community.current.member();
    await suspend(ana);
    await endSuspensionNow(ana);
    expect((await ana.call(getCurrentUser, {})).status).toBe(200);
    expect((await ana.call(getSuspension, {})).body).toBeNull();
    expect(await clearExpiredSuspensions(community.current.db)).toBe(1);
    expect(await community.current.findUser(ana.id)).toMatchObject({ suspendedUntil: null, suspensionReason: null });
    expect(await auditActionsAbout(ana)).toEqual(['suspension.set', 'suspension.ended']);
  });

  test('is active again when a moderator ends the suspension', async () => {
    const ana = await community.current.member();
    await suspend(ana);
    const { id: actorId } = await manager();
    await community.current.work((work) => unsuspendMember(work, { actorId, memberId: ana.id }));
    expect((await ana.call(listPosts, {})).status).toBe(200);
    expect(await auditActionsAbout(ana)).toEqual(['suspension.set', 'suspension.lifted']);
  });

  test('is notified by mail, unless the suspension has ended before', async () => {
    const [ana, ben] = [await community.current.member(), await community.current.member()];
    for (const member of [ana, ben]) await suspend(member);
    await endSuspensionNow(ben);
    const mails = await community.current.mails();
    const notified = mails.find(({ to }) => to === ana.email);
    expect(notified?.text).toContain(reason);
    expect(notified?.text).toContain('/suspended');
    expect(mails.filter(({ to }) => to === ben.email)).toEqual([]);
  });
});

describe('permissions', () => {
  test.for([
    ['manager', 'user', undefined],
    ['manager', 'manager', 'members.not_above'],
    ['manager', 'admin', 'members.not_above'],
    ['admin', 'manager', undefined],
    ['admin', 'admin', 'members.not_above'],
  ] as const)('the result of a %s suspending a %s is %s', async ([role, other, rejection]) => {
    const actorId = (await community.current.member({ role })).id;
    const suspended = suspend(await community.current.member({ role: other }), { actorId });
    const refusal = await suspended.then(
      () => undefined,
      (error: Error) => error.message,
    );
    expect(refusal).toBe(rejection);
  });

  test('members cannot change their own role, flag or suspension', async () => {
    const { id } = await community.current.member({ role: 'admin' });
    const ownChange = { actorId: id, memberId: id };
    const { current } = community;
    const changes = await Promise.allSettled([
      current.work((work) => setRole(work, { ...ownChange, role: 'user' })),
      current.work((work) => setFlag(work, { ...ownChange, isFlagged: true })),
      suspend({ id }, { actorId: id }),
      current.work((work) => unsuspendMember(work, ownChange)),
    ]);
    expect(changes.map((change) => change.status === 'rejected' && (change.reason as Error).message)).toEqual(
      Array.from({ length: 4 }, () => 'members.own_status'),
    );
  });

  test('a repeated change is not recorded again', async () => {
    const ana = await community.current.member();
    const { id: actorId } = await community.current.member({ role: 'admin' });
    const change = { actorId, memberId: ana.id };
    for (const isFlagged of [true, true, false, false])
      await community.current.work((work) => setFlag(work, { ...change, isFlagged }));
    for (const role of ['user', 'manager', 'manager'] as const)
      await community.current.work((work) => setRole(work, { ...change, role }));
    await community.current.work((work) => unsuspendMember(work, change));
    expect(await auditActionsAbout(ana)).toEqual(['flag.set', 'flag.cleared', 'role.changed']);
  });
});
