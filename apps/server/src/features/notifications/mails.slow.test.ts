import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { createComment, createPost, toggleLike } from '@commons/contract/feed/schemas';
import type { NotificationSettingsInput } from '@commons/contract/notifications';
import * as contract from '@commons/contract/notifications/schemas';
import { sql } from 'drizzle-orm';
import { PgBoss } from 'pg-boss';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { afterEach, describe, expect, test } from 'vitest';
import { Community, type Member, setUpCommunity } from '../../../test/community.ts';
import { createMailer } from '../../platform/mail/mailer.ts';
import { notificationMailTask } from './due.ts';

/** `MAIL_ROUNDS=20` makes the large run: a round takes nearly three seconds. The two points at which a process dies take turns. */
const rounds = Number(process.env['MAIL_ROUNDS'] ?? 4);

const community = setUpCommunity();

const tell = () => community.current.jobs.find(({ name }) => name === 'notifications-due')!.run();
const member = (firstName = 'Ana') => community.current.member({ firstName, lastName: 'Lind' });
const share = async (author: Member) => (await author.call(createPost, { body: { content: 'Good morning' } })).body.id;
const comment = (who: Member, id: string, content = 'A secret word') =>
  who.call(createComment, { params: { id }, body: { content } });
const choose = (who: Member, body: NotificationSettingsInput) =>
  who.call(contract.updateNotificationSettings, { body });
/** Whatever waits for its time has come. */
const makeDue = async () => {
  await community.current.db.execute(sql`UPDATE notifications SET mail_due_at = now() WHERE mail_due_at IS NOT NULL`);
  await tell();
};
const mailsTo = async (who: Member) => (await community.current.mails()).filter(({ to }) => to === who.email);

/** So many reminders of a member, due so long ago. */
const due = (who: Member, count: number, before: string) =>
  community.current.db.execute(sql`
    INSERT INTO notifications (id, member_id, kind, subject_type, subject_id, at, is_shown, mail_due_at)
    SELECT gen_random_uuid(), ${who.id}, 'event_reminder', 'event', gen_random_uuid(), now(), true,
      now() - ${before}::interval FROM generate_series(1, ${count}::int)`);

