import { createHash, randomBytes } from 'node:crypto';
import { invitationDays, waitlistErrors } from '@commons/contract/waitlist';
import type { InvitableEntry } from '@commons/contract/waitlist/schemas';
import { and, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { recordAudit } from '../../community/audit/index.ts';
import type { FeatureContext, Invitations } from '../../community/feature.ts';
import { users } from '../../community/members/users.tables.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { taskName } from '../../platform/database/tasks.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { errorsOf } from '../../platform/errors.ts';
import { type Task, task } from '../../platform/jobs/jobs.ts';
import { button, paragraph } from '../../platform/mail/blocks.ts';
import { mailContextOf, mailTemplate } from '../../platform/mail/mail-template.ts';
import { nameForStranger } from '../../platform/mail/names.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { waitlistEntries } from './waitlist.tables.ts';

const waitlistError = errorsOf(waitlistErrors);

const digestOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

const isNotExpired = gt(waitlistEntries.invitedAt, sql`now() - make_interval(days => ${invitationDays})`);

type Entry = typeof waitlistEntries.$inferSelect;

export const toInvitableEntry = ({ invitationDigest: _digest, ...entry }: Entry): InvitableEntry => ({
  ...entry,
  createdAt: entry.createdAt.toISOString(),
  invitedAt: entry.invitedAt?.toISOString() ?? null,
  joinedAt: entry.joinedAt?.toISOString() ?? null,
});

/** Task that creates the token and mails it. Only its digest is stored. */
const invitationTask = taskName<{ entryId: string; invitedAt: string }>('invitation');

/** Invites a person on the waitlist. The link of an earlier invitation stops working at once. */
export async function invite(work: UnitOfWork, viewer: Viewer, entryId: string): Promise<InvitableEntry> {
  const { tx, enqueue } = work;
  const [entry] = await tx.select().from(waitlistEntries).where(eq(waitlistEntries.id, entryId)).for('update');
  if (!entry) throw waitlistError('waitlist.entry_not_found');
  if (entry.joinedAt || (await tx.$count(users, eq(users.email, entry.email))) > 0)
    throw waitlistError('waitlist.already_member');
  // Identifies the newest invitation, so the time is always unique.
  const invitedAt = new Date(Math.max(databaseNow().getTime(), (entry.invitedAt?.getTime() ?? 0) + 1));
  await tx.update(waitlistEntries).set({ invitedAt, invitationDigest: null }).where(eq(waitlistEntries.id, entryId));
  await enqueue(invitationTask, { entryId, invitedAt: invitedAt.toISOString() });
  await recordAudit(work, { actorId: viewer.id, action: 'invitation.sent', subjectId: entryId });
  return toInvitableEntry({ ...entry, invitedAt });
}

export const invitationTasks = (context: FeatureContext): Task[] => [
  task(invitationTask, async ({ entryId, invitedAt }) => {
    const { db, mailer, publicUrl, settings } = context;
    const token = randomBytes(32).toString('base64url');
    // An older invitation is not sent. A retry after a failed mail uses a new token.
    const isNewest = and(eq(waitlistEntries.id, entryId), eq(waitlistEntries.invitedAt, new Date(invitedAt)));
    const [entry] = await db
      .update(waitlistEntries)
      .set({ invitationDigest: digestOf(token) })
      .where(and(isNewest, isNull(waitlistEntries.joinedAt)))
      .returning();
    if (!entry) return;
    const { firstName, email } = entry;
    const link = `${publicUrl}/signup?invitation=${token}`;
    const isNeeded = settings.current.signUp === 'invited';
    await mailer.send(invitationMail.write(email, mailContextOf(context), { firstName, link, isNeeded }));
  }),
];

async function findInvitation(db: Queryable, token: string) {
  const { firstName, lastName, email, joinedAt } = waitlistEntries;
  const [entry] = await db
    .select({ firstName, lastName, email, joinedAt })
    .from(waitlistEntries)
    .where(and(eq(waitlistEntries.invitationDigest, digestOf(token)), or(isNotExpired, isNotNull(joinedAt))));
  return entry;
}

async function consumeInvitation(tx: Queryable, token: string, email: string): Promise<boolean> {
  const { invitationDigest, joinedAt } = waitlistEntries;
  const isOpen = and(eq(invitationDigest, digestOf(token)), isNull(joinedAt), isNotExpired);
  const redeemedRows = await tx
    .update(waitlistEntries)
    .set({ joinedAt: databaseNow() })
    .where(and(isOpen, eq(waitlistEntries.email, email)))
    .returning({ id: waitlistEntries.id });
  return redeemedRows.length > 0;
}

export const invitations: Invitations = { find: findInvitation, consume: consumeInvitation };

export const invitationMail = mailTemplate<{ firstName: string; link: string; isNeeded: boolean }>({
  name: 'invitation',
  sentWhen: 'An admin invites a person from the waitlist',
  sample: ({ publicUrl }) => ({ firstName: 'Ana', link: `${publicUrl}/signup?invitation=sample`, isNeeded: true }),
  compose: ({ firstName, link, isNeeded }, { productName }) => ({
    subject: `There is a place for you at ${productName}`,
    blocks: [
      // Untrusted: anybody may have entered this name for an unconfirmed address.
      paragraph(`${['Hello', nameForStranger(firstName)].filter(Boolean).join(' ')},`),
      paragraph(`You joined the waitlist of ${productName}. There is a place for you now.`),
      button('Create your account', link),
      paragraph(
        isNeeded
          ? `The link works once, within ${invitationDays} days, and only with this email address. If it expires before you use it, reply to this email. Otherwise you can ignore it: we will not ask again.`
          : 'There is no hurry: the community is open and stays open.',
      ),
      paragraph('If you did not ask for this, you can ignore this email.'),
    ],
  }),
});
