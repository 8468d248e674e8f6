import { getCurrentUser, requestPasswordReset, resetPassword } from '@commons/contract/auth/schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goodPassword, memberWithPassword, newcomer, newcomerFormFields } from '../../../test/accounts.ts';
import { type Answer, setCookiesOf } from '../../../test/caller.ts';
import { Community, Member, sessionSecret } from '../../../test/community.ts';
import { expectProblem } from '../../../test/problems.ts';
import { buildTinyWeb, post, shownIn } from '../../../test/web-build.ts';
import { limits } from '../../platform/rate-limits/rate-limits.ts';
import { setupCode } from '../../platform/secrets.ts';

const reachedByStrangers = { HOST: '0.0.0.0', RATE_LIMITS: 'on' };
let webDirectory: string;
let community: Community;
const closes: (() => Promise<unknown>)[] = [];

async function open(environment: Record<string, string> = {}): Promise<Community> {
  const opened = await Community.open({ webDirectory, environment });
  closes.push(() => opened.close());
  return opened;
}

beforeAll(async () => {
  const web = await buildTinyWeb();
  webDirectory = web.directory;
  closes.push(web.remove);
  community = await open();
});
afterAll(async () => {
  for (const close of closes.toReversed()) await close();
});

/** Returns the email of the member that an answer's cookie signs in. */
async function signedInEmail(answer: Answer<unknown>): Promise<string | undefined> {
  const cookie = setCookiesOf(answer)
    .find((line) => line.startsWith('commons-session='))
    ?.split(';', 1)[0];
  if (cookie === undefined) return undefined;
  return (await new Member(community.server, { id: '', email: '', cookie }).call(getCurrentUser, {})).body.email;
}

describe('logging in without JavaScript', () => {
  test('signs in and leads to the requested page', async () => {
    const ana = await memberWithPassword(community);
    const typed = { email: ` ${ana.email.toUpperCase()} `, password: goodPassword };
    for (const [address, landingPage] of [
      ['/login', '/'],
      ['/login?returnTo=%2Fposts%3Ftab%3Dnew', '/posts?tab=new'],
      ['/login/?returnTo=/settings', '/settings'],
    ] as const) {
      const answer = await post(community.visitor, address, typed);
      expect(answer).toMatchObject({ status: 303, headers: { location: landingPage, 'cache-control': 'no-store' } });
      expect(await signedInEmail(answer)).toBe(ana.email);
    }
  });

  test.for([
    'https://elsewhere.test/',
    '//elsewhere.test',
    '/\\elsewhere.test',
    '/.//elsewhere.test',
    'javascript:alert(1)',
    '/api/logout',
    '/%61pi/logout',
    '/x/../api/logout',
  ])('never leads to %s', async (returnTo) => {
    const ana = await memberWithPassword(community);
    const address = `/login?${new URLSearchParams({ returnTo }).toString()}`;
    const answer = await post(community.visitor, address, { email: ana.email, password: goodPassword });
    expect(answer).toMatchObject({ status: 303, headers: { location: '/' } });
  });

  test('with a wrong password shows the form again with the email but without the password', async () => {
    const ana = await memberWithPassword(community);
    const password = 'not the password at all';
    const refused = await post(community.visitor, '/login?returnTo=/settings', { email: ana.email, password });
    expect(refused.status).toBe(401);
    expect(shownIn(refused)).toEqual({
      path: '/login',
      search: '?returnTo=/settings',
      posted: {
        values: { email: ana.email, password: '' },
        errors: {},
        failure: { code: 'auth.wrong_credentials', detail: expect.stringContaining('do not belong together') },
        isDone: false,
      },
    });
    expect(refused.body).not.toContain(password);
    expect(setCookiesOf(refused)).toEqual([]);
  });

  test('answers an unknown email with the same bytes', async () => {
    const email = (await memberWithPassword(community)).email;
    const typed = { email, password: 'not the password at all' };
    const known = await post(community.visitor, '/login', typed);
    const unknown = await post(community.visitor, '/login', { ...typed, email: newcomer().email });
    expect(unknown.status).toBe(known.status);
    expect(unknown.body.replace(shownIn(unknown).posted?.values['email'] ?? '', email)).toBe(known.body);
    expect(Object.keys(unknown.headers)).toEqual(Object.keys(known.headers));
  });

  test('shows an error next to each invalid field', async () => {
    const refused = await post(community.visitor, '/login', { email: 'ana at home', password: '' });
    expect(refused.status).toBe(400);
    expect(shownIn(refused).posted).toEqual({
      values: { email: 'ana at home', password: '' },
      errors: { email: 'Please enter a valid email address', password: 'Please enter your password' },
      failure: null,
      isDone: false,
    });
  });

  test('rejects unknown fields and does not show them', async () => {
    const ana = await memberWithPassword(community);
    const typed = { email: ana.email, password: goodPassword, rememberMe: '<b>on</b>', __proto__: 'x' };
    const refused = await post(community.visitor, '/login', typed);
    expect(refused.status).toBe(400);
    expect(shownIn(refused).posted).toMatchObject({ failure: { code: 'request.invalid' } });
    expect(refused.body).not.toContain('rememberMe');
  });

  test.for(['https://elsewhere.test', 'null'])('is rejected when the form comes from %s', async (origin) => {
    const ana = await memberWithPassword(community);
    const refused = await post(community.visitor, '/login', { email: ana.email, password: goodPassword }, { origin });
    expect(refused.status).toBe(403);
    // The body was not read.
    expect(shownIn(refused).posted).toMatchObject({ values: {}, failure: { code: 'request.cross_origin' } });
    expect(setCookiesOf(refused)).toEqual([]);
  });

  test('accepts only form encodings', async () => {
    const ana = await memberWithPassword(community);
    const body = { email: ana.email, password: goodPassword };
    expectProblem(await community.visitor.send('POST', '/login', { body }), 415, 'request.wrong_media_type');
    expectProblem(await community.visitor.send('POST', '/login'), 400, 'request.invalid');
  });

  test('answers a client that does not accept HTML with JSON', async () => {
    const refused = await post(community.visitor, '/login', {}, { accept: 'application/json' });
    expect(expectProblem(refused, 400, 'request.invalid').errors?.map(({ path }) => path)).toEqual([
      'email',
      'password',
    ]);
  });

  test('never takes a password from the address', async () => {
    const ana = await memberWithPassword(community);
    const search = new URLSearchParams({ email: ana.email, password: goodPassword }).toString();
    const answer = await community.visitor.send('GET', `/login?${search}`);
    expect(answer).toMatchObject({ status: 200, body: 'The login page' });
    expect(setCookiesOf(answer)).toEqual([]);
    expect((await post(community.visitor, `/login?${search}`, {})).status).toBe(400);
  });
});

