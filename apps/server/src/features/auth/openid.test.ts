import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { type CurrentUser, getCurrentUser, getSignInOptions, signIn, signUp } from '@commons/contract/auth/schemas';
import { inviteFromWaitlist, joinWaitlist } from '@commons/contract/waitlist/schemas';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goodPassword, newcomer } from '../../../test/accounts.ts';
import { Browser, type Visit } from '../../../test/browser.ts';
import type { Answer } from '../../../test/caller.ts';
import { Community, type Member } from '../../../test/community.ts';
import { OpenIdProvider, type Person } from '../../../test/openid-provider.ts';
import { buildTinyWeb } from '../../../test/web-build.ts';
import { freePort } from '../../platform/http/free-port.ts';
import { users } from '../members/users.tables.ts';
import { accounts, sessions } from './auth.tables.ts';

type House = { community: Community; provider: OpenIdProvider; close: () => Promise<void> };

/** A community that listens at its public address and signs in through a provider of its own, not yet started. */
async function openHouse(environment: Record<string, string> = {}, webDirectory?: string): Promise<House> {
  const port = await freePort('127.0.0.1');
  const publicUrl = `http://127.0.0.1:${port}`;
  const provider = await OpenIdProvider.at(`${publicUrl}/api/auth/callback/openid`);
  const community = await Community.open({
    ...(webDirectory !== undefined && { webDirectory }),
    environment: {
      PUBLIC_URL: publicUrl,
      OIDC_ISSUER_URL: provider.issuerUrl,
      OIDC_CLIENT_ID: OpenIdProvider.clientId,
      OIDC_CLIENT_SECRET: provider.clientSecret,
      OIDC_NAME: 'the Lund clinic',
      ...environment,
    },
  });
  await community.listen(port);
  const close = async () => {
    await community.close();
    await provider.stop();
  };
  return { community, provider, close };
}

let house: House;
beforeAll(async () => {
  house = await openHouse();
  await house.provider.start();
  // From here on nobody becomes administrator by being first.
  await house.community.member({ role: 'admin' });
});
afterAll(() => house.close());

const person = (given: Partial<Person> = {}): Person => ({
  sub: randomUUID(),
  email: `${randomUUID()}@lund.test`,
  email_verified: true,
  given_name: 'Ana',
  family_name: 'Lund',
  name: 'Ana Lund',
  ...given,
});

/** Signs in as this person, from a link on a page of the community to wherever that ends. */
async function signInAs(
  who: Person,
  { at = house, browser = new Browser(), returnTo = '/posts' } = {},
): Promise<{ browser: Browser; visit: Visit; me: Answer<CurrentUser> }> {
  at.provider.nextSignsIn(who);
  const query = new URLSearchParams({ returnTo }).toString();
  const visit = await browser.visit(`${at.community.publicUrl}/api/login?${query}`);
  return { browser, visit, me: await viewerOf(browser, at) };
}

const viewerOf = (browser: Browser, { community } = house) =>
  community.visitor.call(getCurrentUser, {}, { cookie: browser.cookieFor(community.publicUrl) });

/** A member from before the provider was configured, in one browser. */
async function memberHere({ emailVerified }: { emailVerified: boolean }): Promise<Member> {
  const member = await house.community.member();
  await house.community.db.update(users).set({ emailVerified }).where(eq(users.id, member.id));
  return member;
}

const { accessToken, refreshToken, idToken } = accounts;
const tokens = { accessToken, refreshToken, idToken };
const noTokens = { accessToken: null, refreshToken: null, idToken: null };

const sessionCount = (memberId: string) => house.community.db.$count(sessions, eq(sessions.userId, memberId));

