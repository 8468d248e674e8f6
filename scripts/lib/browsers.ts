import { existsSync } from 'node:fs';

const systemBrowsers = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** Returns the path of the system's Chromium, or null to use Playwright's. */
export function findSystemBrowser(): string | null {
  return systemBrowsers.find((program) => existsSync(program)) ?? null;
}
