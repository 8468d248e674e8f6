import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { mailsPaths, mailTestOutcomes } from './mails.ts';

/** A kind of mail with sample data. Its HTML is a separate document. */
export const mailPreviewView = z
  .object({
    name: z.string(),
    /** The occasion on which it is sent. */
    sentWhen: z.string(),
    subject: z.string(),
    text: z.string(),
    /** Whether mail programs show a button to unsubscribe. */
    canUnsubscribe: z.boolean(),
  })
  .meta({ id: 'MailPreview' });
export type MailPreview = z.infer<typeof mailPreviewView>;

export const listMailPreviews = endpoint({
  ...mailsPaths.listMailPreviews,
  summary: 'List all kinds of mails that the community sends, with sample data',
  replies: { 200: z.array(mailPreviewView) },
});

export const mailTestResult = z
  .object({
    outcome: z.enum(mailTestOutcomes),
    /** Host and port of the mail server; null without one. */
    server: z.string().nullable(),
    /** The SMTP reply code and the command it answers, or the code of a connection problem. */
    code: z.string().nullable(),
    /** The words of the mail server, without user name and password. */
    answer: z.string().nullable(),
  })
  .meta({ id: 'MailTestResult' });
export type MailTestResult = z.infer<typeof mailTestResult>;

/** The reply has the status 200 whatever the mail server answers: the answer is the result of the test. */
export const sendTestMail = endpoint({
  ...mailsPaths.sendTestMail,
  summary: 'Send a mail to one’s own address at once and get the answer of the mail server, within 15 seconds',
  replies: { 200: mailTestResult },
});