describe('signing in through the provider', () => {
  test('a newcomer becomes a member with the names and email that the provider knows', async () => {
    const ana = person({ email: 'Ana.Lund@lund.test', picture: 'https://pictures.test/ana.png' });
    const { visit, me } = await signInAs(ana, { returnTo: '/posts?tab=new' });
    expect(visit.url.href).toBe(`${house.community.publicUrl}/posts?tab=new`);
    expect(me.body).toMatchObject({
      email: 'ana.lund@lund.test',
      firstName: 'Ana',
      lastName: 'Lund',
      displayName: 'Ana Lund',
      role: 'user',
    });
    expect(Date.parse(String(me.body.lastLoginAt))).toBeGreaterThan(Date.now() - 60_000);
    // No page asks a third party for anything, so that a picture elsewhere is none.
    expect(me.body.profileImageUrl).toBeNull();
  });

  test('the same person is the same member the next time', async () => {
    const ana = person();
    const first = await signInAs(ana);
    const second = await signInAs({ ...ana, email: `${randomUUID()}@moved.test`, family_name: 'Berg' });
    expect(second.me.body.id).toBe(first.me.body.id);
    expect(second.me.body.email).toBe(ana.email);
  });

  test('the provider’s tokens are not kept, neither the first time nor the next', async () => {
    const ana = person();
    for (let turn = 0; turn < 2; turn += 1) {
      const { me } = await signInAs(ana);
      const kept = await house.community.db.select(tokens).from(accounts).where(eq(accounts.userId, me.body.id));
      expect(kept).toEqual([noTokens]);
    }
  });

  test('tokens that an earlier release kept are forgotten by a migration', async () => {
    const { db } = house.community;
    const { id: userId } = await house.community.member();
    const identity = { userId, accountId: randomUUID(), providerId: 'openid' };
    await db
      .insert(accounts)
      .values({ ...identity, accessToken: 'a', refreshToken: 'r', idToken: 'i', scope: 'openid' });
    const migrations = new URL('../../../migrations/', import.meta.url);
    const [file] = (await readdir(migrations)).filter((name) => name.includes('forget-provider-tokens'));
    await db.$client.query(await readFile(new URL(file ?? 'missing', migrations), 'utf8'));
    expect(await db.select(tokens).from(accounts).where(eq(accounts.userId, userId))).toEqual([noTokens]);
  });

  test('a person with one name is called by it', async () => {
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
      redirect_uri: `${house.community.publicUrl}/api/auth/callback/openid`,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{20,}$/),
      nonce: expect.stringMatching(/^[\w-]{20,}$/),
    });
    expect(parameters['scope']?.split(' ').toSorted()).toEqual(['email', 'openid', 'profile']);
    expect(JSON.stringify(parameters)).not.toContain(house.provider.clientSecret);
  });

  test.for(['//elsewhere.test', 'https://elsewhere.test', '/.//elsewhere.test', '/\\elsewhere.test'])(
    'asked to return to %s a newcomer stays here, and is shown around',
    async (returnTo) => {
      const { visit, me } = await signInAs(person(), { returnTo });
      expect(visit.url.href).toBe(`${house.community.publicUrl}/welcome`);
      expect(me.status).toBe(200);
    },
  );

  test('whoever turns back at the provider is back at the sign-in page, signed out', async () => {
    const browser = new Browser();
    house.provider.nextTurnsBack();
    const visit = await browser.visit(`${house.community.publicUrl}/api/login`);
    expectRefused(visit, 'access_denied');
    expect((await viewerOf(browser)).status).toBe(401);
  });
});

/** The visit ended at the sign-in page, which can say why. */
function expectRefused({ url }: Visit, error: unknown = expect.any(String)): void {
  expect(url.origin).toBe(house.community.publicUrl);
  expect(url.pathname).toBe('/login');
  expect(url.searchParams.get('error')).toEqual(error);
}

