import { plural } from '../../lib/locale.ts';

const units = [
  { minutes: 24 * 60, one: 'day', other: 'days' },
  { minutes: 60, one: 'hour', other: 'hours' },
  { minutes: 1, one: 'minute', other: 'minutes' },
] as const;

/** Formats the time until a poll closes, rounded down: "2 days left". */
export const timeLeft = (closesAt: string, now: Date): string => {
  const minutes = Math.floor((Date.parse(closesAt) - now.getTime()) / 60_000);
  const unit = units.find((candidate) => minutes >= candidate.minutes);
  if (!unit) return 'Closes in a moment';
  const count = Math.floor(minutes / unit.minutes);
  return `${count} ${plural(count, unit)} left`;
};
