import { randomUUID } from 'node:crypto';
import { signIn, signUp } from '@commons/contract/auth/schemas';
import { inviteFromWaitlist, joinWaitlist } from '@commons/contract/waitlist/schemas';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { goodPassword, newcomer } from '../../../test/accounts.ts';
import { Browser, type Visit } from '../../../test/browser.ts';
import { Community } from '../../../test/community.ts';
import { OpenIdProvider } from '../../../test/openid-provider.ts';
import { openSite, person, setUpOpenIdSite } from '../../../test/openid-site.ts';
import { createMinimalWebBuild } from '../../../test/web-build.ts';
import { users } from '../../community/members/users.tables.ts';
import { accounts, sessions } from './auth.tables.ts';

const { site, signInAs, currentUserOf, createLocalMember, expectSignInError } = setUpOpenIdSite();

const { accessToken, refreshToken, idToken } = accounts;
const tokens = { accessToken, refreshToken, idToken };
const noTokens = { accessToken: null, refreshToken: null, idToken: null };

const sessionCount = (memberId: string) => site.community.db.$count(sessions, eq(sessions.userId, memberId));

describe('signing in through the provider', () => {
  test('a newcomer becomes a member with the names and email that the provider knows', async () => {
    const ana = person({ email: 'Ana.Lund@lund.test', picture: 'https://pictures.test/ana.png' });
    const { visit, me } = await signInAs(ana, { returnTo: '/posts?tab=new' });
    expect(visit.url.href).toBe(`${site.community.publicUrl}/posts?tab=new`);
    expect(me.body).toMatchObject({
      email: 'ana.lund@lund.test',
      firstName: 'Ana',
      lastName: 'Lund',
      displayName: 'Ana Lund',
      role: 'user',
    });
    expect(Date.parse(String(me.body.lastLoginAt))).toBeGreaterThan(Date.now() - 60_000);
    // Pages load nothing from third parties, so the provider's picture is ignored.
    expect(me.body.profileImageUrl).toBeNull();
  });

  test('the same subject is the same member at the next sign-in', async () => {
    const ana = person();
    const first = await signInAs(ana);
    const second = await signInAs({ ...ana, email: `${randomUUID()}@moved.test`, family_name: 'Berg' });
    expect(second.me.body.id).toBe(first.me.body.id);
    expect(second.me.body.email).toBe(ana.email);
  });

  test('the provider’s tokens are not stored at the first or later sign-ins', async () => {
    const ana = person();
    for (let round = 0; round < 2; round += 1) {
      const { me } = await signInAs(ana);
      const storedTokens = await site.community.db.select(tokens).from(accounts).where(eq(accounts.userId, me.body.id));
      expect(storedTokens).toEqual([noTokens]);
    }
  });

  test('a member with only one name is shown with that name', async () => {
    const { me } = await signInAs({
      sub: randomUUID(),
      email: `${randomUUID()}@lund.test`,
      email_verified: true,
      name: 'Ana',
    });
    expect(me.body).toMatchObject({ displayName: 'Ana', firstName: 'Ana', lastName: '' });
  });

  test('the request to the provider is bound to this browser by PKCE, state and nonce', async () => {
    const { visit } = await signInAs(person());
    const authorization = visit.trail.find(({ pathname }) => pathname === '/auth');
    const parameters = Object.fromEntries(authorization?.searchParams ?? []);
    expect(parameters).toMatchObject({
      response_type: 'code',
      client_id: OpenIdProvider.clientId,
      redirect_uri: `${site.community.publicUrl}/api/auth/callback/openid`,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{20,}$/),
      nonce: expect.stringMatching(/^[\w-]{20,}$/),
    });
    expect(parameters['scope']?.split(' ').toSorted()).toEqual(['email', 'openid', 'profile']);
    expect(JSON.stringify(parameters)).not.toContain(site.provider.clientSecret);
  });

  test('with a return address on another site a new member stays on this site and opens the welcome page', async () => {
    const { visit, me } = await signInAs(person(), { returnTo: '/.//elsewhere.test' });
    expect(visit.url.href).toBe(`${site.community.publicUrl}/welcome`);
    expect(me.status).toBe(200);
  });

  test('a visitor who cancels at the provider returns to the sign-in page, signed out', async () => {
    const browser = new Browser();
    site.provider.cancelNextSignIn();
    const visit = await browser.visit(`${site.community.publicUrl}/api/login`);
    expectSignInError(visit, 'access_denied');
    expect((await currentUserOf(browser)).status).toBe(401);
  });
});

