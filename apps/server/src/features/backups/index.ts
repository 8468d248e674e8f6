import type { Feature, FeatureContext } from '../../community/feature.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import { type BackupSettings, backupJob } from './backup-destination.ts';
import { takeScheduledBackup } from './schedule.ts';
import { type BackupContext, findLastBackupAge, warnOfOldBackups } from './warning.ts';

/** One day, because backups run at most once a day. */
const maxSeconds = 24 * 60 * 60 - 1;

/** Returns the state of scheduled backups, or undefined if they are off. */
export async function findBackupState(context: BackupContext) {
  const { backups: settings } = context.configuration;
  return settings && { ...(await findLastBackupAge(context, settings)), warnHours: settings.warnHours };
}

/** Cache time of the state, so that reading the metrics does not list the bucket each time. */
const cacheMilliseconds = 5 * 60 * 1000;

function addGauges(context: BackupContext & Pick<FeatureContext, 'metrics'>, settings: BackupSettings): void {
  let cached: { state: ReturnType<typeof findLastBackupAge>; at: number } | undefined;
  const state = () => {
    if (!cached || databaseNow().getTime() - cached.at > cacheMilliseconds)
      cached = { state: findLastBackupAge(context, settings), at: databaseNow().getTime() };
    return cached.state;
  };
  context.metrics.gauge({
    name: 'backup_last_timestamp_seconds',
    isShared: true,
    help: 'Unix time of the last good backup in seconds, or 0 without one.',
    read: async () => [{ value: ((await state()).last?.getTime() ?? 0) / 1000 }],
  });
  context.metrics.gauge({
    name: 'backup_late',
    isShared: true,
    help: 'Whether the last good backup is older than BACKUP_WARN_HOURS.',
    read: async () => [{ value: (await state()).isLate ? 1 : 0 }],
  });
}

export const backups: Feature = {
  name: 'backups',
  registerRoutes(_server, context) {
    const { backups: settings } = context.configuration;
    if (settings) addGauges(context, settings);
  },
  jobs: (context) => {
    const { backups: settings } = context.configuration;
    if (!settings) return [];
    return [
      { name: backupJob, cron: settings.schedule, run: () => takeScheduledBackup(context, settings), maxSeconds },
      { name: 'backup-warning', cron: '11 9 * * *', run: () => warnOfOldBackups(context, settings) },
    ];
  },
};
