import type { MailTestResult } from '@commons/contract/mails/schemas';
import type { Mail, RenderedMail } from './mail.ts';
import { toMessage } from './mailer.ts';

export const mailTestMilliseconds = 15_000;

type SmtpError = Error & { code?: string; command?: string; response?: string; responseCode?: number };

/**
 * Sends a mail at once and returns the answer of the mail server.
 *
 * The server connects to the host and port of the settings, as it does for every mail. Loopback and private addresses
 * are allowed, because mail servers often run on the same machine or network. So that an admin cannot read other
 * internal services this way, only answers that begin with an SMTP reply code are returned, and a rate limit applies.
 */
export async function testMailServer(options: {
  smtpUrl: string;
  from: string;
  mail: Mail;
  rendered: RenderedMail;
  timeoutMilliseconds?: number;
}): Promise<MailTestResult> {
  const { smtpUrl, from, mail, rendered, timeoutMilliseconds = mailTestMilliseconds } = options;
  if (!URL.canParse(smtpUrl)) return { outcome: 'unknown_host', server: null, code: null, answer: null };
  const url = new URL(smtpUrl);
  const redact = redactor(url);
  const server = url.host;
  const { default: nodemailer } = await import('nodemailer');
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    dnsTimeout: timeoutMilliseconds,
    connectionTimeout: timeoutMilliseconds,
    greetingTimeout: timeoutMilliseconds,
    socketTimeout: timeoutMilliseconds,
  });
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => timeout.reject(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })),
    timeoutMilliseconds,
  );
  try {
    const { response } = await Promise.race([transport.sendMail(toMessage(from, mail, rendered)), timeout.promise]);
    return { outcome: 'accepted', server, code: null, answer: redact(response) };
  } catch (error) {
    const { code, command, response, responseCode, message } = error as SmtpError;
    const answer = isSmtpReply(response) ? response : undefined;
    return {
      outcome: outcomeOf(error as SmtpError),
      server,
      code:
        responseCode === undefined
          ? (systemCodeOf(message) ?? code ?? null)
          : `${responseCode} ${command ?? ''}`.trim(),
      answer: answer === undefined ? null : redact(answer),
    };
  } finally {
    clearTimeout(timer);
    transport.close();
  }
}

/** Returns whether a text is an SMTP reply. Other services greet differently (RFC 5321, section 4.2). */
const isSmtpReply = (text: string | undefined): text is string => text !== undefined && /^[2-5]\d\d[ -]/.test(text);

const systemCodeOf = (message: string): string | undefined =>
  /\b(?:E[A-Z]{4,}|[A-Z]+(?:_[A-Z]+)+)\b/.exec(message)?.[0];

const certificateProblem = /certificate|altname|self.signed|issuer/i;

/** Returns the kind of problem, for the explanation in the panel. */
function outcomeOf({ code, command = '', message, response }: SmtpError): MailTestResult['outcome'] {
  if (certificateProblem.test(message)) return 'certificate';
  if (code === 'EAUTH') return 'sign_in';
  if (code === 'ETIMEDOUT') return 'timeout';
  if (code === 'EDNS') return 'unknown_host';
  if (code === 'ETLS') return 'encryption';
  if (code === 'EENVELOPE') return command.startsWith('MAIL') ? 'sender' : 'recipient';
  if (isSmtpReply(response)) return 'refused';
  return code === 'EPROTOCOL' ? 'no_mail_server' : 'no_connection';
}

/** Removes the password from an answer, also as it is encoded for sign-in. */
function redactor({ username, password }: URL): (text: string) => string {
  const [user, secret] = [username, password].map(decode) as [string, string];
  const forms = [password, secret, base64(secret), base64(`\0${user}\0${secret}`)].filter(() => secret !== '');
  return (text) => forms.reduce((rest, form) => rest.replaceAll(form, '…'), text).slice(0, maxAnswerCharacters);
}

const maxAnswerCharacters = 1_000;

const base64 = (text: string): string => Buffer.from(text).toString('base64');

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
