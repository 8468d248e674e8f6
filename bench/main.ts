import { mkdir, writeFile } from 'node:fs/promises';
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

const resultsFolder = path.join(import.meta.dirname, 'results');

/** Description of the machine, because absolute figures depend on it. Ratios compare values of one run. */
const machine = {
  processors: `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}`,
  memoryGigabytes: Math.round(totalmem() / 1024 ** 3),
  system: `${platform()} ${arch()}`,
  node: process.version,
};

type Options = Omit<Bench, 'cleanups'>;

async function runPrograms(names: string[], options: Options): Promise<boolean> {
  let allMet = true;
  await mkdir(resultsFolder, { recursive: true });
  for (const name of names) {
    console.log(`\n${name} …`);
    await using cleanups = new AsyncDisposableStack();
    const measurements = await requireDefined(programs[name])({ ...options, cleanups });
    const result = { program: name, quick: options.quick, measuredAt: new Date().toISOString(), machine, measurements };
    await writeFile(path.join(resultsFolder, `${name}.json`), `${JSON.stringify(result, null, 2)}\n`);
    printTable(measurements);
    allMet &&= measurements.every((measurement) => meetsTarget(measurement) !== false);
  }
  return allMet;
}

function printTable(measurements: Measurement[]): void {
  const rows = measurements.map((measurement) => {
    const { name, value, before = '', unit, target, note = '' } = measurement;
    const limit = target ? ('atLeast' in target ? `≥ ${target.atLeast}` : `≤ ${target.atMost}`) : '';
    const verdict = { true: 'met', false: 'MISSED', undefined: '' }[String(meetsTarget(measurement))] ?? '';
    return [name, `${before}`, `${value} ${unit}`.trim(), limit, verdict, note];
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
    seed: { type: 'string' },
    against: { type: 'string' },
  },
});
const numberOf = (text: string | undefined) => (text === undefined ? undefined : Number(text));
const unknown = requestedNames.filter((name) => !(name in programs));
try {
  if (unknown.length > 0)
    throw new Error(`Unknown benchmark: ${unknown.join(', ')}. Available: ${Object.keys(programs).join(', ')}.`);
  console.log(`${machine.processors}, ${machine.memoryGigabytes} GB, ${machine.system}, Node ${machine.node}`);
  const all = Object.keys(programs).filter((name) => !excludedByDefault.has(name));
  const allMet = await runPrograms(requestedNames.length > 0 ? requestedNames : all, {
    quick: values.quick,
    rounds: numberOf(values.rounds),
    minutes: numberOf(values.minutes),
    seed: numberOf(values.seed),
    against: values.against === undefined ? undefined : path.resolve(values.against),
  });
  if (!allMet) process.exitCode = 1;
} catch (error) {
  printError(error);
  process.exitCode = 1;
}
