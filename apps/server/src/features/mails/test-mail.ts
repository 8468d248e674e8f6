import type { MailTestResult } from '@commons/contract/mails/schemas';
import { eq } from 'drizzle-orm';
import { recordAudit } from '../../community/audit/index.ts';
import type { FeatureContext } from '../../community/feature.ts';
import { users } from '../../community/members/users.tables.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import { onlyRow } from '../../platform/database/database.ts';
import { button, paragraph } from '../../platform/mail/blocks.ts';
import type { MailBrand } from '../../platform/mail/mail-brand.ts';
import { mailRenderer } from '../../platform/mail/mail-renderer.ts';
import { mailContextOf, mailTemplate } from '../../platform/mail/mail-template.ts';
import { testMailServer } from '../../platform/mail/mail-test.ts';

export const testMail = mailTemplate<{ at: Date }>({
  name: 'test',
  sentWhen: 'An admin sends a test email',
  sample: () => ({ at: new Date('2026-03-01T09:00:00Z') }),
  compose: ({ at }, { productName, publicUrl }) => ({
    subject: `A test email from ${productName}`,
    blocks: [
      paragraph('If you can read this, emails from your community arrive.'),
      paragraph(
        `Sent on ${at.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC. If it is in your spam folder, ask your mail provider about SPF, DKIM and DMARC.`,
      ),
      button('Open the admin panel', `${publicUrl}/admin/mails`),
    ],
  }),
});

/** Sends a test mail to an admin's own address, without the queue. The audit entry is stored first. */
export async function sendTestMail(
  context: FeatureContext,
  getBrand: () => Promise<MailBrand>,
  adminId: string,
): Promise<MailTestResult> {
  const { transact, settings, mailer } = context;
  await settings.refresh();
  const { smtpUrl, mailFrom } = settings.current;
  const email = await transact(async (work) => {
    await recordAudit(work, { actorId: adminId, action: 'mail.tested', subjectId: null });
    const rows = await work.tx.select({ email: users.email }).from(users).where(eq(users.id, adminId));
    return onlyRow(rows).email;
  });
  const mail = testMail.write(email, mailContextOf(context), { at: databaseNow() });
  if (smtpUrl === undefined) {
    await mailer.send(mail);
    return { outcome: 'stored', server: null, code: null, answer: null };
  }
  const rendered = await mailRenderer(getBrand)(mail);
  return testMailServer({ smtpUrl, from: mailFrom, mail, rendered });
}
