import type { SystemStatus } from '@commons/contract/admin';
import { formatCount, plural } from '../../lib/locale.ts';
import type { BannerTone } from '../../ui/banner.tsx';

const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** "84 MB": in the units that disks are sold by, a thousand to the next. */
export function formatBytes(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / 1000 ** power;
  return `${formatCount(Number(value.toFixed(value < 10 ? 1 : 0)))} ${units[power]}`;
}

/** "3.1 ms", and "1.2 s" from a second on. */
export const formatMilliseconds = (milliseconds: number): string =>
  milliseconds < 1000
    ? `${formatCount(Number(milliseconds.toPrecision(2)))} ms`
    : `${formatCount(Number((milliseconds / 1000).toPrecision(2)))} s`;

/** How long ago something was, in one unit: "12 min", "5 h", "3 days". */
export function formatAge(at: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(at)) / 60_000));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${formatCount(Math.floor(hours / 24))} days`;
}

export type Concern = { tone: BannerTone; title: string; text: string };

const patienceMilliseconds = 15 * 60 * 1000;
const scarceBytes = 1_000_000_000;

/** What somebody should look after, what matters most first. `now` is when the status was read. */
export function concernsOf(status: SystemStatus, now: number): Concern[] {
  const { disk, backup, queues, live, versions, database } = status;
  const concerns: (Concern | false)[] = [
    (disk.freeBytes < scarceBytes || disk.freeBytes < disk.totalBytes / 10) && {
      tone: 'danger',
      title: 'The disk is nearly full',
      text: `${formatBytes(disk.freeBytes)} of ${formatBytes(disk.totalBytes)} are left. A full disk stops everything that members write.`,
    },
    backup?.isLate === true && {
      tone: 'danger',
      title: 'The backup is out of date',
      text: `There is no good one of the last ${backup.warnHours} hours. The server’s log says why, in lines with “backup”.`,
    },
    queues.some(({ oldestDueAt }) => oldestDueAt !== null && now - Date.parse(oldestDueAt) > patienceMilliseconds) && {
      tone: 'warn',
      title: 'Work in the background waits',
      text: 'Something has been due for more than a quarter of an hour.',
    },
    queues.some(({ failed }) => failed > 0) && {
      tone: 'warn',
      title: 'Work in the background failed',
      text: 'It was tried again and again, and given up. The server’s log says why, in lines with “a job failed”.',
    },
    live.isDegraded && {
      tone: 'warn',
      title: 'Live updates are in trouble',
      text: 'Everything works, but what others do may show a little later.',
    },
    database.connections.waiting > 0 && {
      tone: 'warn',
      title: 'Calls wait for the database',
      text: `${formatCount(database.connections.waiting)} ${plural(database.connections.waiting, { one: 'call waits', other: 'calls wait' })} for one of ${formatCount(database.connections.max)} connections.`,
    },
    versions.migration === null && {
      tone: 'info',
      title: 'A later version was here',
      text: 'It has brought the database further than this one knows. Please update this server, too.',
    },
  ];
  return concerns.filter((concern) => concern !== false);
}
