import type { SessionSecrets } from '../../platform/secrets.ts';
import type { Accounts } from './accounts.ts';
import { requestToken } from './session-lookup.ts';

/** The library's name of a sign-in that awaits its code: its signed cookie holds it. */
async function challengeIn(accounts: Accounts, cookies: string | undefined, secrets: SessionSecrets) {
  const { createAuthCookie, internalAdapter } = await accounts.$context;
  return { challenge: requestToken(cookies, createAuthCookie('two_factor').name, secrets), internalAdapter };
}

/** Whose sign-in a browser has half finished, by the cookies that it sends. */
export async function findHalfSignedIn(
  accounts: Accounts,
  cookies: string | undefined,
  secrets: SessionSecrets,
): Promise<string | undefined> {
  const { challenge, internalAdapter } = await challengeIn(accounts, cookies, secrets);
  const found = challenge === undefined ? null : await internalAdapter.findVerificationValue(challenge);
  return found && found.expiresAt > new Date() ? found.value : undefined;
}

/** Ends the half sign-in whose cookie an answer of the library would set. */
export async function endHalfSignIn(accounts: Accounts, answer: Headers, secrets: SessionSecrets): Promise<void> {
  const cookies = answer.getSetCookie().map((cookie) => cookie.split(';', 1)[0]);
  const { challenge, internalAdapter } = await challengeIn(accounts, cookies.join('; '), secrets);
  if (challenge !== undefined) await internalAdapter.deleteVerificationByIdentifier(challenge);
}
