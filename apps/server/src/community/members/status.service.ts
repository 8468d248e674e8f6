import type { AuditAction } from '@commons/contract/audit';
import { memberStatusErrors } from '@commons/contract/member-status';
import type { Role } from '@commons/contract/members/schemas';
import { profileErrors } from '@commons/contract/profiles';
import { and, desc, eq, isNull, lte, sql } from 'drizzle-orm';
import { type Database, inTransaction, type Transaction } from '../../platform/database/database.ts';
import { domainEvent } from '../../platform/database/domain-events.ts';
import { taskName } from '../../platform/database/tasks.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { errorsOf, platformError } from '../../platform/errors.ts';
import { button, link, paragraph, quote } from '../../platform/mail/blocks.ts';
import { mailTemplate, type MailContext } from '../../platform/mail/mail-template.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import { suspensionOf, suspensionPath, formatUntil } from '../../platform/sessions/suspension.ts';
import { auditLog } from '../audit/audit.tables.ts';
import { type AuditEntry, recordAudit } from '../audit/index.ts';
import { type AdminRules, isLastAdmin, lockRoles } from './admins.ts';
import { users } from './users.tables.ts';

const statusError = errorsOf(memberStatusErrors);
const memberError = errorsOf(profileErrors);

/** The actor and the affected member of a change. The actor is null for the command line. */
type Change = { actorId: string | null; memberId: string; details?: AuditEntry['details'] };

/** The part of a unit of work that the command line can provide. */
type StatusWork = Pick<UnitOfWork, 'tx' | 'publish'>;

/** Emitted when a break or a suspension of a member starts or ends. */
export const availabilityChanged = domainEvent<{ memberId: string }>('members.availability_changed');

/** Task that mails a member the end and reason of their suspension. */
export const suspensionMailTask = taskName<{ memberId: string }>('suspension-mail');

/**
 * Changes the role of a member. Role changes are serialized: if two admins demote each other at the same time, the
 * second change is rejected. Idempotent; the audit log records only the change.
 * @throws AppError for the actor's own role, for the last admin who can act, for the promotion of a suspended member,
 * and for an actor without the admin role.
 */
export async function setRole(
  work: StatusWork,
  { role, adminsNeedTwoFactor = false, ...change }: Change & Partial<AdminRules> & { role: Role },
): Promise<void> {
  await lockRoles(work.tx);
  const member = await lockAnother(work.tx, change);
  if (member.role === role) return;
  if (await isLastAdmin(work.tx, change.memberId, { adminsNeedTwoFactor })) throw statusError('members.last_admin');
  if (suspensionOf(member) && ranks[role] > ranks[member.role]) throw statusError('members.suspended');
  await assertStillAdmin(work.tx, change.actorId);
  await work.tx.update(users).set({ role }).where(eq(users.id, change.memberId));
  await record(work, 'role.changed', change, { from: member.role, to: role });
  notifyOwnTabs(work, change.memberId);
}

/**
 * Flags a member, so that their new posts wait for review, or removes the flag. Posts that already wait stay in review.
 * Returns false if nothing changed.
 */
export async function setFlag(
  work: StatusWork,
  { isFlagged, ...change }: Change & { isFlagged: boolean },
): Promise<boolean> {
  const member = await lockAnother(work.tx, change);
  if (member.isFlagged === isFlagged) return false;
  await assertStillAdmin(work.tx, change.actorId);
  await work.tx.update(users).set({ isFlagged }).where(eq(users.id, change.memberId));
  await record(work, isFlagged ? 'flag.set' : 'flag.cleared', change);
  notifyOwnTabs(work, change.memberId);
  return true;
}

/** Removes a flag that the decision of a case set. A flag that was set again since then stays. */
export async function removeFlagOfCase(work: StatusWork, { caseId, ...change }: Change & { caseId: string | null }) {
  await lockAnother(work.tx, change);
  const [latest] = await work.tx
    .select({ details: auditLog.details })
    .from(auditLog)
    .where(and(eq(auditLog.memberId, change.memberId), eq(auditLog.action, 'flag.set')))
    .orderBy(desc(auditLog.id))
    .limit(1);
  if (latest?.details.caseId === caseId) await setFlag(work, { ...change, isFlagged: false });
}

/**
 * Suspends a member until a time, or changes the end and reason of a suspension. Their sessions stay valid, but only
 * for routes with `isOpenToSuspended`. Their sockets are closed. A mail and the reply to every sign-in contain the
 * reason. Adds an entry to the audit log; the caller provides its `details`.
 * @throws AppError if the actor's role is not higher. Admins must lose their role first, so that no suspension removes
 * the last admin.
 */
export async function suspendMember(
  work: UnitOfWork,
  { until, reason, ...change }: Change & { until: Date; reason: string },
): Promise<void> {
  const member = await lockAnother(work.tx, change);
  if (member.role === 'admin') throw statusError('members.not_above');
  await assertAbove(work.tx, change.actorId, member.role);
  await work.tx
    .update(users)
    .set({ suspendedUntil: until, suspensionReason: reason })
    .where(eq(users.id, change.memberId));
  await record(work, 'suspension.set', change, { until: until.toISOString() });
  await work.enqueue(suspensionMailTask, { memberId: change.memberId });
  work.publish({ endSessionsOf: change.memberId });
  await work.emit(availabilityChanged, { memberId: change.memberId });
}

