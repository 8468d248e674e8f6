import type { Locator, Page, Route } from '@playwright/test';
import { postWith, withoutServerRendering } from './support/feed.ts';
import { expect, test } from './support/journey.ts';
import { createToneMeditation } from './support/meditations.ts';
import { unique } from './support/member.ts';
import { connect, idOf } from './support/members.ts';
import { messageWith, sendMessage } from './support/messages.ts';

/** Delays all API requests until they are released, and lists their URLs. */
async function holdRequests(page: Page) {
  await withoutServerRendering(page);
  const heldRoutes: Route[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/**', async (route) => {
    heldRoutes.push(route);
    await promise;
    await route.continue();
  });
  return {
    listUrls: () =>
      heldRoutes.map((route) => {
        const { pathname, search } = new URL(route.request().url());
        return pathname + search;
      }),
    release: resolve,
  };
}

test('each screen requests all its data in one round trip', async ({ join, openBrowser, admin }) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  await connect(ana, ben);
  const text = unique('Are you coming?');
  await sendMessage(ben, ana, text);
  const postText = unique('Rain at last.');
  const post = await ben.share(postText);
  const id = await idOf(ben);
  const { id: meditationId, title } = await createToneMeditation(admin);
  const screens: [string, string[], (page: Page) => Locator][] = [
    [
      `/messages/${id}`,
      [
        '/api/auth/user',
        '/api/messages/conversations?kind=accepted&limit=30',
        '/api/messages/conversations?kind=requests&limit=30',
        `/api/messages/conversations/${id}`,
        `/api/messages?userId=${id}&limit=40`,
      ],
      (page) => messageWith(page, text),
    ],
    [
      `/posts/${post.id}`,
      [`/api/posts/${post.id}`, `/api/posts/${post.id}/comments`],
      (page) => postWith(page, postText),
    ],
    [`/profile/${id}`, [`/api/users/${id}`, `/api/posts?userId=${id}`], (page) => postWith(page, postText)],
    [
      `/meditations/${meditationId}`,
      ['/api/auth/user', `/api/meditations/${meditationId}`, `/api/meditations/${meditationId}/comments`],
      (page) => page.getByRole('heading', { name: title, level: 1 }),
    ],
    ['/settings/muted', ['/api/mutes', '/api/blocks'], (page) => page.getByText('You have not muted anyone.')],
  ];
  for (const [path, expectedUrls, content] of screens) {
    const page = await openBrowser(ana);
    const heldRequests = await holdRequests(page);
    await page.goto(path);
    for (const url of expectedUrls) await expect.poll(heldRequests.listUrls, path).toContain(url);
    heldRequests.release();
    await expect(content(page)).toBeVisible();
  }
});

test('hovering over a link preloads the code of its screen, and a screen stays while the next one loads', async ({
  join,
  openBrowser,
}) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  const text = unique('Tea is ready.');
  await ben.share(text);
  const page = await openBrowser(ana);
  await page.goto('/');
  const link = postWith(page, text).getByRole('link', { name: ben.name }).last();
  const code = page.waitForResponse(/\/assets\/profile-screen-/);
  await link.hover();
  expect((await code).ok()).toBe(true);
  expect(new URL(page.url()).pathname).toBe('/');

  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/connections-screen-*.js', async (route) => {
    await released;
    await route.continue();
  });
  await page.goto('/profile');
  await page
    .getByRole('link', { name: /Connections$/ })
    .first()
    .click();
  await expect(page.getByRole('status').filter({ hasText: 'Loading the next screen' })).toBeAttached();
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible();
  release();
  await expect(page.getByRole('heading', { name: 'Connections', level: 1 })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'Loading the next screen' })).toHaveCount(0);
});

test('a screen that crashes keeps the layout and other screens working', async ({ join, openBrowser, tolerate }) => {
  // The screen's error, and React's error #520 if a second render does not repeat it.
  tolerate(/is not a function|React error #520/);
  const page = await openBrowser(await join());
  await page.route('**/api/auth/sessions', (route) => route.fulfill({ json: 'not a list' }));
  await page.goto('/settings/account');
  await expect(page.getByRole('heading', { name: 'Something went wrong on our side' })).toBeVisible();
  const banner = page.getByRole('banner');
  await expect(banner.getByRole('link', { name: 'Get help now' })).toBeVisible();
  await banner.getByRole('link', { name: 'Community Feed' }).click();
  await expect(page.getByRole('region', { name: 'Share a post' })).toBeVisible();
});
