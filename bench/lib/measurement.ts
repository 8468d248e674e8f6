/** One line of a report: a value and, optionally, the target that it has to meet. */
export type Measurement = {
  name: string;
  value: number;
  unit: string;
  target?: { atLeast: number } | { atMost: number };
  /** Details: the figures behind a ratio, the spread over rounds. */
  note?: string;
};

/** The version that a benchmark measures, and everything to end and delete afterwards. */
export type Run = {
  /** Folder of a checkout whose web app is built. */
  checkout: string;
  /** Ends the processes and deletes the folders of the benchmark. */
  cleanups: AsyncDisposableStack;
};

/** A run with its options. `quick` shortens all benchmarks; only some use the others. */
export type Bench = Run & {
  quick: boolean;
  /** Rounds of `kill`. */
  rounds?: number | undefined;
  /** Duration of the load of `soak` and `memory`. */
  minutes?: number | undefined;
};

export type Program = (bench: Bench) => Promise<Measurement[]>;

/** Returns whether a measurement meets its target; undefined without one. */
export function meetsTarget({ value, target }: Measurement): boolean | undefined {
  if (!target) return undefined;
  return 'atLeast' in target ? value >= target.atLeast : value <= target.atMost;
}

/** Creates a measurement that must be zero. The note lists the first faults. */
export function noneOf(name: string, faults: number | readonly string[], note?: string): Measurement {
  const isCount = typeof faults === 'number';
  const details = [note, ...(isCount ? [] : faults.slice(0, 5))].filter(Boolean).join('; ');
  return { name, value: isCount ? faults : faults.length, unit: '', target: { atMost: 0 }, note: details };
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  return (at(sorted, Math.floor(middle)) + at(sorted, Math.ceil(middle))) / 2;
};

/** Returns the value below which `share` (0 to 1) of the values lie. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return at(sorted, Math.min(sorted.length - 1, Math.floor(sorted.length * share)));
}

const at = (values: readonly number[], index: number): number => values[index] ?? Number.NaN;

export const rounded = (value: number, digits = 0): number => Number(value.toFixed(digits));

/** Formats the smallest and the largest value for a note. */
export const spread = (values: readonly number[], digits = 0): string =>
  `${rounded(Math.min(...values), digits)}–${rounded(Math.max(...values), digits)}`;

/** Returns the value. @throws Error when it is missing: the measurement would be wrong. */
export function requireDefined<Value>(value: Value | undefined | null): Value {
  if (value === undefined || value === null) throw new Error('a value that the measurement needs is missing');
  return value;
}
