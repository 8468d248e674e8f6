// Creates docs/images/home.png for the README: the feed of the demo community, on the real server.
import path from 'node:path';
import { chromium } from '@playwright/test';
import { CommunityServer } from '../e2e/support/community-server.ts';
import { Member } from '../e2e/support/member.ts';
import { launchOptions } from './lib/browsers.ts';
import { demoEmail } from './lib/demo/fill.ts';
import { root } from './lib/root.ts';
import { buildWebIfStale } from './lib/web-build.ts';

const image = path.join(root, 'docs/images/home.png');

const build = await buildWebIfStale();
if (build !== null && !build.ok) throw new Error(build.output);
const server = await CommunityServer.start({}, 'demo');
const browser = await chromium.launch(launchOptions);
try {
  const viewer = await Member.signInExisting(server, demoEmail('amara'));
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    colorScheme: 'light',
    locale: 'en-GB',
  });
  await context.addCookies([{ ...viewer.cookie, url: server.url }]);
  const page = await context.newPage();
  await page.goto(server.url);
  await page.getByRole('article').nth(3).waitFor();
  await page.getByRole('img', { name: /^A bridge/ }).waitFor();
  await page
    .getByRole('button', { name: /^Connect/ })
    .first()
    .waitFor();
  await page.evaluate('document.fonts.ready');
  await page.screenshot({ path: image, animations: 'disabled' });
  console.log(`Written: ${path.relative(root, image)}`);
} finally {
  await browser.close();
  await server.stop();
}
