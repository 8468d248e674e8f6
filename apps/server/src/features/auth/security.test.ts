import {
  getCurrentUser,
  listSessions,
  requestPasswordReset,
  resetPassword,
  signIn,
  signUp,
} from '@commons/contract/auth/schemas';
import * as contract from '@commons/contract/security/schemas';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { goodPassword, memberWithPassword, newcomer } from '../../../test/accounts.ts';
import { codeOf } from '../../../test/authenticator.ts';
import { Community, Member, setUpCommunity } from '../../../test/community.ts';
import { expectProblem } from '../../../test/problems.ts';
import { beginSignIn, cookiesOf, withTwoFactor } from '../../../test/two-factor.ts';
import { busyTimeout } from '../../../test/waiting.ts';
import { users } from '../../community/members/users.tables.ts';
import { closeCodes } from '../../platform/realtime/connections.ts';
import { accounts, twoFactors, verifications } from './auth.tables.ts';

const community = setUpCommunity();
const newPassword = 'a walk in the morning';

const isSignedIn = async (member: Member) => (await member.call(getCurrentUser, {})).status === 200;
const signInElsewhere = async (member: Member, at: Community = community.current) =>
  new Member(at.server, { ...member, cookie: await community.current.signIn(member.id) });
const statusOfSignIn = async (email: string, password: string) =>
  (await community.current.visitor.call(signIn, { body: { email, password } })).status;
const mailsTo = async (address: string) => (await community.current.mails()).filter(({ to }) => to === address);

describe('the sessions of a member', () => {
  test('ending one closes its socket and keeps the others', async () => {
    const ana = await community.current.member();
    const [phone, libraryComputer] = [await signInElsewhere(ana), await signInElsewhere(ana)];
    const closed = (await community.current.connect(phone)).closed();
    const { body } = await phone.call(listSessions, {});
    const id = body.find(({ isCurrent }) => isCurrent)!.id;
    expect((await ana.call(contract.endSession, { params: { id } })).status).toBe(204);
    expect(await closed).toBe(closeCodes.sessionEnded);
    expect([await isSignedIn(phone), await isSignedIn(libraryComputer), await isSignedIn(ana)]).toEqual([
      false,
      true,
      true,
    ]);
    expectProblem(await ana.call(contract.endSession, { params: { id } }), 404, 'security.session_not_found');
  });

  test('ending the others takes effect on every process at once, including sockets', async () => {
    await using cleanup = new AsyncDisposableStack();
    const secondServer = await Community.open({ sharesDatabaseWith: community.current });
    cleanup.defer(() => secondServer.close());
    const ana = await community.current.member();
    const phone = await signInElsewhere(ana, secondServer);
    const closed = (await secondServer.connect(phone)).closed();
    const startedAt = performance.now();
    await ana.call(contract.endOtherSessions, {});
    expect((await phone.call(getCurrentUser, {})).status).toBe(401);
    expect(await closed).toBe(closeCodes.sessionEnded);
    expect(performance.now() - startedAt).toBeLessThan(busyTimeout);
    expect(await isSignedIn(ana)).toBe(true);
  });

  test('a member cannot end another member’s session', async () => {
    const [ana, ben] = [await community.current.member(), await community.current.member()];
    const [session] = (await ana.call(listSessions, {})).body;
    expect((await ben.call(contract.endSession, { params: { id: session!.id } })).status).toBe(404);
    expect(await isSignedIn(ana)).toBe(true);
  });
});

const changePassword = (member: Member, overrides: Partial<contract.ChangePasswordInput> = {}) =>
  member.call(contract.changePassword, {
    body: { password: goodPassword, newPassword, endsOtherSessions: false, ...overrides },
  });

