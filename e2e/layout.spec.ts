import { healthFigureNames } from '@commons/contract/admin';
import type { Page } from '@playwright/test';
import { commentButton, postWith, shareInBrowser } from './support/feed.ts';
import { expect, failedResponse, test } from './support/journey.ts';
import { createToneMeditation } from './support/meditations.ts';
import { type Member, unique } from './support/member.ts';
import { connect, idOf, request } from './support/members.ts';
import { resize } from './support/resize.ts';
import { adminScreens, missingPath, publicScreens, settingsScreens } from './support/screens.ts';

/** Long names, long words and posts of maximum length. */
const longName = ['Maximiliane-Friederike', 'von Hohenschwangau'] as const;
const longPost = (text: string) =>
  `${text} ${'Unbreakable'.repeat(12)} ${'and then a plain sentence that goes on. '.repeat(120)}`.slice(0, 5_000);

/** Returns elements that overflow the right edge of the screen. */
const findOverflow = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .map((element) => `${element.tagName} ${element.textContent.trim().slice(0, 40)}`);
  });

/** Returns words of normal length that are broken over lines or cut off. */
const findBrokenWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const brokenWords: string[] = [];
    const textNodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = textNodes.nextNode(); text; text = textNodes.nextNode()) {
      const { parentElement, textContent } = text;
      if (!parentElement?.checkVisibility() || parentElement.closest('.sr-only') || !textContent) continue;
      const { scrollWidth, clientWidth } = parentElement;
      if (parentElement.closest('nav') && scrollWidth > clientWidth + 1) brokenWords.push(textContent);
      // An email address may break anywhere.
      for (const { 0: word, index } of /@/.test(textContent)
        ? []
        : textContent.matchAll(/(?<!\S)\p{L}{3,10}(?!\p{L})/gu)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size > 1) brokenWords.push(word);
      }
    }
    return brokenWords;
  });

const findSmallText = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((element) =>
        [...element.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim()),
      )
      .filter((element) => element.checkVisibility() && Number.parseFloat(getComputedStyle(element).fontSize) < 13)
      .map((element) => `${getComputedStyle(element).fontSize} ${element.textContent.trim().slice(0, 40)}`),
  );

async function expectReadableText(page: Page, path: string): Promise<void> {
  for (const width of [320, 375, 768, 1280]) {
    await resize(page, width, 640);
    expect(await findSmallText(page), `${path} at ${width} px`).toEqual([]);
  }
}

