import { getCurrentUser, requestPasswordReset, signIn, signUp } from '@commons/contract/auth/schemas';
import type { Problem } from '@commons/contract/problem/schemas';
import { count, eq } from 'drizzle-orm';
import { describe, expect, onTestFinished, test } from 'vitest';
import { goodPassword, newcomer, signInThroughForm, signUpAndIn } from '../../../test/accounts.ts';
import { setCookiesOf } from '../../../test/caller.ts';
import { Community, setUpCommunity } from '../../../test/community.ts';
import { users } from '../../community/members/users.tables.ts';

const community = setUpCommunity();

const countAccounts = async (email: string): Promise<number> => {
  const [row] = await community.current.db.select({ accounts: count() }).from(users).where(eq(users.email, email));
  return row?.accounts ?? 0;
};

describe('signing up', () => {
  test('a newcomer signs up, signs in and is a member', async () => {
    await community.current.member();
    const ana = await signUpAndIn(community.current, {
      firstName: ' Ana ',
      lastName: 'Lund',
      email: ' Ana@Mail.test ',
    });
    const me = await ana.call(getCurrentUser, {});
    expect(me.body).toMatchObject({
      email: 'ana@mail.test',
      firstName: 'Ana',
      lastName: 'Lund',
      displayName: 'Ana Lund',
      role: 'user',
      isFlagged: false,
      mindfulnessScore: 0,
    });
  });

  test.for([{ lastName: ' ' }, { lastName: undefined }])('the last name is optional: %j', async (overrides) => {
    const account = newcomer();
    await community.current.visitor.send('POST', signUp.path, { body: { ...account, ...overrides } });
    const { body } = await (await signInThroughForm(community.current, account)).call(getCurrentUser, {});
    expect(body).toMatchObject({ firstName: 'Ana', lastName: '', displayName: 'Ana' });
    const { name } = users;
    expect(await community.current.db.select({ name }).from(users).where(eq(users.id, body.id))).toEqual([
      { name: 'Ana' },
    ]);
  });

  test('does not sign in', async () => {
    const response = await community.current.visitor.call(signUp, { body: newcomer() });
    expect(response.body).toEqual({ status: true });
    expect(setCookiesOf(response)).toEqual([]);
  });

  test.for([
    ['firstName', { firstName: ' ' }],
    ['firstName', { firstName: 'a'.repeat(61) }],
    ['firstName', { firstName: 'Ana\nAdmin' }],
    ['lastName', { lastName: 'a'.repeat(61) }],
    ['email', { email: 'ana' }],
    ['email', { email: `${'a'.repeat(250)}@mail.test` }],
    ['email', { email: ['carl@mail.test'] }],
    ['password', { password: 'too short' }],
    ['password', { password: 'a'.repeat(129) }],
    ['isAdult', { isAdult: false }],
    ['isAdult', { isAdult: undefined }],
    ['setupCode', { setupCode: 42 }],
  ] as const)('an invalid %s is rejected with the field name: %j', async ([path, invalidFields]) => {
    const body = { ...newcomer(), ...invalidFields };
    const rejection = await community.current.visitor.send<Problem>('POST', signUp.path, { body });
    expect(rejection.status).toBe(400);
    expect(rejection.headers['content-type']).toContain('application/problem+json');
    expect(rejection.body.errors?.map((error) => error.path)).toEqual([path]);
    expect(await countAccounts(String(body.email))).toBe(0);
  });

  test('an empty form names every invalid field at once', async () => {
    const rejection = await community.current.visitor.send<Problem>('POST', signUp.path, { body: {} });
    const paths = rejection.body.errors?.map((error) => error.path);
    expect(paths).toEqual(['firstName', 'email', 'password', 'isAdult', 'agreesToHealthData']);
  });
});

describe('signing up with an email that has an account', () => {
  test('gets the same response as a new email and changes nothing', async () => {
    const ana = newcomer();
    const first = await community.current.visitor.call(signUp, { body: ana });
    const second = await community.current.visitor.call(signUp, {
      body: { ...ana, email: ana.email.toUpperCase(), password: 'somebody else typed this' },
    });
    expect(second.status).toBe(first.status);
    expect(JSON.stringify(second.body)).toBe(JSON.stringify(first.body));
    expect(Object.keys(second.headers)).toEqual(Object.keys(first.headers));

    const intruder = await community.current.visitor.call(signIn, {
      body: { email: ana.email, password: 'somebody else typed this' },
    });
    expect(intruder.status).toBe(401);
    const owner = await community.current.visitor.call(signIn, { body: { email: ana.email, password: goodPassword } });
    expect(owner.status).toBe(200);
  });

  test('notifies only the owner of the email, by mail', async () => {
    const ana = await community.current.member();
    await community.current.visitor.call(signUp, { body: newcomer({ email: ana.email }) });
    const mails = await community.current.mails();
    expect(mails.filter(({ to }) => to === ana.email)).toEqual([
      { to: ana.email, text: expect.stringContaining('You already have one') },
    ]);
  });

  test('four concurrent sign-ups with one email open one account and get the same response', async () => {
    const body = newcomer();
    const responses = await Promise.all(
      Array.from({ length: 4 }, () => community.current.visitor.call(signUp, { body })),
    );
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    expect(await countAccounts(body.email)).toBe(1);
  });
});

test.for([
  ['never responds', () => new Promise<never>(() => {})],
  ['rejects mails', () => Promise.reject(new Error('421 try again later'))],
] as const)('a known email is not revealed by a mail server that %s', async ([, send]) => {
  const slowServer = await Community.open({ mailer: { send } });
  onTestFinished(() => slowServer.close());
  const { email } = await slowServer.member();
  for (const response of [
    await slowServer.visitor.call(signUp, { body: newcomer({ email }) }),
    await slowServer.visitor.call(requestPasswordReset, { body: { email } }),
  ])
    expect(response.body).toEqual({ status: true });
});
