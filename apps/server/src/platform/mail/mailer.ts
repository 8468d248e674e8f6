import { randomUUIDv7 } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Transporter } from 'nodemailer';
import { taskName } from '../database/tasks.ts';
import { keptMailsIn } from './kept-mails.ts';

export type Mail = { to: string; subject: string; text: string };
export type Mailer = { send: (mail: Mail) => Promise<void> };

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
      async send(mail) {
        transport ??= loadNodemailer().then((nodemailer) => nodemailer.createTransport(smtpUrl));
        try {
          await (await transport).sendMail({ from, ...mail });
        } catch (error) {
          throw withoutWords(error);
        }
      },
    };
  }
  const folder = keptMailsIn(dataDirectory);
  return {
    async send(mail) {
      const nodemailer = await loadNodemailer();
      const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
      const { message } = await transport.sendMail({ from, ...mail });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(path.join(folder, `${randomUUIDv7()}.eml`), message as Buffer, { mode: 0o600 });
    },
  };
}

/** What a mail server answers often names the recipient, and a failed mail is logged: only its number may be. */
function withoutWords(error: unknown): unknown {
  const { responseCode, command, code } = error as { responseCode?: number; command?: string; code?: string };
  if (responseCode === undefined) return error;
  return Object.assign(new Error(`the mail server answered ${responseCode} to ${command}`), { code });
}
