import { monthAndDay } from './event-times.ts';

/**
 * A calendar sheet with month and day in the reader's time zone. Hidden from screen readers, because the date is beside
 * it as text. The server renders the host's day, and `app/before-paint.ts` replaces it.
 */
export function DateBadge({ at, hostTimeZone = 'UTC' }: { at: string; hostTimeZone?: string }) {
  const [month, day] = monthAndDay(at, import.meta.env.SSR ? hostTimeZone : undefined);
  return (
    <span
      aria-hidden="true"
      data-date-badge={at}
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
