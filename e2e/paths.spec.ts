import routeConfig from '../apps/web/app/routes.ts';
import { waitForCachedApplication } from './support/device.ts';
import { expect, failedResponse, test } from './support/journey.ts';
import { Member } from './support/member.ts';
import { pathsOf } from './support/screens.ts';

/** Screens and API requests from sections 2 and 7 of the specification. */
const specifiedPaths = {
  publicScreens: ['/waitlist', '/dmtools', '/waitlist-admin', '/book-admin'],
  memberScreens: [
    ...['/', '/profile', '/messages', '/meditations', '/journal-prompts', '/books', '/podcasts', '/events'],
    ...['/gratitude-wall', '/wellness-wins', '/leaderboard', '/admin'],
  ],
  collectionReads: [
    ...['auth/user', 'connections/suggested', 'posts', 'messages/conversations', 'meditations', 'journal-categories'],
    ...['journal-prompts', 'recommendations?type=book', 'books', 'podcasts', 'events', 'admin/users'],
    ...['gratitude-posts', 'wellness-wins', 'leaderboard', 'book-notifications'],
  ],
  itemReads: ['posts/:id/like-status', 'posts/:id/comments', 'meditations/:id/comments', 'messages?userId=:id'],
  writes: [
    ...['PUT auth/user', 'POST posts', 'POST posts/:id/like', 'POST posts/:id/comments', 'PUT posts/:id'],
    ...[
      'DELETE posts/:id',
      'POST messages',
      'POST meditations',
      'POST meditations/upload',
      'POST meditations/:id/track',
    ],
    ...['POST meditations/:id/comments', 'POST journal-categories', 'POST journal-prompts', 'POST recommendations'],
    ...['POST books', 'POST podcasts', 'POST events', 'PUT admin/users/:id/role', 'PUT admin/users/:id/flag'],
    ...['POST gratitude-posts', 'POST wellness-wins', 'POST waitlist', 'POST waitlist/admin'],
    ...['DELETE waitlist/admin/:id', 'POST book-notifications', 'DELETE book-notifications/:id'],
  ],
};

/** First parts of the paths of screens for members only. */
const memberSections = new Set([
  ...['admin', 'books', 'connections', 'decisions', 'events', 'gratitude-wall', 'journal', 'journal-prompts'],
  ...['leaderboard', 'meditations', 'messages', 'moderation', 'notifications', 'podcasts', 'points', 'posts'],
  ...['profile', 'reports', 'search', 'settings', 'unanswered', 'welcome', 'wellness-wins'],
]);

/** Screens for members ask a visitor to sign in. */
const visitorStatuses = (address: string): number[] => [memberSections.has(address.split('/')[1] ?? '') ? 401 : 200];

/**
 * A member finds no post and no member with an invented id, and may not read the screens of moderators and admins. Under
 * load, the server sends the app shell.
 */
const memberStatuses = (address: string): number[] => {
  if (/^\/(admin|moderation)/.test(address)) return [200, 403];
  return /^\/(posts|profile|meditations)\/./.test(address) ? [200, 404] : [200];
};

const unknownId = '01a1f8b0-1842-784d-8a93-e722f3082526';

/** Returns the paths of a route, with and without its optional parameters. */
const concretePaths = (pattern: string): string[] => [
  ...new Set([
    pattern.replaceAll(/:\w+\??/g, unknownId),
    pattern.replaceAll(/\/:\w+\?/g, '').replaceAll(/:\w+/g, unknownId),
  ]),
];

/** Returns unknown paths similar to an existing one. */
const similarPaths = (address: string): string[] =>
  address === '/'
    ? ['/x', '/index.php']
    : [`${address}/more/still`, `${address}.php`, `/x${address}`, `/.${address.slice(1)}`];

test('every screen of the application responds at its path, and similar unknown paths respond with 404', async ({
  join,
  openBrowser,
}) => {
  const routes = pathsOf(routeConfig).filter((path) => !['/*', '/self-help/:slug'].includes(path));
  expect(routes).toEqual(expect.arrayContaining(['/', '/login', '/posts/:id', '/profile/:id?', '/settings']));
  const addresses = routes.flatMap(concretePaths);
  const parameterPrefixes = routes.filter((route) => route.includes(':')).map((route) => route.replace(/\/:.*/, '/'));
  const unknownPaths = addresses
    .flatMap(similarPaths)
    .filter(
      (address) =>
        !parameterPrefixes.some((prefix) => address.startsWith(prefix) && !address.slice(prefix.length).includes('/')),
    );
  for (const [page, statuses] of [
    [await openBrowser(), visitorStatuses],
    [await openBrowser(await join()), memberStatuses],
  ] as const) {
    for (const address of addresses) {
      const response = await page.request.get(address);
      expect(statuses(address), address).toContain(response.status());
      expect(await response.text(), address).not.toContain('404 Page Not Found');
    }
    for (const address of unknownPaths) {
      const response = await page.request.get(address);
      expect(response.status(), address).toBe(404);
      expect(await response.text(), address).toContain('404 Page Not Found');
    }
  }
});

