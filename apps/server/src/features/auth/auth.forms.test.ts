import { getCurrentUser, requestPasswordReset, resetPassword } from '@commons/contract/auth/schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goodPassword, memberWithPassword, newcomer, newcomerFormFields } from '../../../test/accounts.ts';
import { type ApiResponse, setCookiesOf } from '../../../test/caller.ts';
import { Community, Member, sessionSecret } from '../../../test/community.ts';
import { expectProblem } from '../../../test/problems.ts';
import { createMinimalWebBuild, post, pageDataIn } from '../../../test/web-build.ts';
import { limits } from '../../platform/rate-limits/rate-limits.ts';
import { setupCode } from '../../platform/secrets.ts';

const publicServerEnvironment = { HOST: '0.0.0.0', RATE_LIMITS: 'on' };
let webDirectory: string;
let community: Community;
const cleanups: (() => Promise<unknown>)[] = [];

async function openCommunity(environment: Record<string, string> = {}): Promise<Community> {
  const newCommunity = await Community.open({ webDirectory, environment });
  cleanups.push(() => newCommunity.close());
  return newCommunity;
}

beforeAll(async () => {
  const web = await createMinimalWebBuild();
  webDirectory = web.directory;
  cleanups.push(web.remove);
  community = await openCommunity();
});
afterAll(async () => {
  for (const close of cleanups.toReversed()) await close();
});

/** Returns the email of the member whom the response's cookie signs in. */
async function signedInEmail(response: ApiResponse<unknown>): Promise<string | undefined> {
  const cookie = setCookiesOf(response)
    .find((setCookie) => setCookie.startsWith('commons-session='))
    ?.split(';', 1)[0];
  if (cookie === undefined) return undefined;
  return (await new Member(community.server, { id: '', email: '', cookie }).call(getCurrentUser, {})).body.email;
}

