import { expect, type Locator, type Page } from '@playwright/test';

export const composer = (page: Page): Locator => page.getByPlaceholder('Share your thoughts with the community...');
export const shareButton = (page: Page): Locator => page.getByRole('button', { name: 'Share', exact: true });

/** The card of the post that contains a text. */
export const postWith = (page: Page, text: string): Locator => page.getByRole('article').filter({ hasText: text });

/** Only one is ever shown. */
export const toast = (page: Page): Locator =>
  page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem');

export async function shareInBrowser(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await shareButton(page).click();
  await expect(postWith(page, text)).toBeVisible();
}

/** The card's buttons. The count is part of what they say. */
export const likeButton = (post: Locator): Locator => post.getByRole('button', { name: /^Like/ });
export const commentButton = (post: Locator): Locator => post.getByRole('button', { name: /^Comment(?! options)/ });

export async function chooseFromMenu(post: Locator, menuName: string, item: string): Promise<void> {
  await post.getByRole('button', { name: menuName }).click();
  await post.page().getByRole('menuitem', { name: item }).click();
}

const firstViewMark = 'id="first-view"';

/**
 * The page as it goes out where its first view could not be drawn: who is here and the feed are asked for by its code.
 */
export const withoutFirstView = (page: Page) =>
  page.route(
    (url) => url.pathname === '/',
    (route) => route.continue({ url: new URL('/__spa-fallback.html', route.request().url()).href }),
  );

const untilNotBusy = { timeout: 60_000 };

/** Opens a member's page with its first view. A busy server sends it without one, and is asked again. */
export const openDrawn = (page: Page): Promise<void> =>
  expect
    .poll(async () => (await page.goto('/', { waitUntil: 'commit' }))?.text(), untilNotBusy)
    .toContain(firstViewMark);

/** The same page as it is sent. */
export async function untilDrawn(page: Page): Promise<string> {
  let html = '';
  await expect
    .poll(async () => (html = await (await page.request.get('/')).text()), untilNotBusy)
    .toContain(firstViewMark);
  return html;
}

/** Holds the page's code back, as a slow line does. */
export async function holdCode(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Stands between the browser and one call until it is let through. */
export async function holdCall(page: Page, path: string, method = 'GET') {
  const { promise, resolve } = Promise.withResolvers<'continue' | 'fail'>();
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      if (route.request().method() !== method) return route.fallback();
      arrive();
      return (await promise) === 'continue' ? route.continue() : failCall(route);
    },
  );
  return { arrived, letThrough: () => resolve('continue'), fail: () => resolve('fail') };
}

/** Lets a call of reading reach the server and keeps its answer back until it is let through. */
export async function holdAnswer(page: Page, path: string) {
  const { promise: letThrough, resolve } = Promise.withResolvers<void>();
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      if (route.request().method() !== 'GET') return route.fallback();
      const response = await route.fetch();
      arrive();
      await letThrough;
      return route.fulfill({ response });
    },
  );
  return { arrived, letThrough: resolve };
}

type FulfillableRoute = { fulfill: (answer: { status: number; contentType: string; body: string }) => Promise<void> };

export const failCall = (route: FulfillableRoute): Promise<void> =>
  route.fulfill({
    status: 500,
    contentType: 'application/problem+json',
    body: JSON.stringify({ type: 'urn:problem:server.failed', title: 'Failed', status: 500, detail: 'On our side.' }),
  });

/**
 * Fails calls until they are mended. The page has no live line: with one, what could not be loaded mends itself before
 * the member tries again.
 */
export async function breakCalls(page: Page, calls: string | RegExp): Promise<{ mend: () => void }> {
  let isBroken = true;
  await page.routeWebSocket('**/ws', (socket) => socket.close());
  await page.route(calls, (route) => (isBroken ? failCall(route) : route.fallback()));
  return { mend: () => void (isBroken = false) };
}
