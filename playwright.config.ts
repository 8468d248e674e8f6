import { defineConfig, devices } from '@playwright/test';
import { launchOptions } from './scripts/lib/browsers.ts';

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/support/global-setup.ts',
  outputDir: 'test-results',
  reporter: [['list'], ['json', { outputFile: 'reports/playwright.json' }]],
  forbidOnly: true,
  // A retry would hide a race.
  retries: 0,
  // Some journeys mainly wait, so three keep two cores busy.
  workers: 3,
  // Each journey has its own members, so any two can run at the same time.
  fullyParallel: true,
  // The longest journeys take half a minute on an idle machine and four times as long on a busy one. Each step has its
  // own, shorter timeout.
  timeout: 300_000,
  // Long enough for a busy machine. Successful steps do not wait.
  expect: { timeout: 20_000 },
  use: {
    ...devices['Desktop Chrome'],
    actionTimeout: 20_000,
    navigationTimeout: 40_000,
    // Snapshots read pictures by their `blob:` addresses, which the content security policy refuses. Screenshots of every
    // step take a tenth of the time.
    trace: { mode: 'retain-on-failure', snapshots: false, screenshots: false },
    screenshot: 'only-on-failure',
    launchOptions,
  },
});
