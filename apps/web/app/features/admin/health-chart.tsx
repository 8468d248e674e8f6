import { AutoScaleAxis, FixedScaleAxis, Interpolation, LineChart } from 'chartist';
import { useEffect, useRef } from 'react';
import { dateFormat } from '../../lib/locale.ts';
import './health-chart.css';

type HealthChartProps = {
  /** Consecutive ISO dates. */
  days: readonly string[];
  /** Null for days without data, shown as gaps. */
  values: readonly (number | null)[];
  /** Description of the chart for screen readers. */
  label: string;
  format: (value: number) => string;
};

const shortDay = dateFormat({ day: 'numeric', month: 'short', timeZone: 'UTC' });

/** Number of days with a label below the chart. */
const dayLabelCount = 5;

/** A line chart in SVG. Its colors come from the style sheet, so dark mode and forced colors work. */
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
        // Shows points only for a single value, because a line needs two.
        showPoint: values.filter((value) => value !== null).length < 2,
        chartPadding: { top: 20, right: 24, bottom: 4, left: 12 },
        lineSmooth: Interpolation.monotoneCubic({ fillHoles: false }),
        axisX: {
          type: FixedScaleAxis,
          low: 0,
          high: days.length - 1,
          ticks: Array.from({ length: dayLabelCount }, (_, index) =>
            Math.round((index * (days.length - 1)) / (dayLabelCount - 1)),
          ),
          showGrid: false,
          labelInterpolationFnc: (index) => shortDay.format(new Date(days[Number(index)] ?? '')),
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
