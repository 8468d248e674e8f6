import type { MailTestResult } from '@commons/contract/mails/schemas';
import type { BannerTone } from '../../ui/banner.tsx';

type Explanation = { tone: BannerTone; title: string; text: string };

/** Explains the result of a test mail, with the next step. */
export function explainMailTest({ outcome, server }: MailTestResult, email: string): Explanation {
  const host = server ?? 'the mail server';
  const failures: Record<Exclude<MailTestResult['outcome'], 'accepted' | 'stored'>, [title: string, text: string]> = {
    certificate: [
      'The certificate of the mail server is not trusted',
      'It may have expired or belong to another name. Check the name of the server in the settings, or renew its certificate.',
    ],
    encryption: [
      'An encrypted connection was not possible',
      'Use smtps:// with port 465, or smtp:// with port 587, as your mail provider says.',
    ],
    sign_in: ['The mail server refused the sign-in', 'Check the user name and the password in the settings.'],
    sender: [
      'The mail server refused the sender',
      'It may allow only the address of its account. Check the sender in the settings.',
    ],
    recipient: [
      `The mail server refused ${email}`,
      'Check this address. A server that sends only for its own users may also need a user name and a password.',
    ],
    refused: ['The mail server refused the email', 'Its answer says why.'],
    unknown_host: [`${host} was not found`, 'Check the name of the mail server in the settings.'],
    no_connection: [
      `${host} does not answer`,
      'Check the name and the port. A firewall between the two servers may also block the connection.',
    ],
    no_mail_server: [
      `${host} does not answer like a mail server`,
      'Check the port. smtps:// usually has port 465, and smtp:// has port 587.',
    ],
    timeout: [
      `${host} did not answer within 15 seconds`,
      'Check the name and the port. A firewall between the two servers may also block the connection.',
    ],
  };
  if (outcome === 'accepted')
    return {
      tone: 'ok',
      title: `${host} accepted the email`,
      text: `It should arrive at ${email} within a few minutes. Please also look in the spam folder.`,
    };
  if (outcome === 'stored')
    return {
      tone: 'info',
      title: 'The email was stored, not sent',
      text: 'No mail server is set. The email is in the list below.',
    };
  const [title, text] = failures[outcome];
  return { tone: 'danger', title, text };
}
