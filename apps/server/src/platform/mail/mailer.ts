import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { SendMailOptions, Transporter } from 'nodemailer';
import type { PluginFunction } from 'nodemailer/lib/mailer/index.js';
import { newId } from '../database/columns.ts';
import { taskName } from '../database/tasks.ts';
import type { CurrentSettings } from '../settings/current.ts';
import type { Mail, RenderedMail } from './mail.ts';
import { storedMailsFolder, mailSuffix } from './stored-mails.ts';

export type { Mail } from './mail.ts';

export type Mailer = {
  /**
   * Sends a mail. Awaits `beforeHandOver` when the mail server is ready to receive the content. If it throws, or if the
   * process crashes earlier, the mail is not sent.
   */
  send: (mail: Mail, beforeHandOver?: () => Promise<void>) => Promise<void>;
};

/** The task of sending a mail after the commit: `work.enqueue(mailTask, mail)`. */
export const mailTask = taskName<Mail>('mail');

/** Loaded with the first mail: it takes 16 MB, and most processes send no mail for hours. */
const loadNodemailer = async () => (await import('nodemailer')).default;

/** Adds HTML and the end of all mails. */
type RenderMail = (mail: Mail) => Promise<RenderedMail>;

/**
 * Creates a mailer that uses SMTP. Without a mail server, each mail is stored as an `.eml` file in the data directory
 * for the operator. Without `render`, mails are plain text.
 */
export function createMailer(options: {
  smtpUrl: string | undefined;
  from: string;
  dataDirectory: string;
  render?: RenderMail;
}): Mailer {
  const { smtpUrl, from, dataDirectory, render = async ({ text }) => ({ text }) } = options;
  if (smtpUrl) {
    let transport: Promise<Transporter> | undefined;
    return {
      async send(mail, beforeHandOver) {
        transport ??= loadNodemailer().then((nodemailer) =>
          nodemailer.createTransport(smtpUrl).use('stream', waitBeforeHandOver),
        );
        try {
          const message = toMessage(from, mail, await render(mail));
          await (await transport).sendMail({ ...message, beforeHandOver } as HandedOverMessage);
        } catch (error) {
          throw removeServerText(error);
        }
      },
    };
  }
  const folder = storedMailsFolder(dataDirectory);
  return {
    async send(mail, beforeHandOver) {
      const nodemailer = await loadNodemailer();
      const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
      const { message } = await transport.sendMail(toMessage(from, mail, await render(mail)));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = path.join(folder, newId());
      // Written first, so that a full disk is detected before the mail counts as handed over.
      try {
        await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 });
        await beforeHandOver?.();
      } catch (error) {
        await rm(`${file}.part`, { force: true });
        throw error;
      }
      await rename(`${file}.part`, `${file}${mailSuffix}`);
    },
  };
}

/** Creates a mailer that uses the mail server and sender of the settings at the time of each mail. */
export function followMailer(options: {
  settings: { readonly current: Pick<CurrentSettings, 'smtpUrl' | 'mailFrom'> };
  dataDirectory: string;
  render: RenderMail;
}): Mailer {
  const { settings, dataDirectory, render } = options;
  let opened: { smtpUrl: string | undefined; from: string; mailer: Mailer } | undefined;
  return {
    send(mail, beforeHandOver) {
      const { smtpUrl, mailFrom: from } = settings.current;
      if (!opened || opened.smtpUrl !== smtpUrl || opened.from !== from)
        opened = { smtpUrl, from, mailer: createMailer({ smtpUrl, from, dataDirectory, render }) };
      return opened.mailer.send(mail, beforeHandOver);
    },
  };
}

/** Builds the message with the unsubscribe headers. `nodemailer` folds and encodes all headers. */
export const toMessage = (
  from: string,
  { unsubscribeUrl, blocks: _blocks, ...mail }: Mail,
  rendered: RenderedMail,
): SendMailOptions => ({
  from,
  ...mail,
  ...rendered,
  ...(unsubscribeUrl && {
    headers: {
      'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }),
});

type HandedOverMessage = SendMailOptions & { beforeHandOver: (() => Promise<void>) | undefined };

/** The content is first read when the server has answered DATA with 354 (RFC 5321, section 3.3). */
const waitBeforeHandOver: PluginFunction = (mail, done) => {
  const { beforeHandOver } = mail.data as HandedOverMessage;
  const createReadStream = mail.message.createReadStream.bind(mail.message);
  async function* read() {
    await beforeHandOver?.();
    yield* createReadStream();
  }
  mail.message.createReadStream = () => Readable.from(read(), { objectMode: false });
  done();
};

/** Removes the server's text from an error, because it often contains the recipient and failures are logged. */
function removeServerText(error: unknown): unknown {
  const { responseCode, command, code } = error as { responseCode?: number; command?: string; code?: string };
  if (responseCode === undefined) return error;
  return Object.assign(new Error(`the mail server answered ${responseCode} to ${command}`), { code });
}
