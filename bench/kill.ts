import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import { openPool } from './lib/database.ts';
import { type Measurement, type ProgramOptions, rounded, spread } from './lib/measurement.ts';
import { type Site, startAlone, startPair, type Victim } from './lib/sites.ts';
import { makeFolder } from './lib/workspace.ts';
import { Ledger } from './mixed-load/ledger.ts';
import { type Load, retryUnacknowledged, writeUntil } from './mixed-load/mixed-load.ts';
import { type Random, seededRandom } from './mixed-load/random.ts';
import { verifyData, measurementsOf, refusalsOf, type Verdict } from './mixed-load/verdict.ts';
import { type Opened, openCommunity, readWorld } from './mixed-load/world.ts';

const allRounds = 300;
const writers = 8;
const maxReadySeconds = 10;

/** The order of kills. Kills that need two servers are consecutive, so that the servers start less often. */
const cycle: Victim[] = [
  ...(['server', 'database', 'both', 'server', 'database', 'both'] as const),
  ...(['one of two servers', 'Redis', 'one of two servers', 'Redis'] as const),
];
const needsPair = (victim: Victim) => victim === 'one of two servers' || victim === 'Redis';
const victims = [...new Set(cycle)];

/** State of a resumable run, in addition to its database and its ledger. */
type State = {
  seed: number;
  opened: Opened;
  rounds: { victim: Victim; readySeconds: number; sentAgain: number }[];
  refusals: [string, number][];
};

/**
 * Repeatedly kills a server, its PostgreSQL, both, one of two servers or their Redis under load. Acknowledged writes
 * must exist exactly once. Unacknowledged writes must exist exactly once after a retry. All recounts must agree. A run
 * in a folder resumes where the last one ended or was killed.
 */
export async function measureKill({ quick, rounds, folder, seed }: ProgramOptions): Promise<Measurement[]> {
  await using cleanups = new AsyncDisposableStack();
  const runFolder =
    quick && !folder ? await makeFolder(cleanups) : (folder ?? path.join(import.meta.dirname, 'results/kill'));
  await mkdir(runFolder, { recursive: true });
  // The account of PostgreSQL must be able to read the folder when root starts it.
  await chmod(runFolder, 0o755);
  const run = await Run.open(runFolder, seed);
  const targetRounds = Math.min(quick ? cycle.length : allRounds, run.state.rounds.length + (rounds ?? allRounds));
  console.log(
    `  seed ${run.state.seed}; ${run.state.rounds.length} of ${allRounds} rounds done; continuing to ${targetRounds}`,
  );
  await run.runUpTo(targetRounds);
  return report(run, await run.verify());
}

class Run {
  readonly state: State;
  readonly #folder: string;
  readonly ledger: Ledger;

  private constructor(folder: string, state: State) {
    this.#folder = folder;
    this.state = state;
    this.ledger = new Ledger(path.join(folder, 'ledger.jsonl'));
  }

  get #data(): string {
    return path.join(this.#folder, 'data');
  }

  static async open(folder: string, seed: number | undefined): Promise<Run> {
    const stateFile = path.join(folder, 'state.json');
    if (existsSync(stateFile)) return new Run(folder, JSON.parse(await readFile(stateFile, 'utf8')) as State);
    if (existsSync(path.join(folder, 'data')))
      throw new Error(`The run in ${folder} was interrupted while it was created. Delete the folder and start again.`);
    await mkdir(path.join(folder, 'data'), { mode: 0o755 });
    await using cleanups = new AsyncDisposableStack();
    const site = await startAlone(path.join(folder, 'data'));
    cleanups.defer(site.stop);
    const opened = await openCommunity(openPool(site.databaseUrl, cleanups));
    const state: State = { seed: seed ?? Math.floor(Math.random() * 2 ** 32), opened, rounds: [], refusals: [] };
    const run = new Run(folder, state);
    await run.#save();
    return run;
  }

  /** Saves the state atomically: after a kill, the file has the old or the new state. */
  async #save(): Promise<void> {
    const file = path.join(this.#folder, 'state.json');
    await writeFile(`${file}.new`, JSON.stringify(this.state));
    await rename(`${file}.new`, file);
  }

