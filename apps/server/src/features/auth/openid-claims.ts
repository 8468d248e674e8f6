import { AsyncLocalStorage } from 'node:async_hooks';
import { signUpInput } from '@commons/contract/auth/schemas';
import { profileLimits } from '@commons/contract/profiles';
import { cleanLine, cutText } from '@commons/contract/text';
import { and, eq } from 'drizzle-orm';
import { users } from '../../community/members/users.tables.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { accounts } from './auth.tables.ts';

/** The provider id of the configured OpenID provider, part of its callback address. */
export const openIdProviderId = 'openid';

/** The claims that we read (OpenID Connect Core 1.0, 5.1). A provider may send anything in them. */
type OpenIdClaims = Partial<
  Record<'sub' | 'email' | 'email_verified' | 'name' | 'given_name' | 'family_name', unknown>
>;

/** Returns the email address in a claim, in the form that sign-up stores. Empty if it is not valid. */
function addressOf(claim: unknown): string {
  const text = typeof claim === 'string' ? claim.trim() : '';
  // Some non-Latin letters become Latin in lower case (U+212A becomes "k") and would match another member's address.
  if (/[^\x21-\x7E]/.test(text)) return '';
  return signUpInput.shape.email.safeParse(text).data ?? '';
}

/** Format characters, except the joiner and non-joiner that names can contain. */
const formatCharacters = /(?![\u200C\u200D])\p{Cf}/gu;

/** Returns the name in a claim, cleaned and cut to the limits of sign-up. Empty if there is none. */
function nameOf(claim: unknown): string {
  if (typeof claim !== 'string') return '';
  const clean = claim
    .toWellFormed()
    .replaceAll(formatCharacters, '')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  const name = cutText(cleanLine(clean), profileLimits.nameCharacters);
  return signUpInput.shape.firstName.safeParse(name).data ?? '';
}

function namesOf({ name, given_name, family_name }: OpenIdClaims): { firstName: string; lastName: string } {
  const [given, family, full] = [given_name, family_name, name].map(nameOf);
  if (given) return { firstName: given, lastName: family ?? '' };
  return { firstName: full || family || '', lastName: '' };
}

/** Email and subject in the current callback. The library maps claims without access to the request. */
export const callbackClaims = new AsyncLocalStorage<{ email?: string; subject?: string }>();

const isIdentity = (subject: string) => and(eq(accounts.providerId, openIdProviderId), eq(accounts.accountId, subject));

/**
 * Returns the member that the claims describe, under the rules of sign-up. If the claims contain no address, a member
 * known by the subject keeps their stored address and can still sign in.
 */
export async function memberFromClaims(db: Queryable, claims: OpenIdClaims) {
  const subject = typeof claims.sub === 'string' ? claims.sub : '';
  const address = addressOf(claims.email);
  const email = address === '' ? await findAddress(db, subject) : address;
  Object.assign(callbackClaims.getStore() ?? {}, { email, subject });
  const names = namesOf(claims);
  return {
    ...names,
    name: `${names.firstName} ${names.lastName}`.trim(),
    email,
    emailVerified: address !== '' && claims.email_verified === true,
  };
}

async function findAddress(db: Queryable, subject: string): Promise<string> {
  if (subject === '' || subject.includes('\0')) return '';
  const identity = db.select({ email: users.email }).from(accounts).innerJoin(users, eq(users.id, accounts.userId));
  const [account] = await identity.where(isIdentity(subject));
  return account?.email ?? '';
}

/**
 * Returns whether a first sign-in failed because a concurrent one with the same subject or address was faster. A second
 * attempt then finds the existing account, so it cannot fail in the same way.
 */
export async function lostToConcurrentSignIn(db: Queryable, error: string | null): Promise<boolean> {
  const { email = '', subject = '' } = callbackClaims.getStore() ?? {};
  if (error === 'unable_to_create_user') return (await db.$count(users, eq(users.email, email))) > 0;
  return error === 'unable_to_link_account' && (await db.$count(accounts, isIdentity(subject))) > 0;
}
