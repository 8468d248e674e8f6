import { mkdir, writeFile } from 'node:fs/promises';
import { arch, availableParallelism, cpus, platform, totalmem } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { measureAdministration } from './administration.ts';
import { measureBackup } from './backup.ts';
import { measureBrowser } from './browser.ts';
import { measureConversations } from './conversations.ts';
import { measureCrisis } from './crisis.ts';
import { measureDrill } from './drill.ts';
import { measureFailover } from './failover.ts';
import { measureFaults } from './faults.ts';
import { measureFeed } from './feed.ts';
import { measureGrowth } from './growth.ts';
import { measureKill } from './kill.ts';
import { measureLeaderboard } from './leaderboard.ts';
import { type Measurement, meetsTarget, type Program, type ProgramOptions } from './lib/measurement.ts';
import { requireDefined } from './lib/require-defined.ts';
import { measureLighthouse } from './lighthouse.ts';
import { measureLikes } from './likes.ts';
import { measureMedia } from './media.ts';
import { measureMembers } from './members.ts';
import { measureMemory } from './memory.ts';
import { measureMessages } from './messages.ts';
import { measureNotifications } from './notifications.ts';
import { measureSearch } from './search.ts';
import { measureSoak } from './soak.ts';
import { measureStart } from './start.ts';
import { measureStops } from './stops.ts';
import { measureUpgrade } from './upgrade.ts';
import { measureWeight } from './weight.ts';
import { measureWrites } from './writes.ts';

const programs: Record<string, Program> = {
  start: measureStart,
  stops: measureStops,
  memory: measureMemory,
  feed: measureFeed,
  writes: measureWrites,
  growth: measureGrowth,
  administration: measureAdministration,
  weight: measureWeight,
  browser: measureBrowser,
  crisis: measureCrisis,
  likes: measureLikes,
  notifications: measureNotifications,
  members: measureMembers,
  leaderboard: measureLeaderboard,
  search: measureSearch,
  media: measureMedia,
  backup: measureBackup,
  kill: measureKill,
  faults: measureFaults,
  soak: measureSoak,
  upgrade: measureUpgrade,
  messages: measureMessages,
  failover: measureFailover,
  conversations: measureConversations,
  drill: measureDrill,
  // Last: it needs a network, and ends the run without one.
  lighthouse: measureLighthouse,
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

async function runPrograms(names: string[]): Promise<boolean> {
  let allMet = true;
  await mkdir(resultsFolder, { recursive: true });
  for (const name of names) {
    console.log(`\n${name} …`);
    const measurements = await requireDefined(programs[name])(options);
    const result = { program: name, quick: options.quick, measuredAt: new Date().toISOString(), machine, measurements };
    await writeFile(path.join(resultsFolder, `${name}.json`), `${JSON.stringify(result, null, 2)}\n`);
    printTable(measurements);
    allMet &&= measurements.every((measurement) => meetsTarget(measurement) !== false);
  }
  return allMet;
}

function printTable(measurements: Measurement[]): void {
  const rows = measurements.map((measurement) => {
    const { name, value, before = '', unit, target: bar, note = '' } = measurement;
    const isMet = meetsTarget(measurement);
    const limit = bar ? ('atLeast' in bar ? `≥ ${bar.atLeast}` : `≤ ${bar.atMost}`) : '';
    return [
      name,
      `${before}`,
      `${value} ${unit}`.trim(),
      limit,
      isMet === undefined ? '' : isMet ? 'met' : 'MISSED',
      note,
    ];
  });
  const table = [['measurement', 'before', 'value', 'target', '', 'details'], ...rows];
  const widths = requireDefined(table[0]).map((_, column) =>
    Math.max(...table.map((row) => requireDefined(row[column]).length)),
  );
  console.log();
  for (const row of table)
    console.log(`  ${row.map((cell, column) => cell.padEnd(requireDefined(widths[column]))).join('  ')}`.trimEnd());
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
    folder: { type: 'string' },
    seed: { type: 'string' },
    minutes: { type: 'string' },
    against: { type: 'string' },
  },
});
const numberOf = (text: string | undefined) => (text === undefined ? undefined : Number(text));
const options: ProgramOptions = {
  quick: values.quick,
  rounds: numberOf(values.rounds),
  folder: values.folder === undefined ? undefined : path.resolve(values.folder),
  seed: numberOf(values.seed),
  minutes: numberOf(values.minutes),
  against: values.against === undefined ? undefined : path.resolve(values.against),
};
const unknown = requestedNames.filter((name) => !(name in programs));
if (unknown.length > 0) {
  console.error(
    `Unknown benchmark: ${unknown.join(', ')}. Available: ${Object.keys(programs).join(', ')}. Some are shorter with --quick.`,
  );
  process.exitCode = 1;
} else {
  console.log(`${machine.processors}, ${machine.memoryGigabytes} GB, ${machine.system}, Node ${machine.node}`);
  try {
    const all = Object.keys(programs).filter((name) => !excludedByDefault.has(name));
    const allMet = await runPrograms(requestedNames.length > 0 ? requestedNames : all);
    if (!allMet) process.exitCode = 1;
  } catch (error) {
    printError(error);
    process.exitCode = 1;
  }
}
