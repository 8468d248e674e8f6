import type { SessionSecrets } from '../../platform/secrets.ts';
import type { Accounts } from './accounts.ts';
import { requestToken } from './session-lookup.ts';

/** Returns the identifier of a pending two-factor sign-in from its signed cookie. */
async function challengeIn(accounts: Accounts, cookies: string | undefined, secrets: SessionSecrets) {
  const { createAuthCookie, internalAdapter } = await accounts.$context;
  return { challenge: requestToken(cookies, createAuthCookie('two_factor').name, secrets), internalAdapter };
}

/** Returns the member whose sign-in still needs a second factor, identified by the request's cookies. */
export async function findPendingSignIn(
  accounts: Accounts,
  cookies: string | undefined,
  secrets: SessionSecrets,
): Promise<string | undefined> {
  const { challenge, internalAdapter } = await challengeIn(accounts, cookies, secrets);
  const found = challenge === undefined ? null : await internalAdapter.findVerificationValue(challenge);
  return found && found.expiresAt > new Date() ? found.value : undefined;
}

/** Cancels the pending sign-in whose cookie a response of the library would set. */
export async function cancelPendingSignIn(accounts: Accounts, answer: Headers, secrets: SessionSecrets): Promise<void> {
  const cookies = answer.getSetCookie().map((cookie) => cookie.split(';', 1)[0]);
  const { challenge, internalAdapter } = await challengeIn(accounts, cookies.join('; '), secrets);
  if (challenge !== undefined) await internalAdapter.deleteVerificationByIdentifier(challenge);
}
