import { and, eq, ne, type SQL } from 'drizzle-orm';
import { holdLock } from '../../platform/database/advisory-locks.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Kit } from '../../platform/feature.ts';
import { users } from './users.tables.ts';
import { isActive } from './visibility.ts';

/** Whether an admin acts as a member until two-factor sign-in is on (`ADMIN_TWO_FACTOR=required`). */
export type AdminRules = { adminsNeedTwoFactor: boolean };

export const adminRulesOf = ({ configuration }: Pick<Kit, 'configuration'>): AdminRules => ({
  adminsNeedTwoFactor: configuration.adminTwoFactor === 'required',
});

/** Matches active admins: not gone, suspended or on a break. */
export const canActAsAdmin = ({ adminsNeedTwoFactor }: AdminRules): SQL | undefined =>
  and(eq(users.role, 'admin'), isActive(users), adminsNeedTwoFactor ? users.twoFactorEnabled : undefined);

/** Holds all roles to the end of the transaction. Comes before the lock of any member's row. */
export const lockRoles = (tx: Queryable): Promise<void> => holdLock(tx, 'roles');

/**
 * Whether no admin could act if this member ceased to. Every change that takes an admin away asks first: a demotion, a
 * departure, a break. The answer holds to the end of a transaction that has called `lockRoles`.
 */
export async function isLastAdmin(tx: Queryable, memberId: string, rules: AdminRules): Promise<boolean> {
  const isThisAdmin = and(eq(users.id, memberId), eq(users.role, 'admin'));
  if ((await tx.$count(users, isThisAdmin)) === 0) return false;
  return (await tx.$count(users, and(canActAsAdmin(rules), ne(users.id, memberId)))) === 0;
}
