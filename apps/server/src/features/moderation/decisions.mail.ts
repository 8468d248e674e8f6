import { guidelines, moderationLimits } from '@commons/contract/moderation';
import type { ModerationAction } from '@commons/contract/moderation/schemas';
import { and, eq, isNull } from 'drizzle-orm';
import type { FeatureContext } from '../../community/feature.ts';
import { users } from '../../community/members/users.tables.ts';
import type { Database } from '../../platform/database/database.ts';
import { taskName } from '../../platform/database/tasks.ts';
import { type Task, task } from '../../platform/jobs/jobs.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import { moderationAppeals, moderationDecisions } from './moderation.tables.ts';

/** Mails a decision, or the answer to an appeal, to the member. */
export const decisionMailTask = taskName<{ decisionId: string }>('decision-mail');

export const decisionMailTasks = ({ db, mailer, publicUrl }: FeatureContext): Task[] => [
  task(decisionMailTask, async ({ decisionId }) => {
    const mail = await findDecisionMail(db, decisionId, publicUrl);
    if (mail) await mailer.send(mail);
  }),
];

const openingSentences: Partial<Record<ModerationAction, string>> = {
  remove: 'A moderator took down something you shared.',
  warn: 'A moderator has sent you a warning. Nothing about your account has changed.',
  flag: 'From now on, a moderator reviews what you share before others see it.',
  suspend: 'Your account was suspended.',
};

/**
 * Builds the mail about a decision or an answered appeal. It never quotes removed content: that stays on `/decisions`.
 */
async function findDecisionMail(db: Database, decisionId: string, publicUrl: string): Promise<Mail | undefined> {
  const [row] = await db
    .select({ email: users.email, decision: moderationDecisions, appeal: moderationAppeals })
    .from(moderationDecisions)
    .innerJoin(users, and(eq(users.id, moderationDecisions.memberId), isNull(users.leftAt)))
    .leftJoin(moderationAppeals, eq(moderationAppeals.decisionId, moderationDecisions.id))
    .where(eq(moderationDecisions.id, decisionId));
  if (!row) return undefined;
  const { email: to, decision, appeal } = row;
  const readMore = `${publicUrl}/decisions`;
  if (appeal?.outcome)
    return {
      to,
      subject: 'Your appeal was decided',
      text: joinParagraphs(
        appeal.outcome === 'reversed'
          ? 'Another moderator reviewed it and reversed the decision.'
          : 'Another moderator reviewed it, and the decision stands.',
        appeal.answer,
        `Read the details here: ${readMore}`,
      ),
    };
  return {
    to,
    subject:
      decision.subjectType === 'post' && decision.action === 'remove'
        ? 'Your post was taken down'
        : 'A message from the moderators',
    text: joinParagraphs(
      openingSentences[decision.action] ?? '',
      decision.reason && `Guideline: ${guidelines[decision.reason]}.`,
      decision.note && `Message from the moderator:\n\n${decision.note}`,
      `Read it again here. If you think it is wrong, you can appeal within ${moderationLimits.appealDays} days, and another moderator will review it:\n${readMore}`,
      'It happens, especially on bad days. You are welcome to stay.',
    ),
  };
}

const joinParagraphs = (...texts: (string | null)[]): string => texts.filter(Boolean).join('\n\n');
