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

/** Creates a member with two-factor sign-in. Returns their key and recovery codes. */
export async function withTwoFactor(at: Community) {
  const ana = await memberWithPassword(at);
  const { body } = await ana.call(beginTwoFactor, { body: { password: goodPassword } });
  expect((await ana.call(confirmTwoFactor, { body: { code: await codeOf(body.key) } })).status).toBe(204);
  return { ana, ...body };
}

/** Returns the `Cookie` header for the cookies that a response has set. */
export const cookiesOf = (response: Parameters<typeof setCookiesOf>[0]) =>
  setCookiesOf(response)
    .filter((cookie) => !/Max-Age=0/i.test(cookie))
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');

/** Signs in with the password. `give` then sends codes until one is accepted. */
export async function beginSignIn(at: Caller, email: string) {
  const first = await at.call(signIn, { body: { email, password: goodPassword } });
  const cookie = cookiesOf(first);
  return {
    first,
    submitCode: (code: string) => at.call(signInWithCode, { body: { code } }, { cookie }),
  };
}

/** Creates sign-ins that wait for a code, directly in the database: hashing a password for each would be slow. */
export async function createPendingSignIns({ db, visitor }: Community, memberId: string, count: number) {
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
