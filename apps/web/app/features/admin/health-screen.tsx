import { healthFigureNames, healthPeriods } from '@commons/contract/admin';
import type { HealthDay, HealthFigureName } from '@commons/contract/admin/schemas';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { formatCount, formatDate, formatUnit } from '../../lib/locale.ts';
import { screenLoader } from '../../lib/query-client.ts';
import { Card } from '../../ui/card.tsx';
import { Chips } from '../../ui/chips.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Loading, Skeleton } from '../../ui/loading.tsx';
import { adminLoader, AdminPage, mayBeAdmin } from './admin-page.tsx';
import { healthQuery } from './admin.api.ts';
import { describeChart, formatMinutes, showAsTable } from './admin.texts.ts';
import { HealthChart } from './health-chart.tsx';

type Period = `${(typeof healthPeriods)[number]}`;
const periods = healthPeriods.map((days) => ({ value: String(days) as Period, label: formatUnit(days, 'day') }));
const parsePeriod = (searchParams: URLSearchParams): Period =>
  periods.find(({ value }) => value === searchParams.get('days'))?.value ?? '30';

export const loader = adminLoader;
export const clientLoader = screenLoader((queryClient) => {
  if (mayBeAdmin())
    void queryClient.prefetchQuery(healthQuery(Number(parsePeriod(new URLSearchParams(window.location.search)))));
});

type MetricDisplay = {
  label: string;
  hint: string;
  /** How the headline figure summarizes the period: its latest value, its total or its median. */
  summaryKind: 'latest' | 'total' | 'median';
  unit: 'count' | 'minutes';
  format: (value: number) => string;
};

const metricDisplays: Record<HealthFigureName, MetricDisplay> = {
  members: {
    label: 'Members',
    hint: 'At the end of each day',
    summaryKind: 'latest',
    unit: 'count',
    format: formatCount,
  },
  posts: { label: 'Posts', hint: 'Per day', summaryKind: 'total', unit: 'count', format: formatCount },
  minutes: { label: 'Meditation minutes', hint: 'Per day', summaryKind: 'total', unit: 'count', format: formatCount },
  firstAnswerMinutes: {
    label: 'Time to first reply',
    hint: 'Median per day, for posts with a reply',
    summaryKind: 'median',
    unit: 'minutes',
    format: formatMinutes,
  },
  openReports: {
    label: 'Open reports',
    hint: 'At the end of each day',
    summaryKind: 'latest',
    unit: 'count',
    format: formatCount,
  },
  reportAnswerMinutes: {
    label: 'Time to decide a report',
    hint: 'Median per day',
    summaryKind: 'median',
    unit: 'minutes',
    format: formatMinutes,
  },
};

const metricValues = (days: readonly HealthDay[], name: HealthFigureName) => days.map(({ figures }) => figures[name]);
const withoutNulls = (values: readonly (number | null)[]) => values.filter((value) => value !== null);

function summarize(numbers: readonly number[], summaryKind: MetricDisplay['summaryKind']): number | undefined {
  if (summaryKind === 'total') return numbers.length === 0 ? undefined : numbers.reduce((sum, value) => sum + value, 0);
  if (summaryKind === 'latest') return numbers.at(-1);
  return numbers.toSorted((a, b) => a - b)[Math.floor((numbers.length - 1) / 2)];
}

function describeMetric({ label, format }: MetricDisplay, numbers: readonly number[], days: number): string {
  const [first, last] = [numbers[0], numbers.at(-1)];
  if (first === undefined || last === undefined) return `${label}: no data yet`;
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  return describeChart(label, days, { first: format(first), last: format(last), low: format(low), high: format(high) });
}

