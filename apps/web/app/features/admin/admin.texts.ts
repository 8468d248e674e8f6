import type { SystemStatus } from '@commons/contract/admin/schemas';
import { formatBytes, formatCount, formatDuration, formatUnit, plural } from '../../lib/locale.ts';
import type { BannerTone } from '../../ui/banner.tsx';

const short = { unitDisplay: 'short' } as const;
const significant = { ...short, maximumSignificantDigits: 2 };

/** Formats milliseconds: "3.1 ms", or "1.2 sec" from one second. */
export const formatMilliseconds = (milliseconds: number): string =>
  milliseconds < 1000
    ? formatUnit(milliseconds, 'millisecond', significant)
    : formatUnit(milliseconds / 1000, 'second', significant);

/** Formats the time since `at` in one unit: "12 min", "5 hr", "3 days". */
export function formatAge(at: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(at)) / 60_000));
  if (minutes < 60) return formatUnit(minutes, 'minute', short);
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return formatUnit(hours, 'hour', short);
  return formatUnit(Math.floor(hours / 24), 'day');
}

/** Formats a duration in minutes: 90 becomes "1 hr 30 min". */
export function formatMinutes(minutes: number): string {
  const rounded = Math.round(minutes);
  return rounded === 0 ? formatUnit(0, 'minute', short) : formatDuration(rounded * 60, short);
}

export const liveConnections = (count: number): string =>
  plural(count, { one: '# connection to this server', other: '# connections to this server' });
export const rowEstimate = (count: number): string => plural(count, { one: 'about # row', other: 'about # rows' });
export const queryFigures = (calls: number, slowestMilliseconds: number): string =>
  `${plural(calls, { one: '# query', other: '# queries' })}, slowest ${formatMilliseconds(slowestMilliseconds)}`;

/** Counts of a queue that are not zero: "2 waiting, 1 failed". */
export const queueFigures = ({ waiting, active, failed }: SystemStatus['queues'][number]): string =>
  [
    plural(waiting, { none: '', other: '# waiting' }),
    plural(active, { none: '', other: '# active' }),
    plural(failed, { none: '', other: '# failed' }),
  ]
    .filter(Boolean)
    .join(', ');

type ChartFigures = Record<'first' | 'last' | 'low' | 'high', string>;

/** Describes a chart for screen readers. */
export const describeChart = (label: string, days: number, { first, last, low, high }: ChartFigures): string =>
  plural(days, {
    one: `${label} over # day: from ${first} to ${last}, lowest ${low}, highest ${high}`,
    other: `${label} over # days: from ${first} to ${last}, lowest ${low}, highest ${high}`,
  });
export const showAsTable = (days: number): string =>
  plural(days, { one: 'Show as a table (# day)', other: 'Show as a table (# days)' });

const waitingRequests = ({ waiting, max }: SystemStatus['database']['connections']): string =>
  plural(waiting, {
    one: `# request is waiting for one of ${formatCount(max)} connections.`,
    other: `# requests are waiting for one of ${formatCount(max)} connections.`,
  });

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
      text: waitingRequests(database.connections),
    },
    versions.migration === null && {
      tone: 'info',
      title: 'The database is newer than this server',
      text: 'A newer version has already updated it. Please update this server, too.',
    },
  ];
  return concerns.filter((concern) => concern !== false);
}
