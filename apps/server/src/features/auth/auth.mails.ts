import { taskName } from '../../platform/database/tasks.ts';
import { button, link, type MailBlock, paragraph } from '../../platform/mail/blocks.ts';
import { mailTemplate, type MailContext } from '../../platform/mail/mail-template.ts';

/** Mails a password reset link if the email has an account. */
export const passwordResetTask = taskName<{ email: string }>('password-reset');

/** Mails the owner of an email that was used for a sign-up, if their account existed before `at`. */
export const existingAccountTask = taskName<{ email: string; at: string }>('existing-account');

const sampleToken = 'sample';

export const passwordResetMail = mailTemplate<{ link: string }>({
  name: 'password-reset',
  sentWhen: 'A member asks for a new password',
  sample: ({ publicUrl }) => ({ link: `${publicUrl}/reset-password?token=${sampleToken}` }),
  compose: ({ link: url }, { productName }) => ({
    subject: `Choose a new password for ${productName}`,
    blocks: [
      paragraph(`Someone, hopefully you, asked for a new password for ${productName}.`),
      paragraph('Open this link within one hour to choose one. It works once and signs you out everywhere else.'),
      button('Choose a new password', url),
      paragraph('If this was not you, you can ignore this email. Nothing changes unless the link is used.'),
    ],
  }),
});

/** Sent when a sign-up uses an email that has an account. The form itself does not reveal this. */
export const existingAccountMail = mailTemplate<void>({
  name: 'existing-account',
  sentWhen: 'Someone signs up with the email of a member',
  sample: () => {},
  compose: (_, { productName, publicUrl }) => ({
    subject: `You already have an account with ${productName}`,
    blocks: [
      paragraph('Someone, hopefully you, tried to create an account with this email. You already have one.'),
      button('Log in', `${publicUrl}/login`),
      link('Forgot your password?', `${publicUrl}/forgot-password`),
      paragraph('If this was not you, you do not need to do anything.'),
    ],
  }),
});

const ifNotYou = ({ publicUrl }: MailContext): MailBlock[] => [
  paragraph('If this was not you, choose a new password now.'),
  button('Choose a new password', `${publicUrl}/forgot-password`),
];

const sampleEmail = 'new@example.org';

/** Sent to the current address, so that an intruder who knows the password cannot change the email unnoticed. */
export const emailChangeRequestMail = mailTemplate<{ newEmail: string }>({
  name: 'email-change-request',
  sentWhen: 'A member asks to change their email: to the present address',
  sample: () => ({ newEmail: sampleEmail }),
  compose: ({ newEmail }, context) => ({
    subject: `Request to change your email for ${context.productName}`,
    blocks: [
      paragraph(
        `Someone, hopefully you, asked to change the email of your account with ${context.productName} to ${newEmail}. We sent a link there. Nothing changes until it is used.`,
      ),
      ...ifNotYou(context),
      paragraph('A new password makes that link invalid.'),
    ],
  }),
});

/** Sent to the address that needs confirmation, which is the new or the current one. Only its owner can confirm it. */
export const emailConfirmationMail = mailTemplate<{ link: string }>({
  name: 'email-confirmation',
  sentWhen: 'A member confirms their email or asks to change it: to the new address',
  sample: ({ publicUrl }) => ({ link: `${publicUrl}/confirm-email?token=${sampleToken}` }),
  compose: ({ link: url }, { productName }) => ({
    subject: `Confirm your email for ${productName}`,
    blocks: [
      paragraph(`Someone, hopefully you, wants to use this address for an account with ${productName}.`),
      paragraph('Open this link within one hour to confirm it.'),
      button('Confirm this email', url),
      paragraph('If this was not you, you can ignore this email. Nothing changes unless the link is used.'),
    ],
  }),
});

/** Sent to a requested new address that already has an account. The form itself does not reveal this. */
export const emailInUseMail = mailTemplate<void>({
  name: 'email-in-use',
  sentWhen: 'A member asks to use an email that has another account',
  sample: () => {},
  compose: (_, { productName }) => ({
    subject: `This email already has an account with ${productName}`,
    blocks: [
      paragraph(
        `Someone, hopefully you, wanted to use this address for another account with ${productName}. It already has an account, and each address can only have one.`,
      ),
      paragraph('If this was not you, you do not need to do anything.'),
    ],
  }),
});

export const emailChangedMail = mailTemplate<{ newEmail: string }>({
  name: 'email-changed',
  sentWhen: 'The email of a member was changed: to the previous address',
  sample: () => ({ newEmail: sampleEmail }),
  compose: ({ newEmail }, { productName }) => ({
    subject: `Your email for ${productName} was changed`,
    blocks: [
      paragraph(`From now on, log in to ${productName} with ${newEmail}. We will no longer write to this address.`),
      paragraph('If this was not you, please contact the people who run this community as soon as you can.'),
    ],
  }),
});

export const passwordChangedMail = mailTemplate<void>({
  name: 'password-changed',
  sentWhen: 'A member changed their password in the settings',
  sample: () => {},
  compose: (_, context) => ({
    subject: `Your password for ${context.productName} was changed`,
    blocks: [
      paragraph(`The password of your account with ${context.productName} was changed in the settings.`),
      ...ifNotYou(context),
    ],
  }),
});

const twoFactorMail = (state: 'on' | 'off', text: (productName: string) => string) =>
  mailTemplate<void>({
    name: `two-factor-${state}`,
    sentWhen: `A member turned two-factor sign-in ${state}`,
    sample: () => {},
    compose: (_, context) => ({
      subject: `Two-factor sign-in was turned ${state}`,
      blocks: [paragraph(text(context.productName)), ...ifNotYou(context)],
    }),
  });

export const twoFactorMails = {
  on: twoFactorMail('on', (productName) => `Logging in to ${productName} now also asks for a code from your app.`),
  off: twoFactorMail('off', (productName) => `Logging in to ${productName} asks only for your password again.`),
};

export const authMails = [
  passwordResetMail,
  existingAccountMail,
  emailConfirmationMail,
  emailChangeRequestMail,
  emailChangedMail,
  emailInUseMail,
  passwordChangedMail,
  twoFactorMails.on,
  twoFactorMails.off,
];
