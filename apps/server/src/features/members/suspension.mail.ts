import { eq } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import type { Mail } from '../../platform/mail/mailer.ts';
import { suspensionOf, suspensionPath, untilInWords } from '../../platform/sessions/suspension.ts';
import { users } from './users.tables.ts';

/** Tells a member that they are suspended; undefined where that is over by the time it is sent. */
export async function findSuspensionMail(
  db: Database,
  memberId: string,
  productName: string,
  publicUrl: string,
): Promise<Mail | undefined> {
  const { email, suspendedUntil, suspensionReason } = users;
  const [member] = await db
    .select({ email, suspendedUntil, suspensionReason })
    .from(users)
    .where(eq(users.id, memberId));
  const suspension = member && suspensionOf(member);
  if (!suspension) return undefined;
  return {
    to: member.email,
    subject: `Your account with ${productName} is suspended`,
    text: `Your account with ${productName} is suspended until ${untilInWords(suspension.until)}. Until then you cannot read or write there. After that everything is as it was; you need do nothing.

Why:

${suspension.reason}

You can read this again, and appeal if you think it is wrong. Somebody else will then look at it:

${publicUrl}${suspensionPath}

If things are hard right now, there are people to talk to, at any hour and without an account:

${publicUrl}/crisis`,
  };
}