describe('an account that is already here', () => {
  test('is joined when its email is verified here and at the provider', async () => {
    const local = await memberHere({ emailVerified: true });
    const { visit, me } = await signInAs(person({ email: local.email, email_verified: true }));
    expect(visit.url.pathname).toBe('/posts');
    expect(me.body).toMatchObject({ id: local.id, firstName: 'Robin' });
    expect(await sessionCount(local.id)).toBe(2);
  });

  test.for([
    { atProvider: true, here: false },
    { atProvider: false, here: true },
    { atProvider: false, here: false },
  ])('is left alone when the email is verified at the provider: $atProvider, here: $here', async (verified) => {
    const local = await memberHere({ emailVerified: verified.here });
    const { visit, me } = await signInAs(person({ email: local.email, email_verified: verified.atProvider }));
    expectRefused(visit, 'account_not_linked');
    expect(me.status).toBe(401);
    expect(await sessionCount(local.id)).toBe(1);
    expect(await house.community.findUser(local.id)).toMatchObject({
      firstName: 'Robin',
      emailVerified: verified.here,
    });
  });

  test('a claim "verified" that is no boolean joins nothing', async () => {
    const local = await memberHere({ emailVerified: true });
    const { visit, me } = await signInAs(person({ email: local.email, email_verified: 'true' as unknown as boolean }));
    expectRefused(visit, 'account_not_linked');
    expect(me.status).toBe(401);
  });

  test('another identity at the provider with the same email does not get in', async () => {
    const ana = person();
    const { me } = await signInAs(ana);
    for (const emailVerified of [true, false]) {
      const other = await signInAs(person({ email: ana.email.toUpperCase(), email_verified: emailVerified }));
      expectRefused(other.visit);
      expect(other.me.status).toBe(401);
    }
    expect((await signInAs(ana)).me.body.id).toBe(me.body.id);
    expect(await sessionCount(me.body.id)).toBe(2);
  });
});

const callback = (parameters: Record<string, string>) =>
  `${house.community.publicUrl}/api/auth/callback/openid?${new URLSearchParams(parameters).toString()}`;

/** What the provider sent the browser back with. */
const answerOf = (visit: Visit) => visit.trail.find(({ pathname }) => pathname === '/api/auth/callback/openid');

describe('an answer that did not come from this browser’s request', () => {
  test('a link with somebody else’s answer signs nobody in', async () => {
    const stranger = await signInAs(person());
    const victim = new Browser();
    const visit = await victim.visit(answerOf(stranger.visit) ?? '');
    expectRefused(visit);
    expect((await viewerOf(victim)).status).toBe(401);
  });

  test('an answer works once', async () => {
    const { browser, visit, me } = await signInAs(person());
    expectRefused(await browser.visit(answerOf(visit) ?? ''));
    expect(await sessionCount(me.body.id)).toBe(1);
  });

  test.for<[what: string, parameters: Record<string, string>]>([
    ['empty', {}],
    ['without a state', { code: 'made-up' }],
    ['with a made-up state', { code: 'made-up', state: 'made-up' }],
    ['that no database can store', { state: '\0', code: '\0' }],
    ['that is an error', { error: 'server_error', error_description: '<script>alert(1)</script>' }],
    ['that is an error with a made-up state', { error: 'server_error', state: 'made-up' }],
    ['without end', { state: 'a'.repeat(5_000), code: 'a' }],
  ])('a made-up answer %s ends at the sign-in page', async ([, parameters]) => {
    const browser = new Browser();
    const visit = await browser.visit(callback(parameters));
    expectRefused(visit);
    expect((await viewerOf(browser)).status).toBe(401);
  });
});

describe('the forms of the embedded sign-in', () => {
  test('are not used here', async () => {
    const { visitor } = house.community;
    const body = newcomer();
    const answers = [
      await visitor.call(signUp, { body }),
      await visitor.call(signIn, { body: { email: body.email, password: goodPassword } }),
    ];
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 404, body: { type: 'urn:problem:auth.embedded_only' } });
    expect(await house.community.db.$count(users, eq(users.email, body.email))).toBe(0);
  });

  test('the sign-in page learns the provider’s name', async () => {
    const options = await house.community.visitor.call(getSignInOptions, {});
    expect(options.body).toEqual({
      provider: 'oidc',
      providerName: 'the Lund clinic',
      needsSetupCode: false,
      signUp: 'open',
    });
  });
});

