import { type Bench, type Measurement, median, rounded, spread } from './measurement.ts';
import { type ProcessorUse, readProcessorUse } from './processor-use.ts';
import { load, type LoadRequest } from './requests.ts';
import type { ServerProcess } from './servers.ts';

const rounds = { full: 9, quick: 3 };
/** A new server is still compiling its hot code: calls that create rows get faster for about 20,000 calls. */
const warmUpSeconds = { full: 15, quick: 3 };
/** Rounds are short, so that other load on the machine affects both contenders equally. */
const roundSeconds = { full: 2, quick: 1 };

type Contender = { server: ServerProcess; next: () => LoadRequest };
/** Requests per second, and the processor time per request in microseconds. */
type Round = ProcessorUse & { rate: number };

/**
 * Measures the rate and the processor time of a call, and its share of the rate of a bare route with the same
 * statement. The contenders run in turn, so that other load on the machine affects both. The results are medians over
 * all rounds. Processor time is more reliable on busy machines.
 */
export async function compareRates(
  { quick }: Bench,
  name: string,
  { application, bare }: { application: Contender; bare?: Contender },
  { atLeastPercent = 0, postmasterPid }: { atLeastPercent?: number; postmasterPid: number },
): Promise<Measurement[]> {
  const mode = quick ? 'quick' : 'full';
  const contenders = bare ? [application, bare] : [application];
  const run = async ({ server, next }: Contender, seconds: number): Promise<Round> => {
    const usedBefore = await readProcessorUse(server.pid, postmasterPid);
    const { requestsPerSecond, requests } = await load(server.url, seconds, next);
    const used = await readProcessorUse(server.pid, postmasterPid);
    const microsecondsOf = (part: keyof ProcessorUse) =>
      (1_000 * ((used?.[part] ?? Number.NaN) - (usedBefore?.[part] ?? 0))) / requests;
    return { rate: requestsPerSecond, server: microsecondsOf('server'), database: microsecondsOf('database') };
  };
  for (const contender of contenders) await run(contender, warmUpSeconds[mode]);
  const [own, ofBare]: [Round[], Round[]] = [[], []];
  for (let round = 0; round < rounds[mode]; round += 1) {
    own.push(await run(application, roundSeconds[mode]));
    if (bare) ofBare.push(await run(bare, roundSeconds[mode]));
  }

  const measure = (metric: string, unit: string, value: (round: Round) => number): Measurement => {
    const comparison = bare ? `; bare route ${rounded(median(ofBare.map(value)))} ${unit}` : '';
    const note = `${spread(own.map(value))} ${unit}${comparison}`;
    return { name: `${name}: ${metric}`, value: rounded(median(own.map(value))), unit, note };
  };
  const measurements = [
    measure('rate', '/s', ({ rate }) => rate),
    measure('processor time of the server', 'µs', ({ server }) => server),
    measure('processor time of the database', 'µs', ({ database }) => database),
  ];
  if (!bare) return measurements;
  const shares = own.map(({ rate }, round) => (100 * rate) / ofBare[round]!.rate);
  const share = { name: `${name}: share of a bare route's rate`, value: rounded(median(shares)), unit: '%' };
  return [{ ...share, target: { atLeast: atLeastPercent }, note: `${spread(shares)} %` }, ...measurements];
}
