import { codeLimits } from '@commons/contract/security';
import { beginTwoFactor, confirmTwoFactor } from '@commons/contract/security/schemas';
import { and, eq, gt, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { goodPassword, memberWithPassword } from '../../../test/accounts.ts';
import { codeOf } from '../../../test/authenticator.ts';
import { Community, type Member, setUpCommunity } from '../../../test/community.ts';
import { expectProblem } from '../../../test/problems.ts';
import { beginSignIn, createPendingSignIns, withTwoFactor } from '../../../test/two-factor.ts';
import { waitForLockWaiters, whileLocked } from '../../../test/waiting.ts';
import { sessions, twoFactors } from './auth.tables.ts';

const community = setUpCommunity();

const countByStatus = (statuses: number[]) =>
  Object.fromEntries(
    Map.groupBy(statuses, (status) => status)
      .entries()
      .map(([status, group]) => [status, group.length]),
  );

describe('concurrent codes', () => {
  test('of fifty wrong codes on two servers only five are compared', async () => {
    await using cleanup = new AsyncDisposableStack();
    const secondServer = await Community.open({ sharesDatabaseWith: community.current });
    cleanup.defer(() => secondServer.close());
    const { ana, key, recoveryCodes } = await withTwoFactor(community.current);
    const [lastSignIn, ...pendingSignIns] = await createPendingSignIns(community.current, ana.id, 51);
    const servers = [community.current.visitor, secondServer.visitor];
    const responses = await Promise.all(
      pendingSignIns.map((submit, index) =>
        submit(index % 4 < 2 ? `0000${10 + index}` : `wrong-no${index}`, servers[index % 2]),
      ),
    );
    expect(countByStatus(responses.map(({ status }) => status))).toEqual({ 400: 5, 429: 45 });
    for (const code of [await codeOf(key), recoveryCodes[0]!])
      expectProblem(await lastSignIn!(code), 429, 'security.codes_locked');
  });

  test('a reused code from the app counts as wrong', async () => {
    await using cleanup = new AsyncDisposableStack();
    const limitedCommunity = await Community.open({ environment: { RATE_LIMITS: 'on' } });
    cleanup.defer(() => limitedCommunity.close());
    const { ana, key, recoveryCodes } = await withTwoFactor(limitedCommunity);
    const pendingSignIns = await createPendingSignIns(limitedCommunity, ana.id, 7);
    const code = await codeOf(key);
    expect((await pendingSignIns[0]!(code)).status).toBe(200);
    for (const submit of pendingSignIns.slice(1, 6)) expectProblem(await submit(code), 400, 'security.wrong_code');
    expectProblem(await pendingSignIns[6]!(recoveryCodes[0]!), 429, 'security.codes_locked');
  });
});

const createKey = (member: Member) => member.call(beginTwoFactor, { body: { password: goodPassword } });

describe('a new key', () => {
  test('can be created twice at the same time, and one of the two can be confirmed', async () => {
    const ana = await memberWithPassword(community.current);
    const { creating } = await community.current.db.transaction(async (tx) => {
      await tx.execute(sql`LOCK TABLE two_factors IN SHARE MODE`);
      const creating = [createKey(ana), createKey(ana)];
      await waitForLockWaiters(community.current, 2);
      return { creating };
    });
    const responses = await Promise.all(creating);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    const confirmStatuses = [];
    for (const { body } of responses)
      confirmStatuses.push((await ana.call(confirmTwoFactor, { body: { code: await codeOf(body.key) } })).status);
    expect(confirmStatuses).toContain(204);
  });

  test('does not replace a key that is confirmed at the same time', async () => {
    const ana = await memberWithPassword(community.current);
    const { key } = (await createKey(ana)).body;
    const code = await codeOf(key);
    const { confirming, creating } = await community.current.db.transaction(async (tx) => {
      await tx.select().from(twoFactors).where(eq(twoFactors.userId, ana.id)).for('update');
      const confirming = ana.call(confirmTwoFactor, { body: { code } });
      await waitForLockWaiters(community.current);
      const creating = createKey(ana);
      await waitForLockWaiters(community.current, 2);
      return { confirming, creating };
    });
    expect((await confirming).status).toBe(204);
    expectProblem(await creating, 409, 'security.two_factor_is_on');
    const [submit] = await createPendingSignIns(community.current, ana.id, 1);
    expect((await submit!(code)).status).toBe(200);
  });
});

/** Makes writes to a table fail, as on a full disk. */
const makeWritesFail = (server: Community, table: string, event: string) =>
  server.db.execute(
    sql.raw(`
      CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'full' USING ERRCODE = '53100'; END $$;
      CREATE TRIGGER fails BEFORE ${event} ON ${table} FOR EACH ROW EXECUTE FUNCTION fail()`),
  );

describe('a correct code', () => {
  test.for([
    ['of the app', 'sessions', 'INSERT'],
    ['of the app', 'users', 'UPDATE OF last_login_at'],
    ['of the app', 'verifications', 'DELETE'],
    ['for recovery', 'sessions', 'INSERT'],
    ['for recovery', 'users', 'UPDATE OF last_login_at'],
    ['for recovery', 'verifications', 'DELETE'],
  ] as const)('%s stays valid when writing %s fails repeatedly', async ([kind, table, event]) => {
    await using cleanup = new AsyncDisposableStack();
    const limitedCommunity = await Community.open({ environment: { RATE_LIMITS: 'on' } });
    cleanup.defer(() => limitedCommunity.close());
    const { ana, key, recoveryCodes } = await withTwoFactor(limitedCommunity);
    const sessionsBefore = await limitedCommunity.db.$count(sessions, eq(sessions.userId, ana.id));
    const [submit] = await createPendingSignIns(limitedCommunity, ana.id, 1);
    const code = kind === 'for recovery' ? recoveryCodes[0]! : await codeOf(key);
    await makeWritesFail(limitedCommunity, table, event);
    for (let index = 0; index < codeLimits.maxWrongCodes; index += 1)
      expectProblem(await submit!(code), 503, 'server.unavailable');
    expect(await limitedCommunity.db.$count(sessions, eq(sessions.userId, ana.id))).toBe(sessionsBefore);
    await limitedCommunity.db.execute(sql`DROP FUNCTION fail() CASCADE`);
    expect((await submit!(code)).status).toBe(200);
    expect(await limitedCommunity.db.$count(sessions, eq(sessions.userId, ana.id))).toBe(sessionsBefore + 1);
  });

  test('waits for a concurrent password change and is then rejected', async () => {
    const { ana, key } = await withTwoFactor(community.current);
    const sessionsBefore = await community.current.db.$count(sessions, eq(sessions.userId, ana.id));
    const [submit] = await createPendingSignIns(community.current, ana.id, 1);
    const code = await codeOf(key);
    const response = await whileLocked(
      community.current,
      sql`UPDATE accounts SET password = 'another' WHERE user_id = ${ana.id}`,
      () => submit!(code),
      sql`DELETE FROM verifications WHERE value = ${ana.id}`,
    );
    expectProblem(response, 401, 'security.password_first');
    expect(await community.current.db.$count(sessions, eq(sessions.userId, ana.id))).toBe(sessionsBefore);
  });
});

describe('the password alone', () => {
  test('does not update the time of the last sign-in, but the code does', async () => {
    const { ana, key } = await withTwoFactor(community.current);
    const memberBefore = await community.current.findUser(ana.id);
    const { submitCode: submit } = await beginSignIn(community.current.visitor, ana.email);
    expect((await community.current.findUser(ana.id))?.lastLoginAt).toEqual(memberBefore?.lastLoginAt);
    expect((await submit(await codeOf(key))).status).toBe(200);
    expect((await community.current.findUser(ana.id))?.lastLoginAt).not.toEqual(memberBefore?.lastLoginAt);
  });

  test('leaves no open session if the server crashes before it deletes the library’s session', async () => {
    const { ana } = await withTwoFactor(community.current);
    const isOpen = and(eq(sessions.userId, ana.id), gt(sessions.expiresAt, sql`now()`));
    const sessionsBefore = await community.current.db.$count(sessions, isOpen);
    await community.current.db.execute(sql`
      CREATE FUNCTION keep() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$`);
    await community.current.db.execute(sql`
      CREATE TRIGGER keeps BEFORE DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION keep()`);
    await beginSignIn(community.current.visitor, ana.email);
    await community.current.db.execute(sql`DROP FUNCTION keep() CASCADE`);
    expect(await community.current.db.$count(sessions, eq(sessions.userId, ana.id))).toBe(sessionsBefore + 1);
    expect(await community.current.db.$count(sessions, isOpen)).toBe(sessionsBefore);
  });
});
