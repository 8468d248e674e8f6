import { load, type LoadRequest } from './load.ts';
import { type Measurement, median, rounded, spread } from './measurement.ts';
import { processorMilliseconds } from './processor-use.ts';
import type { ServerProcess } from './server-process.ts';

const rounds = 3;
const warmUpSeconds = 3;
const roundSeconds = { full: 6, quick: 2 };

export type Contender = { server: ServerProcess; next: () => LoadRequest };
/** `before` is the application as it was, when there is a checkout of it to compare with. */
type Contenders = { application: Contender; bare: Contender; before?: Contender | undefined };
type Name = keyof Contenders;
/** Requests a second, and the processor time of each request, in microseconds: that of the server and the database. */
type Round = { rate: number; microseconds: number };

/**
 * The rate of the application as a share of that of a bare route. They take turns in one run on one machine, so that
 * what else the machine does weighs on all; each round has a share of its own, and their median counts. The processor
 * time that the two take for a request says the same where the machine does a lot else.
 */
export async function compareRates(
  name: string,
  contenders: Contenders,
  { atLeastPercent, quick, postmasterPid }: { atLeastPercent: number; quick: boolean; postmasterPid: number },
): Promise<Measurement[]> {
  const names = (['before', 'application', 'bare'] as const).filter((contender) => contenders[contender]);
  const results: Record<Name, Round[]> = { application: [], bare: [], before: [] };
  const run = async (contender: Name, seconds: number): Promise<Round> => {
    const { server, next } = contenders[contender]!;
    const before = await processorMilliseconds(server.pid, postmasterPid);
    const { requestsPerSecond, requests } = await load(server.url, seconds, next);
    const after = await processorMilliseconds(server.pid, postmasterPid);
    return { rate: requestsPerSecond, microseconds: (1_000 * ((after ?? Number.NaN) - (before ?? 0))) / requests };
  };
  for (const contender of names) await run(contender, warmUpSeconds);
  for (let round = 0; round < rounds; round += 1)
    for (const contender of names)
      results[contender].push(await run(contender, quick ? roundSeconds.quick : roundSeconds.full));

  const middle = (of: Name, figure: keyof Round) => rounded(median(results[of].map((round) => round[figure])));
  const lines = (contender: 'application' | 'before', what: string, bar: Measurement['bar']): Measurement[] => {
    const each = (share: (mine: Round, bare: Round) => number) =>
      results[contender].map((mine, round) => 100 * share(mine, results.bare[round]!));
    const rates = each((mine, bare) => mine.rate / bare.rate);
    const times = each((mine, bare) => bare.microseconds / mine.microseconds);
    return [
      {
        name: `${name}: share of a bare route's rate${what}`,
        value: rounded(median(rates)),
        unit: '%',
        ...(bar && { bar }),
        note: `${spread(rates)} %; ${middle(contender, 'rate')}/s against ${middle('bare', 'rate')}/s`,
      },
      {
        name: `${name}: the same by processor time${what}`,
        value: rounded(median(times)),
        unit: '%',
        note: `${spread(times)} %; ${middle(contender, 'microseconds')} µs a request against ${middle('bare', 'microseconds')} µs`,
      },
    ];
  };
  return [
    ...lines('application', '', { atLeast: atLeastPercent }),
    ...(contenders.before ? lines('before', ', before', undefined) : []),
  ];
}
