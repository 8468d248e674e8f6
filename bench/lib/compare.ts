import { load, type LoadRequest } from './load.ts';
import { type Measurement, median, rounded, spread } from './measurement.ts';
import { type ProcessorUse, readProcessorUse } from './processor-use.ts';
import type { ProfiledServer, ServerProcess } from './server-process.ts';

const rounds = 9;
/** A new server still compiles its hot code: a creating call gets faster for about 20,000 calls. */
const warmUpSeconds = { full: 15, quick: 3 };
/** Rounds are short, so that other load on the machine affects all contenders equally. */
const roundSeconds = { full: 2, quick: 1 };

export type Contender = { server: ServerProcess; next: () => LoadRequest };
/** `before` is an earlier version of the application, if there is a checkout of it. */
type Contenders = { application: Contender; bare: Contender; before?: Contender | undefined };
type Name = keyof Contenders;
/** Requests per second, and the processor time per request in microseconds. */
type Round = ProcessorUse & { rate: number };
const processorTimeOf = ({ server, database }: Round): number => server + database;

/**
 * Measures the application's rate as a share of a bare route's rate. Both take turns on one machine, so that other load
 * affects both. The result is the median of the shares of all rounds. The share of processor time per request is a
 * second measure for busy machines. A profile of `profiled`, another process of the application, shows where the
 * server's time goes.
 */
export async function compareRates(
  name: string,
  { application, bare, before: candidate }: Contenders,
  options: { atLeastPercent: number; quick: boolean; postmasterPid: number; profiled: ProfiledServer },
): Promise<Measurement[]> {
  const { atLeastPercent, quick, postmasterPid, profiled } = options;
  const before = candidate && (await isServed(candidate)) ? candidate : undefined;
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
  const profile = await profiled.profiler.describe(() => load(profiled.url, seconds, application.next));

  const middle = (of: Name, figure: keyof Round) => rounded(median(results[of].map((round) => round[figure])));
  const lines = (contender: 'application' | 'before', suffix: string, bar: Measurement['bar']): Measurement[] => {
    const each = (share: (mine: Round, bare: Round) => number) =>
      results[contender].map((mine, round) => 100 * share(mine, results.bare[round]!));
    const rates = each((mine, bare) => mine.rate / bare.rate);
    const times = each((mine, bare) => processorTimeOf(bare) / processorTimeOf(mine));
    const parts = (of: Name) => `${middle(of, 'server')} + ${middle(of, 'database')} µs`;
    return [
      {
        name: `${name}: share of a bare route's rate${suffix}`,
        value: rounded(median(rates)),
        unit: '%',
        ...(bar && { bar }),
        note: `${spread(rates)} %; ${middle(contender, 'rate')}/s, bare route ${middle('bare', 'rate')}/s`,
      },
      {
        name: `${name}: share of a bare route by processor time${suffix}`,
        value: rounded(median(times)),
        unit: '%',
        note: `${spread(times)} %; server + database ${parts(contender)} per request, bare route ${parts('bare')}`,
      },
    ];
  };
  return [
    ...lines('application', '', { atLeast: atLeastPercent }),
    {
      name: `${name}: server time per request`,
      value: middle('application', 'server'),
      unit: 'µs',
      note: profile,
    },
    ...(before ? lines('before', ', before', undefined) : []),
  ];
}

/** Returns whether the server has this route: an earlier version may not have it. */
async function isServed({ server, next }: Contender): Promise<boolean> {
  const { path, ...request } = next();
  const response = await fetch(`${server.url}${path}`, request);
  await response.arrayBuffer();
  return response.ok;
}