describe('the first administrator', () => {
  test('with ADMIN_EMAILS is the first whose email the provider has verified', async () => {
    const clinic = await openHouse({ ADMIN_EMAILS: 'ana@lund.test,ben@lund.test' });
    await clinic.provider.start();
    const claimed = await signInAs(person({ email: 'ana@lund.test', email_verified: false }), { at: clinic });
    expect(claimed.me.body).toMatchObject({ email: 'ana@lund.test', role: 'user' });
    const verified = await signInAs(person({ email: 'Ben@lund.test' }), { at: clinic });
    expect(verified.me.body).toMatchObject({ email: 'ben@lund.test', role: 'admin' });
    await clinic.close();
  });
});

test('where sign-up is by invitation, whom the provider knows needs one too; a member comes in as ever', async () => {
  const clinic = await openHouse({ SIGN_UP: 'invited', ADMIN_EMAILS: 'ana@lund.test' });
  await clinic.provider.start();
  const ana = person({ email: 'ana@lund.test' });
  const stranger = await signInAs(person(), { at: clinic });
  expect(stranger.visit.url.pathname).toBe('/login');
  expect(stranger.visit.url.searchParams.get('error')).toBe('unable_to_create_user');
  expect(stranger.me.status).toBe(401);
  expect((await signInAs(ana, { at: clinic })).me.body).toMatchObject({ role: 'admin' });
  expect((await signInAs(ana, { at: clinic })).me.status).toBe(200);
  expect(await clinic.community.db.$count(users)).toBe(1);
  await clinic.close();
});

test('an invitation goes along to the provider and back: whom it was sent to comes in, once', async () => {
  const web = await buildTinyWeb();
  const clinic = await openHouse({ SIGN_UP: 'invited' }, web.directory);
  await clinic.provider.start();
  const { community } = clinic;
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

  // With another account at the provider, or without the link, nobody does.
  const another = await signInAs(person(), { at: clinic, browser: await openLink() });
  expect(another.visit.url.searchParams.get('error')).toBe('unable_to_create_user');
  expect((await signInAs(ana, { at: clinic })).me.status).toBe(401);

  const joined = await signInAs(ana, { at: clinic, browser: await openLink() });
  expect(joined.me.body).toMatchObject({ email: 'ana@lund.test', role: 'user' });
  expect((await signInAs(ana, { at: clinic })).me.body.id).toBe(joined.me.body.id);
  await community.db.delete(users).where(eq(users.id, joined.me.body.id));
  // Nor in the browser that still keeps it.
  for (const browser of [await openLink(), joined.browser])
    expect((await signInAs(ana, { at: clinic, browser })).me.status).toBe(401);
  await clinic.close();
  await web.remove();
});

describe('when the provider is away', () => {
  test('at the first sign-in, members are asked to come back, and can once it is back', async () => {
    const clinic = await openHouse();
    const away = await clinic.community.visitor.send('GET', '/api/login');
    expect(away).toMatchObject({ status: 503, body: { type: 'urn:problem:server.unavailable' } });
    expect(Number(away.headers['retry-after'])).toBeGreaterThan(0);
    expect((await clinic.community.visitor.send('GET', '/livez')).status).toBe(200);

    await clinic.provider.start();
    const { me } = await signInAs(person(), { at: clinic });
    // On loopback, without ADMIN_EMAILS, the first account is the administrator.
    expect(me.body).toMatchObject({ firstName: 'Ana', role: 'admin' });
    await clinic.close();
  });

  test('between leaving for it and coming back, the member ends at the sign-in page', async () => {
    const ana = person();
    const { visit } = await signInAs(ana);
    const browser = new Browser();
    house.provider.nextSignsIn(ana);
    const login = await house.community.visitor.send('GET', '/api/login');
    const state = new URL(String(login.headers.location)).searchParams.get('state') ?? '';
    const cookie = [login.headers['set-cookie'] ?? []].flat().map((line) => line.split(';', 1)[0]);
    await house.provider.stop();
    const callback = `${visit.url.origin}/api/auth/callback/openid?${new URLSearchParams({ state, code: 'given' }).toString()}`;
    const answer = await house.community.visitor.send('GET', callback, { headers: { cookie: cookie.join('; ') } });
    await house.provider.start();
    expect(answer.status).toBe(302);
    expect(answer.headers.location).toMatch(/^\/login\?error=/);
    expect((await viewerOf(browser)).status).toBe(401);
  });
});
