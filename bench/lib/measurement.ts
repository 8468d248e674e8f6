/** One line of a report: what was measured and, where there is one, the bar it is held against. */
export type Measurement = {
  name: string;
  value: number;
  unit: string;
  bar?: { atLeast: number } | { atMost: number };
  /** How the value came about: the figures behind a ratio, the spread over rounds. */
  note?: string;
};

/** What is asked of a program: less of it when it is to be quick, and what only some of them take. */
export type ProgramOptions = {
  quick: boolean;
  /** How many rounds of a run that goes on another time. */
  rounds?: number | undefined;
  /** Where such a run is kept. */
  folder?: string | undefined;
  seed?: number | undefined;
  minutes?: number | undefined;
};

/** A benchmark: measures one aspect from start to end and leaves nothing behind, unless it is to go on another time. */
export type Program = (options: ProgramOptions) => Promise<Measurement[]>;

/** Whether a measurement meets its bar; undefined when it has none. */
export function meetsBar({ value, bar }: Measurement): boolean | undefined {
  if (!bar) return undefined;
  return 'atLeast' in bar ? value >= bar.atLeast : value <= bar.atMost;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  return (at(sorted, Math.floor(middle)) + at(sorted, Math.ceil(middle))) / 2;
}

/** Below which that share of the values lies. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return at(sorted, Math.min(sorted.length - 1, Math.floor(sorted.length * share)));
}

const at = (values: readonly number[], index: number): number => values[index] ?? Number.NaN;

export const rounded = (value: number, digits = 0): number => Number(value.toFixed(digits));

/** The smallest and the largest, for notes. */
export const spread = (values: readonly number[], digits = 0): string =>
  `${rounded(Math.min(...values), digits)}–${rounded(Math.max(...values), digits)}`;
