import { and, eq, lt } from 'drizzle-orm';
import type { Feature, FeatureContext } from '../../community/feature.ts';
import { users } from '../../community/members/users.tables.ts';
import { type Task, task } from '../../platform/jobs/jobs.ts';
import { mailContextOf } from '../../platform/mail/mail-template.ts';
import { tryConsume, limits } from '../../platform/rate-limits/rate-limits.ts';
import { authMails, existingAccountMail, existingAccountTask, passwordResetTask } from './auth.mails.ts';
import { authRoutes } from './auth.routes.ts';
import { personalData } from './auth.tables.ts';
import { emailChangeTasks } from './email-change.service.ts';
import { mailResetLink } from './password-reset.service.ts';
import { deleteExpiredSessions } from './sessions.ts';
import { reencryptWithCurrentSecret } from './two-factor-keys.ts';

export { isAdminMissing, firstAdminRuleOf } from './first-admin.ts';
export { createSessionCheck, createSessionLookup } from './session-lookup.ts';
export { verifyIdentity } from './password.service.ts';
export { memberJoined } from './sign-up.service.ts';
export { signOutBrowser, sessionCookie } from './sessions.ts';

/**
 * Tasks that send mails after requests with an email. They run later and for known and unknown emails alike, so that
 * neither the response nor its timing reveals accounts. A failed task is retried.
 */
const authTasks = (context: FeatureContext): Task[] => [
  ...emailChangeTasks(context),

  task(passwordResetTask, ({ email }) => mailResetLink(context, email)),

  task(existingAccountTask, async ({ email, at }) => {
    const { db, consume, mailer } = context;
    const hadAccount = and(eq(users.email, email), lt(users.createdAt, new Date(at)));
    if ((await db.$count(users, hadAccount)) === 0) return;
    if (await tryConsume(consume, limits.existingAccountMail, email))
      await mailer.send(existingAccountMail.write(email, mailContextOf(context)));
  }),
];

export const auth: Feature = {
  name: 'auth',
  async registerRoutes(app, context) {
    await reencryptWithCurrentSecret(context);
    authRoutes(app, context);
  },
  tasks: authTasks,
  mails: authMails,
  jobs: ({ db }) => [{ name: 'expired-sessions', cron: '47 * * * *', run: () => deleteExpiredSessions(db) }],
  personalData,
};
