import { classNames } from '../../ui/class-names.ts';
import { monthAndDay } from './event-times.ts';

type DateBadgeProps = { at: string; hostTimeZone?: string; isOver?: boolean };

/**
 * A calendar sheet with month and day in the reader's time zone. Hidden from screen readers, because the date is beside
 * it as text. The server renders the host's day, and `app/before-paint.ts` replaces it.
 */
export function DateBadge({ at, hostTimeZone = 'UTC', isOver = false }: DateBadgeProps) {
  const [month, day] = monthAndDay(at, import.meta.env.SSR ? hostTimeZone : undefined);
  return (
    <span
      aria-hidden="true"
      data-date-badge={at}
      className="flex size-16 shrink-0 flex-col items-center overflow-hidden rounded-control border border-line bg-surface text-ink"
    >
      <span
        className={classNames(
          'w-full py-0.5 text-center text-xs font-semibold',
          isOver ? 'bg-sunk text-muted' : 'bg-primary text-on-primary',
        )}
        suppressHydrationWarning
      >
        {month}
      </span>
      <span className="my-auto font-heading text-xl font-semibold tabular-nums" suppressHydrationWarning>
        {day}
      </span>
    </span>
  );
}
