import type { Post } from '@commons/contract/feed/schemas';
import type { Page } from '@playwright/test';
import { demoEmail } from '../scripts/lib/demo/fill.ts';
import { addStyle } from './support/add-style.ts';
import { holdChunk } from './support/chunks.ts';
import { openServerRendered } from './support/feed.ts';
import { expect, failedResponse, test } from './support/journey.ts';
import { Member } from './support/member.ts';
import { request } from './support/members.ts';
import { resize } from './support/resize.ts';
import { adminScreens, gatedScreens, missingPath, publicScreens, settingsScreens } from './support/screens.ts';

const widths = [320, 375, 768, 1024, 1280, 1440];

const memberScreens = [
  ...['/', '/unanswered', '/profile', '/connections', '/notifications', '/settings', '/messages', '/gratitude-wall'],
  ...settingsScreens,
  ...[
    '/wellness-wins',
    '/leaderboard',
    '/points',
    '/meditations',
    '/journal-prompts',
    '/journal',
    '/books',
    '/podcasts',
  ],
  ...[
    '/events',
    '/reports',
    '/decisions',
    '/search?q=walk',
    '/waitlist',
    '/crisis',
    '/self-help',
    '/dmtools',
    missingPath,
  ],
];

/** Lists avatars that are not round, and labels and placeholders that are cut off. */
const findCutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const findings = new Set<string>();
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- the function runs in the page
    const isVisible = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) && element.closest('.sr-only, [hidden]') === null;
    const report = (kind: string, element: Element, text = element.textContent) =>
      findings.add(`${kind}: ${text.trim().replaceAll(/\s+/g, ' ').slice(0, 40)}`);

    for (const avatar of document.querySelectorAll('span.aspect-square.rounded-full')) {
      // The parent may be a ring around the avatar.
      for (const roundElement of [avatar, avatar.parentElement]) {
        if (!roundElement?.matches('.rounded-full') || !isVisible(roundElement)) continue;
        const { width, height } = roundElement.getBoundingClientRect();
        if (Math.abs(width - height) > 0.5) report('avatar', roundElement, `${width} × ${height}`);
      }
    }

    const labels = 'button, [role=tab], nav a, [role=menuitem], label, a[class*="rounded-control"]';
    for (const element of document.querySelectorAll<HTMLElement>(labels)) {
      if (!isVisible(element)) continue;
      const { left, right, width } = element.getBoundingClientRect();
      if (width <= 1) continue;
      for (const label of [element, ...element.querySelectorAll<HTMLElement>('span')]) {
        // Elements one pixel wide are for screen readers only.
        if (!isVisible(label) || label.clientWidth <= 1) continue;
        // Names and titles written by members may be truncated.
        if (label.dir === 'auto' || label.closest('[dir=auto]')) continue;
        const isClipping = getComputedStyle(label).overflowX !== 'visible';
        if (isClipping && label.scrollWidth > label.clientWidth + 1) report('cut', label);
      }
      const container = element.closest('[role=tablist], nav');
      const edges = container?.getBoundingClientRect();
      if (edges && (left < edges.left - 1 || right > edges.right + 1)) report('cut at the edge', element);
    }

    const canvas = document.createElement('canvas').getContext('2d');
    for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('[placeholder]')) {
      if (!isVisible(field) || !canvas) continue;
      const style = getComputedStyle(field, '::placeholder');
      const fieldStyle = getComputedStyle(field);
      canvas.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
      const roomWidth =
        field.clientWidth - Number.parseFloat(fieldStyle.paddingLeft) - Number.parseFloat(fieldStyle.paddingRight);
      if (canvas.measureText(field.placeholder).width > roomWidth + 0.5 && field.matches('input'))
        report('placeholder', field, `${field.placeholder} in ${roomWidth} px`);
    }
    return [...findings];
  });

const waitUntilLoaded = async (page: Page): Promise<void> => {
  await page.getByRole('main').getByRole('heading').first().waitFor({ state: 'attached' });
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await page.waitForLoadState('networkidle');
};

