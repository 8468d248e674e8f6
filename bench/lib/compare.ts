import { type Measurement, median, rounded, spread } from './measurement.ts';
import { type ProcessorUse, readProcessorUse } from './processor-use.ts';
import { load, type LoadRequest } from './requests.ts';
import { respondsOk, type ServerProcess } from './servers.ts';

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
 * measure for busy machines.
 */
export async function compareRates(
  name: string,
  contenders: Contenders,
  { atLeastPercent, quick, postmasterPid }: { atLeastPercent: number; quick: boolean; postmasterPid: number },
): Promise<Measurement[]> {
  const hasBefore = contenders.before !== undefined && (await isServed(contenders.before));
  const names: ContenderName[] = [...(hasBefore ? (['before'] as const) : []), 'application', 'bare'];
  const mode = quick ? 'quick' : 'full';
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
    for (const contender of names) results[contender].push(await run(contender, roundSeconds[mode]));

  const sharesOf = (contender: ContenderName, share: (own: Round, bare: Round) => number) =>
    results[contender].map((own, round) => 100 * share(own, results.bare[round]!));
  const measure = (
    metric: { name: string; target?: Measurement['target']; share: (own: Round, bare: Round) => number },
    describe: (contender: ContenderName) => string,
  ): Measurement => {
    const [own, before] = [sharesOf('application', metric.share), sharesOf('before', metric.share)];
    return {
      name: `${name}: ${metric.name}`,
      value: rounded(median(own)),
      ...(hasBefore && { before: rounded(median(before)) }),
      unit: '%',
      ...(metric.target && { target: metric.target }),
      note: `${spread(own)} %; ${names.map((each) => `${each} ${describe(each)}`).join(', ')}`,
    };
  };
  const medianOf = (contender: ContenderName, part: keyof Round) =>
    rounded(median(results[contender].map((round) => round[part])));
  return [
    measure(
      {
        name: "share of a bare route's rate",
        target: { atLeast: atLeastPercent },
        share: (own, bare) => own.rate / bare.rate,
      },
      (each) => `${medianOf(each, 'rate')}/s`,
    ),
    measure(
      {
        name: 'share of a bare route by processor time',
        share: (own, bare) => processorTimeOf(bare) / processorTimeOf(own),
      },
      (each) => `${medianOf(each, 'server')} + ${medianOf(each, 'database')} µs of server + database per request`,
    ),
  ];
}

/** Returns whether the server has this route: an earlier version may not have it. */
function isServed({ server, next }: Contender): Promise<boolean> {
  const { path, ...request } = next();
  return respondsOk(`${server.url}${path}`, request);
}