test('nothing overflows on the narrowest screens, and no text is smaller than 13 px', async ({
  admin,
  join,
  openBrowser,
  tolerate,
}) => {
  tolerate(failedResponse(404));
  const member = await join(...longName);
  expect(member.name.length).toBeGreaterThanOrEqual(40);
  const tag = unique('Long');
  const { id } = await member.share(longPost(tag));
  await member.comment(id, `${'Incomprehensibilities'.repeat(8)} ${'and so on '.repeat(40)}`);

  const visitor = await openBrowser(null, { width: 320, height: 640 });
  for (const path of [...publicScreens, missingPath]) {
    await visitor.setViewportSize({ width: 320, height: 640 });
    await visitor.goto(path);
    await expect(visitor.getByRole('main').getByRole('heading').first()).toBeVisible();
    expect(await findOverflow(visitor), path).toEqual([]);
    await expectReadableText(visitor, path);
  }

  const page = await openBrowser(member, { width: 320, height: 640 });
  for (const width of [320, 375]) {
    await page.setViewportSize({ width, height: 640 });
    await page.goto('/');
    const post = postWith(page, tag);
    await commentButton(post).click();
    await expect(post.getByText('Incomprehensibilities')).toBeVisible();
    expect(await findOverflow(page), `the feed at ${width} px`).toEqual([]);
    await post.getByRole('button', { name: 'Post options' }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    expect(await findOverflow(page), `a menu at ${width} px`).toEqual([]);
    await page.keyboard.press('Escape');
    await page.goto(`/posts/${id}`);
    await expect(page.getByRole('article')).toBeVisible();
    expect(await findOverflow(page), `a post at ${width} px`).toEqual([]);
    await expectReadableText(page, 'a post');
  }
  const adminPage = await openBrowser(admin, { width: 320, height: 640 });
  for (const [reader, screens] of [
    [
      page,
      [
        ...['/profile', '/connections', '/notifications', '/settings', '/welcome', '/unanswered'],
        ...settingsScreens,
        ...['/messages', '/meditations', '/'],
        ...['/search', '/search?q=morning'],
      ],
    ],
    [adminPage, adminScreens],
  ] as const)
    for (const path of screens) {
      await reader.setViewportSize({ width: 320, height: 640 });
      await reader.goto(path);
      await expect(reader.getByRole('main').getByRole('heading').first()).toBeVisible();
      expect(await findOverflow(reader), path).toEqual([]);
      await expectReadableText(reader, path);
    }
  await page.goto('/');
  for (const width of [320, 375]) {
    await resize(page, width);
    const quickLinks = page.getByRole('navigation', { name: 'Quick links' }).getByRole('link');
    await expect(quickLinks.first()).toBeVisible();
    const cutOffLabels = await quickLinks
      .locator('span')
      .evaluateAll((labels) =>
        labels
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
          .map(({ textContent }) => textContent),
      );
    expect(cutOffLabels, `cut at ${width} px`).toEqual([]);
  }
});

test('text at double size stays readable and reachable', async ({ admin, join, openBrowser }) => {
  const member = await join(...longName);
  const tag = unique('Large');
  await member.share(longPost(tag));
  const namesake = await join(...longName);
  const namesakeProfile = `/profile/${await idOf(namesake)}`;
  await connect(member, namesake);
  const chat = `/messages/${await idOf(namesake)}`;
  const note = { content: 'Unbreakable'.repeat(10), positionX: 80, positionY: 40, rotation: 10 };
  await request(member, 'POST', '/api/gratitude-posts', note);
  const win = { title: 'Unbreakable'.repeat(9), content: 'And so on.', category: 'personal-growth' };
  await request(member, 'POST', '/api/wellness-wins', win);
  const openWithLargeText = async (reader: Member | null) => {
    const page = await openBrowser(reader);
    // The browser's default font size, which `rem` and breakpoints in `em` use.
    const settings = await page.context().newCDPSession(page);
    await settings.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
    return page;
  };
  const page = await openWithLargeText(member);
  for (const path of [
    '/',
    '/settings',
    ...settingsScreens,
    '/crisis',
    '/dmtools',
    '/meditations',
    '/gratitude-wall',
    '/wellness-wins',
    '/leaderboard',
    '/points',
    '/journal-prompts',
    '/journal',
    '/events',
    '/notifications',
    '/reports',
    '/decisions',
    '/profile',
    namesakeProfile,
    '/connections',
    '/messages',
    chat,
  ]) {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('heading').first()).toBeAttached();
    // Suggestions load after the screen.
    if (path === '/' || path === '/connections')
      await expect(page.getByRole('button', { name: /^Connect with/ }).first()).toBeAttached();
    for (const width of [375, 1280]) {
      await resize(page, width);
      expect(await findOverflow(page), `${path} at ${width} px`).toEqual([]);
      // The help link is in the page's header or, in an open chat, in the chat's own header.
      const helpLink = page.locator('header').getByRole('link', { name: 'Get help now' }).filter({ visible: true });
      await expect(helpLink).toBeInViewport({ ratio: 1 });
      if (path === chat) await expect(page.getByRole('textbox', { name: /^Message to/ })).toBeInViewport({ ratio: 1 });
      if (path !== '/connections') continue;
      const cutOffLabels = await page
        .getByRole('tab')
        .evaluateAll((tabs) => tabs.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length);
      expect(cutOffLabels, `overlapping tabs at ${width} px`).toBe(0);
      const title = page.getByRole('heading', { level: 1 });
      const lines = await title.evaluate(
        (heading) => heading.clientHeight / Number.parseFloat(getComputedStyle(heading).lineHeight),
      );
      expect(lines, `lines of the one-word title at ${width} px`).toBeLessThan(1.5);
    }
  }
  const visitor = await openWithLargeText(null);
  for (const path of publicScreens) {
    await visitor.goto(path);
    await expect(visitor.getByRole('main').getByRole('heading').first()).toBeAttached();
    for (const width of [375, 1280]) {
      await resize(visitor, width);
      expect(await findOverflow(visitor), `${path} at ${width} px`).toEqual([]);
    }
  }
  const adminPage = await openWithLargeText(admin);
  // Serve statistics with many digits, because the server computes real ones only every ten minutes.
  const figures = Object.fromEntries(healthFigureNames.map((name) => [name, 1_234_567]));
  await adminPage.route('/api/admin/health*', (route) => route.fulfill({ json: [{ day: '2026-11-23', figures }] }));
  for (const path of ['/moderation', ...adminScreens]) {
    await adminPage.goto(path);
    await expect(adminPage.getByRole('main').getByRole('heading').first()).toBeAttached();
    if (path === '/admin/health')
      await expect(adminPage.getByRole('img', { name: /over 1 day:/ })).toHaveCount(healthFigureNames.length);
    for (const width of [375, 1280]) {
      await resize(adminPage, width);
      expect(await findOverflow(adminPage), `${path} at ${width} px`).toEqual([]);
    }
  }
  await page.goto('/');
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
  await shareInBrowser(page, unique('Still works.'));
});

