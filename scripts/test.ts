// npm test: what each change waits for. npm run test:all: everything. npm run test:rest -- 3/8: an eighth of what npm test
// leaves. They end with what failed, for a log of which only the end is kept, and their last line counts it all: "N passed,
// N failed".
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { type CheckResult, describeCheck, runChecks } from './lib/checks.ts';
import { type Count, countPlaywright, countReport, countVitest, sum } from './lib/reports.ts';
import { root } from './lib/root.ts';
import { run } from './lib/run.ts';
import { buildWebIfStale } from './lib/web-build.ts';

const slowTests = ['.slow.test.ts', '.plans.test.ts'];

/** What is not asked of each change: tests that stop, kill, starve or fill something, and journeys that are not critical. */
const selections: Partial<Record<string, { vitest: readonly string[]; playwright: readonly string[] }>> = {
  each: { vitest: slowTests.flatMap((ending) => ['--exclude', `**/*${ending}`]), playwright: ['--grep', '@critical'] },
  all: { vitest: [], playwright: [] },
  rest: { vitest: slowTests, playwright: ['--grep-invert', '@critical'] },
};
const [selected = 'each', part] = process.argv.slice(2);
const selection = selections[selected];
if (!selection || (part !== undefined && !/^\d+\/\d+$/u.test(part))) {
  console.error('Usage: node scripts/test.ts [each | all | rest] [PART/PARTS]');
  process.exit(2);
}
const shard = part === undefined ? [] : [`--shard=${part}`];

const reports = path.join(root, 'reports');
const counts: Count[] = [];

function countStep(result: CheckResult): void {
  const told = describeCheck(result);
  console.log(told);
  counts.push(result.ok ? { passed: 1, failed: 0, failures: [] } : { passed: 0, failed: 1, failures: [told] });
}

async function countRunner(
  name: string,
  command: readonly string[],
  report: string,
  count: (report: unknown) => Count,
): Promise<void> {
  console.log(`\n${name}`);
  const { ok } = await run(command, { show: true });
  const { failures, ...counted } = await countReport(path.join(reports, report), count, ok);
  counts.push({ ...counted, failures: failures.map((failure) => `✗ ${name}: ${failure}`) });
}

// Yesterday's report must not stand in for one that was not written today.
await rm(reports, { recursive: true, force: true });
await mkdir(reports);

if (selected !== 'rest') await runChecks(countStep);
countStep({ name: 'redis', ...(await run(['node', 'scripts/ensure-redis.mjs'])) });
// The server's tests meet the pages as they are now: those of yesterday's build, or none, are another server.
const built = (await buildWebIfStale()) ?? { ok: true, output: '', seconds: 0 };
countStep({ name: 'build of the web app', ...built });
await countRunner(
  'Tests of contract, server, web app and lint',
  ['vitest', 'run', ...selection.vitest, ...shard],
  'vitest.json',
  countVitest,
);
console.log('');
countStep({ name: 'browser', ...(await run(['node', 'scripts/ensure-browser.mjs'])) });
await countRunner(
  'Journeys in a browser',
  ['playwright', 'test', ...selection.playwright, ...shard],
  'playwright.json',
  countPlaywright,
);

const { passed, failed, failures } = sum(counts);
for (const failure of failures) console.log(`\n${failure}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
