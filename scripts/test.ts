// npm test runs the checks and the tests for every change; `npm test -- 3/8` adds an eighth of the remaining tests.
// `npm run test:rest -- 3/8` runs that eighth alone, and `npm run test:all` runs everything. The failures are printed
// at the end, for logs that keep only their end. The last line is "N passed, N failed".
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { type CheckResult, describeCheck, runChecks } from './lib/checks.ts';
import { type Count, countPlaywright, countReport, countVitest, sum } from './lib/reports.ts';
import { root } from './lib/root.ts';
import { run } from './lib/run.ts';
import { buildWeb } from './lib/web-build.ts';

type Selection = { readonly vitest: readonly string[]; readonly playwright: readonly string[] };

/** Tests that stop or kill processes, or exhaust a resource. */
const slowTests = ['.slow.test.ts', '.plans.test.ts'];

const fastTests: Selection = {
  vitest: slowTests.flatMap((ending) => ['--exclude', `**/*${ending}`]),
  playwright: ['--grep', '@critical'],
};

/** Selects one part of the tests that `npm test` leaves out. `part` is a shard, such as 3/8. */
const restOf = (part: string): Selection => ({
  vitest: [...slowTests, `--shard=${part}`],
  // A separate folder, so that screenshots of earlier failures are kept.
  playwright: ['--grep-invert', '@critical', `--shard=${part}`, '--output', 'test-results/rest'],
});

const selections = process.argv.slice(2);
if (selections.length === 0 || !selections.every((word) => word === 'each' || /^\d+\/\d+$/u.test(word))) {
  console.error('Usage: npm test [-- PART/PARTS], npm run test:all or npm run test:rest -- PART/PARTS');
  process.exit(2);
}

const reports = path.join(root, 'reports');
const counts: Count[] = [];

function countStep(result: CheckResult): void {
  const line = describeCheck(result);
  console.log(line);
  counts.push(result.ok ? { passed: 1, failed: 0, failures: [] } : { passed: 0, failed: 1, failures: [line] });
}

async function countRunner(
  name: string,
  command: readonly string[],
  report: string,
  count: (report: unknown) => Count,
): Promise<void> {
  console.log(`\n${name}`);
  const file = path.join(reports, report);
  // Otherwise an old report would count if the runner wrote none.
  await rm(file, { force: true });
  const { ok } = await run(command, { show: true });
  const { failures, ...counted } = await countReport(file, count, ok);
  counts.push({ ...counted, failures: failures.map((failure) => `✗ ${name}: ${failure}`) });
}

await mkdir(reports, { recursive: true });

if (selections.includes('each')) await runChecks(countStep);
countStep({ name: 'redis', ...(await run(['node', 'scripts/ensure-programs.mjs', 'redis-server'])) });
// The server's tests need a current build of the pages.
countStep({ name: 'build of the web app', ...(await buildWeb()) });
countStep({ name: 'browser', ...(await run(['node', 'scripts/ensure-browser.mjs'])) });
for (const word of selections) {
  const { vitest, playwright } = word === 'each' ? fastTests : restOf(word);
  const title = word === 'each' ? '' : `, part ${word} of the rest`;
  await countRunner(
    `Tests of contract, server, web app and lint${title}`,
    ['vitest', 'run', ...vitest],
    'vitest.json',
    countVitest,
  );
  await countRunner(
    `Journeys in a browser${title}`,
    ['playwright', 'test', ...playwright],
    'playwright.json',
    countPlaywright,
  );
}

const { passed, failed, failures } = sum(counts);
for (const failure of failures) console.log(`\n${failure}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
