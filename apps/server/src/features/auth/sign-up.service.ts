import { AsyncLocalStorage } from 'node:async_hooks';
import type { SignUpInput } from '@commons/contract/auth';
import { isAPIError } from 'better-auth/api';
import { hashPassword } from 'better-auth/crypto';
import type { Accounts } from './accounts.ts';

/** The hash of the password in a call, made before its transaction: hashing is slow on purpose, connections are few. */
export const hashMadeBefore = new AsyncLocalStorage<string>();

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
      await accounts.api.signUpEmail(request);
    }
  });
}
