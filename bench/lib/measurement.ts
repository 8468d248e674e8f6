/** One line of a report: a value and, optionally, the target that it has to meet. */
export type Measurement = {
  name: string;
  value: number;
  /** Value of the version in the folder `--against`. */
  before?: number;
  unit: string;
  target?: { atLeast: number } | { atMost: number };
  /** Details: the figures behind a ratio, the spread over rounds. */
  note?: string;
};

/** Options of a benchmark. `quick` shortens all of them; only some use the others. */
export type ProgramOptions = {
  quick: boolean;
  /** Rounds of a run that can be resumed. */
  rounds?: number | undefined;
  /** Folder that holds the state of such a run. */
  folder?: string | undefined;
  seed?: number | undefined;
  minutes?: number | undefined;
  /** Folder of a built checkout of another version, which is measured in the same run. */
  against?: string | undefined;
};

/** A benchmark: measures one aspect and deletes its files, unless the run can be resumed. */
export type Program = (options: ProgramOptions) => Promise<Measurement[]>;

/** Returns whether a measurement meets its target; undefined without one. */
export function meetsTarget({ value, target: bar }: Measurement): boolean | undefined {
  if (!bar) return undefined;
  return 'atLeast' in bar ? value >= bar.atLeast : value <= bar.atMost;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  return (at(sorted, Math.floor(middle)) + at(sorted, Math.ceil(middle))) / 2;
}

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