describe('signing up without JavaScript', () => {
  test('leads to the welcome page by default', async () => {
    const answer = await post(community.visitor, '/signup', newcomerFormFields());
    expect(answer).toMatchObject({ status: 303, headers: { location: '/welcome' } });
  });

  test('signs in and leads to the requested page', async () => {
    const typed = newcomerFormFields();
    const answer = await post(community.visitor, '/signup?returnTo=/settings', typed);
    expect(answer).toMatchObject({ status: 303, headers: { location: '/settings' } });
    expect(await signedInEmail(answer)).toBe(typed.email);
  });

  test('shows an error next to each invalid field and keeps the input except the password', async () => {
    const { isAdult: _, ...typed } = { ...newcomerFormFields(), firstName: ' ', email: 'ana', password: 'too short' };
    const refused = await post(community.visitor, '/signup', typed);
    expect(refused.status).toBe(400);
    expect(shownIn(refused).posted).toEqual({
      values: { firstName: ' ', lastName: 'Lund', email: 'ana', password: '' },
      errors: {
        firstName: 'Please tell us your first name',
        email: 'Please enter a valid email address',
        password: 'Please use at least 10 characters',
        isAdult: 'Please confirm that you are 18 or over',
      },
      failure: null,
      isDone: false,
    });
    expect(refused.body).not.toContain('too short');
  });

  test('with a known email reveals nothing to a stranger and notifies the owner by mail', async () => {
    const ana = await memberWithPassword(community);
    const refused = await post(
      community.visitor,
      '/signup',
      newcomerFormFields({ email: ana.email, password: 'somebody else typed this' }),
    );
    expect(refused.status).toBe(401);
    expect(shownIn(refused).posted).toMatchObject({ failure: { code: 'auth.wrong_credentials' } });
    expect(setCookiesOf(refused)).toEqual([]);
    expect((await community.mails()).filter(({ to }) => to === ana.email)).toHaveLength(1);
  });

  test('asks for the setup code after the first attempt if strangers can reach the form', async () => {
    const reachable = await open(reachedByStrangers);
    const typed = newcomerFormFields();
    const refused = await post(reachable.visitor, '/signup', typed);
    expect(refused.status).toBe(403);
    expect(shownIn(refused).posted).toMatchObject({
      errors: { setupCode: 'Please enter the setup code that was printed when the server started' },
    });
    const guessed = await post(reachable.visitor, '/signup', { ...typed, setupCode: 'a guess' });
    expect(guessed.status).toBe(403);
    expect(shownIn(guessed).posted?.values).toMatchObject({ setupCode: '', email: typed.email });
    const answer = await post(reachable.visitor, '/signup', { ...typed, setupCode: setupCode(sessionSecret) });
    expect(answer.status).toBe(303);
  });
});

