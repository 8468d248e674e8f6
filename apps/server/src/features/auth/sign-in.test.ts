import { getCurrentUser, getSignInOptions, signIn } from '@commons/contract/auth/schemas';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goodPassword, memberWithPassword, newcomer, signInThroughForm } from '../../../test/accounts.ts';
import { type ApiResponse, setCookiesOf } from '../../../test/caller.ts';
import { Community, setUpCommunity } from '../../../test/community.ts';
import { whileLocked } from '../../../test/waiting.ts';
import { sessions } from './auth.tables.ts';

const community = setUpCommunity();

/** Returns a response without values that always differ. */
const comparableParts = ({ status, body, headers }: ApiResponse<unknown>) => ({
  status,
  body: JSON.stringify(body).replace(/urn:request:[\w-]+/, ''),
  headers: { ...headers, 'x-request-id': '', etag: '', date: '' },
});

describe('signing in', () => {
  test('the cookie is not accessible to scripts or other sites', async () => {
    const ana = await memberWithPassword(community.current);
    const response = await community.current.visitor.call(signIn, {
      body: { email: ana.email, password: goodPassword },
    });
    const [cookie, knownBrowser, ...others] = setCookiesOf(response);
    expect(others).toEqual([]);
    expect(knownBrowser).toMatch(/^commons-known-browser=/);
    const [nameAndValue, ...attributes] = cookie?.split('; ') ?? [];
    expect(nameAndValue).toMatch(/^commons-session=[\w%.-]{40,}$/);
    expect(attributes.toSorted()).toEqual(['HttpOnly', `Max-Age=${30 * 24 * 60 * 60}`, 'Path=/', 'SameSite=Lax']);
  });

  test('each sign-in creates a session and updates the time of the last sign-in', async () => {
    const startedAt = Date.now();
    const first = await memberWithPassword(community.current);
    const second = await signInThroughForm(community.current, { email: first.email, password: goodPassword });
    expect(second.cookie).not.toBe(first.cookie);
    const me = await second.call(getCurrentUser, {});
    expect(Date.parse(String(me.body.lastLoginAt))).toBeGreaterThanOrEqual(startedAt);
  });

  test('the email is accepted in any case and with surrounding spaces', async () => {
    const ana = await memberWithPassword(community.current);
    const response = await community.current.visitor.call(signIn, {
      body: { email: ` ${ana.email.toUpperCase()} `, password: goodPassword },
    });
    expect(response.status).toBe(200);
  });

  test('a wrong password and an unknown email get the same response', async () => {
    const ana = await memberWithPassword(community.current);
    const password = 'not the password at all';
    const wrongPassword = await community.current.visitor.call(signIn, { body: { email: ana.email, password } });
    const unknownEmail = await community.current.visitor.call(signIn, { body: { email: newcomer().email, password } });
    expect(wrongPassword.status).toBe(401);
    expect(setCookiesOf(wrongPassword)).toEqual([]);
    expect(comparableParts(unknownEmail)).toEqual(comparableParts(wrongPassword));
  });

  test('a sign-in with the old password during a password change is rejected', async () => {
    const ana = await memberWithPassword(community.current);
    const body = { email: ana.email, password: goodPassword };
    // When the old password has been compared, storing the session waits for the lock.
    const response = await whileLocked(
      community.current,
      sql`SELECT FROM users WHERE id = ${ana.id} FOR UPDATE`,
      () => community.current.visitor.call(signIn, { body }),
      sql`UPDATE accounts SET password = 'the new one' WHERE user_id = ${ana.id}`,
      sql`DELETE FROM sessions WHERE user_id = ${ana.id}`,
    );
    expect(response.status).toBe(401);
    expect(setCookiesOf(response)).toEqual([]);
    expect(await community.current.db.$count(sessions, eq(sessions.userId, ana.id))).toBe(0);
  });

  test('an account without a password gets the same response as an unknown one', async () => {
    const member = await community.current.member();
    const body = { email: member.email, password: goodPassword };
    const response = await community.current.visitor.call(signIn, { body });
    const unknownEmail = await community.current.visitor.call(signIn, { body: { ...body, email: newcomer().email } });
    expect(comparableParts(response)).toEqual(comparableParts(unknownEmail));
  });

  test.for([
    ['email', { email: 'ana', password: goodPassword }],
    ['email', { password: goodPassword }],
    ['password', { email: 'ana@mail.test', password: '' }],
    ['password', { email: 'ana@mail.test', password: 'a'.repeat(129) }],
  ] as const)('an invalid "%s" is rejected: %j', async ([path, body]) => {
    const rejection = await community.current.visitor.send('POST', signIn.path, { body });
    expect(rejection).toMatchObject({ status: 400, body: { errors: [{ path }] } });
  });

  test('a visitor can read the sign-in options', async () => {
    const options = await community.current.visitor.call(getSignInOptions, {});
    expect(options.body).toEqual({
      provider: 'embedded',
      providerName: null,
      needsSetupCode: false,
      signUp: 'open',
    });
  });
});

describe('on HTTPS', () => {
  let httpsServer: Community;
  beforeAll(async () => {
    httpsServer = await Community.open({ environment: { PUBLIC_URL: 'https://commons.test' } });
  });
  afterAll(() => httpsServer.close());

  test('the cookie is bound to this host and to secure connections', async () => {
    const ana = await memberWithPassword(httpsServer);
    const response = await httpsServer.visitor.call(signIn, { body: { email: ana.email, password: goodPassword } });
    const [cookie, knownBrowser, ...others] = setCookiesOf(response);
    expect(others).toEqual([]);
    expect(knownBrowser).toMatch(/^__Host-commons-known-browser=.*; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
    expect(cookie).toMatch(/^__Host-commons-session=/);
    expect(cookie?.split('; ')).toEqual(expect.arrayContaining(['Secure', 'HttpOnly', 'SameSite=Lax', 'Path=/']));
    expect(cookie).not.toContain('Domain');
  });

  test('a cookie with the HTTP name is ignored', async () => {
    const ana = await httpsServer.member();
    expect((await ana.call(getCurrentUser, {})).status).toBe(200);
    const headers = { cookie: ana.cookie.replace('__Host-', '') };
    const response = await httpsServer.visitor.call(getCurrentUser, {}, headers);
    expect(response.status).toBe(401);
  });
});