describe('an existing account', () => {
  test('is linked if its email is verified here and at the provider', async () => {
    const localMember = await createLocalMember({ emailVerified: true });
    const { visit, me } = await signInAs(person({ email: localMember.email, email_verified: true }));
    expect(visit.url.pathname).toBe('/posts');
    expect(me.body).toMatchObject({ id: localMember.id, firstName: 'Robin' });
    expect(await sessionCount(localMember.id)).toBe(2);
  });

  test.for([
    { atProvider: true, here: false },
    { atProvider: false, here: true },
    { atProvider: false, here: false },
  ])('is not linked if the email is verified at the provider: $atProvider, here: $here', async (verified) => {
    const localMember = await createLocalMember({ emailVerified: verified.here });
    const { visit, me } = await signInAs(person({ email: localMember.email, email_verified: verified.atProvider }));
    expectSignInError(visit, 'account_not_linked');
    expect(me.status).toBe(401);
    expect(await sessionCount(localMember.id)).toBe(1);
    expect(await site.community.findUser(localMember.id)).toMatchObject({
      firstName: 'Robin',
      emailVerified: verified.here,
    });
  });

  test('is not linked by an email_verified claim that is not a boolean', async () => {
    const localMember = await createLocalMember({ emailVerified: true });
    const { visit, me } = await signInAs(
      person({ email: localMember.email, email_verified: 'true' as unknown as boolean }),
    );
    expectSignInError(visit, 'account_not_linked');
    expect(me.status).toBe(401);
  });

  test('rejects another identity at the provider with the same email', async () => {
    const ana = person();
    const { me } = await signInAs(ana);
    for (const emailVerified of [true, false]) {
      const other = await signInAs(person({ email: ana.email.toUpperCase(), email_verified: emailVerified }));
      expectSignInError(other.visit);
      expect(other.me.status).toBe(401);
    }
    expect((await signInAs(ana)).me.body.id).toBe(me.body.id);
    expect(await sessionCount(me.body.id)).toBe(2);
  });
});

describe('concurrent first sign-ins', () => {
  test.for([
    ['of a newcomer', () => person()],
    ['with an address that is not verified', () => person({ email_verified: false })],
  ] as const)('%s open one account, and all lead to their requested page', async ([, createPerson]) => {
    for (let round = 0; round < 3; round += 1) {
      const ana = createPerson();
      const signIns = await Promise.all([1, 2, 3].map((tab) => signInAs(ana, { returnTo: `/posts?tab=${tab}&of=*` })));
      expect(signIns.map(({ me }) => me.status)).toEqual([200, 200, 200]);
      expect(new Set(signIns.map(({ me }) => me.body.id)).size).toBe(1);
      expect(signIns.map(({ visit }) => `${visit.url.pathname}${decodeURIComponent(visit.url.search)}`)).toEqual(
        [1, 2, 3].map((tab) => `/posts?tab=${tab}&of=*`),
      );
      expect(await site.community.db.$count(users, eq(users.email, ana.email))).toBe(1);
    }
  });

  test('of an existing member link one account', async () => {
    const localMember = await createLocalMember({ emailVerified: true });
    const ana = person({ email: localMember.email });
    const signIns = await Promise.all([1, 2, 3].map(() => signInAs(ana)));
    expect(signIns.map(({ me }) => me.body.id)).toEqual([localMember.id, localMember.id, localMember.id]);
    expect(await site.community.db.$count(accounts, eq(accounts.userId, localMember.id))).toBe(1);
  });

  test('and a password sign-up with the same email open one account', async () => {
    const embeddedServer = await Community.open({ sharesDatabaseWith: site.community });
    for (let round = 0; round < 3; round += 1) {
      const ana = person();
      const body = newcomer({ email: ana.email });
      const [signedIn, signedUp] = await Promise.all([signInAs(ana), embeddedServer.visitor.call(signUp, { body })]);
      expect(signedUp.status).toBe(200);
      expect([200, 401]).toContain(signedIn.me.status);
      expect(await site.community.db.$count(users, eq(users.email, ana.email))).toBe(1);
    }
    await embeddedServer.close();
  });
});

