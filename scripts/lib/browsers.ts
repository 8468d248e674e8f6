import { existsSync } from 'node:fs';

const systemBrowsers = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** A Chromium that the system brought; null where the one of Playwright's own is to be used. */
export function findSystemBrowser(): string | null {
  return systemBrowsers.find((program) => existsSync(program)) ?? null;
}
