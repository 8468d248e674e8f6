import * as contract from '@commons/contract/security/schemas';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { goodPassword, memberWithPassword } from '../../../test/accounts.ts';
import { codeOf } from '../../../test/authenticator.ts';
import { type Community, setUpCommunity } from '../../../test/community.ts';
import { createPendingSignIns, withTwoFactor } from '../../../test/two-factor.ts';
import { whileLocked } from '../../../test/waiting.ts';
import { accounts, twoFactors } from './auth.tables.ts';

const community = setUpCommunity();
const body = { password: goodPassword };

/** A member, and a call that changes their account. */
type PreparedCall = { id: string; send: () => Promise<{ status: number }> };

async function prepareSignIn(current: Community): Promise<PreparedCall> {
  const { ana, key } = await withTwoFactor(current);
  const [submit] = await createPendingSignIns(current, ana.id, 1);
  const code = await codeOf(key);
  return { id: ana.id, send: () => submit!(code) };
}

async function prepareEnabling(current: Community): Promise<PreparedCall> {
  const ana = await memberWithPassword(current);
  const setup = await ana.call(contract.beginTwoFactor, { body });
  const code = await codeOf(setup.body.key);
  return { id: ana.id, send: () => ana.call(contract.confirmTwoFactor, { body: { code } }) };
}

async function prepareDisabling(current: Community): Promise<PreparedCall> {
  const { ana } = await withTwoFactor(current);
  return { id: ana.id, send: () => ana.call(contract.disableTwoFactor, { body }) };
}

async function prepareRenewal(current: Community): Promise<PreparedCall> {
  const { ana } = await withTwoFactor(current);
  return { id: ana.id, send: () => ana.call(contract.renewRecoveryCodes, { body }) };
}

test.for([
  ['a sign-in with a code', prepareSignIn, 200],
  ['turning two-factor sign-in on', prepareEnabling, 204],
  ['turning two-factor sign-in off', prepareDisabling, 204],
  ['renewing recovery codes', prepareRenewal, 200],
] as const)(
  '%s locks the member’s row first, as mailed links and account deletion do, which prevents deadlocks',
  async ([, prepare, status]) => {
    const { id, send } = await prepare(community.current);
    const response = await whileLocked(
      community.current,
      sql`SELECT FROM users WHERE id = ${id} FOR UPDATE`,
      send,
      ...[accounts, twoFactors].map((table) => sql`SELECT FROM ${table} WHERE user_id = ${id} FOR UPDATE NOWAIT`),
    );
    expect(response.status).toBe(status);
  },
);