test('at the largest text size, words are not broken and everything stays reachable', async ({
  admin,
  join,
  openBrowser,
}) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  await connect(ana, ben);
  await ana.share(unique('A quiet morning.'));
  await createToneMeditation(admin, { title: unique('Evening bells') });
  const settings = await request<object>(ana, 'GET', '/api/settings');
  await request(ana, 'PUT', '/api/settings', { ...settings, textSize: 150 });
  await request(ana, 'POST', '/api/gratitude-posts', {
    content: unique('Tea in the garden.'),
    positionX: 40,
    positionY: 30,
    rotation: -3,
  });
  const page = await openBrowser(ana, { width: 375 });
  // Older times have longer texts.
  await page.clock.setFixedTime(Date.now() + 12 * 60_000);
  const memberPaths = [
    '/',
    '/settings',
    ...settingsScreens,
    '/leaderboard',
    '/points',
    '/notifications',
    '/connections',
    '/events',
    '/profile',
  ];
  const chat = `/messages/${await idOf(ben)}`;
  for (const path of [
    ...memberPaths,
    chat,
    '/gratitude-wall',
    '/wellness-wins',
    '/meditations',
    '/books',
    '/journal',
  ]) {
    await page.goto(path);
    await expect(page.locator('html[data-text-size="150"]')).toBeAttached();
    await expect(page.getByRole('main').getByRole('heading').first()).toBeAttached();
    if (path === '/settings/notifications') await expect(page.getByRole('table')).toBeVisible();
    if (path === '/leaderboard') await expect(page.getByRole('list', { name: 'Ranked members' })).toBeVisible();
    await expect(page.locator('main .animate-breathe')).toHaveCount(0);
    for (const width of [375, 768, 1280]) {
      await resize(page, width);
      expect(await findBrokenWords(page), `${path} at ${width} px`).toEqual([]);
      expect(await findOverflow(page), `${path} at ${width} px`).toEqual([]);
      const helpLink = page.locator('header').getByRole('link', { name: 'Get help now' }).filter({ visible: true });
      await expect(helpLink).toBeInViewport({ ratio: 1 });
      if (path !== chat) continue;
      const fieldBox = await page.getByRole('textbox', { name: /^Message to/ }).boundingBox();
      expect(fieldBox?.width, `width of the message field at ${width} px`).toBeGreaterThan(150);
    }
  }
});
