import { load, type LoadRequest } from './load.ts';
import { type Measurement, median, rounded, spread } from './measurement.ts';

const rounds = 3;
const warmUpSeconds = 3;
const roundSeconds = 6;

type Contender = { url: string; next: () => LoadRequest };

/**
 * The rate of the application as a share of that of a bare route. The two take turns in one run on one machine, so that
 * what else the machine does weighs on both; the medians are compared.
 */
export async function compareRates(
  name: string,
  application: Contender,
  bare: Contender,
  atLeastPercent: number,
): Promise<Measurement[]> {
  const rates = { application: [] as number[], bare: [] as number[] };
  await load(application.url, warmUpSeconds, application.next);
  await load(bare.url, warmUpSeconds, bare.next);
  for (let round = 0; round < rounds; round += 1) {
    rates.application.push((await load(application.url, roundSeconds, application.next)).requestsPerSecond);
    rates.bare.push((await load(bare.url, roundSeconds, bare.next)).requestsPerSecond);
  }
  const [mine, theirs] = [median(rates.application), median(rates.bare)];
  return [
    {
      name: `${name}: share of a bare route's rate`,
      value: rounded((100 * mine) / theirs),
      unit: '%',
      bar: { atLeast: atLeastPercent },
      note: `${rounded(mine)}/s (${spread(rates.application)}) against ${rounded(theirs)}/s (${spread(rates.bare)})`,
    },
  ];
}