test('avatars are round and labels and placeholders are not cut off on any screen at any width', async ({
  startServer,
  openBrowser,
  tolerate,
}) => {
  test.slow();
  tolerate(failedResponse(404));
  tolerate(failedResponse(401));
  const server = await startServer({}, 'demo');
  const [amara, ada] = [
    await Member.signInExisting(server, demoEmail('amara')),
    await Member.signInExisting(server, demoEmail('ada')),
  ];
  const emptyServer = await startServer();
  const newcomer = await Member.join(emptyServer);
  for (const [viewer, screens] of [
    [amara, memberScreens],
    [ada, [...adminScreens, ...gatedScreens, '/moderation']],
    [null, publicScreens],
    [newcomer, memberScreens],
  ] as const) {
    const page = await openBrowser(viewer, { server: viewer?.server ?? server });
    for (const path of screens) {
      await page.goto(path);
      await waitUntilLoaded(page);
      for (const width of widths) {
        await resize(page, width);
        expect.soft(await findCutOff(page), `${path} at ${width} px`).toEqual([]);
      }
      if (viewer !== newcomer || path !== '/') continue;
      await expect(page.getByRole('heading', { name: /^Welcome to The/ })).toBeVisible();
      await expect(page.getByRole('link', { name: /a first reply/ })).toHaveCount(0);
    }
  }
});

test('the header takes one row at every common width, on a phone in any font', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  tolerate(/net::ERR_FAILED .*\.woff2/);
  const member = await join('Maximiliane-Friederike', 'von Hohenschwangau');
  for (const hasWebFont of [true, false]) {
    const page = await openBrowser(member);
    if (!hasWebFont) await page.route('**/*.woff2', (route) => route.abort());
    for (const path of ['/', '/crisis', '/self-help']) {
      await page.goto(path);
      await waitUntilLoaded(page);
      for (const font of hasWebFont ? ['', 'DejaVu Sans', 'DejaVu Sans Mono'] : ['']) {
        const removeStyle = await addStyle(page, font ? `* { font-family: '${font}' !important }` : '');
        for (const width of [320, 360, 375, 390]) {
          await resize(page, width);
          const header = await page.getByRole('banner').boundingBox();
          expect(header?.height, `${path} in ${font || 'the default font'} at ${width} px`).toBeLessThanOrEqual(58);
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        }
        await removeStyle();
      }
    }
  }
  for (const viewer of [member, null]) {
    const page = await openBrowser(viewer);
    await page.goto('/');
    await waitUntilLoaded(page);
    const helpLink = page.getByRole('banner').getByRole('link', { name: 'Get help now' });
    for (const width of [320, 375, 768, 1024, 1280, 1920]) {
      await resize(page, width);
      const header = (await page.getByRole('banner').boundingBox())!;
      const { y, height } = (await helpLink.boundingBox())!;
      const distance = Math.abs(y + height / 2 - (header.y + header.height / 2));
      expect(distance, `distance from the center at ${width} px`).toBeLessThan(3);
      expect(header.height, `height at ${width} px`).toBeLessThan(66);
    }
  }
});

test('a poll does not move the buttons below it when the page starts', async ({ join, openBrowser }) => {
  const [author, reader] = [await join('Ines'), await join('Ana')];
  const options = ['Yes', 'A longer answer that takes its room on a narrow screen', 'Neither of these two'];
  const createPoll = (content: string) =>
    request<Post>(author, 'POST', '/api/posts', { content, poll: { options, days: 2 } });
  const polls = {
    open: await createPoll('Open?'),
    voted: await createPoll('Voted?'),
    closed: await createPoll('Closed?'),
  };
  for (const { id, poll } of [polls.voted, polls.closed])
    await request(reader, 'POST', `/api/posts/${id}/poll/vote`, { optionId: poll?.options[1]?.id });
  const database = await author.server.database();
  await database.query(`UPDATE polls SET closes_at = now() - interval '1 hour' WHERE post_id = $1`, [polls.closed.id]);
  for (const width of [320, 375, 768])
    for (const [state, { id }] of Object.entries(polls)) {
      const page = await openBrowser(reader, { width });
      const release = await holdChunk(page, 'entry.client');
      await openServerRendered(page, `/posts/${id}`);
      const likeButton = page.getByRole('article').getByRole('button', { name: /^Like/ });
      await expect(likeButton).toBeVisible();
      const boxBefore = await likeButton.boundingBox();
      await expect(page.getByRole('group', { name: /^Poll/ })).toBeVisible();
      await release();
      await page.locator('html[data-ready]').waitFor();
      expect(await likeButton.boundingBox(), `the ${state} poll at ${width} px`).toEqual(boxBefore);
    }
});