describe('changing the password', () => {
  test('replaces the password, sends a mail, and ends other sessions on request', async () => {
    const ana = await memberWithPassword(community.current);
    const phone = await signInElsewhere(ana);
    expect((await changePassword(ana)).status).toBe(204);
    expect(
      await Promise.all([goodPassword, newPassword].map((password) => statusOfSignIn(ana.email, password))),
    ).toEqual([401, 200]);
    expect((await mailsTo(ana.email)).at(-1)?.text).toContain('was changed');
    expect(await isSignedIn(phone)).toBe(true);
    await changePassword(ana, { password: newPassword, newPassword: goodPassword, endsOtherSessions: true });
    expect([await isSignedIn(phone), await isSignedIn(ana)]).toEqual([false, true]);
  });

  test('requires the current password', async () => {
    const ana = await memberWithPassword(community.current);
    const rejection = await changePassword(ana, { password: 'not the password' });
    expect(expectProblem(rejection, 400, 'security.wrong_password').errors?.[0]?.path).toBe('password');
    expect(await statusOfSignIn(ana.email, goodPassword)).toBe(200);
  });

  test('twice at the same time succeeds only once', async () => {
    const ana = await memberWithPassword(community.current);
    const responses = await Promise.all([
      changePassword(ana),
      changePassword(ana, { newPassword: 'an evening by the sea' }),
    ]);
    expect(responses.map(({ status }) => status).toSorted((firstSignIn, other) => firstSignIn - other)).toEqual([
      204, 400,
    ]);
  });

  test('cancels pending reset links', async () => {
    const ana = await memberWithPassword(community.current);
    await community.current.visitor.call(requestPasswordReset, { body: { email: ana.email } });
    const token = /token=(\S+)/.exec((await mailsTo(ana.email)).at(-1)?.text ?? '')?.[1] ?? '';
    await changePassword(ana);
    const response = await community.current.visitor.call(resetPassword, {
      body: { token, newPassword: goodPassword },
    });
    expect(response.status).toBe(400);
  });

  test('rejects common passwords on sign-up, reset and change, with a friendly message', async () => {
    const ana = await memberWithPassword(community.current);
    const expectedErrors = [{ message: expect.stringContaining('safer') }];
    expect(await changePassword(ana, { newPassword: 'MindfulCommons1!' })).toMatchObject({
      status: 400,
      body: { errors: expectedErrors },
    });
    const body = { ...newcomer(), password: 'Passwort2024' };
    expect(await community.current.visitor.call(signUp, { body })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'password' }] },
    });
    const reset = { token: 'any', newPassword: 'qwertyuiop123' };
    expect(await community.current.visitor.call(resetPassword, { body: reset })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'newPassword' }] },
    });
  });
});

const requestEmailChange = (member: Member, newEmail: string, password = goodPassword) =>
  member.call(contract.requestEmailChange, { body: { newEmail, password } });
const tokenFor = async (address: string) => /token=(\S+)/.exec((await mailsTo(address)).at(-1)?.text ?? '')?.[1] ?? '';
const confirm = (token: string) => community.current.visitor.call(contract.confirmEmailChange, { body: { token } });
const newAddress = () => newcomer().email;

describe('changing the email', () => {
  test('takes effect once through the mailed link, and the old address is notified', async () => {
    const ana = await memberWithPassword(community.current);
    const address = newAddress();
    expect((await requestEmailChange(ana, ` ${address.toUpperCase()} `)).status).toBe(204);
    expect((await ana.call(getCurrentUser, {})).body.email).toBe(ana.email);
    const token = await tokenFor(address);
    expect((await confirm(token)).status).toBe(204);
    expectProblem(await confirm(token), 400, 'security.email_link_invalid');
    expect((await ana.call(getCurrentUser, {})).body.email).toBe(address);
    expect(await statusOfSignIn(address, goodPassword)).toBe(200);
    expect(await statusOfSignIn(ana.email, goodPassword)).toBe(401);
    expect((await mailsTo(ana.email)).at(-1)?.text).toContain(address);
  });

  test('to another member’s address gets the same response, notifies the owner and never succeeds', async () => {
    const [ana, ben] = [await memberWithPassword(community.current), await memberWithPassword(community.current)];
    expect((await requestEmailChange(ana, ben.email)).status).toBe(204);
    expect((await mailsTo(ben.email)).at(-1)?.text).toContain('already has an account');
    expect(await tokenFor(ben.email)).toBe('');
  });

  test('to the same address by two members succeeds for the first to confirm', async () => {
    const [ana, ben] = [await memberWithPassword(community.current), await memberWithPassword(community.current)];
    const address = newAddress();
    const tokens: string[] = [];
    for (const member of [ana, ben]) {
      await requestEmailChange(member, address);
      tokens.push(await tokenFor(address));
    }
    const responses = await Promise.all(tokens.map((token) => confirm(token)));
    expect(responses.map(({ status }) => status).toSorted((firstSignIn, other) => firstSignIn - other)).toEqual([
      204, 400,
    ]);
  });

  test('requires the password, and the link works for an hour', async () => {
    const ana = await memberWithPassword(community.current);
    const address = newAddress();
    expectProblem(await requestEmailChange(ana, address, 'a guess'), 400, 'security.wrong_password');
    await requestEmailChange(ana, address);
    const token = await tokenFor(address);
    await community.current.db
      .update(verifications)
      .set({ expiresAt: new Date() })
      .where(eq(verifications.value, `${ana.id} ${address}`));
    expect((await confirm(token)).status).toBe(400);
  });
});

