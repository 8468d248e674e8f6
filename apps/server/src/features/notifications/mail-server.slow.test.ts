import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { createComment, createPost } from '@commons/contract/feed/schemas';
import { sql } from 'drizzle-orm';
import { PgBoss } from 'pg-boss';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import { afterEach, describe, expect, test } from 'vitest';
import { Community } from '../../../test/community.ts';
import { createMailer } from '../../platform/mail/mailer.ts';
import { notificationMailTask } from './due.ts';

/**
 * Number of rounds, about three seconds each. `MAIL_ROUNDS=20` makes a thorough run. Rounds alternate between two
 * points at which the process is killed.
 */
const rounds = Number(process.env['MAIL_ROUNDS'] ?? 4);

/** Returns the error that a hook of the SMTP server throws, in the form that `smtp-server` expects. */
const toHookError = async (point: Promise<void> | undefined): Promise<Error | undefined> =>
  point?.catch((error: Error) => error) as Promise<Error | undefined>;

/** Stores a mail about an unread notification and enqueues it. */
async function enqueueMail(server: Community): Promise<string> {
  const [ana, ben] = [await server.member({ firstName: 'Ana' }), await server.member({ firstName: 'Ben' })];
  const { id: postId } = (await ana.call(createPost, { body: { content: 'Good morning' } })).body;
  await ben.call(createComment, { params: { id: postId }, body: { content: 'A secret word' } });
  await server.jobs.find(({ name }) => name === 'notifications-due')!.run();
  const id = randomUUID();
  await server.work(async (work) => {
    await work.tx.execute(sql`
      INSERT INTO notification_mails (id, member_id, notification_ids)
      SELECT ${id}, member_id, array_agg(id) FROM notifications WHERE member_id = ${ana.id} GROUP BY member_id`);
    await work.enqueue(notificationMailTask, { mailId: id });
  });
  return id;
}

const stateOf = async (server: Community, id: string) =>
  (await server.db.execute<{ state: string }>(sql`SELECT state FROM notification_mails WHERE id = ${id}`)).rows[0]
    ?.state;

describe('a mail server', () => {
  const cleanups: (() => unknown)[] = [];
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
  });

  /** Hooks at points of an SMTP session. A promise that never settles holds the session there. */
  type SessionHooks = Partial<Record<'rcpt' | 'data', (session: SMTPServerSession) => Promise<void>>>;

  async function startMailServer(hooks: SessionHooks) {
    const receivedMails: string[] = [];
    const server = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      logger: false,
      async onRcptTo(_address, session, done) {
        done(await toHookError(hooks.rcpt?.(session)));
      },
      async onData(stream, session, done) {
        // A truncated stream is not a mail.
        const mail = await text(stream).catch(() => undefined);
        if (mail === undefined) return;
        receivedMails.push(mail);
        await hooks.data?.(session);
        done();
      },
    });
    server.on('error', () => undefined);
    const listening = server.listen(0, '127.0.0.1');
    await once(listening, 'listening');
    cleanups.push(() => new Promise<void>((resolve) => server.close(resolve)));
    return { receivedMails, url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}` };
  }

  test('that rejects a mail is retried, and a mail that another process sends is not sent again', async () => {
    let isRejecting = true;
    const { receivedMails, url } = await startMailServer({
      rcpt: async () => {
        if (isRejecting) throw Object.assign(new Error('try again later'), { responseCode: 451 });
      },
    });
    const mailer = createMailer({ smtpUrl: url, from: 'no-reply@commons.test', dataDirectory: '/nowhere' });
    const community = await Community.open({ mailer });
    cleanups.push(() => community.close());
    const id = await enqueueMail(community);
    const send = () => community.tasks.find(({ name }) => name === notificationMailTask.name)!.run({ mailId: id });
    await expect(send()).rejects.toThrow('451');
    expect([await stateOf(community, id), receivedMails.length]).toEqual(['waiting', 0]);
    isRejecting = false;
    await Promise.all([send(), send(), send()]);
    expect([await stateOf(community, id), receivedMails.length]).toEqual(['sent', 1]);
  });

  test(
    'receives each mail once although one of two sending processes is killed in each round',
    async () => {
      let heldProcess: string | undefined;
      let holdAt: 'rcpt' | 'data' = 'rcpt';
      let heldSession = Promise.withResolvers<string>();
      const holdSession = (point: 'rcpt' | 'data') => async (session: SMTPServerSession) => {
        if (point !== holdAt || heldProcess !== undefined) return;
        heldProcess = session.hostNameAppearsAs;
        heldSession.resolve(heldProcess);
        await new Promise(() => undefined);
      };
      const { receivedMails, url } = await startMailServer({ rcpt: holdSession('rcpt'), data: holdSession('data') });
      const community = await Community.open();
      cleanups.push(() => community.close());

      const processes = new Map<string, ChildProcess>();
      let count = 0;
      const startProcess = async () => {
        count += 1;
        const name = `process-${count}.test`;
        const script = path.join(import.meta.dirname, '../../../test/mail-process.ts');
        const child = spawn(process.execPath, [script, community.databaseUrl, `${url}?name=${name}`], {
          stdio: ['ignore', 'pipe', 'inherit'],
        });
        await once(child.stdout, 'data');
        processes.set(name, child);
      };
      cleanups.push(() => {
        for (const child of processes.values()) child.kill('SIGKILL');
      });
      const boss = new PgBoss({ connectionString: community.databaseUrl, schema: 'jobs', max: 1, schedule: false });
      await boss.start();
      cleanups.push(() => boss.stop());
      const readJobState = async (): Promise<string> =>
        (
          await community.db.execute<{ state: string }>(
            sql`SELECT state FROM jobs.job WHERE name = ${notificationMailTask.name} ORDER BY created_on DESC LIMIT 1`,
          )
        ).rows[0]!.state;

      await startProcess();
      await startProcess();
      for (let round = 1; round <= rounds; round += 1) {
        holdAt = round % 2 === 0 ? 'rcpt' : 'data';
        heldProcess = undefined;
        heldSession = Promise.withResolvers();
        const id = await enqueueMail(community);
        const killedProcess = await heldSession.promise;
        const child = processes.get(killedProcess)!;
        child.kill('SIGKILL');
        await once(child, 'exit');
        processes.delete(killedProcess);
        // Simulates a missed heartbeat two minutes later.
        await community.db.execute(
          sql`UPDATE jobs.job SET heartbeat_on = now() - interval '2 minutes' WHERE name = ${notificationMailTask.name} AND state = 'active'`,
        );
        await community.db.execute(sql`UPDATE jobs.queue SET monitor_on = NULL, monitor_claim_on = NULL`);
        await boss.supervise(notificationMailTask.name);
        expect(await readJobState()).toBe('retry');
        await community.db.execute(
          sql`UPDATE jobs.job SET start_after = now() WHERE name = ${notificationMailTask.name} AND state = 'retry'`,
        );
        await expect.poll(readJobState, { interval: 50 }).toBe('completed');
        expect([receivedMails.length, receivedMails.at(-1)?.includes(id)]).toEqual([round, true]);
        expect(await stateOf(community, id)).toBe(holdAt === 'rcpt' ? 'sent' : 'handed_over');
        await startProcess();
      }
    },
    60_000 + rounds * 10_000,
  );
});
