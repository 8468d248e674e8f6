import { arch, availableParallelism, cpus, platform, totalmem } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { measureBackup } from './backup.ts';
import { measureBrowser } from './browser.ts';
import { measureDrill } from './drill.ts';
import { measureFaults } from './faults.ts';
import { measureFeed } from './feed.ts';
import { measureGrowth } from './growth.ts';
import { measureKill } from './kill.ts';
import { type Bench, type Measurement, meetsTarget, type Program, requireDefined } from './lib/measurement.ts';
import { root } from './lib/servers.ts';
import { measureLive } from './live.ts';
import { measureMemory } from './memory.ts';
import { measureSoak } from './soak.ts';
import { measureStart } from './start.ts';
import { measureWrites } from './writes.ts';

const programs: Record<string, Program> = {
  start: measureStart,
  memory: measureMemory,
  feed: measureFeed,
  writes: measureWrites,
  live: measureLive,
  browser: measureBrowser,
  growth: measureGrowth,
  backup: measureBackup,
  kill: measureKill,
  faults: measureFaults,
  soak: measureSoak,
  drill: measureDrill,
};

/** Benchmarks that need system programs. `npm run drill` installs these. */
const excludedByDefault = new Set(['drill']);

async function measure(program: Program, options: Omit<Bench, 'cleanups'>): Promise<Measurement[]> {
  await using cleanups = new AsyncDisposableStack();
  return await program({ ...options, cleanups });
}

function printTable(measurements: readonly Measurement[], before: readonly Measurement[]): void {
  const rows = measurements.map((measurement) => {
    const { name, value, unit, target, note = '' } = measurement;
    const valueBefore = before.find((other) => other.name === name)?.value ?? '';
    const limit = target ? ('atLeast' in target ? `≥ ${target.atLeast}` : `≤ ${target.atMost}`) : '';
    const verdict = { true: 'met', false: 'MISSED', undefined: '' }[String(meetsTarget(measurement))] ?? '';
    return [name, `${valueBefore}`, `${value} ${unit}`.trim(), limit, verdict, note];
  });
  const table = [['measurement', 'before', 'value', 'target', '', 'details'], ...rows];
  const widthOf = (column: number) => Math.max(...table.map((row) => requireDefined(row[column]).length));
  console.log();
  for (const row of table)
    console.log(`  ${row.map((cell, column) => cell.padEnd(widthOf(column))).join('  ')}`.trimEnd());
}

/** Prints an error: first the original one, then those of the cleanup. */
function printError(error: unknown): void {
  if (error instanceof SuppressedError) {
    printError(error.suppressed);
    printError(error.error);
  } else console.error(error);
}

// Exit listeners end all servers and databases and delete all folders when the benchmark is interrupted.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const { values, positionals: requestedNames } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    minutes: { type: 'string' },
    against: { type: 'string' },
  },
});
const numberOf = (text: string | undefined) => (text === undefined ? undefined : Number(text));
const unknown = requestedNames.filter((name) => !(name in programs));
try {
  if (unknown.length > 0)
    throw new Error(`Unknown benchmark: ${unknown.join(', ')}. Available: ${Object.keys(programs).join(', ')}.`);
  const processors = `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}`;
  const memory = `${Math.round(totalmem() / 1024 ** 3)} GB`;
  console.log(`${processors}, ${memory}, ${platform()} ${arch()}, Node ${process.version}`);
  const options = {
    checkout: root,
    quick: values.quick,
    rounds: numberOf(values.rounds),
    minutes: numberOf(values.minutes),
  };
  const all = Object.keys(programs).filter((name) => !excludedByDefault.has(name));
  for (const name of requestedNames.length > 0 ? requestedNames : all) {
    console.log(`\n${name} …`);
    const program = requireDefined(programs[name]);
    const before =
      values.against === undefined
        ? []
        : await measure(program, { ...options, checkout: path.resolve(values.against) });
    const measurements = await measure(program, options);
    printTable(measurements, before);
    if (measurements.some((measurement) => meetsTarget(measurement) === false)) process.exitCode = 1;
  }
} catch (error) {
  printError(error);
  // Clients of a failed benchmark may still retry their calls.
  process.exit(1);
}
