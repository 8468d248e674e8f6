import { accountErrors } from '@commons/contract/account';
import type { LeaveInput } from '@commons/contract/account/schemas';
import { and, eq, getTableColumns, gt, isNotNull, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import { recordAudit } from '../../community/audit/index.ts';
import {
  contributionKindsOf,
  type DepartedMember,
  type FeatureContext,
  personalDataOf,
} from '../../community/feature.ts';
import { adminRulesOf, isLastAdmin, lockRoles, toDataSubject } from '../../community/members/index.ts';
import { users } from '../../community/members/users.tables.ts';
import { memberLeaving, type DataSubject, rowsOfMember } from '../../community/personal-data.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import { taskName } from '../../platform/database/tasks.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { errorsOf } from '../../platform/errors.ts';
import { button, paragraph } from '../../platform/mail/blocks.ts';
import { mailContextOf, mailTemplate } from '../../platform/mail/mail-template.ts';
import { mailTask } from '../../platform/mail/mailer.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { verifyIdentity } from '../auth/index.ts';

const accountError = errorsOf(accountErrors);

type LeavingContext = Pick<FeatureContext, 'db' | 'transact' | 'media' | 'features'>;

export const departureTask = taskName<DepartedMember>('departure');

/**
 * Deletes an account. This transaction deletes sessions, secrets and private data. A task then handles the member's
 * content in batches, with retries until it succeeds.
 * @throws AppError 400 for a wrong password, 401 if the last login is too long ago, 409 for the last active admin.
 */
export async function leaveCommunity(
  context: LeavingContext & Pick<FeatureContext, 'settings' | 'publicUrl'>,
  viewer: Viewer,
  { password, content }: LeaveInput,
): Promise<void> {
  await verifyIdentity(context.db, viewer, password);
  await context.transact(async (work) => {
    const { tx } = work;
    await lockRoles(tx);
    const [member] = await tx.select().from(users).where(eq(users.id, viewer.id)).for('update');
    if (!member || member.leftAt) return;
    if (await isLastAdmin(tx, viewer.id, adminRulesOf(context))) throw accountError('account.last_admin');
    if (member.profileImageUrl) await context.media.detach(tx, member.profileImageUrl);
    await work.emit(memberLeaving, { memberId: viewer.id });
    await deletePrivateRows(context, work, toDataSubject(member));
    await tx
      .update(users)
      .set({ ...formerMemberValues(viewer.id), leftAt: databaseNow(), leftContent: content })
      .where(eq(users.id, viewer.id));
    await recordAudit(work, {
      actorId: viewer.id,
      action: 'member.left',
      subjectId: viewer.id,
      memberId: viewer.id,
      details: { content },
    });
    await work.enqueue(departureTask, { memberId: viewer.id, content });
    await work.enqueue(mailTask, farewellMail.write(member.email, mailContextOf(context), { content }));
    work.publish({ endSessionsOf: viewer.id });
  });
}

/** Deletes the rows that belong only to the member. */
async function deletePrivateRows(
  { features }: LeavingContext,
  { tx }: UnitOfWork,
  subject: DataSubject,
): Promise<void> {
  for (const { table, references } of personalDataOf(features))
    for (const reference of references)
      if (reference.leaving === 'deleted') await tx.delete(table).where(rowsOfMember(reference, subject));
}

/** Column values of a former member: no personal data. */
const formerMemberValues = (id: string): typeof users.$inferInsert => ({
  id,
  email: `${id}@left.invalid`,
  emailVerified: false,
  name: 'A former member',
  firstName: 'A former member',
  lastName: '',
  profileImageUrl: null,
  title: null,
  bio: null,
  location: null,
  favoriteBook: null,
  favoriteQuote: null,
  favoriteHobby: null,
  threeInterestingThings: null,
  currentGoal: null,
  instagram: null,
  facebook: null,
  twitter: null,
  linkedin: null,
  role: 'user',
  isFlagged: false,
  suspendedUntil: null,
  suspensionReason: null,
  mindfulnessScore: 0,
  meditationSeconds: 0,
  meditationMinutes: 0,
  emailAudience: 'nobody',
  messagesFrom: 'connections',
  showsPresence: false,
  showsOnLeaderboard: false,
  twoFactorEnabled: false,
  breakUntil: null,
  guidelinesAcceptedAt: null,
  guidelinesVersion: null,
  lastLoginAt: null,
  lastActiveAt: new Date(0),
});

/** Removes or anonymizes the content of a former member. Idempotent. */
export async function finishDeparture(context: LeavingContext, member: DepartedMember): Promise<void> {
  const { db, transact, features, media } = context;
  const { memberId, content } = member;
  if (content === 'remove')
    for (const { table, moderation } of contributionKindsOf(features)) {
      if (moderation === 'none' || table === 'none') continue;
      const isByMember = eq(table.authorId, memberId);
      for (const { id } of (await db.select({ id: table.id }).from(table).where(isByMember)) as { id: string }[])
        await transact(async (work) => {
          await moderation.remove(work, id);
          await moderation.erase(work, id);
        });
    }
  for (const { departures = [] } of features) for (const departure of departures) await departure(context, member);
  await transact(async (work) => {
    // Repeated, because a request in flight may have written to the row after the member left.
    await work.tx.update(users).set(formerMemberValues(memberId)).where(eq(users.id, memberId));
    await deletePrivateRows(context, work, { id: memberId, confirmedEmail: null });
    for (const { table, references } of personalDataOf(features))
      for (const { column, leaving } of references)
        if (leaving === 'anonymized')
          await work.tx
            .update(table)
            .set({ [propertyNameOf(table, column)]: null })
            .where(eq(column, memberId));
  });
  await media.releaseAllOf(memberId);
}

/** Returns the property name of a column in its Drizzle table. */
const propertyNameOf = (table: PgTable, column: AnyPgColumn): string =>
  Object.entries(getTableColumns(table)).find(([, candidate]) => candidate === column)?.[0] ?? '';

/**
 * Runs `finishDeparture` again for members who left within the last day, because requests in flight may have written
 * data since. Returns their number.
 * @throws AggregateError after all members, if it failed for some.
 */
export async function finishDepartures(context: LeavingContext): Promise<number> {
  const isRecent = and(isNotNull(users.leftAt), gt(users.leftAt, sql`now() - interval '1 day'`));
  const columns = { memberId: users.id, content: users.leftContent };
  const formerMembers = await context.db.select(columns).from(users).where(isRecent).orderBy(users.leftAt);
  const failures: unknown[] = [];
  for (const { memberId, content } of formerMembers)
    await finishDeparture(context, { memberId, content: content ?? 'remove' }).catch((error) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} departures failed`);
  return formerMembers.length;
}

const contentOutcome: Record<LeaveInput['content'], string> = {
  remove: 'What you shared was deleted, too.',
  anonymise: 'What you shared stays, shown as written by “A former member”.',
};

/** Confirms the deletion of an account. */
export const farewellMail = mailTemplate<Pick<LeaveInput, 'content'>>({
  name: 'farewell',
  sentWhen: 'A member has left the community',
  sample: () => ({ content: 'remove' }),
  compose: ({ content }, { productName, publicUrl }) => ({
    subject: `You have left ${productName}`,
    blocks: [
      paragraph(`Your account is deleted. ${contentOutcome[content]}`),
      paragraph('Backups of the community may keep it for a few more weeks.'),
      paragraph(
        'Thank you for having been here. If you did not do this, please reply to this email. If you want to come back one day, you are welcome to create a new account.',
      ),
      paragraph('If things are hard right now: crisis lines are there at any hour, with or without an account.'),
      button('See crisis lines', `${publicUrl}/crisis`),
    ],
  }),
});
