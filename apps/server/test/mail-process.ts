import path from 'node:path';
import pino from 'pino';
import { notificationMailer } from '../src/features/notifications/mails.ts';
import { openDatabase } from '../src/platform/database/database.ts';
import { openJobs } from '../src/platform/jobs/jobs.ts';
import { createMailer } from '../src/platform/mail/mailer.ts';
import { openSettings } from '../src/platform/settings/settings.ts';

/** A process that only sends the mails of a community, until it is killed. */
const [databaseUrl = '', smtpUrl = ''] = process.argv.slice(2);
const log = pino({ level: 'silent' });
const db = openDatabase(databaseUrl, 3, log);
const sessionSecrets = ['a secret for tests, long enough to sign with'] as const;
const mailer = createMailer({
  smtpUrl,
  from: 'no-reply@commons.test',
  dataDirectory: path.join(import.meta.dirname, 'nowhere'),
});
const jobs = await openJobs({ connectionString: databaseUrl, schedule: false, supervise: false }, log);
const send = notificationMailer({
  db,
  transact: () => Promise.reject(new Error('no quiet hours in this test')),
  mailer,
  settings: await openSettings({ db, configuration: { settings: {}, hasPanelSettings: true }, sessionSecrets, log }),
  publicUrl: 'http://commons.test',
  sessionSecrets,
});
await jobs.work([], [{ ...send, pollSeconds: 0.5 }]);
process.stdout.write('ready\n');
