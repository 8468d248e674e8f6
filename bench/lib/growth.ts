import { type Measurement, median, rounded } from './measurement.ts';

/** A community of one size. `time` makes one kind of call and returns the durations in milliseconds. */
export type TimedCommunity<Name extends string> = { time: (name: Name) => Promise<number[]> };

const rounds = 5;
const atMostTimesSlower = 1.3;

/**
 * Measures the ratio of p50 in a large community to p50 in a small one, in alternating rounds after a warm-up round.
 */
export async function compareGrowth<Name extends string>(
  names: readonly Name[],
  { small, large }: Record<'small' | 'large', TimedCommunity<Name>>,
  described: { sizes: string; note?: string },
): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (const name of names) {
    const times = { small: [] as number[], large: [] as number[] };
    await small.time(name);
    await large.time(name);
    for (let round = 0; round < rounds; round += 1) {
      times.small.push(median(await small.time(name)));
      times.large.push(median(await large.time(name)));
    }
    const [before, after] = [median(times.small), median(times.large)];
    measurements.push({
      name: `${name}: p50 at ${described.sizes}`,
      value: rounded(after / before, 2),
      unit: '×',
      target: { atMost: atMostTimesSlower },
      note: [`${rounded(after, 2)} ms, small community ${rounded(before, 2)} ms`, described.note]
        .filter(Boolean)
        .join('; '),
    });
  }
  return measurements;
}
