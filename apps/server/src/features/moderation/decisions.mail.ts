import { guidelines, type ModerationAction, moderationLimits } from '@commons/contract/moderation';
import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { taskName } from '../../platform/database/tasks.ts';
import type { Kit } from '../../platform/feature.ts';
import { type Task, task } from '../../platform/jobs/jobs.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import { users } from '../members/users.tables.ts';
import { moderationAppeals, moderationDecisions } from './moderation.tables.ts';

/** Mails a decision, or the answer to an appeal, to the member. */
export const decisionMailTask = taskName<{ decisionId: string }>('decision-mail');

export const decisionMailTasks = ({ db, mailer, publicUrl }: Kit): Task[] => [
  task(decisionMailTask, async ({ decisionId }) => {
    const mail = await findDecisionMail(db, decisionId, publicUrl);
    if (mail) await mailer.send(mail);
  }),
];

const whatHappened: Partial<Record<ModerationAction, string>> = {
  remove: 'A moderator took down something that you wrote.',
  warn: 'A moderator asks you to mind how you write here. Nothing about your account has changed.',
  flag: 'What you write in public is from now on read by a moderator before others see it.',
  suspend: 'Your account was suspended.',
};

/**
 * Builds the mail about a decision or an answered appeal. It never quotes removed content: that stays on `/decisions`.
 */
async function findDecisionMail(db: Database, decisionId: string, publicUrl: string): Promise<Mail | undefined> {
  const [found] = await db
    .select({ email: users.email, decision: moderationDecisions, appeal: moderationAppeals })
    .from(moderationDecisions)
    .innerJoin(users, and(eq(users.id, moderationDecisions.memberId), isNull(users.leftAt)))
    .leftJoin(moderationAppeals, eq(moderationAppeals.decisionId, moderationDecisions.id))
    .where(eq(moderationDecisions.id, decisionId));
  if (!found) return undefined;
  const { email: to, decision, appeal } = found;
  const readMore = `${publicUrl}/decisions`;
  if (appeal?.outcome)
    return {
      to,
      subject: 'About your appeal',
      text: paragraphs(
        appeal.outcome === 'reversed'
          ? 'Somebody else looked at it again and decided otherwise: the decision does not hold any more.'
          : 'Somebody else looked at it again, and the decision stands.',
        appeal.answer,
        `You can read all of it here: ${readMore}`,
      ),
    };
  return {
    to,
    subject:
      decision.subjectType === 'post' && decision.action === 'remove'
        ? 'About a post of yours'
        : 'A word from the moderators',
    text: paragraphs(
      whatHappened[decision.action] ?? '',
      decision.reason && `It rests on this guideline: ${guidelines[decision.reason]}.`,
      decision.note && `What the moderator wrote to you:\n\n${decision.note}`,
      `You can read it again here, and appeal within ${moderationLimits.appealDays} days if you think it is wrong. Somebody else will then look at it:\n${readMore}`,
      'It happens, above all on bad days. You are welcome to stay.',
    ),
  };
}

const paragraphs = (...texts: (string | null)[]): string => texts.filter(Boolean).join('\n\n');