/** Ends a suspension early. */
export async function unsuspendMember(work: UnitOfWork, change: Change): Promise<void> {
  const member = await lockAnother(work.tx, change);
  if (!member.suspendedUntil) return;
  await assertAbove(work.tx, change.actorId, member.role);
  await work.tx.update(users).set(notSuspended).where(eq(users.id, change.memberId));
  await record(work, 'suspension.lifted', change);
  await work.emit(availabilityChanged, { memberId: change.memberId });
}

const notSuspended = { suspendedUntil: null, suspensionReason: null };

/** Clears expired suspensions and records each in the audit log. Returns their number. */
export async function clearExpiredSuspensions(db: Database): Promise<number> {
  return inTransaction(db, async (tx) => {
    const ended = await tx
      .update(users)
      .set(notSuspended)
      .where(lte(users.suspendedUntil, sql`now()`))
      .returning({ id: users.id });
    for (const { id } of ended) await record({ tx }, 'suspension.ended', { actorId: null, memberId: id });
    return ended.length;
  });
}

async function lockAnother(tx: Transaction, { actorId, memberId }: Change) {
  if (actorId === memberId) throw statusError('members.own_status');
  const { role, isFlagged, suspendedUntil, suspensionReason } = users;
  const [member] = await tx
    .select({ role, isFlagged, suspendedUntil, suspensionReason })
    .from(users)
    .where(and(eq(users.id, memberId), isNull(users.leftAt)))
    .for('no key update');
  if (!member) throw memberError('members.not_found');
  return member;
}

/** Rejects an actor that lost the admin role or was suspended while the call waited for the lock. */
async function assertStillAdmin(tx: Transaction, actorId: string | null): Promise<void> {
  if (actorId === null) return;
  const { role, suspendedUntil, suspensionReason } = users;
  const [actor] = await tx.select({ role, suspendedUntil, suspensionReason }).from(users).where(eq(users.id, actorId));
  if (actor?.role !== 'admin' || suspensionOf(actor)) throw platformError('request.forbidden');
}

const ranks = { user: 0, manager: 1, admin: 2 } as const satisfies Record<Role, number>;

async function assertAbove(tx: Transaction, actorId: string | null, role: Role): Promise<void> {
  if (actorId === null) return;
  const [actor] = await tx.select({ role: users.role }).from(users).where(eq(users.id, actorId));
  if (!actor || ranks[actor.role] <= ranks[role]) throw statusError('members.not_above');
}

const record = (
  work: Pick<UnitOfWork, 'tx'>,
  action: AuditAction,
  { actorId, memberId, details: callerDetails }: Change,
  details?: AuditEntry['details'],
) =>
  recordAudit(work, {
    actorId,
    action,
    subjectType: 'member',
    subjectId: memberId,
    memberId,
    details: { ...callerDetails, ...details },
  });

/** Makes the member's sockets read role and flag again, and their pages fetch the current user. */
function notifyOwnTabs(work: StatusWork, memberId: string): void {
  work.publish({ hiddenMembersChangedFor: [memberId] });
  work.publish({ audience: { memberIds: [memberId] }, frame: { type: 'status.changed', userId: memberId } });
}

export const suspensionMail = mailTemplate<{ until: Date; reason: string }>({
  name: 'suspension',
  sentWhen: 'A moderator suspends a member',
  sample: () => ({ until: new Date('2026-03-08T09:00:00Z'), reason: 'Repeated insults in comments.' }),
  compose: ({ until, reason }, { productName, publicUrl }) => ({
    subject: `Your account with ${productName} is suspended`,
    blocks: [
      paragraph(
        `Your account with ${productName} is suspended until ${formatUntil(until)}. Until then you cannot read or write there. After that, everything is back to normal. You do not need to do anything.`,
      ),
      paragraph('Why:'),
      quote(reason),
      paragraph(
        'You can read this again. If you think it is wrong, you can appeal, and another moderator will review it.',
      ),
      button('Read this again', `${publicUrl}${suspensionPath}`),
      paragraph('If things are hard right now, there are people to talk to, at any hour and without an account.'),
      link('See crisis lines', `${publicUrl}/crisis`),
    ],
  }),
});

/** Returns the mail about a suspension, or undefined if the suspension has ended before the mail is sent. */
export async function findSuspensionMail(
  db: Database,
  memberId: string,
  context: MailContext,
): Promise<Mail | undefined> {
  const { email, suspendedUntil, suspensionReason } = users;
  const [member] = await db
    .select({ email, suspendedUntil, suspensionReason })
    .from(users)
    .where(eq(users.id, memberId));
  const suspension = member && suspensionOf(member);
  return suspension && suspensionMail.write(member.email, context, suspension);
}
