import { monthAndDay } from './event-times.ts';

/**
 * A calendar sheet with month and day. Hidden from screen readers, because the date is beside it as text. Default time
 * zone: the reader's own.
 */
export function DateBadge({ at, timeZone }: { at: string; timeZone?: string }) {
  const { month, day } = monthAndDay(at, timeZone);
  return (
    <span
      aria-hidden="true"
      className="flex size-16 shrink-0 flex-col items-center justify-center rounded-control bg-primary-soft text-primary forced-colors:border"
    >
      <span className="text-xs font-semibold" suppressHydrationWarning>
        {month}
      </span>
      <span className="text-xl font-semibold tabular-nums" suppressHydrationWarning>
        {day}
      </span>
    </span>
  );
}
