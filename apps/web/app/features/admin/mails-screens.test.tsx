import { adminCalls } from '@commons/contract/admin/calls';
import { mailPreviewFile } from '@commons/contract/mails';
import { mailsCalls } from '@commons/contract/mails/calls';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { holdReply, reply } from '../../../test/api.ts';
import { admin, button, expectAccessible, renderScreen } from '../../../test/screen.tsx';
import MailPreviewScreen from './mail-preview-screen.tsx';
import StoredMailsScreen from './stored-mails-screen.tsx';

const frame = (subject: string) => page.getByTitle(`Email: ${subject}`);

test('an admin sends a test email and reads the answer of the mail server', async () => {
  reply(adminCalls.listStoredMails, []);
  await renderScreen(<StoredMailsScreen />, { member: admin });
  const finish = holdReply(mailsCalls.sendTestMail);
  await button('Send a Test Email').click();
  await expect.element(button('Send a Test Email')).toHaveAttribute('aria-busy', 'true');
  finish({ outcome: 'sign_in', server: 'mail.test:587', code: '535 AUTH PLAIN', answer: '535 5.7.8 wrong' });
  const result = page.getByRole('status').filter({ hasText: 'refused the sign-in' });
  await expect.element(result).toMatchTextContent('535 5.7.8 wrong (535 AUTH PLAIN)');
  await expectAccessible('the emails');
  reply(mailsCalls.sendTestMail, { outcome: 'accepted', server: 'mail.test:587', code: null, answer: '250 queued' });
  await button('Send a Test Email').click();
  const accepted = page.getByRole('status').filter({ hasText: 'mail.test:587 accepted the email' });
  await expect.element(accepted).toMatchTextContent(`arrive at ${admin.email}`);
  await expect.element(accepted).toMatchTextContent('250 queued');
});

test('an admin sees a mail on a phone, on a computer in dark mode, and as text', async () => {
  const preview = { sentWhen: 'An occasion', text: 'Its text', canUnsubscribe: false };
  reply(mailsCalls.listMailPreviews, [
    { ...preview, name: 'first', subject: 'First' },
    { ...preview, name: 'second', sentWhen: 'Another occasion', subject: 'Second', canUnsubscribe: true },
  ]);
  const { url } = await renderScreen(<MailPreviewScreen />, { member: admin, path: '/admin/mails/preview' });
  await expect.element(frame('First')).toHaveAttribute('width', '320');
  await page.getByLabelText('Email').selectOptions('second');
  await button('Computer').click();
  await page.getByLabelText('Dark mode').click();
  await expect.element(frame('Second')).toHaveAttribute('width', '600');
  await expect.element(frame('Second')).toHaveAttribute('src', `${mailPreviewFile('second')}?scheme=dark`);
  await expect.element(page.getByText('Mail programs show a button to unsubscribe.')).toBeInTheDocument();
  expect(url()).toBe('/admin/mails/preview?mail=second&view=computer&dark=');
  await button('Plain text').click();
  await expect.element(page.getByText('Its text')).toBeInTheDocument();
  await expectAccessible('the preview of emails');
});
