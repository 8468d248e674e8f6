import { AutoScaleAxis, FixedScaleAxis, Interpolation, LineChart } from 'chartist';
import { useEffect, useRef } from 'react';
import { dateFormat } from '../../lib/locale.ts';
import './health-chart.css';

type HealthChartProps = {
  /** ISO dates, each a day after the one before it. */
  days: readonly string[];
  /** Null where nothing was counted: the line has a gap there. */
  values: readonly (number | null)[];
  /** What the line shows, in words. */
  label: string;
  format: (value: number) => string;
};

const shortDay = dateFormat({ day: 'numeric', month: 'short', timeZone: 'UTC' });

/** So many days have a name below the line. */
const namedDays = 5;

/** A line over days, in SVG: its colours are those of the style sheet, hence right in the dark and with a reader's own. */
export function HealthChart({ days, values, label, format }: HealthChartProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const isFlat = new Set(values.filter((value) => value !== null)).size < 2;
    const chart = new LineChart(
      element,
      { series: [values.map((y, x) => (y === null ? null : { x, y }))] },
      {
        fullWidth: true,
        showArea: true,
        // A point for each day would hide the line; where there is one day only, it is all there is to see.
        showPoint: values.filter((value) => value !== null).length < 2,
        chartPadding: { top: 20, right: 24, bottom: 4, left: 12 },
        lineSmooth: Interpolation.monotoneCubic({ fillHoles: false }),
        axisX: {
          type: FixedScaleAxis,
          low: 0,
          high: days.length - 1,
          ticks: Array.from({ length: namedDays }, (_, index) =>
            Math.round((index * (days.length - 1)) / (namedDays - 1)),
          ),
          showGrid: false,
          labelInterpolationFnc: (at) => shortDay.format(new Date(days[Number(at)] ?? '')),
        },
        axisY: {
          type: AutoScaleAxis,
          low: 0,
          ...(isFlat && { high: Math.max(1, ...values.map((value) => (value ?? 0) * 2)) }),
          onlyInteger: true,
          offset: 56,
          scaleMinSpace: 40,
          labelInterpolationFnc: (value) => format(Number(value)),
        },
      },
    );
    return () => void chart.detach();
  }, [days, values, format]);
  return <div ref={ref} role="img" aria-label={label} className="health-chart h-52" />;
}
