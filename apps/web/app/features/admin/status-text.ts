import type { SystemStatus } from '@commons/contract/admin';
import { formatCount, plural } from '../../lib/locale.ts';
import type { BannerTone } from '../../ui/banner.tsx';

const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** Formats bytes in decimal units: "84 MB". */
export function formatBytes(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** power;
  return `${formatCount(Number(value.toFixed(value < 10 ? 1 : 0)))} ${units[power]}`;
}

/** Formats milliseconds: "3.1 ms", or "1.2 s" from one second. */
export const formatMilliseconds = (milliseconds: number): string =>
  milliseconds < 1000
    ? `${formatCount(Number(milliseconds.toPrecision(2)))} ms`
    : `${formatCount(Number((milliseconds / 1000).toPrecision(2)))} s`;

/** Formats the time since `at` in one unit: "12 min", "5 h", "3 days". */
export function formatAge(at: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(at)) / 60_000));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${formatCount(Math.floor(hours / 24))} days`;
}

export type Concern = { tone: BannerTone; title: string; text: string };

const lateAfterMilliseconds = 15 * 60 * 1000;
const minFreeBytes = 1_000_000_000;

/** Lists the problems that need attention, most important first. `now` is the time when the status was read. */
export function listConcerns(status: SystemStatus, now: number): Concern[] {
  const { disk, backup, queues, live, versions, database } = status;
  const concerns: (Concern | false)[] = [
    (disk.freeBytes < minFreeBytes || disk.freeBytes < disk.totalBytes / 10) && {
      tone: 'danger',
      title: 'The disk is nearly full',
      text: `${formatBytes(disk.freeBytes)} of ${formatBytes(disk.totalBytes)} left. When the disk is full, members cannot post or send anything.`,
    },
    backup?.isLate === true && {
      tone: 'danger',
      title: 'The backup is out of date',
      text: `No backup succeeded in the last ${backup.warnHours} hours. Search the server log for “backup” to see why.`,
    },
    queues.some(({ oldestDueAt }) => oldestDueAt !== null && now - Date.parse(oldestDueAt) > lateAfterMilliseconds) && {
      tone: 'warn',
      title: 'Background jobs are late',
      text: 'A job has been due for more than 15 minutes.',
    },
    queues.some(({ failed }) => failed > 0) && {
      tone: 'warn',
      title: 'Background jobs failed',
      text: 'All retries failed. Search the server log for “a job failed” to see why.',
    },
    live.isDegraded && {
      tone: 'warn',
      title: 'Live updates are delayed',
      text: 'Everything else works, but changes by others may appear a little later.',
    },
    database.connections.waiting > 0 && {
      tone: 'warn',
      title: 'Requests are waiting for the database',
      text: `${formatCount(database.connections.waiting)} ${plural(database.connections.waiting, { one: 'request is', other: 'requests are' })} waiting for one of ${formatCount(database.connections.max)} connections.`,
    },
    versions.migration === null && {
      tone: 'info',
      title: 'The database is newer than this server',
      text: 'A newer version has already updated it. Please update this server, too.',
    },
  ];
  return concerns.filter((concern) => concern !== false);
}
