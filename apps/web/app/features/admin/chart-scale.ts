const countSteps = [1, 2, 5].flatMap((step) => [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7].map((factor) => step * factor));
const day = 24 * 60;
/** In minutes: from five minutes to 100 days. */
const durationSteps = [
  5,
  10,
  15,
  30,
  60,
  120,
  180,
  360,
  720,
  day,
  2 * day,
  5 * day,
  10 * day,
  20 * day,
  50 * day,
  100 * day,
];

const maxIntervals = 4;

/** Returns the values of the horizontal lines of a chart: from zero to at least `max`, in at most four round steps. */
export function gridValues(max: number, unit: 'count' | 'minutes'): number[] {
  const steps = (unit === 'count' ? countSteps : durationSteps).toSorted((a, b) => a - b);
  const step = steps.find((candidate) => candidate * maxIntervals >= max) ?? Math.ceil(max / maxIntervals);
  const intervals = Math.max(1, Math.ceil(max / step));
  return Array.from({ length: intervals + 1 }, (_, index) => index * step);
}

/** A run of consecutive days with values. */
type Run = { start: number; values: number[] };

const runsOf = (values: readonly (number | null)[]): Run[] => {
  const runs: Run[] = [];
  for (const [index, value] of values.entries()) {
    const run = runs.at(-1);
    if (value === null) continue;
    if (run && run.start + run.values.length === index) run.values.push(value);
    else runs.push({ start: index, values: [value] });
  }
  return runs;
};

/**
 * Returns the paths of a step chart, in which each day is one unit wide: the line, and the area below it. `yOf` maps a
 * value to its height. Days without a value are gaps.
 */
export function stepPaths(
  values: readonly (number | null)[],
  yOf: (value: number) => number,
): { line: string; area: string } {
  const paths = runsOf(values).map(({ start, values: runValues }) => {
    const steps = runValues.map((value, index) => `V${yOf(value)}H${start + index + 1}`).join('');
    const zero = yOf(0);
    return {
      line: `M${start} ${yOf(runValues[0] ?? 0)}${steps}`,
      area: `M${start} ${zero}${steps}V${zero}Z`,
    };
  });
  return { line: paths.map(({ line }) => line).join(''), area: paths.map(({ area }) => area).join('') };
}
