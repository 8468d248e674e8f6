import type { FeatureContext } from '../../community/feature.ts';
import type { Mail } from '../../platform/mail/mailer.ts';

type Sender = { email: string; receipt: string };

type Site = Pick<FeatureContext, 'publicUrl'> & { productName: string };

/** Confirms the receipt. Quotes nothing from the form: anyone can enter someone else's address. */
export const receiptMail = ({ email, receipt }: Sender, token: string, { productName, publicUrl }: Site): Mail => ({
  to: email,
  subject: `We have your concern (${receipt})`,
  text: `Thank you. The moderators of ${productName} have received a concern with this email address. Its number is ${receipt}.

Please confirm that the address is yours, so that the moderators know whom they answer:
${publicUrl}/confirm-concern?token=${token}

They read it in any case, and write to you when they have looked into it. If you did not send it, you can ignore this mail.

If someone is in immediate danger, please call your local emergency number. Crisis lines by country: ${publicUrl}/crisis`,
});

/** Sends the answer of a moderator. */
export const answerMail = ({ email, receipt }: Sender, answer: string, { productName, publicUrl }: Site): Mail => ({
  to: email,
  subject: `The answer to your concern (${receipt})`,
  text: `${answer}

The moderators of ${productName}

If you disagree, you can send a complaint with the number ${receipt}: ${publicUrl}/report-a-concern
You can also turn to a certified dispute settlement body or a court. We delete your concern and this answer in a year.`,
});
