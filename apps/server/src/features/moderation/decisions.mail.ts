import { guidelines, moderationLimits } from '@commons/contract/moderation';
import type { ModerationAction } from '@commons/contract/moderation/schemas';
import { and, eq, isNull } from 'drizzle-orm';
import type { FeatureContext } from '../../community/feature.ts';
import { users } from '../../community/members/users.tables.ts';
import type { Database } from '../../platform/database/database.ts';
import { taskName } from '../../platform/database/tasks.ts';
import { type Task, task } from '../../platform/jobs/jobs.ts';
import { button, type MailBlock, paragraph, quote } from '../../platform/mail/blocks.ts';
import { mailContextOf, mailTemplate, type MailContext } from '../../platform/mail/mail-template.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import { moderationAppeals, moderationDecisions } from './moderation.tables.ts';

/** Mails a decision, or the answer to an appeal, to the member. */
export const decisionMailTask = taskName<{ decisionId: string }>('decision-mail');

export const decisionMailTasks = (context: FeatureContext): Task[] => [
  task(decisionMailTask, async ({ decisionId }) => {
    const mail = await findDecisionMail(context.db, decisionId, mailContextOf(context));
    if (mail) await context.mailer.send(mail);
  }),
];

const openingSentences: Partial<Record<ModerationAction, string>> = {
  remove: 'A moderator took down something you shared.',
  warn: 'A moderator has sent you a warning. Nothing about your account has changed.',
  flag: 'From now on, a moderator reviews what you share before others see it.',
  suspend: 'Your account was suspended.',
};

type Decision = Pick<typeof moderationDecisions.$inferSelect, 'action' | 'subjectType' | 'reason' | 'note'>;

/** The mail about a decision. It never quotes removed content: that stays on `/decisions`. */
const decisionMail = mailTemplate<Decision>({
  name: 'decision',
  sentWhen: 'A moderator decides about a member or their content',
  sample: () => ({
    action: 'remove',
    subjectType: 'post',
    reason: 'keep_what_you_are_told',
    note: 'The photo showed another member who had not agreed.\nYou can share the post again without it.',
  }),
  compose: (decision, { publicUrl }) => ({
    subject:
      decision.subjectType === 'post' && decision.action === 'remove'
        ? 'Your post was taken down'
        : 'A message from the moderators',
    blocks: [
      ...paragraphs(
        openingSentences[decision.action] ?? null,
        decision.reason && `Guideline: ${guidelines[decision.reason]}.`,
      ),
      ...messageOf(decision.note),
      paragraph(
        `You can read it again. If you think it is wrong, you can appeal within ${moderationLimits.appealDays} days, and another moderator will review it.`,
      ),
      button('Read it again', `${publicUrl}/decisions`),
      paragraph('It happens, especially on bad days. You are welcome to stay.'),
    ],
  }),
});

type Appeal = Pick<typeof moderationAppeals.$inferSelect, 'outcome' | 'answer'>;

const appealMail = mailTemplate<Appeal>({
  name: 'appeal',
  sentWhen: 'Another moderator decides about an appeal',
  sample: () => ({ outcome: 'reversed', answer: 'You are right: the post follows our guidelines.' }),
  compose: ({ outcome, answer }, { publicUrl }) => ({
    subject: 'Your appeal was decided',
    blocks: [
      paragraph(
        outcome === 'reversed'
          ? 'Another moderator reviewed it and reversed the decision.'
          : 'Another moderator reviewed it, and the decision stands.',
      ),
      ...(answer ? [quote(answer)] : []),
      button('Read the details', `${publicUrl}/decisions`),
    ],
  }),
});

export const decisionMails = [decisionMail, appealMail];

/** Returns the mail about a decision, or about the answer to its appeal. Undefined if the member has left. */
async function findDecisionMail(db: Database, decisionId: string, context: MailContext): Promise<Mail | undefined> {
  const [row] = await db
    .select({ email: users.email, decision: moderationDecisions, appeal: moderationAppeals })
    .from(moderationDecisions)
    .innerJoin(users, and(eq(users.id, moderationDecisions.memberId), isNull(users.leftAt)))
    .leftJoin(moderationAppeals, eq(moderationAppeals.decisionId, moderationDecisions.id))
    .where(eq(moderationDecisions.id, decisionId));
  if (!row) return undefined;
  const { email, decision, appeal } = row;
  return appeal?.outcome ? appealMail.write(email, context, appeal) : decisionMail.write(email, context, decision);
}

const paragraphs = (...texts: (string | null)[]): MailBlock[] => texts.filter((text) => text !== null).map(paragraph);

const messageOf = (note: string | null): MailBlock[] =>
  note ? [paragraph('Message from the moderator:'), quote(note)] : [];
