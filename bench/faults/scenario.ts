import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import { openPool } from '../lib/database.ts';
import { type Measurement, rounded } from '../lib/measurement.ts';
import { type Site, type SiteVariables, startAlone } from '../lib/sites.ts';
import { makeFolder } from '../lib/workspace.ts';
import { Ledger } from '../mixed-load/ledger.ts';
import { type Load, retryUnacknowledged, writeUntil } from '../mixed-load/mixed-load.ts';
import { seededRandom } from '../mixed-load/random.ts';
import { verifyData, measurementsOf } from '../mixed-load/verdict.ts';
import { type Opened, openCommunity, readWorld } from '../mixed-load/world.ts';
import { ResponseLog } from './response-log.ts';

export const maxRecoverySeconds = 10;
const writers = 8;

/** A community under load, for the test of one fault. */
export type Scenario = {
  folder: string;
  dataDirectory: string;
  /** Folder for the server's temporary files. */
  temporary: string;
  site: Site;
  pool: Pool;
  load: Load;
  /** Responses of the server since the last `clear`. */
  responses: ResponseLog;
  /** Runs `during` under load and returns its result. */
  underLoad: <Result>(during: () => Promise<Result>) => Promise<Result>;
  /** Retries the unacknowledged writes and compares the stored data with the ledger. */
  verify: (name: string) => Promise<Measurement[]>;
};

type Start = (dataDirectory: string, variables: SiteVariables) => Promise<Site>;

/** Opens a community and its load. `prepare` gets the folders while they are empty. */
export async function openScenario(
  cleanups: AsyncDisposableStack,
  {
    prepare,
    start = startAlone,
  }: { prepare?: (folders: Pick<Scenario, 'dataDirectory' | 'temporary'>) => void; start?: Start } = {},
): Promise<Scenario> {
  const folder = await makeFolder(cleanups);
  const [dataDirectory, temporary] = [path.join(folder, 'data'), path.join(folder, 'temporary')];
  for (const each of [dataDirectory, temporary]) await mkdir(each, { mode: 0o755 });
  prepare?.({ dataDirectory, temporary });
  const site = await start(dataDirectory, { TMPDIR: temporary });
  cleanups.defer(site.stop);
  const pool = openPool(site.databaseUrl, cleanups);
  const opened: Opened = await openCommunity(pool);
  const responses = new ResponseLog();
  const load: Load = {
    world: await readWorld(pool, opened),
    ledger: new Ledger(path.join(folder, 'ledger.jsonl')),
    urls: site.urls,
    random: seededRandom(1),
    refusals: new Map(),
    onResponse: (response, _, body) => responses.record(response.status, response.headers, body),
    onNoResponse: () => responses.recordNoResponse(),
  };
  return {
    folder,
    dataDirectory,
    temporary,
    site,
    pool,
    load,
    responses,
    async underLoad(during) {
      const writing = new AbortController();
      const writingDone = writeUntil(writing.signal, load, { writers, pauseMilliseconds: 30 });
      try {
        return await during();
      } finally {
        writing.abort();
        await writingDone;
      }
    },
    async verify(name) {
      const retried = await retryUnacknowledged(load);
      const verdict = await verifyData({ databaseUrl: site.databaseUrl, dataDirectory }, opened, load.ledger);
      const note = `${load.ledger.acknowledgedCount} writes, ${retried} retried`;
      return measurementsOf(verdict, note).map((line) => ({ ...line, name: `${name}: ${line.name}` }));
    },
  };
}

/** Returns the seconds until a number of writes in a row succeed. @throws Error after a minute. */
export async function secondsUntilAccepted(responses: ResponseLog, requiredStreak = 20): Promise<number> {
  const startedAt = performance.now();
  responses.resetStreak();
  while (responses.acceptedStreak < requiredStreak) {
    if (performance.now() - startedAt > 60_000)
      throw new Error(`The server did not recover within a minute: ${responses.describe()}`);
    await wait(20);
  }
  return rounded((performance.now() - startedAt) / 1000, 2);
}

/** Counts the errors that clients cannot interpret. */
export const unclearErrorsMeasurement = (name: string, responses: ResponseLog): Measurement => ({
  name: `${name}: unclear errors`,
  value: responses.unclear.length,
  unit: '',
  target: { atMost: 0 },
  note: [responses.describe(), ...responses.unclear.slice(0, 3)].join('; '),
});

export const recoveryMeasurement = (name: string, seconds: number): Measurement => ({
  name: `${name}: recovered after`,
  value: seconds,
  unit: 's',
  target: { atMost: maxRecoverySeconds },
  note: '20 writes in a row succeeded',
});

/** Reports a fault that this machine cannot try. */
export const skippedMeasurement = (name: string, reason: string): Measurement => ({
  name: `${name}: not run`,
  value: 1,
  unit: '',
  note: reason,
});
