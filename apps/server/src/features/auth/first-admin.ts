import { asc, eq } from 'drizzle-orm';
import { type Database, inTransaction, type Queryable, type Transaction } from '../../platform/database/database.ts';
import type { Transact } from '../../platform/database/unit-of-work.ts';
import type { Kit } from '../../platform/feature.ts';
import { isOneOfSecrets, setupCode } from '../../platform/secrets.ts';
import { recordAudit } from '../audit/index.ts';
import { lockRoles, setRole } from '../members/index.ts';
import { users } from '../members/users.tables.ts';

/**
 * Who becomes the first administrator. With ADMIN_EMAILS: the first account with one of these emails. Without: the
 * first account of all. Where strangers reach the form the account must also bring the setup code, or, coming from an OpenID provider,
 * a verified email of the list: an unverified email proves nothing about who types it.
 */
export type FirstAdminRule = {
  adminEmails: string[] | undefined;
  /** Whether others than whoever runs the server can reach the sign-up form. */
  isReachedByStrangers: boolean;
  setupCodes: readonly string[];
};

export const firstAdminRuleOf = ({
  configuration,
  sessionSecrets,
}: Pick<Kit, 'configuration' | 'sessionSecrets'>): FirstAdminRule => ({
  adminEmails: configuration.adminEmails,
  isReachedByStrangers: configuration.isReachedByStrangers,
  setupCodes: sessionSecrets.map(setupCode),
});

/** What an account that is being opened says of itself. */
type Claim = { email: string; emailVerified: boolean; origin: 'form' | 'openid' };

async function findAdmin(db: Queryable): Promise<{ id: string } | undefined> {
  const [admin] = await db.select({ id: users.id }).from(users).where(eq(users.role, 'admin')).limit(1);
  return admin;
}

/**
 * Whether this account could be the first administrator, whoever else is here. Where strangers reach the form it has
 * brought its setup code by now; an OpenID identity cannot bring one, so there only a verified email of the list counts.
 */
function isCandidate({ adminEmails, isReachedByStrangers }: FirstAdminRule, account: Claim): boolean {
  if (adminEmails && !adminEmails.includes(account.email)) return false;
  return account.origin === 'form' || (adminEmails ? account.emailVerified : !isReachedByStrangers);
}

/** Whether the first administrator has yet to come: with a list there is none, without one there is nobody. */
export async function adminIsAwaited(db: Queryable, rule: FirstAdminRule): Promise<boolean> {
  const whoWouldEndIt = rule.adminEmails ? eq(users.role, 'admin') : undefined;
  const [somebody] = await db.select({ id: users.id }).from(users).where(whoWouldEndIt).limit(1);
  return !somebody;
}

/** Whether an account that is opened with this claim now would become administrator, were it allowed to. */
export const wouldBecomeAdmin = async (db: Queryable, rule: FirstAdminRule, claim: Claim): Promise<boolean> =>
  isCandidate(rule, claim) && !(await findAdmin(db)) && (await adminIsAwaited(db, rule));

/** The same where sign-up is by invitation: of two first accounts at once the second finds the first one's row. */
export async function comesAsFirstAdmin(tx: Queryable, rule: FirstAdminRule, claim: Claim): Promise<boolean> {
  await lockRoles(tx);
  return wouldBecomeAdmin(tx, rule, claim);
}

/** Whether a sign-up may need the setup code: strangers can reach the form, and somebody may still become administrator. */
export const setupIsOpen = async (db: Database, rule: FirstAdminRule): Promise<boolean> =>
  rule.isReachedByStrangers && (await adminIsAwaited(db, rule));

export const isSetupCode = (rule: FirstAdminRule, given: string | undefined): boolean =>
  isOneOfSecrets(given ?? '', rule.setupCodes);

/** Makes a new account the administrator if the rule says so. */
export async function appointFirstAdmin(
  db: Database,
  transact: Transact,
  rule: FirstAdminRule,
  account: Claim & { id: string; role?: unknown },
): Promise<void> {
  // Where sign-up is by invitation the account came with the role.
  if (account.role === 'admin') return transact(({ tx }) => recordFirstAdmin(tx, account.id));
  if (!isCandidate(rule, account) || (await findAdmin(db))) return;
  await transact(async ({ tx }) => {
    await lockRoles(tx);
    if (await findAdmin(tx)) return;
    if (!rule.adminEmails) {
      // The first by id, which begins with the time: of two at once each would find another account beside its own.
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

/** Makes the member with this email an admin. Returns whether there is one. Running servers notice by themselves. */
export const grantAdmin = (db: Database, email: string): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const isMeant = eq(users.email, email.trim().toLowerCase());
    const [member] = await tx.select({ id: users.id }).from(users).where(isMeant);
    if (member) await setRole({ tx, publish: () => undefined }, { actorId: null, memberId: member.id, role: 'admin' });
    return member !== undefined;
  });
