import { randomUUIDv7 } from 'node:crypto';
import { getCurrentUser, type SignUpInput, signIn, signUp } from '@commons/contract/auth/schemas';
import { hashPassword } from 'better-auth/crypto';
import { expect } from 'vitest';
import { accounts } from '../src/features/auth/auth.tables.ts';
import { type Caller, setCookiesOf } from './caller.ts';
import { type Community, Member } from './community.ts';

export const goodPassword = 'breathe in, breathe out';

/** Returns valid input for signing up. */
export const newcomer = (overrides: Partial<SignUpInput> = {}): SignUpInput => ({
  firstName: 'Ana',
  lastName: 'Lund',
  email: `${randomUUIDv7()}@newcomers.test`,
  password: goodPassword,
  isAdult: true,
  agreesToHealthData: true,
  ...overrides,
});

/** The same input as form fields, as a browser sends them without JavaScript. */
export const newcomerFormFields = (overrides: { email?: string; password?: string } = {}) => ({
  firstName: 'Ana',
  lastName: 'Lund',
  email: `${randomUUIDv7()}@newcomers.test`,
  password: goodPassword,
  isAdult: 'on',
  agreesToHealthData: 'on',
  ...overrides,
});

let hashOfGoodPassword: Promise<string> | undefined;

/**
 * Returns a signed-in member with `goodPassword` or another one. `goodPassword` is hashed only once, because hashing is
 * slow.
 */
export async function memberWithPassword(community: Community, other?: string): Promise<Member> {
  const member = await community.member();
  hashOfGoodPassword ??= hashPassword(goodPassword);
  const password = await (other === undefined ? hashOfGoodPassword : hashPassword(other));
  await community.db
    .insert(accounts)
    .values({ userId: member.id, accountId: member.id, providerId: 'credential', password });
  return member;
}

/** Signs up and in like a browser. */
export async function signUpAndIn(community: Community, overrides: Partial<SignUpInput> = {}): Promise<Member> {
  const input = newcomer(overrides);
  await community.visitor.call(signUp, { body: input });
  return signInThroughForm(community, input);
}

/** Signs in with email and password. */
export async function signInThroughForm(
  community: Community,
  { email, password }: { email: string; password: string },
  caller: Caller = community.visitor,
): Promise<Member> {
  const response = await caller.call(signIn, { body: { email, password } });
  expect(response.status).toBe(200);
  const cookie = setCookiesOf(response)[0]?.split(';', 1)[0] ?? '';
  const me = await new Member(community.server, { id: '', email, cookie }).call(getCurrentUser, {});
  return new Member(community.server, { id: me.body.id, email, cookie });
}
