import { median } from './measurement.ts';

export type Sample = { seconds: number; value: number };
/** The value that represents a window. `least` is the memory that remains after a garbage collection. */
export type WindowStatistic = 'least' | 'median';

/** Trend of a value over 20 windows of equal length. */
export type Trend = {
  /** Median of the slopes between any two windows (Theil–Sen), per minute. */
  slopePerMinute: number;
  /** Distance from a sequence without a trend (Mann–Kendall), in standard deviations. */
  deviations: number;
  first: number;
  last: number;
  /** Whether it rises: with a chance below 1 % of being random, and by more than the threshold. */
  isRising: boolean;
};

const windowsCount = 20;
/** The 99th percentile of the normal distribution. */
const significantDeviations = 2.33;

/**
 * Returns whether the samples rise. The Mann–Kendall test counts only how often a later value is higher than an earlier
 * one, so peaks and the shape of the curve do not matter. A total rise below `threshold` is not a leak.
 */
export function trendOf(samples: readonly Sample[], statistic: WindowStatistic, threshold: number): Trend {
  const from = samples[0]?.seconds ?? 0;
  const length = ((samples.at(-1)?.seconds ?? 0) - from) / windowsCount;
  const windows: number[] = [];
  for (let index = 0; index < windowsCount; index += 1) {
    const values = samples
      .filter(({ seconds }) => Math.min(windowsCount - 1, Math.floor((seconds - from) / length)) === index)
      .map(({ value }) => value);
    if (values.length > 0) windows.push(statistic === 'least' ? Math.min(...values) : median(values));
  }
  const slopes: number[] = [];
  let signSum = 0;
  for (const [later, value] of windows.entries())
    for (const [earlier, before] of windows.slice(0, later).entries()) {
      slopes.push((value - before) / (later - earlier));
      signSum += Math.sign(value - before);
    }
  const slope = median(slopes);
  const rise = slope * (windows.length - 1);
  const deviations = signSum === 0 ? 0 : (signSum - Math.sign(signSum)) / Math.sqrt(varianceWithTies(windows));
  return {
    slopePerMinute: (60 * slope) / length,
    deviations,
    first: windows[0] ?? Number.NaN,
    last: windows.at(-1) ?? Number.NaN,
    isRising: deviations > significantDeviations && rise > threshold,
  };
}

const term = (count: number): number => count * (count - 1) * (2 * count + 5);

/** Variance of the sum of signs, corrected for equal values. */
function varianceWithTies(values: readonly number[]): number {
  const ties = [...Map.groupBy(values, (value) => value).values()].map((equal) => term(equal.length));
  return (term(values.length) - ties.reduce((sum, each) => sum + each, 0)) / 18;
}
