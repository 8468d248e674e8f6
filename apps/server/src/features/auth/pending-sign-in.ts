import { stringifyCookie } from 'cookie';
import type { FastifyRequest } from 'fastify';
import type { SessionSecrets } from '../../platform/secrets.ts';
import type { Accounts } from './accounts.ts';
import { headersOf } from './http-bridge.ts';
import { findCookie, requestToken } from './session-lookup.ts';

/** Reads the identifier of a pending two-factor sign-in from its signed cookie. */
async function readChallenge(accounts: Accounts, cookies: string | undefined, secrets: SessionSecrets) {
  const { createAuthCookie, internalAdapter } = await accounts.$context;
  return { challenge: requestToken(cookies, createAuthCookie('two_factor').name, secrets), internalAdapter };
}

/** Returns the member whose sign-in still needs a second factor, identified by the request's cookies. */
export async function findPendingSignIn(
  accounts: Accounts,
  cookies: string | undefined,
  secrets: SessionSecrets,
): Promise<string | undefined> {
  const { challenge, internalAdapter } = await readChallenge(accounts, cookies, secrets);
  const verification = challenge === undefined ? null : await internalAdapter.findVerificationValue(challenge);
  return verification && verification.expiresAt > new Date() ? verification.value : undefined;
}

/** Returns a request's headers with no other cookie: the library ignores the pending sign-in of a browser with a session. */
export async function pendingSignInHeaders(accounts: Accounts, request: FastifyRequest): Promise<Headers> {
  const { name } = (await accounts.$context).createAuthCookie('two_factor');
  const headers = headersOf(request);
  headers.set('cookie', stringifyCookie({ [name]: findCookie(request.headers.cookie, name) }));
  return headers;
}

/** Cancels a pending sign-in. `headers` belong to the auth library's response, which sets its cookie. */
export async function cancelPendingSignIn(
  accounts: Accounts,
  headers: Headers,
  secrets: SessionSecrets,
): Promise<void> {
  const cookies = headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]);
  const { challenge, internalAdapter } = await readChallenge(accounts, cookies.join('; '), secrets);
  if (challenge !== undefined) await internalAdapter.deleteVerificationByIdentifier(challenge);
}
