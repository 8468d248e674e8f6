import { AsyncLocalStorage } from 'node:async_hooks';
import type { SignUpInput } from '@commons/contract/auth';
import { isAPIError } from 'better-auth/api';
import { hashPassword } from 'better-auth/crypto';
import { platformError } from '../../platform/errors.ts';
import type { Accounts } from './accounts.ts';

/** The hash of the password in a call, made before its transaction: hashing is slow on purpose, connections are few. */
export const hashMadeBefore = new AsyncLocalStorage<string>();

/** The library's word for whatever the database said to a new account: nothing that the newcomer typed is wrong. */
const isNotWritten = (error: unknown) => isAPIError(error) && error.body?.code === 'FAILED_TO_CREATE_USER';

/**
 * Opens an account, or tells the owner of a known email by mail; the caller cannot tell which. Of two sign-ups at once
 * with one email the second fails on the first one's row; tried again, it finds the account like any later one.
 */
export async function openAccount(
  accounts: Accounts,
  headers: Headers,
  { firstName, lastName, email, password }: SignUpInput,
): Promise<void> {
  const request = { headers, body: { name: `${firstName} ${lastName}`, firstName, lastName, email, password } };
  await hashMadeBefore.run(await hashPassword(password), async () => {
    try {
      await accounts.api.signUpEmail(request);
    } catch (error) {
      if (!isAPIError(error)) throw error;
      await accounts.api.signUpEmail(request).catch((again: unknown) => {
        throw isNotWritten(again) ? platformError('server.unavailable', { retryAfterSeconds: 2, cause: again }) : again;
      });
    }
  });
}
