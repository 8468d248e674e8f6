import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { listAuditLog } from '@commons/contract/admin/schemas';
import { mailPreviewFile } from '@commons/contract/mails';
import { listMailPreviews, sendTestMail } from '@commons/contract/mails/schemas';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, test } from 'vitest';
import { Community } from '../../../test/community.ts';
import { pictureUpload } from '../../../test/scene.ts';
import { features } from '../../app.ts';

const environment = {
  PRODUCT_NAME: 'Äpfel & <script>Birnen</script>',
  MAIL_FROM: 'no-reply@commons.test',
};

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

async function openAsAdmin(extra: Record<string, string> = {}) {
  const community = await Community.open({ environment: { ...environment, ...extra } });
  cleanups.push(() => community.close());
  return { community, admin: await community.member({ role: 'admin' }) };
}

async function listen(server: { listen: (port: number, host: string) => Server }) {
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  return `127.0.0.1:${(listening.address() as AddressInfo).port}`;
}

async function startMailServer(options: SMTPServerOptions) {
  const server = new SMTPServer({ logger: false, disabledCommands: ['STARTTLS', 'AUTH'], ...options });
  server.on('error', () => undefined);
  cleanups.push(() => new Promise<void>((resolve) => server.close(resolve)));
  return listen(server);
}

const replied = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode });

