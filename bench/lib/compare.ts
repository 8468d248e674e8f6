import { type Bench, type Measurement, median, rounded, spread } from './measurement.ts';
import { type ProcessorUse, readProcessorUse } from './processor-use.ts';
import { load, type LoadRequest } from './requests.ts';
import { respondsOk, type ServerProcess } from './servers.ts';

const rounds = { full: 9, quick: 3 };
/** A new server is still compiling its hot code: calls that create rows get faster for about 20,000 calls. */
const warmUpSeconds = { full: 15, quick: 3 };
/** Rounds are short, so that other load on the machine affects all contenders equally. */
const roundSeconds = { full: 2, quick: 1 };

type Contender = { server: ServerProcess; next: () => LoadRequest };
/** Requests per second, and the processor time per request in microseconds. */
type Round = ProcessorUse & { rate: number };

/**
 * Measures the rate and the processor time of a call. The contenders are this version, the version before, and a bare
 * route with the same statement. They run in turn, so that other load on the machine affects all of them. The results
 * are medians over all rounds. Processor time is more reliable on busy machines.
 */
export async function compareRates(
  { quick }: Bench,
  name: string,
  contenders: { application: Contender; before?: Contender | undefined; bare?: Contender },
  { atLeastPercent = 0, postmasterPid }: { atLeastPercent?: number; postmasterPid: number },
): Promise<Measurement[]> {
  const mode = quick ? 'quick' : 'full';
  const { application, before, bare } = contenders;
  const hasBefore = before !== undefined && (await isServed(before));
  const taking = [application, ...(hasBefore ? [before] : []), ...(bare ? [bare] : [])];
  const run = async ({ server, next }: Contender, seconds: number): Promise<Round> => {
    const usedBefore = await readProcessorUse(server.pid, postmasterPid);
    const { requestsPerSecond, requests } = await load(server.url, seconds, next);
    const used = await readProcessorUse(server.pid, postmasterPid);
    const microsecondsOf = (part: keyof ProcessorUse) =>
      (1_000 * ((used?.[part] ?? Number.NaN) - (usedBefore?.[part] ?? 0))) / requests;
    return { rate: requestsPerSecond, server: microsecondsOf('server'), database: microsecondsOf('database') };
  };
  for (const contender of taking) await run(contender, warmUpSeconds[mode]);
  const results = new Map(taking.map((contender): [Contender, Round[]] => [contender, []]));
  for (let round = 0; round < rounds[mode]; round += 1)
    for (const contender of taking) results.get(contender)?.push(await run(contender, roundSeconds[mode]));

  const valuesOf = (contender: Contender | undefined, value: (round: Round) => number) =>
    ((contender && results.get(contender)) ?? []).map(value);
  const measure = (metric: string, unit: string, value: (round: Round) => number): Measurement => {
    const own = valuesOf(application, value);
    const old = rounded(median(valuesOf(before, value)));
    const ofBare = bare ? `; bare route ${rounded(median(valuesOf(bare, value)))} ${unit}` : '';
    const note = `${spread(own)} ${unit}${ofBare}`;
    return { name: `${name}: ${metric}`, value: rounded(median(own)), ...(hasBefore && { before: old }), unit, note };
  };
  const measurements = [
    measure('rate', '/s', ({ rate }) => rate),
    measure('processor time of the server', 'µs', ({ server }) => server),
    measure('processor time of the database', 'µs', ({ database }) => database),
  ];
  if (!bare) return measurements;
  const bareRates = valuesOf(bare, ({ rate }) => rate);
  const shares = valuesOf(application, ({ rate }) => rate).map((rate, round) => (100 * rate) / bareRates[round]!);
  const share = { name: `${name}: share of a bare route's rate`, value: rounded(median(shares)), unit: '%' };
  return [{ ...share, target: { atLeast: atLeastPercent }, note: `${spread(shares)} %` }, ...measurements];
}

/** Returns whether the server has this route: an earlier version may not have it. */
function isServed({ server, next }: Contender): Promise<boolean> {
  const { path, ...request } = next();
  return respondsOk(`${server.url}${path}`, request);
}
