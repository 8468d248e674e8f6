import { randomUUIDv7 } from 'node:crypto';
import { signIn } from '@commons/contract/auth/schemas';
import { beginTwoFactor, confirmTwoFactor, signInWithCode } from '@commons/contract/security/schemas';
import { expect } from 'vitest';
import { verifications } from '../src/features/auth/auth.tables.ts';
import { signedValue } from '../src/features/auth/session-lookup.ts';
import { goodPassword, memberWithPassword } from './accounts.ts';
import { codeOf } from './authenticator.ts';
import { type Caller, setCookiesOf } from './caller.ts';
import { type Community, sessionSecret } from './community.ts';

/** A member who has turned two-factor sign-in on, with their key and recovery codes. */
export async function withTwoFactor(at: Community) {
  const ana = await memberWithPassword(at);
  const { body } = await ana.call(beginTwoFactor, { body: { password: goodPassword } });
  expect((await ana.call(confirmTwoFactor, { body: { code: await codeOf(body.key) } })).status).toBe(204);
  return { ana, ...body };
}

/** What a browser sends back of the cookies that an answer has set. */
export const cookiesOf = (answer: Parameters<typeof setCookiesOf>[0]) =>
  setCookiesOf(answer)
    .filter((cookie) => !/Max-Age=0/i.test(cookie))
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');

/** Gives the password; codes can follow, until one is right. */
export async function begin(at: Caller, email: string) {
  const first = await at.call(signIn, { body: { email, password: goodPassword } });
  const cookie = cookiesOf(first);
  return {
    first,
    give: (code: string) => at.call(signInWithCode, { body: { code } }, { cookie }),
  };
}

/** Sign-ins of a member that await their code, as giving the password leaves them: hashing it for each would take long. */
export async function manyHalfSignIns({ db, visitor }: Community, memberId: string, count: number) {
  const expiresAt = new Date(Date.now() + 60_000);
  const identifiers = Array.from({ length: count }, () => `2fa-${randomUUIDv7()}`);
  await db.insert(verifications).values(
    identifiers.flatMap((identifier) => [
      { identifier, value: memberId, expiresAt },
      { identifier: `2fa-attempts-${identifier}`, value: '0', expiresAt },
    ]),
  );
  return identifiers.map((identifier) => {
    const cookie = `commons.two_factor=${signedValue(identifier, sessionSecret)}`;
    return (code: string, at: Caller = visitor) => at.call(signInWithCode, { body: { code } }, { cookie });
  });
}