describe('a forgotten password without JavaScript', () => {
  test('can be reset once through the mailed link', async () => {
    const ana = await memberWithPassword(community);
    const asked = await post(community.visitor, '/forgot-password', { email: ana.email });
    expect(asked.status).toBe(200);
    expect(shownIn(asked).posted).toMatchObject({ values: { email: ana.email }, isDone: true });
    const [mail] = (await community.mails()).filter(({ to }) => to === ana.email);
    const link = /http:\/\/commons\.test(\/reset-password\?token=\S+)/.exec(mail?.text ?? '')?.[1] ?? '';

    const newPassword = 'a walk in the morning';
    const tooShort = await post(community.visitor, link, { newPassword: 'a walk' });
    expect(tooShort.status).toBe(400);
    expect(shownIn(tooShort).posted).toMatchObject({
      values: { newPassword: '' },
      errors: { newPassword: 'Please use at least 10 characters' },
    });
    const done = await post(community.visitor, link, { newPassword });
    expect(done.status).toBe(200);
    expect(shownIn(done).posted?.isDone).toBe(true);
    expect((await post(community.visitor, '/login', { email: ana.email, password: newPassword })).status).toBe(303);

    const again = await post(community.visitor, link, { newPassword });
    expect(again.status).toBe(400);
    expect(shownIn(again).posted).toMatchObject({ failure: { code: 'auth.reset_link_invalid' } });
  });

  test('gets the same response for an unknown email', async () => {
    const { email } = await memberWithPassword(community);
    const known = await post(community.visitor, '/forgot-password', { email });
    const stranger = newcomer().email;
    const unknown = await post(community.visitor, '/forgot-password', { email: stranger });
    expect(unknown.status).toBe(known.status);
    expect(unknown.body.replaceAll(stranger, email)).toBe(known.body);
    expect(Object.keys(unknown.headers)).toEqual(Object.keys(known.headers));
  });

  test.for([
    '/reset-password',
    '/reset-password?token=',
    '/reset-password?token=a%20guess',
    '/reset-password?token=a&token=b',
  ])('is not reset by %s', async (address) => {
    const refused = await post(community.visitor, address, { newPassword: 'a walk in the morning' });
    expect(refused.status).toBe(400);
    expect(shownIn(refused).posted).toMatchObject({ errors: {}, failure: { code: expect.any(String) } });
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
    const limited = await open({ RATE_LIMITS: 'on' });
    const caller = limited.visitorFrom('198.51.100.7');
    for (let turn = 0; turn < calls; turn += 1) expect((await post(caller, address, {})).status).toBe(400);
    const refused = await post(caller, address, {});
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(shownIn(refused).posted).toMatchObject({ failure: { code: 'request.too_many' } });
  },
);

test('forms and API calls share a limit', async () => {
  const limited = await open({ RATE_LIMITS: 'on' });
  const caller = limited.visitorFrom('198.51.100.7');
  for (let turn = 0; turn < limits.signIn.calls; turn += 1)
    await caller.send('POST', '/api/auth/sign-in/email', { body: {} });
  expect((await post(caller, '/login', {})).status).toBe(429);
});

test('a form that fails with a server error shows a friendly message without details', async () => {
  const broken = await open();
  await broken.db.$client.query('ALTER TABLE waitlist_entries RENAME TO elsewhere');
  const typed = { firstName: 'Ana', lastName: 'Lund', email: 'ana@mail.test', message: 'Hello' };
  const refused = await post(broken.visitor, '/waitlist', typed);
  expect(refused.status).toBe(500);
  expect(shownIn(refused).posted).toMatchObject({ values: typed, failure: { code: 'server.failed' } });
  expect(refused.body).not.toContain('waitlist_entries');
});

describe('with an OpenID provider', () => {
  test('the pages lead to the provider without JavaScript', async () => {
    const clinic = await open({
      OIDC_ISSUER_URL: 'http://127.0.0.1:1',
      OIDC_CLIENT_ID: 'commons',
      OIDC_CLIENT_SECRET: 'never asked for in this test',
      OIDC_NAME: 'the Lund clinic',
    });
    for (const path of ['/login', '/signup']) {
      const answer = await clinic.visitor.send<string>('GET', `${path}?returnTo=/settings`);
      expect(answer.status).toBe(200);
      expect(shownIn(answer)).toEqual({
        path,
        search: '?returnTo=/settings',
        signInOptions: { provider: 'oidc', providerName: 'the Lund clinic', needsSetupCode: false, signUp: 'open' },
      });
    }
    for (const path of ['/forgot-password', '/reset-password?token=of-another-time'])
      expect(await clinic.visitor.send('GET', path)).toMatchObject({ status: 302, headers: { location: '/login' } });
    const typed = { email: 'ana@mail.test', password: goodPassword, newPassword: goodPassword };
    for (const [path, ...fields] of [
      ['/login', 'email', 'password'],
      ['/forgot-password', 'email'],
      ['/reset-password?token=of-another-time', 'newPassword'],
    ] as const) {
      const refused = await post(
        clinic.visitor,
        path,
        Object.fromEntries(fields.map((field) => [field, typed[field]])),
      );
      expect(refused.status).toBe(404);
      expect(shownIn(refused).posted).toMatchObject({ failure: { code: 'auth.embedded_only' } });
    }
    for (const [call, body] of [
      [requestPasswordReset, { email: typed.email }],
      [resetPassword, { token: 'of another time', newPassword: goodPassword }],
    ] as const)
      expectProblem(await clinic.visitor.send('POST', call.path, { body }), 404, 'auth.embedded_only');
  });
});
