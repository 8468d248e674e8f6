import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findRunningEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres/index.ts';
import { findFreePort } from '../apps/server/src/platform/http/free-port.ts';
import { openPool } from './lib/database.ts';
import { type Measurement, type ProgramOptions, rounded } from './lib/measurement.ts';
import { processesOf } from './lib/processes-of.ts';
import { requireDefined } from './lib/require-defined.ts';
import { keepLastLines, startServer } from './lib/server-process.ts';
import { makeFolder } from './lib/workspace.ts';
import { type Random, seededRandom } from './mixed-load/random.ts';

const root = path.resolve(import.meta.dirname, '..');
const allRounds = 200;

/** Phases in which the server is stopped. */
const phases = ['first start', 'later start', 'open', 'draining'] as const;
/** `npm and group` is what `timeout` does: npm is signalled twice and passes both signals on. */
const targets = ['group', 'npm', 'npm and group', 'server'] as const;
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGTERM', 'SIGINT', 'SIGKILL'] as const;

type Stop = {
  phase: (typeof phases)[number];
  target: (typeof targets)[number];
  signal: (typeof signals)[number];
  isSentTwice: boolean;
  isBusy: boolean;
};

/**
 * Time that processes may take to end after npm has ended. The server stops within 25 s, because it completes a
 * start that has begun. Then PostgreSQL writes a checkpoint.
 */
const endsWithinMilliseconds = 45_000;
const drainSeconds = 1;

/**
 * Starts the server with `npm start` and stops it at a random moment with one or two signals. The signals go to npm, to
 * the server or to the whole process group, on an idle or a busy machine. No process may remain, and the next start
 * must find all earlier writes. Needs a built web app.
 */
export async function measureStops({ quick, rounds, seed }: ProgramOptions): Promise<Measurement[]> {
  await using cleanups = new AsyncDisposableStack();
  const chosenSeed = seed ?? Math.floor(Math.random() * 2 ** 32);
  const random = seededRandom(chosenSeed);
  const totalRounds = rounds ?? (quick ? 24 : allRounds);
  console.log(`  seed ${chosenSeed}; ${totalRounds} stops`);
  const reusedFolder = await makeFolder(cleanups);
  await verifyNextStart(reusedFolder, 0);
  const faults: { kind: string; fault: string }[] = [];
  const counts = new Map<string, number>();
  for (let round = 1; round <= totalRounds; round += 1) {
    const stop = choose(round, random);
    await using roundCleanups = new AsyncDisposableStack();
    const folder = stop.phase === 'first start' ? await makeFolder(roundCleanups) : reusedFolder;
    const { remaining, timing } = await tryStop(folder, stop, random);
    const lost = await verifyNextStart(folder, stop.phase === 'first start' ? 0 : round);
    const kind = `${stop.phase}, ${stop.signal}${stop.isSentTwice ? ' twice' : ''} to ${stop.target}, ${stop.isBusy ? 'busy' : 'idle'}`;
    counts.set(stop.phase, (counts.get(stop.phase) ?? 0) + 1);
    for (const fault of [...remaining, ...lost]) faults.push({ kind, fault });
    console.log(
      `  ${round}: ${kind}: ${timing}${[...remaining, ...lost].map((fault) => `\n    FAULT ${fault}`).join('')}`,
    );
  }
  return [
    ...[...counts].map(([phase, value]) => ({ name: `stops: ${phase}`, value, unit: '' })),
    {
      name: 'processes that remain, and failed starts',
      value: faults.length,
      unit: '',
      target: { atMost: 0 },
      note: faults.map(({ kind }) => kind).join('; '),
    },
  ];
}

function choose(round: number, random: Random): Stop {
  const pick = <Value>(values: readonly Value[]): Value => requireDefined(values[Math.floor(random() * values.length)]);
  return {
    phase: requireDefined(phases[round % phases.length]),
    target: pick(targets),
    signal: pick(signals),
    isSentTwice: random() < 0.5,
    isBusy: random() < 0.25,
  };
}

