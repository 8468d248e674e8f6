// npm test: everything. The last line counts it all: "N passed, N failed".
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { describeCheck, runChecks } from './lib/checks.ts';
import { type Count, countPlaywright, countReport, countVitest, sum } from './lib/reports.ts';
import { root } from './lib/root.ts';
import { type CommandResult, run } from './lib/run.ts';
import { buildWeb } from './lib/web-build.ts';

const reports = path.join(root, 'reports');
const counts: Count[] = [];

function countStep(name: string, { ok, output, seconds }: CommandResult): void {
  console.log(describeCheck({ name, ok, output, seconds }));
  counts.push(ok ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });
}

async function countRunner(
  name: string,
  command: readonly string[],
  report: string,
  count: (report: unknown) => Count,
): Promise<void> {
  console.log(`\n${name}`);
  const { ok } = await run(command, { show: true });
  const counted = await countReport(path.join(reports, report), count, ok);
  if (counted.problem !== null) console.log(`✗ ${name}: the runner ${counted.problem}`);
  counts.push(counted);
}

// Yesterday's report must not stand in for one that was not written today.
await rm(reports, { recursive: true, force: true });
await mkdir(reports);

await runChecks((result) => countStep(result.name, result));
countStep('redis', await run(['node', 'scripts/ensure-redis.mjs']));
// The server's tests meet the pages as they are now: those of yesterday's build, or none, are another server.
countStep('build of the web app', await buildWeb());
await countRunner('Tests of contract, server, web app and lint', ['vitest', 'run'], 'vitest.json', countVitest);
console.log('');
countStep('browser', await run(['node', 'scripts/ensure-browser.mjs']));
await countRunner('Journeys in a browser', ['playwright', 'test'], 'playwright.json', countPlaywright);

const { passed, failed } = sum(counts);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
