import { load, type LoadRequest } from './load.ts';
import { type Measurement, median, rounded, spread } from './measurement.ts';
import { type ProcessorUse, readProcessorUse } from './processor-use.ts';
import type { ProfiledServer, ServerProcess } from './server-process.ts';

const rounds = 9;
/** A server that has just started compiles what it does often: of a creating call, for some 20,000 calls. */
const warmUpSeconds = { full: 15, quick: 3 };
/** Short, so that what else the machine does, which comes and goes, weighs on all alike. */
const roundSeconds = { full: 2, quick: 1 };

export type Contender = { server: ServerProcess; next: () => LoadRequest };
/** `before` is the application as it was, when there is a checkout of it to compare with. */
type Contenders = { application: Contender; bare: Contender; before?: Contender | undefined };
type Name = keyof Contenders;
/** Requests a second, and the processor time of each request, in microseconds. */
type Round = ProcessorUse & { rate: number };
const processorTimeOf = ({ server, database }: Round): number => server + database;

/**
 * The rate of the application as a share of that of a bare route. They take turns in one run on one machine, so that
 * what else the machine does weighs on all; each round has a share of its own, and their median counts. The processor
 * time that the two take for a request says the same where the machine does a lot else, and a profile of `profiled`, the
 * application once more, says what the server does with its part.
 */
export async function compareRates(
  name: string,
  { application, bare, before: given }: Contenders,
  options: { atLeastPercent: number; quick: boolean; postmasterPid: number; profiled: ProfiledServer },
): Promise<Measurement[]> {
  const { atLeastPercent, quick, postmasterPid, profiled } = options;
  const before = given && (await isServed(given)) ? given : undefined;
  const contenders: Contenders = { ...(before && { before }), application, bare };
  const names = Object.keys(contenders) as Name[];
  const length = quick ? 'quick' : 'full';
  const seconds = roundSeconds[length];
  const results: Record<Name, Round[]> = { application: [], bare: [], before: [] };
  const run = async (contender: Name, duration: number): Promise<Round> => {
    const { server, next } = contenders[contender]!;
    const usedBefore = await readProcessorUse(server.pid, postmasterPid);
    const { requestsPerSecond, requests } = await load(server.url, duration, next);
    const used = await readProcessorUse(server.pid, postmasterPid);
    const each = (part: keyof ProcessorUse) =>
      (1_000 * ((used?.[part] ?? Number.NaN) - (usedBefore?.[part] ?? 0))) / requests;
    return { rate: requestsPerSecond, server: each('server'), database: each('database') };
  };
  for (const contender of names) await run(contender, warmUpSeconds[length]);
  for (let round = 0; round < rounds; round += 1)
    for (const contender of names) results[contender].push(await run(contender, seconds));

  await load(profiled.url, 1, application.next);
  const busyWith = await profiled.profiler.describe(() => load(profiled.url, seconds, application.next));

  const middle = (of: Name, figure: keyof Round) => rounded(median(results[of].map((round) => round[figure])));
  const lines = (contender: 'application' | 'before', what: string, bar: Measurement['bar']): Measurement[] => {
    const each = (share: (mine: Round, bare: Round) => number) =>
      results[contender].map((mine, round) => 100 * share(mine, results.bare[round]!));
    const rates = each((mine, bare) => mine.rate / bare.rate);
    const times = each((mine, bare) => processorTimeOf(bare) / processorTimeOf(mine));
    const parts = (of: Name) => `${middle(of, 'server')} + ${middle(of, 'database')} µs`;
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
        note: `${spread(times)} %; server + database ${parts(contender)} a request against ${parts('bare')}`,
      },
    ];
  };
  return [
    ...lines('application', '', { atLeast: atLeastPercent }),
    {
      name: `${name}: the server's part of a request`,
      value: middle('application', 'server'),
      unit: 'µs',
      note: busyWith,
    },
    ...(before ? lines('before', ', before', undefined) : []),
  ];
}

/** What the application did not have before is compared with nothing. */
async function isServed({ server, next }: Contender): Promise<boolean> {
  const { path, ...request } = next();
  const response = await fetch(`${server.url}${path}`, request);
  await response.arrayBuffer();
  return response.ok;
}
