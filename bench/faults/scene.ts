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
import { judge, measurementsOf } from '../mixed-load/verdict.ts';
import { type Opened, openCommunity, readWorld } from '../mixed-load/world.ts';
import { Answers } from './answers.ts';

export const maxRecoverySeconds = 10;
const writers = 8;

/** A community under load, in which a fault is tried. */
export type Scene = {
  folder: string;
  dataDirectory: string;
  /** Folder for the server's temporary files. */
  temporary: string;
  site: Site;
  pool: Pool;
  load: Load;
  /** Responses of the server since the last `clear`. */
  answers: Answers;
  /** Runs `during` under load and returns its result. */
  underLoad: <Result>(during: () => Promise<Result>) => Promise<Result>;
  /** Retries the unacknowledged writes and compares the stored data with the ledger. */
  judge: (name: string) => Promise<Measurement[]>;
};

type Start = (dataDirectory: string, variables: SiteVariables) => Promise<Site>;

/** Opens a community and its load. `prepare` gets the folders while they are empty. */
export async function openScene(
  cleanups: AsyncDisposableStack,
  {
    prepare,
    start = startAlone,
  }: { prepare?: (folders: Pick<Scene, 'dataDirectory' | 'temporary'>) => void; start?: Start } = {},
): Promise<Scene> {
  const folder = await makeFolder(cleanups);
  const [dataDirectory, temporary] = [path.join(folder, 'data'), path.join(folder, 'temporary')];
  for (const each of [dataDirectory, temporary]) await mkdir(each, { mode: 0o755 });
  prepare?.({ dataDirectory, temporary });
  const site = await start(dataDirectory, { TMPDIR: temporary });
  cleanups.defer(site.stop);
  const pool = openPool(site.databaseUrl, cleanups);
  const opened: Opened = await openCommunity(pool);
  const answers = new Answers();
  const load: Load = {
    world: await readWorld(pool, opened),
    ledger: new Ledger(path.join(folder, 'ledger.jsonl')),
    urls: site.urls,
    random: seededRandom(1),
    refusals: new Map(),
    onAnswer: (response, _, body) => answers.take(response.status, response.headers, body),
    onSilence: () => answers.silence(),
  };
  return {
    folder,
    dataDirectory,
    temporary,
    site,
    pool,
    load,
    answers,
    async underLoad(during) {
      const writing = new AbortController();
      const written = writeUntil(writing.signal, load, { writers, pauseMilliseconds: 30 });
      try {
        return await during();
      } finally {
        writing.abort();
        await written;
      }
    },
    async judge(name) {
      const retried = await retryUnacknowledged(load);
      const verdict = await judge({ databaseUrl: site.databaseUrl, dataDirectory }, opened, load.ledger);
      const note = `${load.ledger.acknowledgedCount} writes, ${retried} retried`;
      return measurementsOf(verdict, note).map((line) => ({ ...line, name: `${name}: ${line.name}` }));
    },
  };
}

/** Returns the seconds until a number of writes in a row succeed. @throws Error after a minute. */
export async function secondsUntilAccepted(answers: Answers, inARow = 20): Promise<number> {
  const startedAt = performance.now();
  answers.resetRow();
  while (answers.acceptedInARow < inARow) {
    if (performance.now() - startedAt > 60_000)
      throw new Error(`The server did not recover within a minute: ${answers.describe()}`);
    await wait(20);
  }
  return rounded((performance.now() - startedAt) / 1000, 2);
}

/** Counts the errors that clients cannot interpret. */
export const clearLine = (name: string, answers: Answers): Measurement => ({
  name: `${name}: unclear errors`,
  value: answers.unclear.length,
  unit: '',
  bar: { atMost: 0 },
  note: [answers.describe(), ...answers.unclear.slice(0, 3)].join('; '),
});

export const recoveryLine = (name: string, seconds: number): Measurement => ({
  name: `${name}: recovered after`,
  value: seconds,
  unit: 's',
  bar: { atMost: maxRecoverySeconds },
  note: '20 writes in a row succeeded',
});

/** Reports a fault that this machine cannot try. */
export const notRun = (name: string, reason: string): Measurement => ({
  name: `${name}: not run`,
  value: 1,
  unit: '',
  note: reason,
});
