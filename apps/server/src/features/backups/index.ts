import type { Feature } from '../../platform/feature.ts';
import { backupJob } from './places.ts';
import { takeScheduled } from './schedule.ts';
import { warnOfOldBackups } from './warning.ts';

/** A day: longer than any community takes that backs up once a day. */
const maxSeconds = 24 * 60 * 60 - 1;

export const backups: Feature = {
  name: 'backups',
  jobs: (kit) => {
    const { backups: asked } = kit.configuration;
    if (!asked) return [];
    return [
      { name: backupJob, cron: asked.schedule, run: () => takeScheduled(kit, asked), maxSeconds },
      { name: 'backup-warning', cron: '11 9 * * *', run: () => warnOfOldBackups(kit, asked) },
    ];
  },
};
