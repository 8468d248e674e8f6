// Makes sure that the browser journeys have a Chromium: the system's or Playwright's.
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { findSystemBrowser } from './lib/browsers.ts';
import { installFromDebian, runVisibly } from './lib/debian-packages.ts';

function isInstalled() {
  return findSystemBrowser() !== null || existsSync(chromium.executablePath());
}

/** The headless shell takes three quarters of the time (10 journeys: 26 s instead of 35 s). Older systems lack it. */
const debianPackages = ['chromium-headless-shell', 'chromium'];

if (!isInstalled()) {
  console.log('Installing Chromium for the browser journeys …');
  // Ubuntu's package of this name only refers to a snap, so this checks for the browser itself.
  if (!(installFromDebian(...debianPackages) && isInstalled())) runVisibly('npx', 'playwright', 'install', 'chromium');
  if (!isInstalled()) {
    console.error('No Chromium could be installed. Install Chromium or Google Chrome and run this again.');
    process.exit(1);
  }
}