const callback = (parameters: Record<string, string>) =>
  `${site.community.publicUrl}/api/auth/callback/openid?${new URLSearchParams(parameters).toString()}`;

/** Returns the callback address that the provider redirected the browser to. */
const callbackUrlOf = (visit: Visit) => visit.trail.find(({ pathname }) => pathname === '/api/auth/callback/openid');

describe('a provider response that this browser did not request', () => {
  test('does not sign in from another person’s callback link', async () => {
    const stranger = await signInAs(person());
    const victim = new Browser();
    const visit = await victim.visit(callbackUrlOf(stranger.visit) ?? '');
    expectSignInError(visit);
    expect((await currentUserOf(victim)).status).toBe(401);
  });

  test('works only once', async () => {
    const { browser, visit, me } = await signInAs(person());
    const nextSignIn = await browser.visit(callbackUrlOf(visit) ?? '');
    expect(nextSignIn.trail.at(-1)?.pathname).toBe('/login');
    expect(await sessionCount(me.body.id)).toBe(1);
  });

  test.for<[label: string, parameters: Record<string, string>]>([
    ['empty', {}],
    ['without a state', { code: 'made-up' }],
    ['with a forged state', { code: 'made-up', state: 'made-up' }],
    ['with characters the database cannot store', { state: '\0', code: '\0' }],
    ['an error', { error: 'server_error', error_description: '<script>alert(1)</script>' }],
    ['an error with a forged state', { error: 'server_error', state: 'made-up' }],
    ['overlong', { state: 'a'.repeat(5_000), code: 'a' }],
  ])('leads to the sign-in page if it is forged: %s', async ([, parameters]) => {
    const browser = new Browser();
    const visit = await browser.visit(callback(parameters));
    expectSignInError(visit);
    expect((await currentUserOf(browser)).status).toBe(401);
  });
});

test('with an OpenID provider, the embedded sign-in is disabled', async () => {
  const { visitor } = site.community;
  const body = newcomer();
  const responses = [
    await visitor.call(signUp, { body }),
    await visitor.call(signIn, { body: { email: body.email, password: goodPassword } }),
  ];
  for (const response of responses)
    expect(response).toMatchObject({ status: 404, body: { type: 'urn:problem:auth.embedded_only' } });
  expect(await site.community.db.$count(users, eq(users.email, body.email))).toBe(0);
});

describe('the first administrator', () => {
  test('with ADMIN_EMAILS is the first account with an email verified by the provider', async () => {
    const openIdSite = await openSite({ ADMIN_EMAILS: 'ana@lund.test,ben@lund.test' });
    await openIdSite.provider.start();
    const unverifiedSignIn = await signInAs(person({ email: 'ana@lund.test', email_verified: false }), {
      at: openIdSite,
    });
    expect(unverifiedSignIn.me.body).toMatchObject({ email: 'ana@lund.test', role: 'user' });
    const verified = await signInAs(person({ email: 'Ben@lund.test' }), { at: openIdSite });
    expect(verified.me.body).toMatchObject({ email: 'ben@lund.test', role: 'admin' });
    await openIdSite.close();
  });
});

test('with sign-up by invitation, OpenID users need an invitation too, and members still sign in', async () => {
  const openIdSite = await openSite({ SIGN_UP: 'invited', ADMIN_EMAILS: 'ana@lund.test' });
  await openIdSite.provider.start();
  const ana = person({ email: 'ana@lund.test' });
  const stranger = await signInAs(person(), { at: openIdSite });
  expect(stranger.visit.url.pathname).toBe('/login');
  expect(stranger.visit.url.searchParams.get('error')).toBe('unable_to_create_user');
  expect(stranger.me.status).toBe(401);
  expect((await signInAs(ana, { at: openIdSite })).me.body).toMatchObject({ role: 'admin' });
  expect((await signInAs(ana, { at: openIdSite })).me.status).toBe(200);
  expect(await openIdSite.community.db.$count(users)).toBe(1);
  await openIdSite.close();
});

