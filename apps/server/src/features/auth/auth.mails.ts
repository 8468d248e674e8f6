import { taskName } from '../../platform/database/tasks.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

/** Mails a link to a new password, if somebody has this email. */
export const passwordResetTask = taskName<{ email: string }>('password-reset');

/** Tells whoever had an account with this email before that somebody signed up with it at that time. */
export const existingAccountTask = taskName<{ email: string; at: string }>('existing-account');

export const passwordResetMail = (to: string, productName: string, link: string): Mail => ({
  to,
  subject: `Choose a new password for ${productName}`,
  text: `Somebody, hopefully you, asked for a new password for ${productName}.

Open this link within one hour to choose one. It works once and signs you out everywhere else:

${link}

If it was not you, you can leave this mail be: nothing changes until the link is used.`,
});

/** Sent when somebody signs up with an email that has an account: the form itself tells nobody. */
export const existingAccountMail = (to: string, productName: string, publicUrl: string): Mail => ({
  to,
  subject: `You already have an account with ${productName}`,
  text: `Somebody, hopefully you, tried to open an account with this email. You already have one.

Sign in: ${publicUrl}/login
Forgot your password: ${publicUrl}/forgot-password

If it was not you, there is nothing you need to do.`,
});
