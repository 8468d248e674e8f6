import type { Feature, FeatureContext } from '../../community/feature.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import { domainEvent } from '../../platform/database/domain-events.ts';
import { type BackupSettings, backupJob } from './backup-destination.ts';
import { takeScheduledBackup } from './schedule.ts';
import { type BackupContext, backupWarningMail, findLastBackupAge, warnOfOldBackups } from './warning.ts';

/** One day, because backups run at most once a day. */
const maxSeconds = 24 * 60 * 60 - 1;

/** Returns the state of scheduled backups, or undefined if they are off. */
export async function findBackupState(context: BackupContext) {
  const { backups: settings } = context.settings.current;
  return settings && { ...(await findLastBackupAge(context, settings)), warnHours: settings.warnHours };
}

/** Cache time of the state, so that reading the metrics does not list the bucket each time. */
const cacheMilliseconds = 5 * 60 * 1000;

function addGauges(context: BackupContext & Pick<FeatureContext, 'metrics'>): void {
  let cached: { state: ReturnType<typeof findBackupState>; at: number } | undefined;
  context.settings.onChange(() => {
    cached = undefined;
  });
  const state = () => {
    if (!cached || databaseNow().getTime() - cached.at > cacheMilliseconds)
      cached = { state: findBackupState(context), at: databaseNow().getTime() };
    return cached.state;
  };
  /** No value while backups are off. */
  const read = async (valueOf: (state: BackupState) => number) => {
    const current = await state();
    return current ? [{ value: valueOf(current) }] : [];
  };
  context.metrics.gauge({
    name: 'backup_last_timestamp_seconds',
    isShared: true,
    help: 'Unix time of the last good backup in seconds, or 0 without one.',
    read: () => read(({ last }) => (last?.getTime() ?? 0) / 1000),
  });
  context.metrics.gauge({
    name: 'backup_late',
    isShared: true,
    help: 'Whether the last good backup is older than BACKUP_WARN_HOURS.',
    read: () => read(({ isLate }) => (isLate ? 1 : 0)),
  });
}

type BackupState = NonNullable<Awaited<ReturnType<typeof findBackupState>>>;

/** Emitted for each failed run. The job queue repeats a run. */
export const backupFailed = domainEvent<Record<never, never>>('backups.failed');

/** @throws the error of the backup. */
async function reportFailure({ transact }: FeatureContext, error: unknown): Promise<never> {
  await transact((work) => work.emit(backupFailed, {}));
  throw error;
}

export const backups: Feature = {
  mails: [backupWarningMail],
  name: 'backups',
  registerRoutes(_server, context) {
    addGauges(context);
  },
  jobs: (context) => {
    const { settings } = context;
    /** Does nothing if an admin has turned backups off since the run was scheduled. */
    const ifOn = (run: (backups: BackupSettings) => Promise<unknown>) => async () =>
      settings.current.backups && run(settings.current.backups);
    const isOn = () => settings.current.backups !== undefined;
    return [
      {
        name: backupJob,
        cron: () => settings.current.backups?.schedule,
        run: ifOn((backups) =>
          takeScheduledBackup(context, backups).catch((error: unknown) => reportFailure(context, error)),
        ),
        maxSeconds,
      },
      {
        name: 'backup-warning',
        cron: () => (isOn() ? '11 9 * * *' : undefined),
        run: ifOn((backups) => warnOfOldBackups(context, backups)),
      },
    ];
  },
};