describe('a mail', () => {
  test('tells together what happened, in our words alone, and can be stopped by a press', async () => {
    const [ana, ben] = [await member(), await member('Ben')];
    await choose(ana, { choices: { reactions: { email: true } } });
    const [one, other] = [await share(ana), await share(ana)];
    await comment(ben, one);
    await ben.call(toggleLike, { params: { id: other } });
    await tell();
    expect(await mailsTo(ana)).toEqual([]);
    await makeDue();
    const [mail, ...others] = await mailsTo(ana);
    expect(others).toEqual([]);
    expect(mail!.text).toContain('Subject: 2 things for you at Mindful Commons');
    expect(mail!.text).toContain('Ben Lind commented on your post.');
    expect(mail!.text).toContain('Ben Lind liked your post.');
    expect(mail!.text).not.toContain('secret word');
    const link = /^List-Unsubscribe: <(.*)>$/m.exec(mail!.text.replaceAll(/\n\s+/g, ' '))?.[1];
    expect(link).toMatch(/^http:\/\/commons\.test\/unsubscribe\?token=/);
    expect(mail!.text).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');

    // Opening the link changes nothing; mail programs send either kind of form, without cookies.
    for (const contentType of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=a']) {
      await choose(ana, { choices: { comments: { email: true } } });
      const { pathname, search } = new URL(link!);
      const stopped = await community.current.visitor.send('POST', pathname + search, {
        body: 'List-Unsubscribe=One-Click',
        headers: { 'content-type': contentType },
      });
      expect(stopped.status).toBe(204);
      const { choices } = (await ana.call(contract.getNotificationSettings, {})).body;
      expect(Object.entries(choices).flatMap(([topic, { email }]) => (email ? [topic] : []))).toEqual(['moderation']);
    }
  });

  test('does not come for what was read by then, nor twice', async () => {
    const [ana, ben] = [await member(), await member('Ben')];
    const [one, other] = [await share(ana), await share(ana)];
    await comment(ben, one);
    await tell();
    await ana.call(contract.readNotifications, { body: {} });
    await makeDue();
    expect(await mailsTo(ana)).toEqual([]);
    await comment(ben, other);
    for (let count = 0; count < 3; count += 1) await makeDue();
    expect(await mailsTo(ana)).toHaveLength(1);
  });

  test('is one for each member, however much is due in the same minute', async () => {
    const [ana, cleo] = [await member(), await member('Cleo')];
    await due(ana, 300, '3 minutes');
    await due(cleo, 300, '2 minutes');
    await due(ana, 300, '1 minute');
    await tell();
    for (const who of [ana, cleo]) {
      const mails = await mailsTo(who);
      expect(mails.map(({ text }) => text.includes('An event that you go to begins'))).toEqual([true]);
    }
  });

  test('of names that try to be headers or addresses has no more headers and no more links', async () => {
    const ana = await member();
    const evil = 'Eve\r\nBcc: all@mail.test\r\n\r\nBuy at https://evil.test www.evil.test evil.test/now\u202E';
    const eve = await community.current.member({ firstName: evil, lastName: '' });
    await comment(eve, await share(ana));
    await tell();
    await makeDue();
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
      'Content-Transfer-Encoding',
      'Date',
      'MIME-Version',
      'Content-Type',
    ]);
    expect(body).not.toContain('evil.test');
    expect(body.split('\n', 1)[0]).toMatch(/commented on your post\.$/);
  });

  test('whose link is another’s, or made up, stops nothing', async () => {
    const [ana, ben] = [await member(), await member('Ben')];
    for (const token of ['none', `${ana.id}.`, `${ana.id}.${'a'.repeat(43)}`, ana.id]) {
      const answer = await ben.send('POST', `/unsubscribe?token=${token}`, {
        body: 'x=y',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect(answer.status).toBe(400);
    }
    expect((await ana.call(contract.getNotificationSettings, {})).body.choices.comments.email).toBe(true);
  });
});

/** What a point of a session comes to, as the catcher takes it. */
const answer = async (point: Promise<void> | undefined): Promise<Error | undefined> =>
  point?.catch((error: Error) => error) as Promise<Error | undefined>;

/** Stores a mail about something unread, and asks for it to be sent. */
async function enqueueMail(on: Community): Promise<string> {
  const [ana, ben] = [await on.member({ firstName: 'Ana' }), await on.member({ firstName: 'Ben' })];
  await comment(ben, await share(ana));
  await on.jobs.find(({ name }) => name === 'notifications-due')!.run();
  const id = randomUUID();
  await on.work(async (work) => {
    await work.tx.execute(sql`
      INSERT INTO notification_mails (id, member_id, notification_ids)
      SELECT ${id}, member_id, array_agg(id) FROM notifications WHERE member_id = ${ana.id} GROUP BY member_id`);
    await work.enqueue(notificationMailTask, { mailId: id });
  });
  return id;
}

const stateOf = async (on: Community, id: string) =>
  (await on.db.execute<{ state: string }>(sql`SELECT state FROM notification_mails WHERE id = ${id}`)).rows[0]?.state;