describe('logging in without JavaScript', () => {
  test('signs in and redirects to the requested page', async () => {
    const ana = await memberWithPassword(community);
    const input = { email: ` ${ana.email.toUpperCase()} `, password: goodPassword };
    for (const [address, landingPage] of [
      ['/login', '/'],
      ['/login?returnTo=%2Fposts%3Ftab%3Dnew', '/posts?tab=new'],
      ['/login/?returnTo=/settings', '/settings'],
      ['/login?returnTo=%2F.%2F%2Felsewhere.test', '/'],
    ] as const) {
      const response = await post(community.visitor, address, input);
      expect(response).toMatchObject({ status: 303, headers: { location: landingPage, 'cache-control': 'no-store' } });
      expect(await signedInEmail(response)).toBe(ana.email);
    }
  });

  test('with a wrong password shows the form again with the email but without the password', async () => {
    const ana = await memberWithPassword(community);
    const password = 'not the password at all';
    const rejection = await post(community.visitor, '/login?returnTo=/settings', { email: ana.email, password });
    expect(rejection.status).toBe(401);
    expect(pageDataIn(rejection)).toEqual({
      path: '/login',
      search: '?returnTo=/settings',
      posted: {
        values: { email: ana.email, password: '' },
        errors: {},
        failure: { code: 'auth.wrong_credentials', detail: expect.stringContaining('email or the password is wrong') },
        isDone: false,
      },
    });
    expect(rejection.body).not.toContain(password);
    expect(setCookiesOf(rejection)).toEqual([]);
  });

  test('returns the same bytes for an unknown email', async () => {
    const email = (await memberWithPassword(community)).email;
    const input = { email, password: 'not the password at all' };
    const knownResponse = await post(community.visitor, '/login', input);
    const unknownResponse = await post(community.visitor, '/login', { ...input, email: newcomer().email });
    expect(unknownResponse.status).toBe(knownResponse.status);
    expect(unknownResponse.body.replace(pageDataIn(unknownResponse).posted?.values['email'] ?? '', email)).toBe(
      knownResponse.body,
    );
    expect(Object.keys(unknownResponse.headers)).toEqual(Object.keys(knownResponse.headers));
  });

  test('shows an error next to each invalid field', async () => {
    const rejection = await post(community.visitor, '/login', { email: 'ana at home', password: '' });
    expect(rejection.status).toBe(400);
    expect(pageDataIn(rejection).posted).toEqual({
      values: { email: 'ana at home', password: '' },
      errors: { email: 'Please enter a valid email address', password: 'Please enter your password' },
      failure: null,
      isDone: false,
    });
  });

  test('rejects unknown fields and does not show them', async () => {
    const ana = await memberWithPassword(community);
    const input = { email: ana.email, password: goodPassword, rememberMe: '<b>on</b>', __proto__: 'x' };
    const rejection = await post(community.visitor, '/login', input);
    expect(rejection.status).toBe(400);
    expect(pageDataIn(rejection).posted).toMatchObject({ failure: { code: 'request.invalid' } });
    expect(rejection.body).not.toContain('rememberMe');
  });

  test.for(['https://elsewhere.test', 'null'])('is rejected when the form comes from %s', async (origin) => {
    const ana = await memberWithPassword(community);
    const rejection = await post(community.visitor, '/login', { email: ana.email, password: goodPassword }, { origin });
    expect(rejection.status).toBe(403);
    // The body was not read.
    expect(pageDataIn(rejection).posted).toMatchObject({ values: {}, failure: { code: 'request.cross_origin' } });
    expect(setCookiesOf(rejection)).toEqual([]);
  });

  test('accepts only form encodings', async () => {
    const ana = await memberWithPassword(community);
    const body = { email: ana.email, password: goodPassword };
    expectProblem(await community.visitor.send('POST', '/login', { body }), 415, 'request.wrong_media_type');
    expectProblem(await community.visitor.send('POST', '/login'), 400, 'request.invalid');
  });

  test('returns JSON to a client that does not accept HTML', async () => {
    const rejection = await post(community.visitor, '/login', {}, { accept: 'application/json' });
    expect(expectProblem(rejection, 400, 'request.invalid').errors?.map(({ path }) => path)).toEqual([
      'email',
      'password',
    ]);
  });

  test('never reads a password from the URL', async () => {
    const ana = await memberWithPassword(community);
    const search = new URLSearchParams({ email: ana.email, password: goodPassword }).toString();
    const response = await community.visitor.send('GET', `/login?${search}`);
    expect(response).toMatchObject({ status: 200, body: expect.stringContaining('The login page') });
    expect(setCookiesOf(response)).toEqual([]);
    expect((await post(community.visitor, `/login?${search}`, {})).status).toBe(400);
  });
});

describe('signing up without JavaScript', () => {
  test('redirects to the welcome page by default', async () => {
    const response = await post(community.visitor, '/signup', newcomerFormFields());
    expect(response).toMatchObject({ status: 303, headers: { location: '/welcome' } });
  });

  test('signs in and redirects to the requested page', async () => {
    const input = newcomerFormFields();
    const response = await post(community.visitor, '/signup?returnTo=/settings', input);
    expect(response).toMatchObject({ status: 303, headers: { location: '/settings' } });
    expect(await signedInEmail(response)).toBe(input.email);
  });

  test('shows an error next to each invalid field and keeps the input except the password', async () => {
    const { isAdult: _, agreesToHealthData: __, ...fields } = newcomerFormFields();
    const input = { ...fields, firstName: ' ', email: 'ana', password: 'too short' };
    const rejection = await post(community.visitor, '/signup', input);
    expect(rejection.status).toBe(400);
    expect(pageDataIn(rejection).posted).toEqual({
      values: { firstName: ' ', lastName: 'Lund', email: 'ana', password: '' },
      errors: {
        firstName: 'Please tell us your first name',
        email: 'Please enter a valid email address',
        password: 'Please use at least 10 characters',
        isAdult: 'Please confirm that you are 18 or over',
        agreesToHealthData: 'We can only let you in with your agreement',
      },
      failure: null,
      isDone: false,
    });
    expect(rejection.body).not.toContain('too short');
  });

  test('with a known email reveals nothing to a stranger and notifies the owner by mail', async () => {
    const ana = await memberWithPassword(community);
    const rejection = await post(
      community.visitor,
      '/signup',
      newcomerFormFields({ email: ana.email, password: 'somebody else typed this' }),
    );
    expect(rejection.status).toBe(401);
    expect(pageDataIn(rejection).posted).toMatchObject({ failure: { code: 'auth.wrong_credentials' } });
    expect(setCookiesOf(rejection)).toEqual([]);
    expect((await community.mails()).filter(({ to }) => to === ana.email)).toHaveLength(1);
  });

  test('asks for the setup code after the first attempt if strangers can reach the form', async () => {
    const publicServer = await openCommunity(publicServerEnvironment);
    const input = newcomerFormFields();
    const rejection = await post(publicServer.visitor, '/signup', input);
    expect(rejection.status).toBe(403);
    expect(pageDataIn(rejection).posted).toMatchObject({
      errors: { setupCode: 'Please enter the setup code that was printed when the server started' },
    });
    const guessResponse = await post(publicServer.visitor, '/signup', { ...input, setupCode: 'a guess' });
    expect(guessResponse.status).toBe(403);
    expect(pageDataIn(guessResponse).posted?.values).toMatchObject({ setupCode: '', email: input.email });
    const response = await post(publicServer.visitor, '/signup', { ...input, setupCode: setupCode(sessionSecret) });
    expect(response.status).toBe(303);
  });
});