  async runUpTo(wanted: number): Promise<void> {
    while (this.state.rounds.length < wanted) {
      const isPair = needsPair(this.#victimOf(this.state.rounds.length));
      await using cleanups = new AsyncDisposableStack();
      const random = seededRandom(this.state.seed + this.state.rounds.length);
      const site = isPair ? await startPair(this.#data, random) : await startAlone(this.#data);
      cleanups.defer(site.stop);
      const load = await this.#resume(site, openPool(site.databaseUrl, cleanups), random);
      while (this.state.rounds.length < wanted && isPair === needsPair(this.#victimOf(this.state.rounds.length)))
        await this.#runRound(site, load, this.#victimOf(this.state.rounds.length));
    }
  }

  /** Retries the writes that were unacknowledged when the run was interrupted. */
  async #resume(site: Site, pool: Pool, random: Random): Promise<Load> {
    const world = await readWorld(pool, this.state.opened);
    // A second reaction by the same member would undo the first one.
    world.once = this.ledger.slots();
    const refusals = new Map(this.state.refusals);
    const load: Load = { world, ledger: this.ledger, urls: site.urls, random, refusals };
    await retryUnacknowledged(load);
    return load;
  }

  #victimOf(round: number): Victim {
    return cycle[round % cycle.length] ?? 'server';
  }

  async #runRound(site: Site, load: Load, victim: Victim): Promise<void> {
    const writing = new AbortController();
    const writingDone = writeUntil(writing.signal, load, { writers });
    // Long enough that every connection writes; random, so that kills hit different moments of a transaction.
    await wait(300 + load.random() * 700);
    // Writes continue while one of two servers or Redis is away.
    const readySeconds = await site.kill(victim, () => wait(300 + load.random() * 500));
    writing.abort();
    await writingDone;
    const sentAgain = await retryUnacknowledged(load);
    this.state.rounds.push({ victim, readySeconds, sentAgain });
    this.state.refusals = [...load.refusals];
    await this.#save();
    console.log(
      `  ${this.state.rounds.length}: ${victim}, ready after ${rounded(readySeconds, 2)} s, ${sentAgain} retried, ${this.ledger.acknowledgedCount} acknowledged`,
    );
  }

  async verify(): Promise<Verdict> {
    await using cleanups = new AsyncDisposableStack();
    const site = await startAlone(this.#data);
    cleanups.defer(site.stop);
    await this.#resume(site, openPool(site.databaseUrl, cleanups), seededRandom(this.state.seed));
    return await verifyData(
      { databaseUrl: site.databaseUrl, dataDirectory: this.#data },
      this.state.opened,
      this.ledger,
    );
  }
}

function report({ state, ledger }: Run, verdict: Verdict): Measurement[] {
  const byKind = [...ledger.countByKind()].toSorted((one, other) => other[1] - one[1]);
  const sentAgain = state.rounds.reduce((sum, round) => sum + round.sentAgain, 0);
  return [
    ...measurementsOf(
      verdict,
      `${ledger.acknowledgedCount} of ${byKind.length} kinds, ${sentAgain} retried after ${state.rounds.length} kills; rate limits on; seed ${state.seed}`,
    ),
    refusalsOf(state.refusals),
    ...victims.flatMap((victim): Measurement[] => {
      const seconds = state.rounds.filter((round) => round.victim === victim).map((round) => round.readySeconds);
      if (seconds.length === 0) return [];
      return [
        {
          name: `ready again after kill -9: ${victim}`,
          value: rounded(Math.max(...seconds), 2),
          unit: 's',
          target: { atMost: maxReadySeconds },
          note: `the slowest of ${seconds.length}: ${spread(seconds, 2)} s`,
        },
      ];
    }),
    {
      name: 'writes by kind',
      value: byKind.length,
      unit: '',
      note: byKind.map(([kind, count]) => `${kind} ${count}`).join(', '),
    },
  ];
}
