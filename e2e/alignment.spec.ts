import type { Page } from '@playwright/test';
import { expect, failedResponse, test } from './support/journey.ts';
import { connect, idOf, request } from './support/members.ts';
import { sendMessage } from './support/messages.ts';
import { resize } from './support/resize.ts';
import { missingPath, settingsScreens } from './support/screens.ts';

/** Returns touch targets smaller than 44 px. Inline links are exempt: they are as high as their line. */
const findSmallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('a[href], button, [role=tab], [role=menuitem], select, label:has(input)')]
      .filter((element) => element.checkVisibility() && getComputedStyle(element).display !== 'inline')
      // Avatars are hidden from the keyboard and screen readers: the name next to them is the same link.
      .filter((element) => element.closest('[aria-hidden=true], .sr-only') === null)
      // Clipped until it has the focus: a long press on the message does the same.
      .filter((element) => getComputedStyle(element).clipPath === 'none')
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.bottom > 0 && (box.width < 44 || box.height < 44))
      .map(({ element, box }) => `${element.textContent.trim() || element.ariaLabel} ${box.width} × ${box.height}`),
  );

test('touch targets are at least 44 px in size', async ({ join, openBrowser }) => {
  const [member, friend, requester] = [await join('Ana'), await join('Ben'), await join('Cleo')];
  await connect(member, friend);
  await sendMessage(friend, member, 'Hello');
  await sendMessage(member, friend, 'Hello, Ben');
  await request(requester, 'POST', '/api/connections', { userId: await idOf(member) });
  const page = await openBrowser(member, {
    width: 375,
    hasTouch: true,
    isMobile: true,
  });
  const expectLargeTargets = async (context: string) => {
    for (const width of [375, 768]) {
      await resize(page, width, 900);
      expect(await findSmallTargets(page), `${context} at ${width} px`).toEqual([]);
    }
  };
  for (const path of [
    '/connections',
    '/connections?tab=incoming',
    '/messages',
    `/messages/${await idOf(friend)}`,
    '/settings',
    ...settingsScreens,
    '/notifications',
    '/events',
  ]) {
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('heading').first()).toBeAttached();
    await expect(page.locator('[role=status]').getByText(/^Loading/)).toHaveCount(0);
    await expectLargeTargets(path);
  }
  await page.getByRole('button', { name: 'Your menu' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expectLargeTargets('the menu');
});

test('title, tabs and cards are left-aligned, and a nearly empty page is vertically centered', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  const page = await openBrowser(await join());
  const positionsByPage: number[][] = [];
  for (const path of ['/connections', '/settings', '/messages']) {
    await page.goto(path);
    const title =
      path === '/messages'
        ? page.locator('p').getByText('Messages', { exact: true })
        : page.getByRole('heading', { level: 1 });
    await expect(title).toBeVisible();
    const titlePositions: number[] = [];
    for (const width of [375, 768, 1280]) {
      await resize(page, width, 900);
      const { x } = (await title.boundingBox())!;
      titlePositions.push(x);
      if (path === '/settings') continue;
      const tabs = page.getByRole('tablist');
      const label = (await tabs.getByRole('tab').first().boundingBox())!;
      expect(Math.abs(label.x - x), `${path} at ${width} px`).toBeLessThanOrEqual(1);
      // A list that scrolls sideways would cut off an underline that overflows.
      expect(await tabs.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBe(0);
    }
    if (path !== '/messages') positionsByPage.push(titlePositions);
  }
  expect(positionsByPage[0]).toEqual(positionsByPage[1]);

  tolerate(failedResponse(404));
  for (const path of ['/search', missingPath]) {
    await page.goto(path);
    const [picture, link] = [page.getByRole('main').locator('img'), page.getByRole('main').getByRole('link').last()];
    await expect(link).toBeVisible();
    await expect(picture).toBeVisible();
    for (const width of [375, 768, 1280]) {
      await resize(page, width, 900);
      const main = (await page.getByRole('main').boundingBox())!;
      const spaceAbove = (await picture.boundingBox())!.y - main.y;
      const linkBox = (await link.boundingBox())!;
      const spaceBelow = Math.min(main.y + main.height, 900) - linkBox.y - linkBox.height;
      expect(
        Math.abs(spaceAbove - spaceBelow),
        `${path} at ${width} px: ${spaceAbove} above, ${spaceBelow} below`,
      ).toBeLessThan(120);
    }
  }
});

/** Screens that begin with a heading or a card at the edge of their column. */
const alignedPaths = [
  '/',
  '/unanswered',
  '/notifications',
  '/connections',
  '/settings',
  '/gratitude-wall',
  '/wellness-wins',
  '/leaderboard',
  '/points',
  '/meditations',
  '/books',
  '/journal-prompts',
  '/journal',
  '/events',
  '/profile',
  '/reports',
  '/decisions',
];

const pathsWithRail = ['/', '/unanswered', '/notifications', '/points'];

/** Returns the smallest x of the screen's headings, cards and texts. */
const findStart = (main: HTMLElement | SVGElement): number =>
  Math.min(
    ...[...main.querySelectorAll('h1, h2, section, article, ul, p, .rounded-card')]
      .map((element) => element.getBoundingClientRect())
      // Texts for screen readers only are smaller.
      .filter(({ width, height }) => width > 40 && height > 10)
      .map(({ x }) => Math.round(x)),
  );

test('all screens of members start at the same edge, and the right rail keeps its place', async ({
  join,
  openBrowser,
}) => {
  const page = await openBrowser(await join());
  const main = page.getByRole('main');
  const rail = page.getByRole('complementary', { name: 'For you' });
  const edges = new Map<number, Set<number>>();
  const railPlaces = new Map<number, Set<string>>();
  for (const path of alignedPaths) {
    await page.goto(path);
    await expect(main.getByRole('heading', { level: 1 })).toBeAttached();
    for (const width of [768, 1280, 1440, 1920]) {
      await resize(page, width, 900);
      edges.set(width, (edges.get(width) ?? new Set()).add(await main.evaluate(findStart)));
      if (width === 768 || !pathsWithRail.includes(path)) continue;
      const box = (await rail.boundingBox())!;
      railPlaces.set(width, (railPlaces.get(width) ?? new Set()).add(`${box.x}, ${box.width} wide`));
    }
  }
  for (const [width, positions] of edges) expect([...positions], `at ${width} px`).toHaveLength(1);
  for (const [width, places] of railPlaces) expect([...places], `rail at ${width} px`).toHaveLength(1);
});
