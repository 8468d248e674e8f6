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
import { type Load, sendAgain, writeUntil } from './mixed-load/mixed-load.ts';
import { type Random, seededRandom } from './mixed-load/random.ts';
import { judge, measurementsOf, refusalsOf, type Verdict } from './mixed-load/verdict.ts';
import { type Opened, openCommunity, readWorld } from './mixed-load/world.ts';

const allRounds = 300;
const writers = 8;
const maxReadySeconds = 10;

/** Two servers are something else to start than one: what needs them comes together. */
const cycle: Victim[] = [
  ...(['server', 'database', 'both', 'server', 'database', 'both'] as const),
  ...(['one of two servers', 'Redis', 'one of two servers', 'Redis'] as const),
];
const needsPair = (victim: Victim) => victim === 'one of two servers' || victim === 'Redis';
const victims = [...new Set(cycle)];

/** What a run that goes on needs to know, beside its community and its ledger. */
type State = {
  seed: number;
  opened: Opened;
  rounds: { victim: Victim; readySeconds: number; sentAgain: number }[];
  refusals: [string, number][];
};

/**
 * Kills a server, its PostgreSQL, both, one of two servers or their Redis in the midst of everything that members do,
 * again and again. What was acknowledged must be there exactly once, what was not must be there exactly once after it is
 * sent again, and every recount must say so. A run in a folder goes on where an earlier one ended, however it ended.
 */
export async function measureKill({ quick, rounds, folder, seed }: ProgramOptions): Promise<Measurement[]> {
  await using cleanups = new AsyncDisposableStack();
  const own =
    quick && !folder ? await makeFolder(cleanups) : (folder ?? path.join(import.meta.dirname, 'results/kill'));
  await mkdir(own, { recursive: true });
  // Open to the account that PostgreSQL runs under when root starts it.
  await chmod(own, 0o755);
  const run = await Run.open(own, seed);
  const wanted = Math.min(quick ? cycle.length : allRounds, run.state.rounds.length + (rounds ?? allRounds));
  console.log(
    `  seed ${run.state.seed}; ${run.state.rounds.length} of ${allRounds} rounds were done; now up to ${wanted}`,
  );
  await run.playUpTo(wanted);
  return report(run, await run.judge());
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
      throw new Error(`What is in ${folder} was begun and not opened: remove it, and begin again.`);
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

  /** At once or not at all: a program that is killed in between leaves the state of before. */
  async #save(): Promise<void> {
    const file = path.join(this.#folder, 'state.json');
    await writeFile(`${file}.new`, JSON.stringify(this.state));
    await rename(`${file}.new`, file);
  }

  async playUpTo(wanted: number): Promise<void> {
    while (this.state.rounds.length < wanted) {
      const isPair = needsPair(this.#victimOf(this.state.rounds.length));
      await using cleanups = new AsyncDisposableStack();
      const random = seededRandom(this.state.seed + this.state.rounds.length);
      const site = isPair ? await startPair(this.#data, random) : await startAlone(this.#data);
      cleanups.defer(site.stop);
      const load = await this.#goOn(site, openPool(site.databaseUrl, cleanups), random);
      while (this.state.rounds.length < wanted && isPair === needsPair(this.#victimOf(this.state.rounds.length)))
        await this.#play(site, load, this.#victimOf(this.state.rounds.length));
    }
  }

  /** Sends what an earlier part was about to do when it ended. */
  async #goOn(site: Site, pool: Pool, random: Random): Promise<Load> {
    const world = await readWorld(pool, this.state.opened);
    // A second reaction of a member to one thing would take the first one back.
    world.once = this.ledger.slots();
    const refusals = new Map(this.state.refusals);
    const load: Load = { world, ledger: this.ledger, urls: site.urls, random, refusals };
    await sendAgain(load);
    return load;
  }

  #victimOf(round: number): Victim {
    return cycle[round % cycle.length] ?? 'server';
  }

  async #play(site: Site, load: Load, victim: Victim): Promise<void> {
    const writing = new AbortController();
    const written = writeUntil(writing.signal, load, { writers });
    // Long enough that every connection writes, and never the same moment of a transaction.
    await wait(300 + load.random() * 700);
    // What is left writes on while a part is away that the rest can do without.
    const readySeconds = await site.kill(victim, () => wait(300 + load.random() * 500));
    writing.abort();
    await written;
    const sentAgain = await sendAgain(load);
    this.state.rounds.push({ victim, readySeconds, sentAgain });
    this.state.refusals = [...load.refusals];
    await this.#save();
    console.log(
      `  ${this.state.rounds.length}: ${victim}, ready after ${rounded(readySeconds, 2)} s, ${sentAgain} sent again, ${this.ledger.acknowledgedCount} acknowledged`,
    );
  }

  async judge(): Promise<Verdict> {
    await using cleanups = new AsyncDisposableStack();
    const site = await startAlone(this.#data);
    cleanups.defer(site.stop);
    await this.#goOn(site, openPool(site.databaseUrl, cleanups), seededRandom(this.state.seed));
    return await judge({ databaseUrl: site.databaseUrl, dataDirectory: this.#data }, this.state.opened, this.ledger);
  }
}

function report({ state, ledger }: Run, verdict: Verdict): Measurement[] {
  const byKind = [...ledger.countByKind()].toSorted((one, other) => other[1] - one[1]);
  const sentAgain = state.rounds.reduce((sum, round) => sum + round.sentAgain, 0);
  return [
    ...measurementsOf(
      verdict,
      `${ledger.acknowledgedCount} of ${byKind.length} kinds, ${sentAgain} sent again after one of ${state.rounds.length} kills; rate limits on; seed ${state.seed}`,
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
          bar: { atMost: maxReadySeconds },
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
