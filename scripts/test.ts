// npm test: what each change waits for; with 3/8, an eighth of what that leaves, too. npm run test:rest -- 3/8: the eighth
// alone. npm run test:all: everything. It ends with what failed, for a log of which only the end is kept, and its last line
// counts it all: "N passed, N failed".
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { type CheckResult, describeCheck, runChecks } from './lib/checks.ts';
import { type Count, countPlaywright, countReport, countVitest, sum } from './lib/reports.ts';
import { root } from './lib/root.ts';
import { run } from './lib/run.ts';
import { buildWeb } from './lib/web-build.ts';

type Selection = { readonly vitest: readonly string[]; readonly playwright: readonly string[] };

/** Tests that stop, kill, starve or fill something. */
const slowTests = ['.slow.test.ts', '.plans.test.ts'];

const each: Selection = {
  vitest: slowTests.flatMap((ending) => ['--exclude', `**/*${ending}`]),
  playwright: ['--grep', '@critical'],
};

/** One of so many parts of what is not asked of each change. */
const restIn = (part: string): Selection => ({
  vitest: [...slowTests, `--shard=${part}`],
  // Pictures of what failed before stay.
  playwright: ['--grep-invert', '@critical', `--shard=${part}`, '--output', 'test-results/rest'],
});

const words = process.argv.slice(2);
if (words.length === 0 || !words.every((word) => word === 'each' || /^\d+\/\d+$/u.test(word))) {
  console.error('Usage: npm test [-- PART/PARTS], npm run test:all or npm run test:rest -- PART/PARTS');
  process.exit(2);
}

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
  const file = path.join(reports, report);
  // An older report must not stand in for one that was not written now.
  await rm(file, { force: true });
  const { ok } = await run(command, { show: true });
  const { failures, ...counted } = await countReport(file, count, ok);
  counts.push({ ...counted, failures: failures.map((failure) => `✗ ${name}: ${failure}`) });
}

await mkdir(reports, { recursive: true });

if (words.includes('each')) await runChecks(countStep);
countStep({ name: 'redis', ...(await run(['node', 'scripts/ensure-redis.mjs'])) });
// The server's tests meet the pages as they are now: those of yesterday's build, or none, are another server.
countStep({ name: 'build of the web app', ...(await buildWeb()) });
countStep({ name: 'browser', ...(await run(['node', 'scripts/ensure-browser.mjs'])) });
for (const word of words) {
  const { vitest, playwright } = word === 'each' ? each : restIn(word);
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
