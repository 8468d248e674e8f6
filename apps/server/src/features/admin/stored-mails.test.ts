import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { listStoredMails } from '@commons/contract/admin/schemas';
import { requestPasswordReset } from '@commons/contract/auth/schemas';
import { expect, test } from 'vitest';
import { memberWithPassword } from '../../../test/accounts.ts';
import { setUpCommunity } from '../../../test/community.ts';

const community = setUpCommunity({ PRODUCT_NAME: 'Äpfel & Birnen' });

test('admins can list recipients and subjects of stored mails, but not their text', async () => {
  const admin = await community.current.member({ role: 'admin' });
  expect((await admin.call(listStoredMails, {})).body).toEqual([]);
  const emails: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    const { email } = await memberWithPassword(community.current);
    await community.current.visitor.call(requestPasswordReset, { body: { email } });
    await community.current.runTasks();
    emails.unshift(email);
  }
  const folder = path.join(community.current.dataDirectory, 'mails');
  for (const name of ['note.txt', 'letter.eml', '0190aaaa-0000-7000-8000-000000000000.part'])
    await writeFile(path.join(folder, name), 'Not a mail of ours');
  const { body } = await admin.call(listStoredMails, {});
  expect(body).toEqual(
    emails.map((to) => ({
      id: expect.any(String),
      to,
      subject: expect.stringContaining('Äpfel & Birnen'),
      sentAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    })),
  );
  const first = await admin.call(listStoredMails, { query: { limit: 2 } });
  const next = /<([^>]+)>; rel="next"/.exec(String(first.headers['link'] ?? ''))?.[1] ?? '';
  const rest = await admin.send<typeof body>('GET', next);
  expect([...first.body, ...rest.body]).toEqual(body);
});
