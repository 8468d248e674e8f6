import type { SignUpInput } from '@commons/contract/auth/schemas';
import { consentKinds } from '@commons/contract/consent';
import { hashPassword } from 'better-auth/crypto';
import { eq } from 'drizzle-orm';
import { recordConsent } from '../../community/consent/index.ts';
import type { FeatureContext } from '../../community/feature.ts';
import { lockRoles } from '../../community/members/index.ts';
import { users } from '../../community/members/users.tables.ts';
import { enqueueReindex } from '../../community/search-documents/search-source.ts';
import { onlyRow, type Queryable, violatedConstraint } from '../../platform/database/database.ts';
import { domainEvent } from '../../platform/database/domain-events.ts';
import { platformError } from '../../platform/errors.ts';
import { accounts } from './auth.tables.ts';
import { appointFirstAdmin, firstAdminRuleOf, type NewAccount, wouldBecomeAdmin } from './first-admin.ts';

type SignUpContext = Pick<
  FeatureContext,
  'configuration' | 'db' | 'invitations' | 'sessionSecrets' | 'settings' | 'transact'
>;

/** Columns of a new account that follow from its invitation and from the settings. */
type Admission = { emailVerified?: true; role?: 'admin'; messagesFrom: 'members' | 'connections' };

/**
 * Uses the invitation of a person who opens an account. Returns the columns that follow from it, or undefined if the
 * community accepts only people with an invitation.
 */
export async function admitPerson(
  tx: Queryable,
  context: SignUpContext,
  account: NewAccount,
  invitation: string | undefined,
): Promise<Admission | undefined> {
  const { signUp, messagesFrom } = context.settings.current;
  const isInvited =
    signUp !== 'closed' &&
    invitation !== undefined &&
    (await context.invitations.consume(tx, invitation, account.email));
  // The invitation was sent by mail, so using it confirms the email.
  if (isInvited) return { emailVerified: true, messagesFrom };
  if (signUp === 'open') return { messagesFrom };
  // The lock makes a concurrent sign-up find this administrator.
  await lockRoles(tx);
  return (await wouldBecomeAdmin(tx, firstAdminRuleOf(context), account)) ? { role: 'admin', messagesFrom } : undefined;
}

/** Emitted for each new account. */
export const memberJoined = domainEvent<{ memberId: string }>('auth.member_joined');

/** Completes an account after its transaction. */
export async function welcomeMember(
  context: SignUpContext,
  account: NewAccount & { id: string; role?: unknown },
): Promise<void> {
  const { db, transact } = context;
  await transact(async (work) => {
    await enqueueReindex(work, 'people', [account.id]);
    await work.emit(memberJoined, { memberId: account.id });
  });
  await appointFirstAdmin(db, transact, firstAdminRuleOf(context), account);
}

const hasAccount = async (tx: Queryable, email: string): Promise<boolean> =>
  (await tx.select({ id: users.id }).from(users).where(eq(users.email, email))).length > 0;

/** Opens an account with a password. Does nothing if the email has an account. The response is the same. */
export async function openAccount(context: SignUpContext, input: SignUpInput): Promise<void> {
  // Before the transaction, because hashing is slow and would hold a connection.
  const password = await hashPassword(input.password);
  const member = await insertAccount(context, input, password).catch((error: unknown) => {
    // A concurrent sign-up with the same email was faster.
    if (violatedConstraint(error) === 'users_one_per_email') return undefined;
    throw error;
  });
  if (member) await welcomeMember(context, { ...member, origin: 'form' });
}

const insertAccount = (
  context: SignUpContext,
  { firstName, lastName, email, invitation }: SignUpInput,
  password: string,
) =>
  context.transact(async ({ tx }) => {
    if (await hasAccount(tx, email)) return undefined;
    const admission = await admitPerson(tx, context, { email, emailVerified: false, origin: 'form' }, invitation);
    if (!admission) {
      if (await hasAccount(tx, email)) return undefined;
      // Somebody else became the first administrator. The next attempt gets the reason.
      throw platformError('server.unavailable', { retryAfterSeconds: 2 });
    }
    const name = `${firstName} ${lastName}`.trim();
    const { id, emailVerified, role } = users;
    const member = onlyRow(
      await tx
        .insert(users)
        .values({ name, firstName, lastName, email, ...admission })
        .returning({ id, email: users.email, emailVerified, role }),
    );
    // The form has confirmed the age and the consent.
    await recordConsent(tx, member.id, consentKinds);
    await tx.insert(accounts).values({ userId: member.id, accountId: member.id, providerId: 'credential', password });
    return member;
  });
