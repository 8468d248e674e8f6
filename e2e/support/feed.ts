import { expect, type Locator, type Page } from '@playwright/test';

export const composer = (page: Page): Locator => page.getByPlaceholder('Share your thoughts with the community...');
export const shareButton = (page: Page): Locator => page.getByRole('button', { name: 'Share', exact: true });

/** The card of the post that contains a text. */
export const postWith = (page: Page, text: string): Locator => page.getByRole('article').filter({ hasText: text });

/** The visible toast. At most one is shown at a time. */
export const toast = (page: Page): Locator =>
  page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem');

export async function shareInBrowser(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await shareButton(page).click();
  await expect(postWith(page, text)).toBeVisible();
}

/** Buttons of a post card. Their accessible names include the count. */
export const likeButton = (post: Locator): Locator => post.getByRole('button', { name: /^Like/ });
export const commentButton = (post: Locator): Locator => post.getByRole('button', { name: /^Comment(?! options)/ });

export async function chooseFromMenu(post: Locator, menuName: string, item: string): Promise<void> {
  await post.getByRole('button', { name: menuName }).click();
  await post.page().getByRole('menuitem', { name: item }).click();
}

const serverRenderedMarker = 'data-rendered=""';

/** Screens that the server renders with their data. */
const renderedScreens =
  /^\/(?:(?:posts|profile|meditations|books|podcasts|notifications|wellness-wins|gratitude-wall|leaderboard|points|events|connections|messages|journal(?!\/)|journal-prompts|settings|unanswered|search|welcome)(?:\/|$)|$)/;

/** Serves pages without server rendering, so that their code fetches the data. */
export const withoutServerRendering = (page: Page) =>
  page.route(
    (url) => renderedScreens.test(url.pathname),
    (route) =>
      route.request().resourceType() === 'document'
        ? route.continue({ url: new URL('/__spa-fallback.html', route.request().url()).href })
        : route.fallback(),
  );

const busyServerOptions = { timeout: 60_000 };

/** Opens a server-rendered page. Retries, because a busy server skips rendering. */
export const openServerRendered = (page: Page, path = '/'): Promise<void> =>
  expect
    .poll(async () => (await page.goto(path, { waitUntil: 'commit' }))?.text(), busyServerOptions)
    .toContain(serverRenderedMarker);

/** Returns the HTML of the server-rendered home page. */
export async function fetchServerRendered(page: Page): Promise<string> {
  let html = '';
  await expect
    .poll(async () => (html = await (await page.request.get('/')).text()), busyServerOptions)
    .toContain(serverRenderedMarker);
  return html;
}

/** Delays the page's scripts until the returned function is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Delays one API request until it is released or failed. */
export async function holdRequest(page: Page, path: string, method = 'GET') {
  if (method === 'GET') await withoutServerRendering(page);
  const { promise, resolve } = Promise.withResolvers<'continue' | 'fail'>();
  const { promise: arrived, resolve: markArrived } = Promise.withResolvers<void>();
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      if (route.request().method() !== method) return route.fallback();
      markArrived();
      return (await promise) === 'continue' ? route.continue() : failRequest(route);
    },
  );
  return { arrived, release: () => resolve('continue'), fail: () => resolve('fail') };
}

/** Lets a GET request reach the server, but delays its response until it is released. */
export async function holdResponse(page: Page, path: string) {
  await withoutServerRendering(page);
  const { promise: release, resolve } = Promise.withResolvers<void>();
  const { promise: arrived, resolve: markArrived } = Promise.withResolvers<void>();
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      if (route.request().method() !== 'GET') return route.fallback();
      const response = await route.fetch();
      markArrived();
      await release;
      return route.fulfill({ response });
    },
  );
  return { arrived, release: resolve };
}

type FulfillableRoute = { fulfill: (response: { status: number; contentType: string; body: string }) => Promise<void> };

export const failRequest = (route: FulfillableRoute): Promise<void> =>
  route.fulfill({
    status: 500,
    contentType: 'application/problem+json',
    body: JSON.stringify({ type: 'urn:problem:server.failed', title: 'Failed', status: 500, detail: 'On our side.' }),
  });

/**
 * Fails matching requests until `restore` is called. Blocks the live connection, because
 * opening it would make the page refetch the failed data before the member retries.
 */
export async function failRequests(page: Page, url: string | RegExp): Promise<{ restore: () => void }> {
  await withoutServerRendering(page);
  let isFailing = true;
  await page.routeWebSocket('**/ws', (socket) => socket.close());
  await page.route(url, (route) => (isFailing ? failRequest(route) : route.fallback()));
  return { restore: () => void (isFailing = false) };
}
