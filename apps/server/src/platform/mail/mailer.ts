import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { SendMailOptions, Transporter } from 'nodemailer';
import type { PluginFunction } from 'nodemailer/lib/mailer/index.js';
import { newId } from '../database/columns.ts';
import { taskName } from '../database/tasks.ts';
import { keptMailsIn, mailSuffix } from './kept-mails.ts';

export type Mail = {
  to: string;
  subject: string;
  text: string;
  /** Where a mail program unsubscribes by itself (RFC 8058). */
  unsubscribeUrl?: string;
  /** The same each time that a mail is sent, so that a mail program knows it again. */
  messageId?: string;
};

export type Mailer = {
  /**
   * Sends a mail. `beforeHandOver` is waited for when the mail server is ready to take it, before a word of it goes
   * there: whoever fails or dies before knows that it was not sent.
   */
  send: (mail: Mail, beforeHandOver?: () => Promise<void>) => Promise<void>;
};

/** A mail that goes with the transaction it tells of: `work.enqueue(mailTask, mail)`. */
export const mailTask = taskName<Mail>('mail');

/** Loaded with the first mail: most processes of a community send none for hours, and it takes 16 MB. */
const loadNodemailer = async () => (await import('nodemailer')).default;

/**
 * Sends mail through SMTP when there is a server for it. Without one each mail is kept as an `.eml` file in the data
 * directory, where whoever runs the community finds it.
 */
export function createMailer(options: { smtpUrl: string | undefined; from: string; dataDirectory: string }): Mailer {
  const { smtpUrl, from, dataDirectory } = options;
  if (smtpUrl) {
    let transport: Promise<Transporter> | undefined;
    return {
      async send(mail, beforeHandOver) {
        transport ??= loadNodemailer().then((nodemailer) =>
          nodemailer.createTransport(smtpUrl).use('stream', waitBeforeHandOver),
        );
        try {
          const message: Message = { from, ...envelopeOf(mail), beforeHandOver };
          await (await transport).sendMail(message);
        } catch (error) {
          throw withoutWords(error);
        }
      },
    };
  }
  const folder = keptMailsIn(dataDirectory);
  return {
    async send(mail, beforeHandOver) {
      const nodemailer = await loadNodemailer();
      const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
      const { message } = await transport.sendMail({ from, ...envelopeOf(mail) });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = path.join(folder, newId());
      // Where the disk is full it shows before the mail counts as handed over.
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

/** Program for program the same headers; `nodemailer` folds and encodes what stands in them. */
const envelopeOf = ({ unsubscribeUrl, ...mail }: Mail) => ({
  ...mail,
  ...(unsubscribeUrl && {
    headers: {
      'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }),
});

type Message = SendMailOptions & { beforeHandOver: (() => Promise<void>) | undefined };

/** Nothing is read of a mail before the server has answered DATA with 354 (RFC 5321, 3.3): that is the moment. */
const waitBeforeHandOver: PluginFunction = (mail, done) => {
  const { beforeHandOver } = mail.data as Message;
  const createReadStream = mail.message.createReadStream.bind(mail.message);
  async function* read() {
    await beforeHandOver?.();
    yield* createReadStream();
  }
  mail.message.createReadStream = () => Readable.from(read(), { objectMode: false });
  done();
};

/** What a mail server answers often names the recipient, and a failed mail is logged: only its number may be. */
function withoutWords(error: unknown): unknown {
  const { responseCode, command, code } = error as { responseCode?: number; command?: string; code?: string };
  if (responseCode === undefined) return error;
  return Object.assign(new Error(`the mail server answered ${responseCode} to ${command}`), { code });
}
