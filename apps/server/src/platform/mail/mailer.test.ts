import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { inspect } from 'node:util';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createMailer } from './mailer.ts';
import { forgetOldMails } from './stored-mails.ts';

const from = 'Mindful Commons <no-reply@commons.test>';
const mail = { to: 'ana@mail.test', subject: 'A new password', text: 'Öffne diesen Link: https://commons.test/x?a=b' };

const daysFromNow = (days: number) => Date.now() + days * 86_400_000;

let dataDirectory: string;
beforeEach(async () => {
  dataDirectory = await mkdtemp(path.join(tmpdir(), 'mindful-commons-mails-'));
});
afterEach(() => rm(dataDirectory, { recursive: true, force: true }));

describe('without a mail server', () => {
  test('each mail is stored in the data directory, readable only by its owner', async () => {
    const mailer = createMailer({ smtpUrl: undefined, from, dataDirectory });
    await mailer.send(mail);
    await mailer.send({ ...mail, to: 'ben@mail.test' });
    const folder = path.join(dataDirectory, 'mails');
    const files = (await readdir(folder)).toSorted((one, other) => (one < other ? -1 : 1));
    const mails = await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')));
    expect(mails.map((source) => /^To: (.*)$/m.exec(source)?.[1])).toEqual(['ana@mail.test', 'ben@mail.test']);
    expect(mails[0]).toContain(`From: ${from}`);
    expect((await stat(path.join(folder, files[0]!))).mode & 0o077).toBe(0);
  });

  test('headers with many emoji are encoded without splitting a character', async () => {
    const name = 'Größe 👨‍👩‍👧‍👦 '.repeat(12).trim();
    const mailer = createMailer({ smtpUrl: undefined, from: `"${name}" <no-reply@commons.test>`, dataDirectory });
    await mailer.send({ ...mail, subject: '😀'.repeat(60) });
    const folder = path.join(dataDirectory, 'mails');
    const source = await readFile(path.join(folder, (await readdir(folder))[0]!), 'utf8');
    const parsed = await PostalMime.parse(source);
    expect(parsed.subject).toBe('😀'.repeat(60));
    expect(parsed.from?.name).toBe(name);
    // RFC 2047, section 5: each encoded word contains whole characters.
    const words = source.match(/=\?UTF-8\?[BQ]\?[^?]*\?=/g) ?? [];
    expect(words.length).toBeGreaterThan(2);
    for (const word of words) {
      const { subject } = await PostalMime.parse(`Subject: ${word}\n\n`);
      expect(subject).not.toContain('\uFFFD');
      expect(word.length).toBeLessThanOrEqual(75);
    }
  });

  test('a mail that cannot be written does not count as handed over', async () => {
    // A file in place of the folder makes writing fail, as on a full disk.
    await writeFile(path.join(dataDirectory, 'mails'), '');
    let isHandedOver = false;
    const markHandedOver = async () => {
      isHandedOver = true;
    };
    const mailer = createMailer({ smtpUrl: undefined, from, dataDirectory });
    await expect(mailer.send(mail, markHandedOver)).rejects.toThrow();
    expect(isHandedOver).toBe(false);
  });

  test('a mail that another process already sends is not stored', async () => {
    const mailer = createMailer({ smtpUrl: undefined, from, dataDirectory });
    await expect(mailer.send(mail, () => Promise.reject(new Error('taken')))).rejects.toThrow('taken');
    expect(await readdir(path.join(dataDirectory, 'mails'))).toEqual([]);
  });

  test('a stored mail is deleted after 90 days', async () => {
    expect(await forgetOldMails(dataDirectory)).toBe(0);
    await createMailer({ smtpUrl: undefined, from, dataDirectory }).send(mail);
    expect(await forgetOldMails(dataDirectory, daysFromNow(89))).toBe(0);
    expect(await readdir(path.join(dataDirectory, 'mails'))).toHaveLength(1);
    expect(await forgetOldMails(dataDirectory, daysFromNow(91))).toBe(1);
    expect(await readdir(path.join(dataDirectory, 'mails'))).toEqual([]);
  });
});

describe('with a mail server', () => {
  test('a mail is sent to it and not stored', async () => {
    const received = Promise.withResolvers<{ to: string[]; source: string }>();
    const smtpServer = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      async onData(stream, session, done) {
        const source = await text(stream);
        received.resolve({ to: session.envelope.rcptTo.map(({ address }) => address), source });
        done();
      },
    });
    const listening: Server = smtpServer.listen(0, '127.0.0.1');
    await once(listening, 'listening');
    const { port } = listening.address() as AddressInfo;
    await createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from, dataDirectory }).send(mail);
    const { to, source } = await received.promise;
    expect(to).toEqual(['ana@mail.test']);
    expect(source).toContain('Subject: A new password');
    expect(await readdir(dataDirectory)).toEqual([]);
    await new Promise<void>((resolve) => {
      smtpServer.close(resolve);
    });
  });

  test('an SMTP error contains the status code but not the text, which names the member', async () => {
    const rejectingServer = new SMTPServer({
      disabledCommands: ['AUTH', 'STARTTLS'],
      onRcptTo({ address }, _session, done) {
        done(Object.assign(new Error(`5.1.1 <${address}>: there is no such mailbox`), { responseCode: 550 }));
      },
    });
    const listening: Server = rejectingServer.listen(0, '127.0.0.1');
    await once(listening, 'listening');
    const { port } = listening.address() as AddressInfo;
    const mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from, dataDirectory });
    const error: unknown = await mailer.send(mail).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ message: 'the mail server answered 550 to RCPT TO', code: 'EENVELOPE' });
    expect(inspect(error)).not.toContain(mail.to);
    await new Promise<void>((resolve) => {
      rejectingServer.close(resolve);
    });
  });

  test('an unavailable server is an error for the caller', async () => {
    const mailer = createMailer({ smtpUrl: 'smtp://127.0.0.1:1', from, dataDirectory });
    await expect(mailer.send(mail)).rejects.toThrow('ECONNREFUSED');
  });
});
