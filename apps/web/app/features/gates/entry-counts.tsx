import { formatCount } from '../../lib/locale.ts';
import { useClock } from '../../lib/relative-time.tsx';
import { countEntries } from './count-entries.ts';

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
