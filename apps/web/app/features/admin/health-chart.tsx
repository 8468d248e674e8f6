import { type PointerEvent, useState } from 'react';
import { dateFormat } from '../../lib/locale.ts';
import { classNames } from '../../ui/class-names.ts';
import { gridValues, stepPaths } from './chart-scale.ts';

type HealthChartProps = {
  /** Consecutive ISO dates. The last one is today. */
  days: readonly string[];
  /** Null for days without data, shown as gaps. */
  values: readonly (number | null)[];
  unit: 'count' | 'minutes';
  /** Description of the chart for screen readers. */
  label: string;
  format: (value: number) => string;
};

const shortDay = dateFormat({ day: 'numeric', month: 'short', timeZone: 'UTC' });

/** Number of dates below the chart in addition to today. */
const dateCount = 3;

/** The SVG stretches to the size of its box, so only its lines keep their width. */
const height = 100;
const lineAttributes = { vectorEffect: 'non-scaling-stroke', fill: 'none' } as const;

/**
 * A step chart: a daily count does not change gradually between two days. The step of today is dashed, because the day
 * is not over. Its colors are tokens and become system colors in forced colors.
 */
export function HealthChart({ days, values, unit, label, format }: HealthChartProps) {
  /** The day under the pointer: its value replaces the dates. */
  const [pointedDay, setPointedDay] = useState<number>();
  const today = days.length - 1;
  const point = ({ nativeEvent, currentTarget }: PointerEvent<SVGSVGElement>) => {
    const index = Math.floor((nativeEvent.offsetX / currentTarget.clientWidth) * days.length);
    setPointedDay(Math.min(today, Math.max(0, index)));
  };
  const grid = gridValues(Math.max(0, ...values.map((value) => value ?? 0)), unit);
  const top = grid.at(-1) ?? 1;
  const yOf = (value: number) => Math.round((1 - value / top) * height * 100) / 100;
  const past = stepPaths(values.slice(0, today), yOf);
  const ongoing = stepPaths([...Array<null>(today).fill(null), values[today] ?? null], yOf);
  const dates = Array.from({ length: Math.min(dateCount, today) }, (_, index) =>
    Math.round((index * today) / dateCount),
  );
  const dayName = (index: number) => shortDay.format(new Date(days[index] ?? ''));
  const valueText = (value: number | null) => (value === null ? 'no data' : format(value));
  return (
    <div role="img" aria-label={label} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 text-xs text-muted">
      <div className="relative my-2 flex flex-col-reverse justify-between" aria-hidden="true">
        {grid.map((value) => (
          <span key={value} className="-my-2 h-4 text-end leading-4 whitespace-nowrap tabular-nums">
            {format(value)}
          </span>
        ))}
      </div>
      <svg
        viewBox={`0 0 ${days.length} ${height}`}
        preserveAspectRatio="none"
        className="my-2 h-40 w-full overflow-visible *:pointer-events-none rtl:-scale-x-100"
        aria-hidden="true"
        onPointerMove={point}
        onPointerLeave={() => setPointedDay(undefined)}
      >
        {grid.map((value) => (
          <path
            key={value}
            d={`M0 ${yOf(value)}H${days.length}`}
            {...lineAttributes}
            className={classNames('forced-colors:stroke-[GrayText]', value === 0 ? 'stroke-field' : 'stroke-line')}
          />
        ))}
        {pointedDay !== undefined && (
          <rect
            x={pointedDay}
            width={1}
            height={height}
            className="fill-primary/15 forced-colors:fill-[Highlight] forced-colors:opacity-50"
          />
        )}
        <path d={past.area} className="fill-primary/12 forced-colors:fill-none" />
        <path
          d={past.line}
          {...lineAttributes}
          className="stroke-primary stroke-2 forced-colors:stroke-[CanvasText]"
          data-line=""
        />
        <path d={ongoing.area} className="fill-primary/5 forced-colors:fill-none" />
        <path
          d={ongoing.line}
          {...lineAttributes}
          strokeDasharray="3 3"
          className="stroke-primary stroke-2 forced-colors:stroke-[CanvasText]"
        />
      </svg>
      <div className="@container relative col-start-2 h-5" aria-hidden="true">
        {pointedDay === undefined ? (
          <>
            {dates.map((index) => (
              <span
                key={index}
                className="absolute whitespace-nowrap @max-[15rem]:not-first:hidden"
                style={{ insetInlineStart: `${(100 * index) / days.length}%` }}
              >
                {dayName(index)}
              </span>
            ))}
            <span className="absolute end-0">Today</span>
          </>
        ) : (
          <p className="text-center text-ink">
            {dayName(pointedDay)}: <span className="font-semibold">{valueText(values[pointedDay] ?? null)}</span>
          </p>
        )}
      </div>
    </div>
  );
}
