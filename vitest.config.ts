import { defineConfig } from 'vitest/config';
import type { Reporter, TestCase } from 'vitest/node';

/** What is to come takes as long as the machine takes for it: a test that has a time for it says which. */
const patient = { expect: { poll: { timeout: 30_000 } }, testTimeout: 60_000, hookTimeout: 60_000 };

type Failure = { stack?: string; message?: string; cause?: unknown };

const causesOf = ({ cause }: Failure, depth = 5): string => {
  if (!(cause instanceof Object) || depth === 0) return '';
  const { stack, message } = cause as Failure;
  return `\nCaused by: ${stack ?? message}${causesOf(cause, depth - 1)}`;
};

/** The report keeps an error's stack alone, where what the database said is the cause of what the query says. */
const causesInReport: Reporter = {
  onTestCaseResult(test: TestCase) {
    for (const error of test.result().errors ?? []) error.stack += causesOf(error);
  },
};

export default defineConfig({
  test: {
    reporters: ['default', causesInReport, ['json', { outputFile: 'reports/vitest.json' }]],
    // One worker per core of the two-core machine that the project's times are quoted for: a third one saves nothing.
    maxWorkers: 2,
    // Files of one worker share their modules: loading them anew for each file was a third of all time. What a test opens
    // is its own all the same, and no module keeps anything of a community.
    isolate: false,
    // A forgotten .only would silence the others; a retry would hide a race.
    allowOnly: false,
    retry: 0,
    passWithNoTests: false,
    projects: [
      { test: { name: 'contract', include: ['packages/contract/**/*.test.ts'], ...patient } },
      {
        test: {
          name: 'server',
          include: ['apps/server/**/*.test.ts', 'scripts/lib/demo/**/*.test.ts'],
          globalSetup: ['apps/server/test/global-setup.ts'],
          // A first start of PostgreSQL takes seconds on a busy machine.
          ...patient,
        },
      },
      { test: { name: 'web', include: ['apps/web/app/**/*.test.{ts,tsx}'], ...patient } },
      {
        test: {
          name: 'lint',
          // An "exclude" here would take the place of the one that `npm test` says.
          include: ['lint/**/*.test.ts', 'scripts/*.test.ts', 'scripts/lib/*.test.ts', 'content/**/*.test.ts'],
          ...patient,
        },
      },
    ],
  },
});
