import { taskName } from '../../platform/database/tasks.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

/** Mails a password reset link if the email has an account. */
export const passwordResetTask = taskName<{ email: string }>('password-reset');

/** Mails the owner of an email that was used for a sign-up, if their account existed before `at`. */
export const existingAccountTask = taskName<{ email: string; at: string }>('existing-account');

export const passwordResetMail = (to: string, productName: string, link: string): Mail => ({
  to,
  subject: `Choose a new password for ${productName}`,
  text: `Someone, hopefully you, asked for a new password for ${productName}.

Open this link within one hour to choose one. It works once and signs you out everywhere else:

${link}

If this was not you, you can ignore this email. Nothing changes unless the link is used.`,
});

/** Sent when a sign-up uses an email that has an account. The form itself does not reveal this. */
export const existingAccountMail = (to: string, productName: string, publicUrl: string): Mail => ({
  to,
  subject: `You already have an account with ${productName}`,
  text: `Someone, hopefully you, tried to create an account with this email. You already have one.

Log in: ${publicUrl}/login
Forgot your password? ${publicUrl}/forgot-password

If this was not you, you do not need to do anything.`,
});

const ifNotYou = (publicUrl: string) => `If this was not you, choose a new password now:

${publicUrl}/forgot-password`;

/** Sent to the current address, so that an intruder who knows the password cannot change the email unnoticed. */
export const emailChangeRequestMail = (to: string, productName: string, publicUrl: string, newEmail: string): Mail => ({
  to,
  subject: `Request to change your email for ${productName}`,
  text: `Someone, hopefully you, asked to change the email of your account with ${productName} to ${newEmail}. We sent a link there. Nothing changes until it is used.

${ifNotYou(publicUrl)}

A new password makes that link invalid.`,
});

/** Sent to the address that needs confirmation, which is the new or the current one. Only its owner can confirm it. */
export const emailConfirmationMail = (to: string, productName: string, link: string): Mail => ({
  to,
  subject: `Confirm your email for ${productName}`,
  text: `Someone, hopefully you, wants to use this address for an account with ${productName}.

Open this link within one hour to confirm it:

${link}

If this was not you, you can ignore this email. Nothing changes unless the link is used.`,
});

/** Sent to a requested new address that already has an account. The form itself does not reveal this. */
export const emailInUseMail = (to: string, productName: string): Mail => ({
  to,
  subject: `This email already has an account with ${productName}`,
  text: `Someone, hopefully you, wanted to use this address for another account with ${productName}. It already has an account, and each address can only have one.

If this was not you, you do not need to do anything.`,
});

export const emailChangedMail = (to: string, productName: string, newEmail: string): Mail => ({
  to,
  subject: `Your email for ${productName} was changed`,
  text: `From now on, log in to ${productName} with ${newEmail}. We will no longer write to this address.

If this was not you, please contact the people who run this community as soon as you can.`,
});

export const passwordChangedMail = (to: string, productName: string, publicUrl: string): Mail => ({
  to,
  subject: `Your password for ${productName} was changed`,
  text: `The password of your account with ${productName} was changed in the settings.

${ifNotYou(publicUrl)}`,
});

export const twoFactorMail = (to: string, productName: string, publicUrl: string, isOn: boolean): Mail => ({
  to,
  subject: `Two-factor sign-in was turned ${isOn ? 'on' : 'off'}`,
  text: `${
    isOn
      ? `Logging in to ${productName} now also asks for a code from your app.`
      : `Logging in to ${productName} asks only for your password again.`
  }

${ifNotYou(publicUrl)}`,
});
