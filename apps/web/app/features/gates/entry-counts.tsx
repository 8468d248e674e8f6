import { formatCount } from '../../lib/locale.ts';
import { useClock } from '../../ui/relative-time.tsx';

/** Total, weekly and monthly number of entries. */
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

/** Returns the same day and time one month earlier, or the last day of a shorter month. */
function oneMonthBefore(now: Date): Date {
  const result = new Date(now);
  result.setMonth(now.getMonth() - 1);
  // `setMonth` overflowed because the previous month lacks this day.
  if (result.getMonth() === now.getMonth()) result.setDate(0);
  return result;
}

/** Counts all entries, those of the last 7 days, and those of the last month. */
export function countEntries(entries: readonly { createdAt: string }[], now: Date) {
  const countSince = (timestamp: number) =>
    entries.filter(({ createdAt }) => Date.parse(createdAt) >= timestamp).length;
  return {
    total: entries.length,
    week: countSince(now.getTime() - weekMilliseconds),
    month: countSince(oneMonthBefore(now).getTime()),
  };
}
