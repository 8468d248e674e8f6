// npm test: everything. It ends with what failed, for a log of which only the end is kept, and its last line counts it
// all: "N passed, N failed".
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { type CheckResult, describeCheck, runChecks } from './lib/checks.ts';
import { type Count, countPlaywright, countReport, countVitest, sum } from './lib/reports.ts';
import { root } from './lib/root.ts';
import { run } from './lib/run.ts';
import { buildWeb } from './lib/web-build.ts';

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

await runChecks(countStep);
countStep({ name: 'redis', ...(await run(['node', 'scripts/ensure-redis.mjs'])) });
// The server's tests meet the pages as they are now: those of yesterday's build, or none, are another server.
countStep({ name: 'build of the web app', ...(await buildWeb()) });
await countRunner('Tests of contract, server, web app and lint', ['vitest', 'run'], 'vitest.json', countVitest);
console.log('');
countStep({ name: 'browser', ...(await run(['node', 'scripts/ensure-browser.mjs'])) });
await countRunner('Journeys in a browser', ['playwright', 'test'], 'playwright.json', countPlaywright);

const { passed, failed, failures } = sum(counts);
for (const failure of failures) console.log(`\n${failure}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