describe('a forgotten password without JavaScript', () => {
  test('can be reset once through the mailed link', async () => {
    const ana = await memberWithPassword(community);
    const confirmation = await post(community.visitor, '/forgot-password', { email: ana.email });
    expect(confirmation.status).toBe(200);
    expect(pageDataIn(confirmation).posted).toMatchObject({ values: { email: ana.email }, isDone: true });
    const [mail] = (await community.mails()).filter(({ to }) => to === ana.email);
    const link = /http:\/\/commons\.test(\/reset-password\?token=\S+)/.exec(mail?.text ?? '')?.[1] ?? '';

    const newPassword = 'a walk in the morning';
    const shortPasswordResponse = await post(community.visitor, link, { newPassword: 'a walk' });
    expect(shortPasswordResponse.status).toBe(400);
    expect(pageDataIn(shortPasswordResponse).posted).toMatchObject({
      values: { newPassword: '' },
      errors: { newPassword: 'Please use at least 10 characters' },
    });
    const resetResponse = await post(community.visitor, link, { newPassword });
    expect(resetResponse.status).toBe(200);
    expect(pageDataIn(resetResponse).posted?.isDone).toBe(true);
    expect((await post(community.visitor, '/login', { email: ana.email, password: newPassword })).status).toBe(303);

    const reuseResponse = await post(community.visitor, link, { newPassword });
    expect(reuseResponse.status).toBe(400);
    expect(pageDataIn(reuseResponse).posted).toMatchObject({ failure: { code: 'auth.reset_link_invalid' } });
  });

  test('gets the same response for an unknown email', async () => {
    const { email } = await memberWithPassword(community);
    const knownResponse = await post(community.visitor, '/forgot-password', { email });
    const stranger = newcomer().email;
    const unknownResponse = await post(community.visitor, '/forgot-password', { email: stranger });
    expect(unknownResponse.status).toBe(knownResponse.status);
    expect(unknownResponse.body.replaceAll(stranger, email)).toBe(knownResponse.body);
    expect(Object.keys(unknownResponse.headers)).toEqual(Object.keys(knownResponse.headers));
  });

  test.for([
    '/reset-password',
    '/reset-password?token=',
    '/reset-password?token=a%20guess',
    '/reset-password?token=a&token=b',
  ])('is not reset by %s', async (address) => {
    const rejection = await post(community.visitor, address, { newPassword: 'a walk in the morning' });
    expect(rejection.status).toBe(400);
    expect(pageDataIn(rejection).posted).toMatchObject({ errors: {}, failure: { code: expect.any(String) } });
  });
});

