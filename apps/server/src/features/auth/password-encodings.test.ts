import { deleteAccount } from '@commons/contract/account/schemas';
import { requestPasswordReset, resetPassword, signIn, signUp } from '@commons/contract/auth/schemas';
import { changePassword, requestEmailChange } from '@commons/contract/security/schemas';
import { beforeEach, expect, test } from 'vitest';
import { newcomer, signInThroughForm, signUpAndIn } from '../../../test/accounts.ts';
import { setUpCommunity } from '../../../test/community.ts';

const community = setUpCommunity();
// The first account needs a setup code.
beforeEach(() => community.current.member({ role: 'admin' }));

/** One password in the encodings of different devices: composed, decomposed, and with compatibility characters. */
const encodings = ['Ünïcode ﬁsh tömato', 'Ünïcode fish tömato'.normalize('NFD'), 'Ｕ\u0308nïcode fish tömato'];
const [composed, decomposed, compatible] = encodings as [string, string, string];

const statusOfSignIn = async (email: string, password: string) =>
  (await community.current.visitor.call(signIn, { body: { email, password } })).status;

test('a password works in every Unicode encoding, from sign-up to account deletion', async () => {
  const ana = await signUpAndIn(community.current, { password: decomposed });
  for (const password of encodings) expect(await statusOfSignIn(ana.email, password)).toBe(200);
  expect(await statusOfSignIn(ana.email, 'Unicode fish tomato')).toBe(401);

  const changeResponse = await ana.call(changePassword, {
    body: { password: composed, newPassword: decomposed.toUpperCase(), endsOtherSessions: false },
  });
  expect(changeResponse.status).toBe(204);
  for (const password of encodings)
    expect(await statusOfSignIn(ana.email, password.normalize('NFKC').toUpperCase())).toBe(200);

  await community.current.visitor.call(requestPasswordReset, { body: { email: ana.email } });
  const mail = (await community.current.mails()).findLast(({ to }) => to === ana.email);
  const token = /token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
  const resetResponse = await community.current.visitor.call(resetPassword, {
    body: { token, newPassword: compatible },
  });
  expect(resetResponse.status).toBe(200);

  const signedIn = await signInThroughForm(community.current, { email: ana.email, password: composed });
  const { email: newEmail } = newcomer();
  expect((await signedIn.call(requestEmailChange, { body: { newEmail, password: decomposed } })).status).toBe(204);
  expect((await signedIn.call(deleteAccount, { body: { password: compatible, content: 'remove' } })).status).toBe(204);
});

test.for([
  ['128 emoji', `river ${'😀🦊'.repeat(61)}`],
  ['128 decomposed letters', 'öäüéèñçå'.repeat(16).normalize('NFD')],
] as const)('accepts a password of %s and rejects it with one more character', async ([, password]) => {
  const ana = await signUpAndIn(community.current, { password });
  expect(await statusOfSignIn(ana.email, password.normalize('NFC'))).toBe(200);
  const rejection = await community.current.visitor.call(signUp, { body: newcomer({ password: `${password}a` }) });
  expect(rejection).toMatchObject({ status: 400, body: { errors: [{ path: 'password' }] } });
});