const post = (path: string, fields: Record<string, string>, cookie = '') =>
  community.current.visitor.send('POST', path, {
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie },
  });

describe('two-factor sign-in', () => {
  test('is turned on by a first code, and then nothing is accessible without a code', async () => {
    const { ana, key, address, recoveryCodes } = await withTwoFactor(community.current);
    expect(address).toMatch(/^otpauth:\/\/totp\/Mindful%20Commons/);
    expect(recoveryCodes).toHaveLength(10);
    expect(await isSignedIn(ana)).toBe(true);
    expect((await ana.call(contract.getTwoFactor, {})).body).toEqual({
      isOn: true,
      isRequired: false,
      isEmailConfirmed: true,
      recoveryCodesLeft: 10,
    });
    const { first, submitCode } = await beginSignIn(community.current.visitor, ana.email);
    expect(first.body).toEqual({ status: true, needsCode: true });
    const earlyResponse = await community.current.visitor.call(getCurrentUser, {}, { cookie: cookiesOf(first) });
    expect(earlyResponse.status).toBe(401);
    const response = await submitCode(` ${(await codeOf(key)).replace(/^.../, '$& ')} `);
    expect(response.status).toBe(200);
    const me = await community.current.visitor.call(getCurrentUser, {}, { cookie: cookiesOf(response) });
    expect(me.body.id).toBe(ana.id);
    expect((await mailsTo(ana.email)).at(-1)?.text).toContain('also asks for a code');
  });

  test('can be turned on only with a confirmed email', async () => {
    const ana = await memberWithPassword(community.current);
    await community.current.db.update(users).set({ emailVerified: false }).where(eq(users.id, ana.id));
    const turnOn = () => ana.call(contract.beginTwoFactor, { body: { password: goodPassword } });
    const isConfirmed = async () => (await ana.call(contract.getTwoFactor, {})).body.isEmailConfirmed;
    expectProblem(await turnOn(), 409, 'security.email_unconfirmed');
    expect(await isConfirmed()).toBe(false);
    expect((await ana.call(contract.requestEmailConfirmation, {})).status).toBe(204);
    expect((await confirm(await tokenFor(ana.email))).status).toBe(204);
    expect(await isConfirmed()).toBe(true);
    expect((await turnOn()).status).toBe(200);
    await ana.call(contract.requestEmailConfirmation, {});
    expect(await mailsTo(ana.email)).toHaveLength(1);
  });

  test('is not on until a code confirms that the app has the key', async () => {
    const ana = await memberWithPassword(community.current);
    await ana.call(contract.beginTwoFactor, { body: { password: goodPassword } });
    expectProblem(await ana.call(contract.confirmTwoFactor, { body: { code: '000000' } }), 400, 'security.wrong_code');
    const { first } = await beginSignIn(community.current.visitor, ana.email);
    expect(first.body).toEqual({ status: true, needsCode: false });
    expectProblem(
      await ana.call(contract.beginTwoFactor, { body: { password: 'a guess' } }),
      400,
      'security.wrong_password',
    );
  });

  test('a recovery code works once, even if it is used twice at the same time', async () => {
    const { ana, recoveryCodes } = await withTwoFactor(community.current);
    const [firstSignIn, secondSignIn] = [
      await beginSignIn(community.current.visitor, ana.email),
      await beginSignIn(community.current.visitor, ana.email),
    ];
    const responses = await Promise.all([
      firstSignIn.submitCode(recoveryCodes[0]!),
      secondSignIn.submitCode(recoveryCodes[0]!),
    ]);
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    expectProblem(
      await (await beginSignIn(community.current.visitor, ana.email)).submitCode(recoveryCodes[0]!),
      400,
      'security.wrong_code',
    );
    expect((await ana.call(contract.getTwoFactor, {})).body.recoveryCodesLeft).toBe(9);
    const renewal = await ana.call(contract.renewRecoveryCodes, { body: { password: goodPassword } });
    expectProblem(
      await (await beginSignIn(community.current.visitor, ana.email)).submitCode(recoveryCodes[1]!),
      400,
      'security.wrong_code',
    );
    expect(
      (await (await beginSignIn(community.current.visitor, ana.email)).submitCode(renewal.body.recoveryCodes[0]!))
        .status,
    ).toBe(200);
  });

  test('five wrong codes across several sign-ins lock two-factor codes for fifteen minutes', async () => {
    const { ana, key, recoveryCodes } = await withTwoFactor(community.current);
    const wrongCodes = ['000000', '000001', 'wrong-code', '000003', '000004'];
    for (const [index, code] of wrongCodes.entries()) {
      const { submitCode } = await beginSignIn(community.current.visitor, ana.email);
      expectProblem(await submitCode(code), 400, 'security.wrong_code');
      expect(index).toBeLessThan(5);
    }
    const { submitCode } = await beginSignIn(community.current.visitor, ana.email);
    for (const code of [await codeOf(key), recoveryCodes[0]!]) {
      const rejection = await submitCode(code);
      expectProblem(rejection, 429, 'security.codes_locked');
      // In seconds. The lock began before this call.
      const retryAfter = Number(rejection.headers['retry-after']);
      expect(retryAfter).toBeGreaterThan(14 * 60);
      expect(retryAfter).toBeLessThanOrEqual(15 * 60);
    }
    const [row] = await community.current.db.select().from(twoFactors).where(eq(twoFactors.userId, ana.id));
    const minutes = ((row?.lockedUntil?.getTime() ?? 0) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(14);
    expect(minutes).toBeLessThanOrEqual(15);
    // Existing sessions stay valid.
    expect(await isSignedIn(ana)).toBe(true);
    await community.current.db.update(twoFactors).set({ lockedUntil: new Date() }).where(eq(twoFactors.userId, ana.id));
    expect((await submitCode(await codeOf(key))).status).toBe(200);
  });

  test('five wrong codes in one sign-in cause the same lock', async () => {
    const { ana, key } = await withTwoFactor(community.current);
    const { submitCode } = await beginSignIn(community.current.visitor, ana.email);
    for (let digit = 0; digit < 5; digit += 1) expect((await submitCode(`00000${digit}`)).status).toBe(400);
    expect((await submitCode(await codeOf(key))).status).toBe(429);
  });

  test('can be turned off only with the password', async () => {
    const { ana } = await withTwoFactor(community.current);
    const turnOff = (password: string) => ana.call(contract.disableTwoFactor, { body: { password } });
    expectProblem(await turnOff('a guess'), 400, 'security.wrong_password');
    expect((await turnOff(goodPassword)).status).toBe(204);
    expectProblem(await turnOff(goodPassword), 409, 'security.two_factor_is_off');
    expect((await beginSignIn(community.current.visitor, ana.email)).first.body.needsCode).toBe(false);
  });

  test('a code without the password step is rejected', async () => {
    const { key } = await withTwoFactor(community.current);
    const response = await community.current.visitor.call(contract.signInWithCode, {
      body: { code: await codeOf(key) },
    });
    expectProblem(response, 401, 'security.password_first');
  });

  test('the form without JavaScript leads to the code page and then to the requested page', async () => {
    const { ana, key } = await withTwoFactor(community.current);
    const first = await post('/login?returnTo=%2Fjournal', { email: ana.email, password: goodPassword });
    expect(first).toMatchObject({ status: 303, headers: { location: '/sign-in-code?returnTo=%2Fjournal' } });
    const second = await post(String(first.headers['location']), { code: await codeOf(key) }, cookiesOf(first));
    expect(second).toMatchObject({ status: 303, headers: { location: '/journal' } });
  });
});

describe('with required two-factor sign-in for admins', () => {
  const strictCommunity = setUpCommunity({ ADMIN_TWO_FACTOR: 'required' });

  test('an admin without two-factor sign-in has only member permissions', async () => {
    const admin = await strictCommunity.current.member({ role: 'admin' });
    const member = await memberWithPassword(strictCommunity.current);
    const [{ password } = { password: '' }] = await strictCommunity.current.db
      .select()
      .from(accounts)
      .where(eq(accounts.userId, member.id));
    await strictCommunity.current.db
      .insert(accounts)
      .values({ userId: admin.id, accountId: admin.id, providerId: 'credential', password });
    const fetchRole = async () => (await admin.call(getCurrentUser, {})).body.role;
    const createCategory = () => admin.send('POST', '/api/journal-categories', { body: { name: 'Rest' } });
    expect([await fetchRole(), (await createCategory()).status]).toEqual(['user', 403]);
    expect((await admin.call(contract.getTwoFactor, {})).body.isRequired).toBe(true);
    expect((await member.call(contract.getTwoFactor, {})).body.isRequired).toBe(false);
    const { body } = await admin.call(contract.beginTwoFactor, { body: { password: goodPassword } });
    await admin.call(contract.confirmTwoFactor, { body: { code: await codeOf(body.key) } });
    expect(await fetchRole()).toBe('admin');
    expect((await createCategory()).status).toBeLessThan(400);
  });
});
