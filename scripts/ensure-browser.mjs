// Makes sure that a Chromium is there for the browser journeys: the system's, or the one of Playwright's own.
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { findSystemBrowser } from './lib/browsers.ts';
import { installFromDebian, runShown } from './lib/debian-packages.ts';

function isThere() {
  return findSystemBrowser() !== null || existsSync(chromium.executablePath());
}

/** The shell without windows takes three quarters of the time (10 journeys: 26 s against 35 s); older systems lack it. */
const debianPackages = ['chromium-headless-shell', 'chromium'];

if (!isThere()) {
  console.log('Installing Chromium for the browser journeys …');
  // Ubuntu's package of this name is a pointer to a snap, so what counts is whether a browser has come.
  if (!(installFromDebian(...debianPackages) && isThere())) runShown('npx', 'playwright', 'install', 'chromium');
  if (!isThere()) {
    console.error('No Chromium could be installed. Install Chromium or Google Chrome and run this again.');
    process.exit(1);
  }
}
