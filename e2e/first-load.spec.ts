import type { Page } from '@playwright/test';
import { composer, holdResponse, holdScripts, openServerRendered, postWith } from './support/feed.ts';
import { expect, test } from './support/journey.ts';
import { controlLiveConnection } from './support/live-connection.ts';
import { unique } from './support/member.ts';
import { publicScreens } from './support/screens.ts';

const readLines = async (page: Page): Promise<string[]> => (await page.getByRole('main').innerText()).split('\n');

const measureForm = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready;
    const shown = [...document.querySelectorAll('form *')].filter((element) => element.checkVisibility());
    return shown.map((element) => {
      const { top, height } = element.getBoundingClientRect();
      return `${element.tagName} ${top + window.scrollY} ${height}`;
    });
  });

test('public pages can be read without JavaScript and do not change when their scripts run @critical', async ({
  openBrowser,
}) => {
  const noScriptPage = await openBrowser(null, { javaScriptEnabled: false });
  for (const [path, heading] of [
    ['/', 'Room to breathe, people to talk to'],
    ['/waitlist', 'Room to breathe, people to talk to'],
    ['/login', 'Welcome back'],
    ['/signup', 'Create your account'],
    ['/forgot-password', 'Forgot your password?'],
    ['/reset-password?token=none', 'Choose a new password'],
    ['/self-help', 'Self-Help Library'],
    ['/self-help/panic', 'When panic comes'],
    ['/privacy', 'Privacy'],
    ['/guidelines', 'Community guidelines'],
    ['/accessibility', 'Accessibility'],
    ['/crisis', 'You do not have to get through this alone'],
  ] as const) {
    await noScriptPage.goto(path);
    await expect(noScriptPage.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await expect(noScriptPage.getByRole('banner').getByRole('link', { name: 'Get help now' })).toBeVisible();
  }
  await expect(noScriptPage.getByRole('link', { name: /^Call / }).first()).toHaveAttribute('href', /^tel:/);

  const page = await openBrowser();
  for (const path of publicScreens) {
    await page.goto(path);
    const linesBefore = await readLines(page);
    const formBefore = await measureForm(page);
    const field = page.getByRole('main').getByRole('textbox').first();
    if ((await field.count()) > 0) await field.focus();
    await expect(page.locator('html[data-ready]')).toBeAttached();
    expect(await readLines(page), path).toEqual(linesBefore);
    expect(await measureForm(page), path).toEqual(formBefore);
  }
});

test('the server-rendered feed does not refetch the viewer and refetches posts at most once', async ({
  join,
  openBrowser,
  server,
}) => {
  const member = await join();
  const text = unique('Asked for once.');
  await member.share(text);
  const page = await openBrowser(member);
  const readCounts = async () => ({
    viewer: await server.countRequests('GET', '/api/auth/user'),
    posts: await server.countRequests('GET', '/api/posts'),
  });
  const release = await holdScripts(page);
  await openServerRendered(page);
  const countsBefore = await readCounts();
  release();
  await page.locator('html[data-ready]').waitFor();
  await expect(postWith(page, text)).toBeVisible();
  await expect(composer(page)).toBeVisible();
  const countsAfter = await readCounts();
  expect(countsAfter.viewer).toBe(countsBefore.viewer);
  expect([0, 1]).toContain(countsAfter.posts - countsBefore.posts);
});

test('a post shared during the first load or before the live connection appears after a click', async ({
  join,
  openBrowser,
}) => {
  const [ana, tom] = [await join('Ana'), await join('Tom')];
  const earlierText = unique('There already.');
  await ana.share(earlierText);
  await test.step('before the live connection', async () => {
    const page = await openBrowser(tom);
    const { promise: liveAllowed, resolve: goLive } = Promise.withResolvers<void>();
    await page.routeWebSocket('/ws', async (socket) => {
      await liveAllowed;
      socket.connectToServer();
    });
    await page.goto('/');
    await expect(postWith(page, earlierText)).toBeVisible();
    const { content } = await ana.share(unique('Just in between.'));
    goLive();
    await page.getByRole('button', { name: /^\d+ new posts?$/ }).click();
    await expect(postWith(page, content)).toBeVisible();
  });

  await test.step('during the first load', async () => {
    const page = await openBrowser(tom);
    const connection = await controlLiveConnection(page);
    await page.goto('/gratitude-wall');
    await connection.waitForFrame();
    const heldResponse = await holdResponse(page, '/api/posts');
    await page.getByRole('link', { name: 'Community Feed' }).first().click();
    await heldResponse.arrived;
    const { id, content } = await ana.share(unique('Just now.'));
    await connection.waitForFrame(id);
    heldResponse.release();
    await expect(postWith(page, earlierText)).toBeVisible();
    await page.getByRole('button', { name: '1 new post', exact: true }).click();
    await expect(postWith(page, content)).toBeVisible();
  });
});
