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

const systemBrowser = findSystemBrowser();

/** How journeys and component tests start the browser. */
export const launchOptions = {
  ...(systemBrowser !== null && { executablePath: systemBrowser }),
  // Chromium's sandbox does not work in containers and as root. The other options prevent background requests.
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
};
