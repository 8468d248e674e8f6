import { median } from './measurement.ts';

export type Sample = { seconds: number; value: number };
/** Which figure of a window stands for it: what is left after a collection of garbage is the least. */
export type WindowFigure = 'least' | 'median';

/** How something moved over time, by its windows of equal length. */
export type Trend = {
  /** The median of the slopes between any two windows (Theil–Sen), in units a minute. */
  slopePerMinute: number;
  /** How far a sequence without a trend is from this one (Mann–Kendall), in standard deviations. */
  deviations: number;
  first: number;
  last: number;
  /** Whether it rises: less than once in a hundred by chance, and by more than the part that counts. */
  isRising: boolean;
};

const windowsCount = 20;
/** The upper hundredth of the normal distribution. */
const significantDeviations = 2.33;

/**
 * Whether the samples rise. The test of Mann and Kendall asks only whether later is more often more than earlier, so that
 * no peak and no shape of the curve decides; `counts` is the rise over all windows below which it is no leak.
 */
export function trendOf(samples: readonly Sample[], figure: WindowFigure, counts: number): Trend {
  const from = samples[0]?.seconds ?? 0;
  const length = ((samples.at(-1)?.seconds ?? 0) - from) / windowsCount;
  const windows: number[] = [];
  for (let index = 0; index < windowsCount; index += 1) {
    const values = samples
      .filter(({ seconds }) => Math.min(windowsCount - 1, Math.floor((seconds - from) / length)) === index)
      .map(({ value }) => value);
    if (values.length > 0) windows.push(figure === 'least' ? Math.min(...values) : median(values));
  }
  const slopes: number[] = [];
  let more = 0;
  for (const [later, value] of windows.entries())
    for (const [earlier, before] of windows.slice(0, later).entries()) {
      slopes.push((value - before) / (later - earlier));
      more += Math.sign(value - before);
    }
  const slope = median(slopes);
  const rise = slope * (windows.length - 1);
  const deviations = more === 0 ? 0 : (more - Math.sign(more)) / Math.sqrt(varianceWithTies(windows));
  return {
    slopePerMinute: (60 * slope) / length,
    deviations,
    first: windows[0] ?? Number.NaN,
    last: windows.at(-1) ?? Number.NaN,
    isRising: deviations > significantDeviations && rise > counts,
  };
}

const term = (count: number): number => count * (count - 1) * (2 * count + 5);

/** Of the sum of signs, where equal values say nothing. */
function varianceWithTies(values: readonly number[]): number {
  const ties = [...Map.groupBy(values, (value) => value).values()].map((equal) => term(equal.length));
  return (term(values.length) - ties.reduce((sum, each) => sum + each, 0)) / 18;
}