test.for([
  ['/login', limits.signIn.calls],
  ['/signup', limits.signUp.calls],
  ['/forgot-password', limits.passwordReset.calls],
  ['/reset-password', limits.passwordReset.calls],
  ['/waitlist', limits.waitlist.calls],
] as const)(
  'the form of %s has the limits of its API call and shows the error in its page',
  async ([address, calls]) => {
    const limitedServer = await openCommunity({ RATE_LIMITS: 'on' });
    const caller = limitedServer.visitorFrom('198.51.100.7');
    for (let index = 0; index < calls; index += 1) expect((await post(caller, address, {})).status).toBe(400);
    const rejection = await post(caller, address, {});
    expect(rejection.status).toBe(429);
    expect(Number(rejection.headers['retry-after'])).toBeGreaterThan(0);
    expect(pageDataIn(rejection).posted).toMatchObject({ failure: { code: 'request.too_many' } });
  },
);

test('forms and API calls share a limit', async () => {
  const limitedServer = await openCommunity({ RATE_LIMITS: 'on' });
  const caller = limitedServer.visitorFrom('198.51.100.7');
  for (let index = 0; index < limits.signIn.calls; index += 1)
    await caller.send('POST', '/api/auth/sign-in/email', { body: {} });
  expect((await post(caller, '/login', {})).status).toBe(429);
});

test('a form that fails with a server error shows a friendly message without details', async () => {
  const brokenServer = await openCommunity();
  await brokenServer.db.$client.query('ALTER TABLE waitlist_entries RENAME TO elsewhere');
  const input = { firstName: 'Ana', lastName: 'Lund', email: 'ana@mail.test', message: 'Hello' };
  const rejection = await post(brokenServer.visitor, '/waitlist', input);
  expect(rejection.status).toBe(500);
  expect(pageDataIn(rejection).posted).toMatchObject({ values: input, failure: { code: 'server.failed' } });
  expect(rejection.body).not.toContain('waitlist_entries');
});

describe('with an OpenID provider', () => {
  test('the pages link to the provider without JavaScript', async () => {
    const openIdServer = await openCommunity({
      OIDC_ISSUER_URL: 'http://127.0.0.1:1',
      OIDC_CLIENT_ID: 'commons',
      OIDC_CLIENT_SECRET: 'never asked for in this test',
      OIDC_NAME: 'the Lund clinic',
    });
    for (const path of ['/login', '/signup']) {
      const response = await openIdServer.visitor.send<string>('GET', `${path}?returnTo=/settings`);
      expect(response.status).toBe(200);
      expect(pageDataIn(response)).toEqual({
        path,
        search: '?returnTo=/settings',
        signInOptions: { provider: 'oidc', providerName: 'the Lund clinic', needsSetupCode: false, signUp: 'open' },
      });
    }
    for (const path of ['/forgot-password', '/reset-password?token=of-another-time'])
      expect(await openIdServer.visitor.send('GET', path)).toMatchObject({
        status: 302,
        headers: { location: '/login' },
      });
    const input = { email: 'ana@mail.test', password: goodPassword, newPassword: goodPassword };
    for (const [path, ...fields] of [
      ['/login', 'email', 'password'],
      ['/forgot-password', 'email'],
      ['/reset-password?token=of-another-time', 'newPassword'],
    ] as const) {
      const rejection = await post(
        openIdServer.visitor,
        path,
        Object.fromEntries(fields.map((field) => [field, input[field]])),
      );
      expect(rejection.status).toBe(404);
      expect(pageDataIn(rejection).posted).toMatchObject({ failure: { code: 'auth.embedded_only' } });
    }
    for (const [call, body] of [
      [requestPasswordReset, { email: input.email }],
      [resetPassword, { token: 'of another time', newPassword: goodPassword }],
    ] as const)
      expectProblem(await openIdServer.visitor.send('POST', call.path, { body }), 404, 'auth.embedded_only');
  });
});

test.for([
  ['?token=abc', 'The page reset-password'],
  ['', '{"path":"/reset-password","search":""}'],
  ['?token=', '{"path":"/reset-password","search":""}'],
  ['?other=1', '{"path":"/reset-password","search":""}'],
] as const)('a reset link with “%s” shows %s', async ([search, content]) => {
  const answer = await community.visitor.send<string>('GET', `/reset-password${search}`);
  expect(answer.status).toBe(200);
  expect(answer.body).toContain(content);
});
