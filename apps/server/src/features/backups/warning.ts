import { databaseNow } from '../../platform/database/clock.ts';
import type { Kit } from '../../platform/feature.ts';
import { findLastRun } from '../../platform/jobs/jobs.ts';
import { mailTask } from '../../platform/mail/mailer.ts';
import { canActAsAdmin } from '../members/index.ts';
import { users } from '../members/users.tables.ts';
import { type AskedBackups, backupJob, openPlace, timeOf } from './places.ts';

const hourMilliseconds = 60 * 60 * 1000;

/** When the last good backup was taken, and whether that is longer ago than was asked for. */
export async function stateOf(kit: Kit, asked: AskedBackups): Promise<{ last: Date | undefined; isLate: boolean }> {
  const last = await findLast(kit, asked);
  return { last, isLate: !last || databaseNow().getTime() - last.getTime() >= asked.warnHours * hourMilliseconds };
}

/** Mails the active admins if the last good backup is too old; runs once a day. Returns true if it mailed them. */
export async function warnOfOldBackups(kit: Kit, asked: AskedBackups): Promise<boolean> {
  const { last, isLate } = await stateOf(kit, asked);
  if (!isLate) return false;
  kit.log.error({ lastBackup: last?.toISOString() ?? null }, 'the last good backup is too old');
  await kit.transact(async (work) => {
    const admins = await work.tx
      .select({ email: users.email })
      .from(users)
      .where(canActAsAdmin({ adminsNeedTwoFactor: false }));
    for (const { email } of admins) await work.enqueue(mailTask, { to: email, ...words(kit, asked, last) });
  });
  return true;
}

/**
 * Of several servers with a folder each, another one may have taken the last: that run is known to all of them. What lies in
 * the folder may be older than that memory.
 */
async function findLast(kit: Kit, asked: AskedBackups): Promise<Date | undefined> {
  const times = [await findLastRun(kit.db, backupJob), await findLastHere(kit, asked)];
  return times
    .filter((time) => time !== undefined)
    .toSorted((one, other) => one.getTime() - other.getTime())
    .at(-1);
}

/** A place that cannot be reached has no good backup that anybody could use. */
async function findLastHere({ configuration, log }: Kit, asked: AskedBackups): Promise<Date | undefined> {
  try {
    const name = (await (await openPlace(configuration, asked)).list()).at(-1);
    return name === undefined ? undefined : timeOf(name);
  } catch (error) {
    log.error({ err: error }, 'the place of the backups cannot be reached');
    return undefined;
  }
}

function words({ configuration, publicUrl }: Kit, { warnHours }: AskedBackups, last: Date | undefined) {
  const when = last
    ? `The last successful backup is from ${last.toISOString().slice(0, 16).replace('T', ' ')} UTC`
    : 'There is no backup yet';
  return {
    subject: `${configuration.productName}: the backup is out of date`,
    text: `Hello,

The latest backup of ${configuration.productName} (${publicUrl}) should be at most ${warnHours} hours old. ${when}.

Nothing is lost yet. But if the server's disk failed, everything members wrote since then would be lost. Please search the
server's log for "backup", check the free space of the backup folder or bucket, and take a backup by hand:
npm run backup -- FILE

You will get this email once a day until a backup succeeds.
`,
  };
}
