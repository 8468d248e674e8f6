import { load, type LoadRequest } from './load.ts';
import { type Measurement, median, rounded, spread } from './measurement.ts';
import { type ProcessorUse, readProcessorUse } from './processor-use.ts';
import type { ProfiledServer, ServerProcess } from './server-process.ts';

const rounds = 9;
/** A new server is still compiling its hot code: calls that create rows get faster for about 20,000 calls. */
const warmUpSeconds = { full: 15, quick: 3 };
/** Rounds are short, so that other load on the machine affects all contenders equally. */
const roundSeconds = { full: 2, quick: 1 };

export type Contender = { server: ServerProcess; next: () => LoadRequest };
/** `before` is an earlier version of the application, if there is a checkout of it. */
type Contenders = { application: Contender; bare: Contender; before?: Contender | undefined };
type ContenderName = keyof Contenders;
/** Requests per second, and the processor time per request in microseconds. */
type Round = ProcessorUse & { rate: number };
const processorTimeOf = ({ server, database }: Round): number => server + database;

/**
 * Measures the application's rate as a share of a bare route's rate. Both run alternately on one machine, so that other
 * load affects both. The result is the median over all rounds. The share of processor time per request is a second
 * measure for busy machines. Also profiles `profiled`, another process of the application, to show where the server
 * spends its time.
 */
export async function compareRates(
  name: string,
  { application, bare, before: candidate }: Contenders,
  options: { atLeastPercent: number; quick: boolean; postmasterPid: number; profiled: ProfiledServer },
): Promise<Measurement[]> {
  const { atLeastPercent, quick, postmasterPid, profiled } = options;
  const before = candidate && (await isServed(candidate)) ? candidate : undefined;
  const contenders: Contenders = { ...(before && { before }), application, bare };
  const names = Object.keys(contenders) as ContenderName[];
  const mode = quick ? 'quick' : 'full';
  const seconds = roundSeconds[mode];
  const results: Record<ContenderName, Round[]> = { application: [], bare: [], before: [] };
  const run = async (contender: ContenderName, duration: number): Promise<Round> => {
    const { server, next } = contenders[contender]!;
    const usedBefore = await readProcessorUse(server.pid, postmasterPid);
    const { requestsPerSecond, requests } = await load(server.url, duration, next);
    const used = await readProcessorUse(server.pid, postmasterPid);
    const microsecondsPerRequest = (part: keyof ProcessorUse) =>
      (1_000 * ((used?.[part] ?? Number.NaN) - (usedBefore?.[part] ?? 0))) / requests;
    return {
      rate: requestsPerSecond,
      server: microsecondsPerRequest('server'),
      database: microsecondsPerRequest('database'),
    };
  };
  for (const contender of names) await run(contender, warmUpSeconds[mode]);
  for (let round = 0; round < rounds; round += 1)
    for (const contender of names) results[contender].push(await run(contender, seconds));

  await load(profiled.url, 1, application.next);
  const profile = await profiled.profiler.describe(() => load(profiled.url, seconds, application.next));

  const medianOf = (contender: ContenderName, metric: keyof Round) =>
    rounded(median(results[contender].map((round) => round[metric])));
  const measurementsOf = (
    contender: 'application' | 'before',
    suffix: string,
    bar: Measurement['target'],
  ): Measurement[] => {
    const sharesOf = (share: (own: Round, bare: Round) => number) =>
      results[contender].map((own, round) => 100 * share(own, results.bare[round]!));
    const rateShares = sharesOf((own, bare) => own.rate / bare.rate);
    const timeShares = sharesOf((own, bare) => processorTimeOf(bare) / processorTimeOf(own));
    const processorTimeText = (name: ContenderName) => `${medianOf(name, 'server')} + ${medianOf(name, 'database')} µs`;
    return [
      {
        name: `${name}: share of a bare route's rate${suffix}`,
        value: rounded(median(rateShares)),
        unit: '%',
        ...(bar && { target: bar }),
        note: `${spread(rateShares)} %; ${medianOf(contender, 'rate')}/s, bare route ${medianOf('bare', 'rate')}/s`,
      },
      {
        name: `${name}: share of a bare route by processor time${suffix}`,
        value: rounded(median(timeShares)),
        unit: '%',
        note: `${spread(timeShares)} %; server + database ${processorTimeText(contender)} per request, bare route ${processorTimeText('bare')}`,
      },
    ];
  };
  return [
    ...measurementsOf('application', '', { atLeast: atLeastPercent }),
    {
      name: `${name}: server time per request`,
      value: medianOf('application', 'server'),
      unit: 'µs',
      note: profile,
    },
    ...(before ? measurementsOf('before', ', before', undefined) : []),
  ];
}

/** Returns whether the server has this route: an earlier version may not have it. */
async function isServed({ server, next }: Contender): Promise<boolean> {
  const { path, ...request } = next();
  const response = await fetch(`${server.url}${path}`, request);
  await response.arrayBuffer();
  return response.ok;
}