export default function HealthScreen() {
  const [searchParams, setSearchParams] = useSearchParams();
  const period = parsePeriod(searchParams);
  return (
    <AdminPage
      title="Community health"
      text="Activity per day (UTC), counted every ten minutes. Today is dashed, because it is not over yet."
    >
      {() => (
        <>
          <Chips
            label="Period"
            options={periods}
            value={period}
            onChange={(days) => setSearchParams(days === '30' ? {} : { days }, { replace: true })}
          />
          <Metrics days={Number(period)} />
        </>
      )}
    </AdminPage>
  );
}

function Metrics({ days: dayCount }: { days: number }) {
  const query = useQuery(healthQuery(dayCount));
  return (
    <Loaded
      query={query}
      loading={
        <Loading label="Loading statistics" className="grid gap-4 lg:grid-cols-2">
          {healthFigureNames.map((name) => (
            <Skeleton key={name} className="h-72 w-full" />
          ))}
        </Loading>
      }
      failure={{ variant: 'card', title: 'The statistics could not be loaded' }}
    >
      {(days) =>
        days.every(({ figures }) => healthFigureNames.every((name) => figures[name] === null)) ? (
          <Card>
            <EmptyState
              picture="common"
              title="No statistics yet"
              text="Statistics are updated every ten minutes. Please check back soon."
            />
          </Card>
        ) : (
          <>
            <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-2">
              {healthFigureNames.map((name) => (
                <Metric key={name} days={days} name={name} />
              ))}
            </div>
            <MetricsTable days={days} />
          </>
        )
      }
    </Loaded>
  );
}

function Metric({ days, name }: { days: readonly HealthDay[]; name: HealthFigureName }) {
  const display = metricDisplays[name];
  const values = metricValues(days, name);
  const numbers = withoutNulls(values);
  const summary = summarize(numbers, display.summaryKind);
  return (
    <Card as="section" aria-label={display.label} className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="flex-[1_1_10rem]">
          <h2 className="text-lg">{display.label}</h2>
          <p className="text-sm text-muted">{display.hint}</p>
        </div>
        <p className="text-end">
          <span className="block font-heading text-xl font-semibold tabular-nums">
            {summary === undefined ? '–' : display.format(summary)}
          </span>
          <span className="block text-xs text-muted">
            {{ latest: 'at the last count', total: 'total', median: 'median per day' }[display.summaryKind]}
          </span>
        </p>
      </div>
      {numbers.every((value) => value === 0) ? (
        <p className="text-sm text-muted">Nothing counted yet.</p>
      ) : (
        <HealthChart
          days={days.map(({ day }) => day)}
          values={values}
          unit={display.unit}
          label={describeMetric(display, numbers, days.length)}
          format={display.format}
        />
      )}
    </Card>
  );
}

/** The charts' data as a table, newest day first. */
function MetricsTable({ days }: { days: readonly HealthDay[] }) {
  return (
    <details className="rounded-card border border-line bg-surface">
      <summary className="min-h-11 cursor-pointer px-4 py-3 text-sm font-semibold md:px-6">
        {showAsTable(days.length)}
      </summary>
      <div
        className="max-h-128 overflow-auto border-t border-line"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users must be able to scroll this region
        tabIndex={0}
        role="region"
        aria-label="Statistics by day"
      >
        <table className="w-full text-sm tabular-nums">
          <caption className="sr-only">Statistics by day, newest first</caption>
          <thead className="sticky top-0 bg-sunk">
            <tr>
              <th scope="col" className="px-4 py-3 text-start font-semibold">
                Day
              </th>
              {healthFigureNames.map((name) => (
                <th key={name} scope="col" className="px-4 py-3 text-end font-semibold">
                  {metricDisplays[name].label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ day, figures }, index) => (
              <tr key={day} className="border-t border-line">
                <th scope="row" className="px-4 py-2 text-start font-normal whitespace-nowrap">
                  {formatDate(day)}
                  {index === 0 && <span className="text-muted"> (so far)</span>}
                </th>
                {healthFigureNames.map((name) => {
                  const value = figures[name];
                  return (
                    <td key={name} className="px-4 py-2 text-end">
                      {value === null ? '–' : metricDisplays[name].format(value)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
