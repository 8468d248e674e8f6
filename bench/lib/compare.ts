import { load, type LoadRequest } from './load.ts';
import { type Measurement, median, rounded, spread } from './measurement.ts';

const rounds = 3;
const warmUpSeconds = 3;
const roundSeconds = { full: 6, quick: 2 };

export type Contender = { url: string; next: () => LoadRequest };
/** `before` is the application as it was, when there is a checkout of it to compare with. */
type Contenders = { application: Contender; bare: Contender; before?: Contender | undefined };

/**
 * The rate of the application as a share of that of a bare route. They take turns in one run on one machine, so that
 * what else the machine does weighs on all; each round has a share of its own, and their median counts.
 */
export async function compareRates(
  name: string,
  contenders: Contenders,
  { atLeastPercent, quick }: { atLeastPercent: number; quick: boolean },
): Promise<Measurement[]> {
  const names = (['before', 'application', 'bare'] as const).filter((contender) => contenders[contender]);
  const rates = { application: [] as number[], bare: [] as number[], before: [] as number[] };
  const rateOf = async (contender: (typeof names)[number], seconds: number) => {
    const { url, next } = contenders[contender]!;
    return (await load(url, seconds, next)).requestsPerSecond;
  };
  for (const contender of names) await rateOf(contender, warmUpSeconds);
  for (let round = 0; round < rounds; round += 1)
    for (const contender of names)
      rates[contender].push(await rateOf(contender, quick ? roundSeconds.quick : roundSeconds.full));

  const sharesOf = (contender: 'application' | 'before') =>
    rates[contender].map((rate, round) => (100 * rate) / (rates.bare[round] ?? Number.NaN));
  const share = (contender: 'application' | 'before') => ({
    value: rounded(median(sharesOf(contender))),
    unit: '%',
    note: `${spread(sharesOf(contender))} %; ${rounded(median(rates[contender]))}/s against ${rounded(median(rates.bare))}/s`,
  });
  return [
    { name: `${name}: share of a bare route's rate`, ...share('application'), bar: { atLeast: atLeastPercent } },
    ...(contenders.before ? [{ name: `${name}: the same before`, ...share('before') }] : []),
  ];
}
