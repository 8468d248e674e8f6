import { databaseNow } from '../../platform/database/clock.ts';
import type { Feature, FeatureContext } from '../../platform/feature.ts';
import { type BackupSettings, backupJob } from './places.ts';
import { takeScheduled } from './schedule.ts';
import { stateOf, warnOfOldBackups } from './warning.ts';

/** One day, because backups run at most once a day. */
const maxSeconds = 24 * 60 * 60 - 1;

/** Returns the state of scheduled backups, or undefined if they are off. */
export async function findBackupState(kit: FeatureContext) {
  const { backups: settings } = kit.configuration;
  return settings && { ...(await stateOf(kit, settings)), warnHours: settings.warnHours };
}

/** Cache time of the state, so that not every read of the metrics lists the bucket. */
const cacheMilliseconds = 5 * 60 * 1000;

function addGauges(kit: FeatureContext, settings: BackupSettings): void {
  let found: { state: ReturnType<typeof stateOf>; at: number } | undefined;
  const state = () => {
    if (!found || databaseNow().getTime() - found.at > cacheMilliseconds)
      found = { state: stateOf(kit, settings), at: databaseNow().getTime() };
    return found.state;
  };
  kit.metrics.gauge({
    name: 'backup_last_timestamp_seconds',
    help: 'Unix time of the last good backup in seconds, or 0 without one.',
    look: async () => [{ value: ((await state()).last?.getTime() ?? 0) / 1000 }],
  });
  kit.metrics.gauge({
    name: 'backup_late',
    help: 'Whether the last good backup is older than BACKUP_WARN_HOURS.',
    look: async () => [{ value: (await state()).isLate ? 1 : 0 }],
  });
}

export const backups: Feature = {
  name: 'backups',
  open(_server, kit) {
    const { backups: settings } = kit.configuration;
    if (settings) addGauges(kit, settings);
  },
  jobs: (kit) => {
    const { backups: settings } = kit.configuration;
    if (!settings) return [];
    return [
      { name: backupJob, cron: settings.schedule, run: () => takeScheduled(kit, settings), maxSeconds },
      { name: 'backup-warning', cron: '11 9 * * *', run: () => warnOfOldBackups(kit, settings) },
    ];
  },
};