describe('a mail server', () => {
  const stops: (() => unknown)[] = [];
  afterEach(async () => {
    for (const stop of stops.splice(0).toReversed()) await stop();
  });

  /** What the server does with a session when it comes to a point; a promise that never ends holds it there. */
  type Points = Partial<Record<'rcpt' | 'data', (session: SMTPServerSession) => Promise<void>>>;

  async function catchMails(points: Points) {
    const caught: string[] = [];
    const server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      logger: false,
      async onRcptTo(_address, session, done) {
        done(await answer(points.rcpt?.(session)));
      },
      async onData(stream, session, done) {
        // What was cut off before its end is no mail.
        const mail = await text(stream).catch(() => undefined);
        if (mail === undefined) return;
        caught.push(mail);
        await points.data?.(session);
        done();
      },
    });
    server.on('error', () => undefined);
    const listening = server.listen(0, '127.0.0.1');
    await once(listening, 'listening');
    stops.push(() => new Promise<void>((resolve) => server.close(resolve)));
    return { caught, url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}` };
  }

  test('that refuses is asked again, and one that another process writes to is not', async () => {
    let refuses = true;
    const { caught, url } = await catchMails({
      rcpt: async () => {
        if (refuses) throw Object.assign(new Error('not now'), { responseCode: 451 });
      },
    });
    const mailer = createMailer({ smtpUrl: url, from: 'no-reply@commons.test', dataDirectory: '/nowhere' });
    const house = await Community.open({ mailer });
    stops.push(() => house.close());
    const id = await enqueueMail(house);
    const send = () => house.tasks.find(({ name }) => name === notificationMailTask.name)!.run({ mailId: id });
    await expect(send()).rejects.toThrow('451');
    expect([await stateOf(house, id), caught.length]).toEqual(['waiting', 0]);
    refuses = false;
    await Promise.all([send(), send(), send()]);
    expect([await stateOf(house, id), caught.length]).toEqual(['sent', 1]);
  });

  test(
    'gets each mail once from two processes, of which one is killed over it, round after round',
    async () => {
      let victim: string | undefined;
      let holdAt: 'rcpt' | 'data' = 'rcpt';
      let held = Promise.withResolvers<string>();
      const hold = (point: 'rcpt' | 'data') => async (session: SMTPServerSession) => {
        if (point !== holdAt || victim !== undefined) return;
        victim = session.hostNameAppearsAs;
        held.resolve(victim);
        await new Promise(() => undefined);
      };
      const { caught, url } = await catchMails({ rcpt: hold('rcpt'), data: hold('data') });
      const house = await Community.open();
      stops.push(() => house.close());

      const processes = new Map<string, ChildProcess>();
      let count = 0;
      const start = async () => {
        count += 1;
        const name = `process-${count}.test`;
        const script = path.join(import.meta.dirname, '../../../test/mail-process.ts');
        const child = spawn(process.execPath, [script, house.databaseUrl, `${url}?name=${name}`], {
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        await once(child.stdout, 'data');
        processes.set(name, child);
      };
      stops.push(() => {
        for (const child of processes.values()) child.kill('SIGKILL');
      });
      const boss = new PgBoss({ connectionString: house.databaseUrl, schema: 'jobs', max: 1, schedule: false });
      await boss.start();
      stops.push(() => boss.stop());
      const job = async (): Promise<string> =>
        (
          await house.db.execute<{ state: string }>(
            sql`SELECT state FROM jobs.job WHERE name = ${notificationMailTask.name} ORDER BY created_on DESC LIMIT 1`,
          )
        ).rows[0]!.state;

      await start();
      await start();
      for (let round = 1; round <= rounds; round += 1) {
        holdAt = round % 2 === 0 ? 'rcpt' : 'data';
        victim = undefined;
        held = Promise.withResolvers();
        const id = await enqueueMail(house);
        const killed = await held.promise;
        const child = processes.get(killed)!;
        child.kill('SIGKILL');
        await once(child, 'exit');
        processes.delete(killed);
        // Two minutes later its heartbeat is missed.
        await house.db.execute(
          sql`UPDATE jobs.job SET heartbeat_on = now() - interval '2 minutes' WHERE name = ${notificationMailTask.name} AND state = 'active'`,
        );
        await house.db.execute(sql`UPDATE jobs.queue SET monitor_on = NULL, monitor_claim_on = NULL`);
        await boss.supervise(notificationMailTask.name);
        expect(await job()).toBe('retry');
        await house.db.execute(
          sql`UPDATE jobs.job SET start_after = now() WHERE name = ${notificationMailTask.name} AND state = 'retry'`,
        );
        await expect.poll(job, { interval: 50 }).toBe('completed');
        expect([caught.length, caught.at(-1)?.includes(id)]).toEqual([round, true]);
        expect(await stateOf(house, id)).toBe(holdAt === 'rcpt' ? 'sent' : 'handed_over');
        await start();
      }
    },
    60_000 + rounds * 10_000,
  );
});
