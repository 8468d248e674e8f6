import type { LeaveInput } from '@commons/contract/account';
import type { Mail } from '../../platform/mail/mailer.ts';

const whatBecame: Record<LeaveInput['content'], string> = {
  remove: 'What you wrote for others was deleted, too.',
  anonymise: 'What you wrote for others stays, as by “A former member”.',
};

/** The last mail that goes to an address. */
export const farewellMail = (to: string, productName: string, content: LeaveInput['content']): Mail => ({
  to,
  subject: `You have left ${productName}`,
  text: `Your account is deleted. ${whatBecame[content]}

Backups of the community may hold it for some weeks more, until they are written over.

Thank you for having been here. If you did not do this, please answer this mail. Should you want to come back one day, you
are welcome with a new account.

If things are hard right now: crisis lines are there at any hour, with or without an account.
`,
});
