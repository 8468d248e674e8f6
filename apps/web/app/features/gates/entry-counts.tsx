import { formatCount } from '../../lib/locale.ts';
import { useClock } from '../../lib/relative-time.tsx';

/** How many are on a list, and how many of them came lately. */
export function EntryCounts({ entries }: { entries: readonly { createdAt: string }[] }) {
  const { total, week, month } = countEntries(entries, new Date(useClock()));
  const counts = { Total: total, 'This week': week, 'This month': month };
  return (
    <dl className="mb-6 grid grid-cols-3 divide-x divide-line rounded-card border border-line bg-surface">
      {Object.entries(counts).map(([label, count]) => (
        <div key={label} className="flex flex-col-reverse px-4 py-3 md:px-6 md:py-4">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="font-heading text-xl font-semibold tabular-nums md:text-2xl">{formatCount(count)}</dd>
        </div>
      ))}
    </dl>
  );
}

const weekMilliseconds = 7 * 24 * 60 * 60 * 1000;

/** The same day and time a month before; a month that is too short for it ends earlier. */
function monthBefore(now: Date): Date {
  const before = new Date(now);
  before.setMonth(now.getMonth() - 1);
  // The day that the month before does not have became one of this month.
  if (before.getMonth() === now.getMonth()) before.setDate(0);
  return before;
}

/** How many there are, and how many came in the last 7 days and in the last month. */
export function countEntries(entries: readonly { createdAt: string }[], now: Date) {
  const since = (moment: number) => entries.filter(({ createdAt }) => Date.parse(createdAt) >= moment).length;
  return {
    total: entries.length,
    week: since(now.getTime() - weekMilliseconds),
    month: since(monthBefore(now).getTime()),
  };
}
