import { asc, eq } from 'drizzle-orm';
import { recordAudit } from '../../community/audit/index.ts';
import type { FeatureContext } from '../../community/feature.ts';
import { lockRoles, setRole } from '../../community/members/index.ts';
import { users } from '../../community/members/users.tables.ts';
import { type Database, inTransaction, type Queryable, type Transaction } from '../../platform/database/database.ts';
import type { Transact } from '../../platform/database/unit-of-work.ts';
import { isOneOfSecrets, setupCode } from '../../platform/secrets.ts';

/**
 * The rule for the first administrator. With ADMIN_EMAILS, it is the first account with one of these emails. Without,
 * it is the very first account. If strangers can reach the form, the account also needs the setup code or, from an
 * OpenID provider, a verified email on the list. An unverified email may belong to another person.
 */
export type FirstAdminRule = {
  adminEmails: string[] | undefined;
  /** Whether people other than the operator can reach the sign-up form. */
  isPubliclyReachable: boolean;
  setupCodes: readonly string[];
};

/** Returns the rule for the first administrator from the configuration. */
export const firstAdminRuleOf = ({
  configuration,
  sessionSecrets,
}: Pick<FeatureContext, 'configuration' | 'sessionSecrets'>): FirstAdminRule => ({
  adminEmails: configuration.adminEmails,
  isPubliclyReachable: configuration.isPubliclyReachable,
  setupCodes: sessionSecrets.map(setupCode),
});

/** Data of an account that is about to be opened. */
export type NewAccount = { email: string; emailVerified: boolean; origin: 'form' | 'openid' };

async function findAdmin(db: Queryable): Promise<{ id: string } | undefined> {
  const [admin] = await db.select({ id: users.id }).from(users).where(eq(users.role, 'admin')).limit(1);
  return admin;
}

/**
 * Returns whether this account may become the first administrator, regardless of existing accounts. A form has already
 * checked the setup code. An OpenID identity has no setup code, so if strangers can sign up, it needs a verified email
 * on the list.
 */
function isCandidate({ adminEmails, isPubliclyReachable }: FirstAdminRule, account: NewAccount): boolean {
  if (adminEmails && !adminEmails.includes(account.email)) return false;
  return account.origin === 'form' || (adminEmails ? account.emailVerified : !isPubliclyReachable);
}

/**
 * Returns whether the first administrator is still missing. With a list: no admin exists. Without: no account exists.
 */
export async function isAdminMissing(db: Queryable, rule: FirstAdminRule): Promise<boolean> {
  const condition = rule.adminEmails ? eq(users.role, 'admin') : undefined;
  const [existingUser] = await db.select({ id: users.id }).from(users).where(condition).limit(1);
  return !existingUser;
}

/** Returns whether this account would become the administrator if it were opened now. */
export const wouldBecomeAdmin = async (db: Queryable, rule: FirstAdminRule, newAccount: NewAccount): Promise<boolean> =>
  isCandidate(rule, newAccount) && !(await findAdmin(db)) && (await isAdminMissing(db, rule));

/** Returns whether the given code is a setup code of this server, in constant time. */
export const isSetupCode = (rule: FirstAdminRule, enteredCode: string | undefined): boolean =>
  isOneOfSecrets(enteredCode ?? '', rule.setupCodes);

/** Makes a new account the administrator if the rule allows it. */
export async function appointFirstAdmin(
  db: Database,
  transact: Transact,
  rule: FirstAdminRule,
  account: NewAccount & { id: string; role?: unknown },
): Promise<void> {
  // With sign-up by invitation, the account was created with the role.
  if (account.role === 'admin') return transact(({ tx }) => recordFirstAdmin(tx, account.id));
  if (!isCandidate(rule, account) || (await findAdmin(db))) return;
  await transact(async ({ tx }) => {
    await lockRoles(tx);
    if (await findAdmin(tx)) return;
    if (!rule.adminEmails) {
      // Ids start with a timestamp. The lowest one wins when two accounts are opened at the same time.
      const [first] = await tx.select({ id: users.id }).from(users).orderBy(asc(users.id)).limit(1);
      if (first?.id !== account.id) return;
    }
    await tx.update(users).set({ role: 'admin' }).where(eq(users.id, account.id));
    await recordFirstAdmin(tx, account.id);
  });
}

const recordFirstAdmin = (tx: Transaction, memberId: string) =>
  recordAudit(
    { tx },
    { actorId: memberId, action: 'role.first_admin', subjectType: 'member', subjectId: memberId, memberId },
  );

/** Makes the member with this email an admin. Returns whether the member exists. Running servers pick up the change. */
export const grantAdmin = (db: Database, email: string): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const hasEmail = eq(users.email, email.trim().toLowerCase());
    const [member] = await tx.select({ id: users.id }).from(users).where(hasEmail);
    if (member) await setRole({ tx, publish: () => undefined }, { actorId: null, memberId: member.id, role: 'admin' });
    return member !== undefined;
  });
