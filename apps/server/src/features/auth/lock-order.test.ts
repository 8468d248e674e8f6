import * as contract from '@commons/contract/security/schemas';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { goodPassword, memberWithPassword } from '../../../test/accounts.ts';
import { codeOf } from '../../../test/authenticator.ts';
import { type Community, setUpCommunity } from '../../../test/community.ts';
import { createPendingSignIns, withTwoFactor } from '../../../test/two-factor.ts';
import { untilWaiting } from '../../../test/waiting.ts';
import { users } from '../members/users.tables.ts';
import { accounts, twoFactors } from './auth.tables.ts';

const community = setUpCommunity();
const body = { password: goodPassword };

/** A member, and an operation on their account that returns its status. */
type Prepared = { id: string; act: () => Promise<{ status: number }> };

async function withCode(at: Community): Promise<Prepared> {
  const { ana, key } = await withTwoFactor(at);
  const [submit] = await createPendingSignIns(at, ana.id, 1);
  const code = await codeOf(key);
  return { id: ana.id, act: () => submit!(code) };
}

async function confirming(at: Community): Promise<Prepared> {
  const ana = await memberWithPassword(at);
  const made = await ana.call(contract.beginTwoFactor, { body });
  const code = await codeOf(made.body.key);
  return { id: ana.id, act: () => ana.call(contract.confirmTwoFactor, { body: { code } }) };
}

async function turningOff(at: Community): Promise<Prepared> {
  const { ana } = await withTwoFactor(at);
  return { id: ana.id, act: () => ana.call(contract.disableTwoFactor, { body }) };
}

async function renewing(at: Community): Promise<Prepared> {
  const { ana } = await withTwoFactor(at);
  return { id: ana.id, act: () => ana.call(contract.renewRecoveryCodes, { body }) };
}

test.for([
  ['a sign-in with a code', withCode, 200],
  ['turning two-factor sign-in on', confirming, 204],
  ['turning two-factor sign-in off', turningOff, 204],
  ['renewing recovery codes', renewing, 200],
] as const)(
  '%s locks the member’s row first, like a mailed link and leaving, so that no deadlock occurs',
  async ([, prepare, status]) => {
    const { db } = community.current;
    const { id, act } = await prepare(community.current);
    const { acting } = await db.transaction(async (tx) => {
      await tx.select().from(users).where(eq(users.id, id)).for('update');
      const acting = act();
      await untilWaiting(community.current);
      for (const table of [accounts, twoFactors])
        await tx.select().from(table).where(eq(table.userId, id)).for('update', { noWait: true });
      return { acting };
    });
    expect((await acting).status).toBe(status);
  },
);
