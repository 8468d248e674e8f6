import { databaseNow } from '../../platform/database/clock.ts';
import type { Feature, Kit } from '../../platform/feature.ts';
import { type AskedBackups, backupJob } from './places.ts';
import { takeScheduled } from './schedule.ts';
import { stateOf, warnOfOldBackups } from './warning.ts';

/** A day: longer than any community takes that backs up once a day. */
const maxSeconds = 24 * 60 * 60 - 1;

/** How the backups are that are taken by themselves; nothing where none are. */
export async function findBackupState(kit: Kit) {
  const { backups: asked } = kit.configuration;
  return asked && { ...(await stateOf(kit, asked)), warnHours: asked.warnHours };
}

/** A bucket is not listed each time that somebody reads the figures. */
const lookedUpMilliseconds = 5 * 60 * 1000;

function addGauges(kit: Kit, asked: AskedBackups): void {
  let found: { state: ReturnType<typeof stateOf>; at: number } | undefined;
  const state = () => {
    if (!found || databaseNow().getTime() - found.at > lookedUpMilliseconds)
      found = { state: stateOf(kit, asked), at: databaseNow().getTime() };
    return found.state;
  };
  kit.metrics.gauge({
    name: 'backup_last_timestamp_seconds',
    help: 'When the last good backup was taken, in seconds since 1970; 0 where there is none.',
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
    const { backups: asked } = kit.configuration;
    if (asked) addGauges(kit, asked);
  },
  jobs: (kit) => {
    const { backups: asked } = kit.configuration;
    if (!asked) return [];
    return [
      { name: backupJob, cron: asked.schedule, run: () => takeScheduled(kit, asked), maxSeconds },
      { name: 'backup-warning', cron: '11 9 * * *', run: () => warnOfOldBackups(kit, asked) },
    ];
  },
};