test('an invitation survives the visit to the provider and admits its recipient once', async () => {
  const web = await createMinimalWebBuild();
  const openIdSite = await openSite({ SIGN_UP: 'invited' }, web.directory);
  await openIdSite.provider.start();
  const { community } = openIdSite;
  const admin = await community.member({ role: 'admin' });
  const ana = person({ email: 'ana@lund.test', email_verified: false });
  const { body: entry } = await community.visitor.call(joinWaitlist, {
    body: { firstName: 'Ana', lastName: 'Lund', email: 'ana@lund.test' },
  });
  await admin.call(inviteFromWaitlist, { body: { id: entry.id } });
  const [mail] = await community.mails();
  const link = /http\S+invitation=\S+/.exec(mail?.text ?? '')?.[0] ?? '';
  const openLink = async () => {
    const browser = new Browser();
    expect((await browser.visit(link)).status).toBe(200);
    return browser;
  };

  // Another identity at the provider, or a browser without the link, is rejected.
  const otherIdentity = await signInAs(person(), { at: openIdSite, browser: await openLink() });
  expect(otherIdentity.visit.url.searchParams.get('error')).toBe('unable_to_create_user');
  expect((await signInAs(ana, { at: openIdSite })).me.status).toBe(401);

  const joined = await signInAs(ana, { at: openIdSite, browser: await openLink() });
  expect(joined.me.body).toMatchObject({ email: 'ana@lund.test', role: 'user' });
  expect((await signInAs(ana, { at: openIdSite })).me.body.id).toBe(joined.me.body.id);
  await community.db.delete(users).where(eq(users.id, joined.me.body.id));
  // The browser that still has the invitation cookie is rejected too.
  for (const browser of [await openLink(), joined.browser])
    expect((await signInAs(ana, { at: openIdSite, browser })).me.status).toBe(401);
  await openIdSite.close();
  await web.remove();
});

describe('when the provider is down', () => {
  test('at the first sign-in, members get a 503 and can sign in once it is back', async () => {
    const openIdSite = await openSite();
    const unavailable = await openIdSite.community.visitor.send('GET', '/api/login');
    expect(unavailable).toMatchObject({ status: 503, body: { type: 'urn:problem:server.unavailable' } });
    expect(Number(unavailable.headers['retry-after'])).toBeGreaterThan(0);
    expect((await openIdSite.community.visitor.send('GET', '/livez')).status).toBe(200);

    await openIdSite.provider.start();
    const { me } = await signInAs(person(), { at: openIdSite });
    // On loopback, without ADMIN_EMAILS, the first account is the administrator.
    expect(me.body).toMatchObject({ firstName: 'Ana', role: 'admin' });
    await openIdSite.close();
  });

  test('during the callback, the member returns to the sign-in page', async () => {
    const ana = person();
    const { visit } = await signInAs(ana);
    const browser = new Browser();
    site.provider.acceptNextSignIn(ana);
    const login = await site.community.visitor.send('GET', '/api/login');
    const state = new URL(String(login.headers.location)).searchParams.get('state') ?? '';
    const cookie = [login.headers['set-cookie'] ?? []].flat().map((setCookie) => setCookie.split(';', 1)[0]);
    await site.provider.stop();
    const callback = `${visit.url.origin}/api/auth/callback/openid?${new URLSearchParams({ state, code: 'given' }).toString()}`;
    const response = await site.community.visitor.send('GET', callback, { headers: { cookie: cookie.join('; ') } });
    await site.provider.start();
    expect(response.status).toBe(302);
    expect(response.headers.location).toMatch(/^\/login\?error=/);
    expect((await currentUserOf(browser)).status).toBe(401);
  });
});
