import { createComment, createPost, toggleLike } from '@commons/contract/feed/schemas';
import type { NotificationSettingsInput } from '@commons/contract/notifications/schemas';
import * as contract from '@commons/contract/notifications/schemas';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { type Member, setUpCommunity } from '../../../test/community.ts';
import { users } from '../../community/members/users.tables.ts';

const community = setUpCommunity();

const processQueue = () => community.current.jobs.find(({ name }) => name === 'notifications-due')!.run();
const member = (firstName = 'Ana') => community.current.member({ firstName, lastName: 'Lind' });
const share = async (author: Member) => (await author.call(createPost, { body: { content: 'Good morning' } })).body.id;
const comment = (member: Member, id: string, content = 'A secret word') =>
  member.call(createComment, { params: { id }, body: { content } });
const updateSettings = (member: Member, body: NotificationSettingsInput) =>
  member.call(contract.updateNotificationSettings, { body });
/** Makes all pending mails due now. */
const makeMailsDue = async () => {
  await community.current.db.execute(sql`UPDATE notifications SET mail_due_at = now() WHERE mail_due_at IS NOT NULL`);
  await processQueue();
};
const mailsTo = async (member: Member) => (await community.current.mails()).filter(({ to }) => to === member.email);

/** Inserts `count` reminders for a member that are overdue by `before`. */
const insertDueReminders = (member: Member, count: number, overdueBy: string) =>
  community.current.db.execute(sql`
    INSERT INTO notifications (id, member_id, kind, subject_type, subject_id, at, is_shown, mail_due_at)
    SELECT gen_random_uuid(), ${member.id}, 'event_reminder', 'event', gen_random_uuid(), now(), true,
      now() - ${overdueBy}::interval FROM generate_series(1, ${count}::int)`);

describe('a mail', () => {
  test('combines notifications, quotes no member content, and has a one-click unsubscribe link', async () => {
    const [ana, ben] = [await member(), await member('Ben')];
    await updateSettings(ana, { choices: { reactions: { email: true } } });
    const [one, other] = [await share(ana), await share(ana)];
    await comment(ben, one);
    await ben.call(toggleLike, { params: { id: other } });
    await processQueue();
    expect(await mailsTo(ana)).toEqual([]);
    await makeMailsDue();
    const [mail, ...others] = await mailsTo(ana);
    expect(others).toEqual([]);
    expect(mail!.text).toContain('Subject: 2 updates in Mindful Commons');
    expect(mail!.text).toContain('Ben Lind commented on your post.');
    expect(mail!.text).toContain('Ben Lind liked your post.');
    expect(mail!.text).not.toContain('secret word');
    const link = /^List-Unsubscribe: <(.*)>$/m.exec(mail!.text.replaceAll(/\n\s+/g, ' '))?.[1];
    expect(link).toMatch(/^http:\/\/commons\.test\/unsubscribe\?token=/);
    expect(mail!.text).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');

    // Opening the link changes nothing. Mail programs send either form encoding, without cookies.
    for (const contentType of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=a']) {
      await updateSettings(ana, { choices: { comments: { email: true } } });
      const { pathname, search } = new URL(link!);
      const unsubscribed = await community.current.visitor.send('POST', pathname + search, {
        body: 'List-Unsubscribe=One-Click',
        headers: { 'content-type': contentType },
      });
      expect(unsubscribed.status).toBe(204);
      const { choices } = (await ana.call(contract.getNotificationSettings, {})).body;
      expect(Object.entries(choices).flatMap(([topic, { email }]) => (email ? [topic] : []))).toEqual(['moderation']);
    }
  });

  test('is not sent for a notification that the member has read, and is never sent twice', async () => {
    const [ana, ben] = [await member(), await member('Ben')];
    const [one, other] = [await share(ana), await share(ana)];
    await comment(ben, one);
    await processQueue();
    await ana.call(contract.readNotifications, { body: {} });
    await makeMailsDue();
    expect(await mailsTo(ana)).toEqual([]);
    await comment(ben, other);
    for (let count = 0; count < 3; count += 1) await makeMailsDue();
    expect(await mailsTo(ana)).toHaveLength(1);
  });

  test('is sent once per member even if many notifications are due at the same time', async () => {
    const [ana, cleo] = [await member(), await member('Cleo')];
    await insertDueReminders(ana, 300, '3 minutes');
    await insertDueReminders(cleo, 300, '2 minutes');
    await insertDueReminders(ana, 300, '1 minute');
    await processQueue();
    for (const member of [ana, cleo]) {
      const mails = await mailsTo(member);
      expect(mails.map(({ text }) => text.includes('An event you are going to starts'))).toEqual([true]);
    }
  });

  test('gets no extra headers or links from a member’s name', async () => {
    const ana = await member();
    const evil = 'Eve\r\nBcc: all@mail.test\r\n\r\nBuy at https://evil.test www.evil.test evil.test/now\u202E';
    const eve = await community.current.member({ firstName: evil, lastName: '' });
    await comment(eve, await share(ana));
    await processQueue();
    await makeMailsDue();
    const [mail] = await mailsTo(ana);
    const [head = '', body = ''] = mail!.text.split(/\n\n(.*)/s);
    expect(head).not.toContain('Bcc');
    expect(
      head
        .split('\n')
        .filter((line) => /^[A-Z]/.test(line))
        .map((line) => line.split(':', 1)[0]),
    ).toEqual([
      'List-Unsubscribe',
      'List-Unsubscribe-Post',
      'From',
      'To',
      'Subject',
      'Message-ID',
      'Date',
      'MIME-Version',
      'Content-Type',
    ]);
    expect(body).not.toContain('evil.test');
    expect(body.split('\n', 1)[0]).toMatch(/commented on your post\.$/);
  });

  test('to an unconfirmed address contains no text from other members', async () => {
    const ana = await member();
    await community.current.db.update(users).set({ emailVerified: false }).where(eq(users.id, ana.id));
    const eve = await community.current.member({ firstName: 'Win a prize', lastName: 'evil.example now' });
    await comment(eve, await share(ana));
    await comment(await member('Ben'), await share(ana));
    await processQueue();
    await makeMailsDue();
    const [{ text, html } = { text: '', html: '' }] = await mailsTo(ana);
    expect(text).toContain('Win commented on your post.');
    expect(text).toContain('Ben Lind commented on your post.');
    expect(text + html).not.toMatch(/prize|evil/);
  });

  test('with a forged unsubscribe token changes no settings', async () => {
    const [ana, ben] = [await member(), await member('Ben')];
    for (const token of ['none', `${ana.id}.`, `${ana.id}.${'a'.repeat(43)}`, ana.id]) {
      const response = await ben.send('POST', `/unsubscribe?token=${token}`, {
        body: 'x=y',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect(response.status).toBe(400);
    }
    expect((await ana.call(contract.getNotificationSettings, {})).body.choices.comments.email).toBe(true);
  });
});