test('an unknown path shows a 404 page with a link to help, without JavaScript and from the cache too', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  tolerate(failedResponse(404));
  for (const javaScriptEnabled of [true, false]) {
    const page = await openBrowser(null, { javaScriptEnabled });
    for (const address of ['/no-such-page', '/.env', '/package.json', '/wp-login.php']) {
      const response = await page.goto(address);
      expect(response?.status(), address).toBe(404);
      await expect(page.getByRole('heading', { level: 1, name: '404 Page Not Found' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Go to the home page' })).toHaveAttribute('href', '/');
    }
    await page.getByRole('link', { name: 'Get help now' }).click();
    await expect(page).toHaveURL('/crisis');
  }

  await test.step('the cached application does not replace it', async () => {
    const page = await openBrowser(await join(), { serviceWorkers: 'allow' });
    await page.goto('/');
    await waitForCachedApplication(page);
    const response = await page.goto('/no-such-page');
    expect(response?.fromServiceWorker()).toBe(true);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
  });
});

test('every path of the specification exists', async ({ admin, openBrowser, tolerate }) => {
  // Public pages request the viewer.
  tolerate(failedResponse(401));
  // Use a separate session, because this journey ends it.
  const [visitor, page] = [
    await openBrowser(),
    await openBrowser(await Member.signInExisting(admin.server, admin.email)),
  ];
  for (const path of specifiedPaths.publicScreens) {
    const response = await visitor.goto(path);
    expect(response?.status(), path).toBe(200);
    await expect(visitor.getByRole('main').getByRole('heading').first(), path).toBeVisible();
  }
  for (const path of specifiedPaths.memberScreens) {
    const response = await page.goto(path);
    expect(response?.status(), path).toBe(200);
    await expect(page.getByRole('main').getByRole('heading').first(), path).toBeAttached();
    expect(new URL(page.url()).pathname, path).toBe(path);
  }
  for (const path of specifiedPaths.collectionReads)
    expect((await page.request.get(`/api/${path}`)).status(), path).toBe(200);
  // For visitors, unknown API paths respond with 404. Existing ones require a session, a code or valid input.
  expect((await visitor.request.get('/api/no-such-call')).status()).toBe(404);
  for (const endpoint of [...specifiedPaths.itemReads.map((path) => `GET ${path}`), ...specifiedPaths.writes]) {
    const [method = '', path = ''] = endpoint.replace(':id', unknownId).split(' ');
    const response = await visitor.request.fetch(`/api/${path}`, { method, ...(method !== 'GET' && { data: {} }) });
    expect([400, 401, 403, 415], `${endpoint}: ${response.status()}`).toContain(response.status());
  }
  const login = await visitor.request.get('/api/login', { maxRedirects: 0 });
  expect([login.status(), new URL(login.headers()['location'] ?? '', visitor.url()).pathname]).toEqual([302, '/login']);

  await visitor.goto('/dmtools');
  const files = visitor.getByRole('main').locator('a[href^="/pdfs/"], a[href^="/audio/"]');
  const addresses = await files.evaluateAll((links) => (links as HTMLAnchorElement[]).map(({ href }) => href));
  expect(addresses.some((address) => address.includes('/pdfs/'))).toBe(true);
  for (const address of [...addresses, '/sw.js']) {
    const response = await visitor.request.get(address);
    expect(response.status(), address).toBe(200);
    expect(response.headers()['content-type'], address).toMatch(/pdf|audio|javascript/);
  }
  for (const section of ['meditation', 'pdfs', 'community', 'book']) {
    await visitor.locator(`nav a[href="#${section}"]`).click();
    await expect(visitor.locator(`#${section}`)).toBeInViewport();
  }

  const socket = page.waitForEvent('websocket', {
    predicate: (candidate) => new URL(candidate.url()).pathname === '/ws',
  });
  await page.goto('/');
  await socket;
  // A live page would redirect to login when its session ends.
  await page.goto('/crisis');
  await page.goto('/api/logout');
  await expect(page).toHaveURL('/');
  await page.goto('/settings');
  await expect(page).toHaveURL(/\/login/);
});