/** Runs one start and one stop. Ends the processes that remain and returns them. */
async function tryStop(folder: string, stop: Stop, random: Random): Promise<{ remaining: string[]; timing: string }> {
  await using cleanups = new AsyncDisposableStack();
  if (stop.isBusy) keepBusy(cleanups);
  const npm = spawn('npm', ['start'], {
    cwd: root,
    detached: true,
    env: {
      ...process.env,
      DATA_DIR: folder,
      HOST: '127.0.0.1',
      PORT: String(await findFreePort('127.0.0.1')),
      DRAIN_SECONDS: String(drainSeconds),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lastOutput = keepLastLines(npm);
  const exited = once(npm, 'exit');
  const startedAt = performance.now();
  if (stop.phase === 'open' || stop.phase === 'draining') {
    while (!lastOutput().includes(' is open at ')) {
      if (npm.exitCode !== null) throw new Error(`npm start ended:\n${lastOutput()}`);
      await wait(20);
    }
    await wait(random() * 500);
  } else await wait(random() * (stop.isBusy ? 9_000 : stop.phase === 'first start' ? 5_000 : 3_500));
  const stoppedAfter = performance.now() - startedAt;
  if (stop.phase === 'draining') {
    await sendTo(npm, 'npm', 'SIGTERM', folder);
    await wait(random() * drainSeconds * 1_500);
  }
  await send(npm, stop, folder);
  if (stop.isSentTwice) {
    await wait(random() < 0.5 ? random() * 5 : random() * 2_000);
    await send(npm, stop, folder);
  }
  await exited;
  const endedAt = performance.now();
  while ((await processesOf(folder)).length > 0 && performance.now() - endedAt < endsWithinMilliseconds) await wait(50);
  const endSeconds = (performance.now() - endedAt) / 1000;
  const remaining = await processesOf(folder);
  for (const { pid, command } of remaining) {
    try {
      process.kill(pid, /postgres/.test(command) ? 'SIGINT' : 'SIGKILL');
    } catch {
      // The process ended in the meantime.
    }
  }
  // Lists the postmaster only, not its workers and backends.
  const mainProcesses = remaining.filter(({ command }) => !command.startsWith('postgres: '));
  const timing = `after ${rounded(stoppedAfter / 1000, 2)} s; the last process ended ${rounded(endSeconds, 2)} s after npm`;
  return {
    remaining: (mainProcesses.length > 0 ? mainProcesses : remaining).map(
      ({ pid, command }) => `process ${pid} is still running: ${command.slice(0, 120)}`,
    ),
    timing,
  };
}

async function send(npm: ChildProcess, { target, signal }: Stop, folder: string): Promise<void> {
  if (target === 'npm and group') await sendTo(npm, 'npm', signal, folder);
  await sendTo(npm, target === 'npm and group' ? 'group' : target, signal, folder);
}

async function sendTo(npm: ChildProcess, target: 'npm' | 'group' | 'server', signal: NodeJS.Signals, folder: string) {
  const pid = requireDefined(npm.pid);
  const server = target === 'server' ? (await processesOf(folder)).find(isServer)?.pid : undefined;
  try {
    process.kill(target === 'group' ? -pid : (server ?? pid), signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

const isServer = ({ command }: { command: string }) => command.endsWith('node scripts/start.ts');

function keepBusy(cleanups: AsyncDisposableStack): void {
  for (let count = 0; count < 4; count += 1) {
    const spinner = spawn(process.execPath, ['--eval', 'for (;;);'], { stdio: 'ignore' });
    cleanups.defer(() => void spinner.kill('SIGKILL'));
  }
}

/** Starts the server again, reads the earlier rounds, writes this one and stops the server. Returns the faults. */
async function verifyNextStart(folder: string, round: number): Promise<string[]> {
  const faults: string[] = [];
  try {
    const server = await startServer({ DATA_DIR: folder });
    {
      await using cleanups = new AsyncDisposableStack();
      cleanups.defer(() => server.end('SIGTERM'));
      const url = requireDefined((await findRunningEmbeddedPostgres(path.join(folder, 'database'))) ?? undefined);
      const pool = openPool(url, cleanups);
      await pool.query('CREATE TABLE IF NOT EXISTS public.stops_tried (round int NOT NULL)');
      const { rows } = await pool.query<{ last: number | null }>('SELECT max(round)::int AS last FROM stops_tried');
      const last = rows[0]?.last ?? 0;
      if (round > 1 && last === 0) faults.push('earlier writes are lost');
      await pool.query('INSERT INTO stops_tried VALUES ($1)', [round]);
    }
  } catch (error) {
    faults.push(`the next start failed: ${(error as Error).message.slice(0, 500)}`);
  }
  const remaining = await processesOf(folder);
  return [...faults, ...remaining.map(({ command }) => `still running after the next start: ${command.slice(0, 120)}`)];
}
