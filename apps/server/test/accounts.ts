import { randomUUIDv7 } from 'node:crypto';
import { getCurrentUser, type SignUpInput, signIn, signUp } from '@commons/contract/auth/schemas';
import { hashPassword } from 'better-auth/crypto';
import { expect } from 'vitest';
import { accounts } from '../src/features/auth/auth.tables.ts';
import { type Caller, setCookiesOf } from './caller.ts';
import { type Community, Member } from './community.ts';

export const goodPassword = 'breathe in, breathe out';

/** What a newcomer fills in to sign up. */
export const newcomer = (given: Partial<SignUpInput> = {}): SignUpInput => ({
  firstName: 'Ana',
  lastName: 'Lund',
  email: `${randomUUIDv7()}@newcomers.test`,
  password: goodPassword,
  isAdult: true,
  ...given,
});

/** The same as a browser sends it from the form, without the page's code. */
export const typedByNewcomer = (given: { email?: string; password?: string } = {}) => ({
  firstName: 'Ana',
  lastName: 'Lund',
  email: `${randomUUIDv7()}@newcomers.test`,
  password: goodPassword,
  isAdult: 'on',
  ...given,
});

let hashOfGoodPassword: Promise<string> | undefined;

/** A signed-in member whose account has `goodPassword`, hashed once for all of them: hashing is slow on purpose; or another. */
export async function memberWithPassword(community: Community, other?: string): Promise<Member> {
  const member = await community.member();
  hashOfGoodPassword ??= hashPassword(goodPassword);
  const password = await (other === undefined ? hashOfGoodPassword : hashPassword(other));
  await community.db
    .insert(accounts)
    .values({ userId: member.id, accountId: member.id, providerId: 'credential', password });
  return member;
}

/** Signs up and in through the forms, as a browser would. */
export async function signUpAndIn(community: Community, given: Partial<SignUpInput> = {}): Promise<Member> {
  const input = newcomer(given);
  await community.visitor.call(signUp, { body: input });
  return signInThroughForm(community, input);
}

/** Signs in through the form with an account that has a password. */
export async function signInThroughForm(
  community: Community,
  { email, password }: { email: string; password: string },
  caller: Caller = community.visitor,
): Promise<Member> {
  const answer = await caller.call(signIn, { body: { email, password } });
  expect(answer.status).toBe(200);
  const cookie = setCookiesOf(answer)[0]?.split(';', 1)[0] ?? '';
  const me = await new Member(community.server, { id: '', email, cookie }).call(getCurrentUser, {});
  return new Member(community.server, { id: me.body.id, email, cookie });
}
