// Makes sure that a Chromium is there for the browser journeys: the system's, or the one of Playwright's own.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { findSystemBrowser } from './lib/browsers.ts';

function run(command, ...parameters) {
  const { status } = spawnSync(command, parameters, {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return status === 0;
}

function isThere() {
  return findSystemBrowser() !== null || existsSync(chromium.executablePath());
}

/** The shell without windows takes three quarters of the time (10 journeys: 26 s against 35 s); older systems lack it. */
const debianPackages = ['chromium-headless-shell', 'chromium'];

function installFromDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  if (!run('apt-get', 'update', '-qq')) return false;
  return debianPackages.some((name) => run('apt-get', 'install', '-y', '-qq', '--no-install-recommends', name));
}

if (!isThere()) {
  console.log('Installing Chromium for the browser journeys …');
  // Ubuntu's package of this name is a pointer to a snap, so what counts is whether a browser has come.
  if (!(installFromDebian() && isThere())) run('npx', 'playwright', 'install', 'chromium');
  if (!isThere()) {
    console.error('No Chromium could be installed. Install Chromium or Google Chrome and run this again.');
    process.exit(1);
  }
}
