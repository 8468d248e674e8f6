import { and, eq, ne, type SQL } from 'drizzle-orm';
import { acquireLock } from '../../platform/database/advisory-locks.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { FeatureContext } from '../feature.ts';
import { users } from './users.tables.ts';
import { isActive } from './visibility.ts';

/** Whether admins have their rights only with two-factor sign-in (`ADMIN_TWO_FACTOR=required`). */
export type AdminRules = { readonly adminsNeedTwoFactor: boolean };

/** Returns the rules of the current settings. They change with the settings. */
export const adminRulesOf = ({ settings }: Pick<FeatureContext, 'settings'>): AdminRules => ({
  get adminsNeedTwoFactor() {
    return settings.current.adminTwoFactor === 'required';
  },
});

/** SQL condition for active admins: not former members, not suspended, not on a break. */
export const canActAsAdmin = ({ adminsNeedTwoFactor }: AdminRules): SQL | undefined =>
  and(eq(users.role, 'admin'), isActive(users), adminsNeedTwoFactor ? users.twoFactorEnabled : undefined);

/** Locks all roles until the end of the transaction. Must be called before any member's row is locked. */
export const lockRoles = (tx: Queryable): Promise<void> => acquireLock(tx, 'roles');

/**
 * Returns whether this member is the only active admin. Every change that removes an admin checks this first: a
 * demotion, a departure, a break. The result stays valid until the end of a transaction that has called `lockRoles`.
 */
export async function isLastAdmin(tx: Queryable, memberId: string, rules: AdminRules): Promise<boolean> {
  const isThisAdmin = and(eq(users.id, memberId), eq(users.role, 'admin'));
  if ((await tx.$count(users, isThisAdmin)) === 0) return false;
  return (await tx.$count(users, and(canActAsAdmin(rules), ne(users.id, memberId)))) === 0;
}
