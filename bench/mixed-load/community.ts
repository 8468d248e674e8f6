import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Pool } from 'pg';
import { makeFolder, openPool } from '../lib/database.ts';
import { type Measurement, noneOf, rounded, type Run } from '../lib/measurement.ts';
import type { Site, StartSite } from '../lib/sites.ts';
import { waitUntil } from '../lib/wait-until.ts';
import { Ledger } from './ledger.ts';
import { type Load, retryUnacknowledged, writeUntil } from './mixed-load.ts';
import { describeOutcomes, isAccepted, isFailure, kindAndStatusOf, ResponseLog, statusOf } from './response-log.ts';
import { verifyData } from './verdict.ts';
import { openWorld } from './world.ts';

const writers = 8;
const maxRecoverySeconds = 10;
const requiredStreak = 20;

export type Folders = { dataDirectory: string; temporary: string };

/** A community under mixed load. */
export type LoadedCommunity<Started extends Site = Site> = Folders & {
  site: Started;
  pool: Pool;
  load: Load;
  responses: ResponseLog;
  /** Runs `during` under load and returns its result. */
  underLoad: <Result>(during: () => Promise<Result>) => Promise<Result>;
  /** Retries the unacknowledged writes and returns their number. */
  retry: () => Promise<number>;
  /** Compares the stored data with the acknowledged writes. */
  verify: (prefix: string) => Promise<Measurement[]>;
};

type Options<Started extends Site> = {
  start: StartSite<Started>;
  /** Gets the folders while they are empty. */
  prepare?: (folders: Folders) => void;
  /** Average pause of a writer between two writes. */
  pauseMilliseconds?: number;
  /** Pages for browsers that members read, too. */
  pages?: readonly string[];
};

/** Starts a site, fills it and prepares its load. */
export async function openLoadedCommunity<Started extends Site>(
  run: Run,
  { start, prepare, pauseMilliseconds = 30, pages = [] }: Options<Started>,
): Promise<LoadedCommunity<Started>> {
  const folder = await makeFolder(run.cleanups);
  const [dataDirectory, temporary] = [path.join(folder, 'data'), path.join(folder, 'temporary')];
  for (const each of [dataDirectory, temporary]) await mkdir(each, { mode: 0o755 });
  prepare?.({ dataDirectory, temporary });
  const site = await start(run, { DATA_DIR: dataDirectory, TMPDIR: temporary });
  const pool = openPool(await site.databaseUrl(), run.cleanups);
  const [responses, ledger] = [new ResponseLog(), new Ledger()];
  const load: Load = {
    world: await openWorld(pool),
    ledger,
    urls: site.urls,
    responses,
    pages,
  };
  return {
    ...{ dataDirectory, temporary, site, pool, load, responses },
    async underLoad(during) {
      const writing = new AbortController();
      const writingDone = writeUntil(writing.signal, load, { writers, pauseMilliseconds });
      try {
        return await during();
      } finally {
        writing.abort();
        await writingDone;
      }
    },
    retry: () => retryUnacknowledged(load),
    async verify(prefix) {
      await retryUnacknowledged(load);
      const variables = { DATA_DIR: dataDirectory, DATABASE_URL: await site.databaseUrl(), ...site.storage };
      const measurements = await verifyData(load.world, ledger, variables);
      return measurements.map((line) => ({ ...line, name: `${prefix}: ${line.name}` }));
    },
  };
}

/** Returns the seconds until a number of calls in a row succeed. @throws Error after a minute. */
export async function secondsUntilAccepted(responses: ResponseLog, streak = requiredStreak): Promise<number> {
  const startedAt = performance.now();
  responses.acceptedStreak = 0;
  if (!(await waitUntil(() => responses.acceptedStreak >= streak)))
    throw new Error(`The server did not recover within a minute: ${describeFailures(responses)}`);
  return rounded((performance.now() - startedAt) / 1000, 2);
}

const describeFailures = ({ outcomes }: ResponseLog) => describeOutcomes(outcomes.filter(isFailure), kindAndStatusOf);

/** Measures the recovery from a fault: no error may be unclear. Clears the responses. */
export function recoveryMeasurements(name: string, responses: ResponseLog, seconds: number): Measurement[] {
  const outcomes = responses.take();
  const unclear = outcomes.filter(({ isClear }) => !isClear).map(({ text }) => text);
  const note = `${outcomes.filter(isAccepted).length} accepted, ${describeOutcomes(outcomes.filter(isFailure), statusOf)}`;
  return [
    noneOf(`${name}: unclear errors`, unclear, note),
    {
      name: `${name}: recovered after`,
      value: seconds,
      unit: 's',
      target: { atMost: maxRecoverySeconds },
      note: `${requiredStreak} calls in a row succeeded`,
    },
  ];
}
