import type { FeatureContext } from '../../community/feature.ts';
import { canActAsAdmin } from '../../community/members/index.ts';
import { users } from '../../community/members/users.tables.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import { findLastRun } from '../../platform/jobs/jobs.ts';
import { paragraph } from '../../platform/mail/blocks.ts';
import { mailContextOf, mailTemplate } from '../../platform/mail/mail-template.ts';
import { mailTask } from '../../platform/mail/mailer.ts';
import { type BackupSettings, backupJob, openDestination, backupTimeOf } from './backup-destination.ts';

export type BackupContext = Pick<FeatureContext, 'configuration' | 'settings' | 'db' | 'log'>;

const hourMilliseconds = 60 * 60 * 1000;

/** Returns the time of the last good backup, and whether it is older than `warnHours`. */
export async function findLastBackupAge(
  context: BackupContext,
  settings: BackupSettings,
): Promise<{ last: Date | undefined; isLate: boolean }> {
  const last = await findLastBackup(context, settings);
  return { last, isLate: !last || databaseNow().getTime() - last.getTime() >= settings.warnHours * hourMilliseconds };
}

/** Mails the active admins if the last good backup is too old. Runs once a day. Returns true if it mailed them. */
export async function warnOfOldBackups(
  context: BackupContext & Pick<FeatureContext, 'transact' | 'publicUrl'>,
  settings: BackupSettings,
): Promise<boolean> {
  const { warnHours } = settings;
  const { last, isLate } = await findLastBackupAge(context, settings);
  if (!isLate) return false;
  context.log.error({ lastBackup: last?.toISOString() ?? null }, 'the last good backup is too old');
  await context.transact(async (work) => {
    const admins = await work.tx
      .select({ email: users.email })
      .from(users)
      .where(canActAsAdmin({ adminsNeedTwoFactor: false }));
    for (const { email } of admins)
      await work.enqueue(mailTask, backupWarningMail.write(email, mailContextOf(context), { warnHours, last }));
  });
  return true;
}

/**
 * Returns the time of the last good backup. Considers both the job runs in the database, which include servers with a
 * separate folder, and the files in this server's folder.
 */
async function findLastBackup(context: BackupContext, settings: BackupSettings): Promise<Date | undefined> {
  const times = [await findLastRun(context.db, backupJob), await findLastStoredBackup(context, settings)];
  return times
    .filter((time) => time !== undefined)
    .toSorted((a, b) => a.getTime() - b.getTime())
    .at(-1);
}

/** Returns the time of the last stored backup. Returns undefined if the storage is unreachable. */
async function findLastStoredBackup(context: BackupContext, settings: BackupSettings): Promise<Date | undefined> {
  try {
    const name = (await (await openDestination(context, settings)).list()).at(-1);
    return name === undefined ? undefined : backupTimeOf(name);
  } catch (error) {
    context.log.error({ err: error }, 'cannot reach the backup storage');
    return undefined;
  }
}

export const backupWarningMail = mailTemplate<{ warnHours: number; last: Date | undefined }>({
  name: 'backup-warning',
  sentWhen: 'The last backup is too old: to all admins, once a day',
  sample: () => ({ warnHours: 48, last: new Date('2026-03-01T03:00:00Z') }),
  compose: ({ warnHours, last }, { productName, publicUrl }) => {
    const lastBackup = last
      ? `The last successful backup is from ${last.toISOString().slice(0, 16).replace('T', ' ')} UTC`
      : 'There is no backup yet';
    return {
      subject: `${productName}: the backup is out of date`,
      blocks: [
        paragraph('Hello,'),
        paragraph(
          `The latest backup of ${productName} (${publicUrl}) should be at most ${warnHours} hours old. ${lastBackup}.`,
        ),
        paragraph(
          'Nothing is lost yet. But if the server’s disk failed, everything members wrote since then would be lost. Please search the server’s log for “backup”, check the free space of the backup folder or bucket, and take a backup by hand:\nnpm run backup -- FILE',
        ),
        paragraph('You will get this email once a day until a backup succeeds.'),
      ],
    };
  },
});
