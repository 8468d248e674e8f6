import path from 'node:path';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import type { Reporter, TestCase } from 'vitest/node';
import { componentTests } from './apps/web/build/component-tests.ts';
import { pageScripts } from './apps/web/build/page-scripts.ts';
import { launchOptions } from './scripts/lib/browsers.ts';

/** Long default timeouts, because a machine can pause for seconds. Tests that measure time set their own. */
const timeouts = { expect: { poll: { timeout: 30_000 } }, testTimeout: 60_000, hookTimeout: 60_000 };

type Failure = { stack?: string; message?: string; cause?: unknown };

const causesOf = ({ cause }: Failure, depth = 5): string => {
  if (!(cause instanceof Object) || depth === 0) return '';
  const { stack, message } = cause as Failure;
  return `\nCaused by: ${stack ?? message}${causesOf(cause, depth - 1)}`;
};

/** Appends the causes to an error's stack, because the report has only the stack, and database errors are causes. */
const causesInReport: Reporter = {
  onTestCaseResult(test: TestCase) {
    for (const error of test.result().errors ?? []) error.stack += causesOf(error);
  },
};

const web = path.join(import.meta.dirname, 'apps/web');

export default defineConfig({
  test: {
    reporters: ['default', causesInReport, ['json', { outputFile: 'reports/vitest.json' }]],
    // One worker per core of a two-core machine, on which a third worker saves no time.
    maxWorkers: 2,
    // Test files of one worker share modules: loading them again for each file took a third of the time. No module
    // keeps state of a community.
    isolate: false,
    // A forgotten .only would skip the other tests, and a retry would hide a race.
    allowOnly: false,
    retry: 0,
    passWithNoTests: false,
    projects: [
      { test: { name: 'contract', include: ['packages/contract/**/*.test.ts'], ...timeouts } },
      {
        test: {
          name: 'server',
          include: ['apps/server/**/*.test.ts', 'scripts/lib/demo/**/*.test.ts'],
          globalSetup: ['apps/server/test/global-setup.ts'],
          // The first start of PostgreSQL takes seconds on a busy machine.
          ...timeouts,
        },
      },
      {
        plugins: [pageScripts(web)],
        test: { name: 'web', include: ['apps/web/app/**/*.test.ts'], ...timeouts },
      },
      {
        ...componentTests(web),
        test: {
          name: 'components',
          include: ['app/**/*.test.tsx'],
          setupFiles: [path.join(web, 'test/setup.ts')],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            // As in the journeys.
            locators: { exact: false },
            viewport: { width: 1280, height: 800 },
            // Playwright presses an element only when it stands still, so animations are off.
            provider: playwright({
              launchOptions,
              contextOptions: { locale: 'en-GB', reducedMotion: 'reduce' },
              actionTimeout: 20_000,
            }),
            instances: [{ browser: 'chromium' }],
          },
          ...timeouts,
          // Replies of the stub arrive at once.
          expect: { poll: { timeout: 10_000 } },
        },
      },
      {
        test: {
          name: 'lint',
          // An "exclude" here would override that of `npm test`.
          include: ['lint/**/*.test.ts', 'scripts/*.test.ts', 'scripts/lib/*.test.ts', 'content/**/*.test.ts'],
          ...timeouts,
        },
      },
    ],
  },
});
