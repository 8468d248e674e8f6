import { dayLabel, plural } from '../../lib/locale.ts';

export const newNotesText = (count: number): string =>
  plural(count, { none: '', one: '# new note', other: '# new notes' });

/** "Today", "Monday – Today". */
export const formatDates = (newestAt: string, oldestAt: string, now: Date): string => {
  const [newest, oldest] = [dayLabel(newestAt, now), dayLabel(oldestAt, now)];
  return newest === oldest ? newest : `${oldest} – ${newest}`;
};
