import { defineConfig, devices } from '@playwright/test';
import { findSystemBrowser } from './scripts/lib/browsers.ts';

const systemBrowser = findSystemBrowser();

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/support/global-setup.ts',
  outputDir: 'test-results',
  reporter: [['list'], ['json', { outputFile: 'reports/playwright.json' }]],
  forbidOnly: true,
  // A retry would hide a race.
  retries: 0,
  workers: 2,
  // Each journey has members of its own, so any two can run side by side.
  fullyParallel: true,
  // The longest journeys are half a minute on a quiet machine, and a busy one takes four times as long; each step has its
  // own, shorter patience.
  timeout: 300_000,
  // Patience for a busy machine; a step that succeeds never waits for it.
  expect: { timeout: 20_000 },
  use: {
    ...devices['Desktop Chrome'],
    actionTimeout: 20_000,
    navigationTimeout: 40_000,
    // Pictures for the film strip cost as much as the journeys themselves; the page as it was is kept for each step.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(systemBrowser !== null && { executablePath: systemBrowser }),
      // Chromium's sandbox needs what containers and root do not have; the rest keeps it from calling home.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
});