describe('the preview', () => {
  test('shows each kind of mail once, with the same words as HTML and as text, and escapes names', async () => {
    const { community, admin } = await openAsAdmin();
    const { body } = await admin.call(listMailPreviews, {});
    const names = body.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThan(15);
    for (const { name, writeSample } of features.flatMap(({ mails = [] }) => mails)) {
      const preview = body.find((each) => each.name === name)!;
      const response = await admin.send<string>('GET', `${mailPreviewFile(name)}?scheme=dark`);
      expect(response.headers['content-security-policy']).toContain("default-src 'none'");
      const html = response.body;
      expect(html).not.toContain('<script>');
      expect(html).not.toMatch(/\bsrc="http/);
      const readable = textOf(html);
      const { productName } = community.settings.current;
      const { blocks = [] } = writeSample('ana@example.org', { productName, publicUrl: community.publicUrl });
      const facts = blocks.flatMap((block) => {
        if (block.type === 'list') return block.items;
        return 'text' in block ? [block.text] : [block.label];
      });
      const urls = blocks.flatMap((block) => ('url' in block ? [block.url] : []));
      expect(facts.length).toBeGreaterThan(0);
      for (const fact of facts) {
        expect(readable).toContain(fact);
        expect(preview.text).toContain(fact);
      }
      for (const url of urls) {
        expect(html).toContain(`href="${url}"`);
        expect(preview.text).toContain(url);
      }
    }
  });

  test('of an unknown mail is not found', async () => {
    const { admin } = await openAsAdmin();
    expect((await admin.send('GET', mailPreviewFile('unknown'))).status).toBe(404);
  });
});

describe('a mail', () => {
  test('names the operator and contains the logo, but nothing that is loaded from a server', async () => {
    const { community, admin } = await openAsAdmin();
    await community.settings.refresh();
    const { revision } = community.settings.current;
    await community.work(async (work) => {
      await community.settings.change(work, {
        revision,
        changes: {
          operatorName: 'Verein <b>Garten</b>',
          operatorAddress: 'Allee 1\n1010 Wien',
          accentColor: '#ffee00',
        },
      });
    });
    await admin.send('PUT', '/api/admin/settings/logo', await pictureUpload('file'));
    await admin.call(sendTestMail, {});
    const [mail] = await community.mails();
    expect(mail!.text).toContain('Run by Verein <b>Garten</b>\nAllee 1, 1010 Wien');
    expect(mail!.html).toContain('Verein &lt;b&gt;Garten&lt;/b&gt;');
    expect(mail!.html).toContain('src="cid:picture@community"');
    expect(mail!.html).not.toMatch(/(?:src|background)="?http|url\(/);
    // Yellow text is unreadable on white, so links and buttons use a darker tone.
    expect(mail!.html).toMatch(/background-color:#[0-9a-f]{6}/);
    expect(mail!.html.split('@media (prefers-color-scheme')[0]).not.toContain('#ffee00');
  });
});

describe('a test mail', () => {
  test('without a mail server is stored, goes to the admin’s own address and is audited', async () => {
    const { community, admin } = await openAsAdmin();
    const { body } = await admin.call(sendTestMail, {});
    expect(body).toEqual({ outcome: 'stored', server: null, code: null, answer: null });
    expect((await community.mails()).map(({ to }) => to)).toEqual([admin.email]);
    const { body: entries } = await admin.call(listAuditLog, { query: { action: 'mail.tested' } });
    expect(entries.map(({ actor }) => actor?.id)).toEqual([admin.id]);
  });

  const secret = 'p@ss wörd/1';
  const login = `ana:${encodeURIComponent(secret)}`;

  test.each<[string, SMTPServerOptions, Record<string, unknown>]>([
    [
      'accepted',
      { onData: (stream, _, done) => stream.on('end', () => done(null, 'queued as 7')).resume() },
      { code: null, answer: '250 queued as 7' },
    ],
    [
      'sender',
      { onMailFrom: (_address, _session, done) => done(replied(553, 'who is this')) },
      { code: '553 MAIL FROM', answer: '553 who is this' },
    ],
    [
      'recipient',
      { onRcptTo: (_address, _session, done) => done(replied(550, 'no such mailbox')) },
      { code: '550 RCPT TO', answer: '550 no such mailbox' },
    ],
    [
      'refused',
      { onData: (stream, _, done) => stream.on('end', () => done(replied(554, 'spam'))).resume() },
      { code: '554 DATA', answer: '554 spam' },
    ],
    [
      'sign_in',
      {
        disabledCommands: ['STARTTLS'],
        allowInsecureAuth: true,
        onAuth: ({ password }, _session, done) => done(replied(535, `wrong password ${password}`)),
      },
      { code: expect.stringMatching(/^535 AUTH/), answer: '535 wrong password …' },
    ],
  ])('returns the answer of the mail server: %s', async (outcome, options, expected) => {
    const server = await startMailServer(options);
    const { admin } = await openAsAdmin({ SMTP_URL: `smtp://${outcome === 'sign_in' ? `${login}@` : ''}${server}` });
    const { body } = await admin.call(sendTestMail, {});
    expect(body).toEqual({ outcome, server, ...expected });
    expect(JSON.stringify(body)).not.toContain(secret);
  });

  test('explains a connection that is not possible', async () => {
    const { admin } = await openAsAdmin({ SMTP_URL: `smtp://${login}@127.0.0.1:1` });
    const { body } = await admin.call(sendTestMail, {});
    expect(body).toEqual({ outcome: 'no_connection', server: '127.0.0.1:1', code: 'ECONNREFUSED', answer: null });
  });

  test('explains an untrusted certificate', async () => {
    const server = await startMailServer({ secure: true });
    const { admin } = await openAsAdmin({ SMTP_URL: `smtps://${server}` });
    expect((await admin.call(sendTestMail, {})).body).toMatchObject({ outcome: 'certificate', server, answer: null });
  });

  test('does not reveal the greeting of another service', async () => {
    const redis = createServer((socket) => socket.end('-ERR secret of another service\r\n'));
    cleanups.push(() => new Promise((resolve) => redis.close(resolve)));
    const { admin } = await openAsAdmin({ SMTP_URL: `smtp://${await listen(redis)}` });
    const { body } = await admin.call(sendTestMail, {});
    expect(body).toMatchObject({ outcome: 'no_mail_server', answer: null });
    expect(JSON.stringify(body)).not.toContain('secret');
  });
});

const textOf = (html: string): string =>
  html
    .replaceAll(/<\/?[a-z][^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
