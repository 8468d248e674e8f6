import type { Page } from '@playwright/test';
import { canFetch, waitForServiceWorker, waitForCachedApplication } from './support/device.ts';
import { composer, toast } from './support/feed.ts';
import { expect, failedResponse, logInInBrowser, test } from './support/journey.ts';
import { waitUntilLive } from './support/live-connection.ts';
import { createToneMeditation, openMeditation } from './support/meditations.ts';
import type { Member } from './support/member.ts';
import { connect, idOf, request } from './support/members.ts';
import { openChat } from './support/messages.ts';

/** Returns where the given words are stored on this device: web storage, cookies, caches or databases. */
const findOnDevice = (page: Page, words: string[]): Promise<string[]> =>
  page.evaluate(async (wanted) => {
    const found: string[] = [];
    const search = (where: string, text: string) => {
      for (const word of wanted) if (text.includes(word)) found.push(`${word}, ${where}`);
    };
    search('localStorage', JSON.stringify({ ...localStorage }));
    search('sessionStorage', JSON.stringify({ ...sessionStorage }));
    search('cookies', document.cookie);
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const kept = await cache.match(request);
        search(name, `${request.url} ${await (kept?.text() ?? '')}`);
      }
    }
    for (const { name = '' } of await indexedDB.databases()) found.push(`a database ${name}`);
    return found;
  }, words);

/** Confirms signing out despite unsent text. */
async function confirmSignOut(page: Page): Promise<void> {
  const question = page.getByRole('alertdialog', { name: 'Sign out before it’s sent?' });
  await question.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
}

async function askToSignOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Your menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
}

async function signOut(page: Page): Promise<void> {
  await askToSignOut(page);
  await confirmSignOut(page);
}

/** Returns strings that would reveal the member's data on the device. */
const tracesOf = async (member: Member, ...words: string[]) => [
  ...[await idOf(member), member.email, member.lastName],
  ...words,
];

test('saved content is available offline, and signing out deletes all data of the member @critical', async ({
  join,
  openBrowser,
  admin,
  tolerate,
}) => {
  const ana = await join('Ana', 'Quillfeather');
  const ben = await join('Ben');
  const bells = await createToneMeditation(admin);
  const traces = await tracesOf(ana, 'Only half a thought', bells.title);
  const page = await openBrowser(ana, { serviceWorkers: 'allow' });
  await openMeditation(page, bells);
  await waitForCachedApplication(page);
  await page.getByRole('button', { name: 'Save for offline' }).click();
  await expect(page.getByRole('button', { name: 'Remove from this device' })).toBeVisible();
  expect(await canFetch(page, '/pdfs/grounding-card.pdf')).toBe(true);
  await page.goto('/');
  await composer(page).fill('Only half a thought');

  tolerate(/net::ERR_INTERNET_DISCONNECTED|net::ERR_FAILED|WebSocket connection to .* failed/);
  await page.context().setOffline(true);
  for (const [path, heading] of [
    ['/crisis', 'You do not have to get through this alone'],
    ['/self-help', 'Self-Help Library'],
    ['/self-help/panic', /panic/i],
    ['/privacy', 'Privacy'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  }
  expect(await canFetch(page, '/pdfs/grounding-card.pdf'), 'a guide opened before').toBe(true);
  expect(await canFetch(page, '/pdfs/breathing-guide.pdf'), 'a guide not opened before').toBe(false);
  await page.goto('/');
  await page.getByRole('link', { name: 'Saved meditations' }).click();
  await expect(page.getByRole('article', { name: bells.title })).toBeVisible();
  await page.context().setOffline(false);

  await page.goto('/');
  await expect(composer(page)).toHaveValue('Only half a thought');
  expect((await findOnDevice(page, traces)).length, 'the search finds stored data before sign-out').toBeGreaterThan(2);
  await signOut(page);
  expect(await findOnDevice(page, traces)).toEqual([]);
  expect(await page.evaluate(() => caches.has('opened-guides')), 'the record of opened guides').toBe(false);
  expect(await page.evaluate(async () => (await caches.match('/crisis/index.html', { ignoreSearch: true }))?.ok)).toBe(
    true,
  );
  await page.goBack();
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
  await expect(page.locator('body')).not.toContainText('Quillfeather');

  await page.goto('/login');
  await logInInBrowser(page, ben);
  await expect(composer(page)).toHaveValue('');
  expect(await findOnDevice(page, traces)).toEqual([]);
});

test('signing out in one tab clears the other, and after an ended session the next member finds nothing', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  tolerate(failedResponse(401));
  tolerate(/WebSocket connection to .* failed/);
  const ana = await join('Ana', 'Quillfeather');
  const ben = await join('Ben');
  const traces = await tracesOf(ana, 'In the first tab', 'For later');
  const page = await openBrowser(ana);
  const goingLive = waitUntilLive(page);
  await page.goto('/');
  await composer(page).fill('In the first tab');
  await goingLive;
  const other = await page.context().newPage();
  await other.goto('/connections');
  await signOut(other);
  await page.waitForURL(/\/login/);
  await expect(page.getByLabel('Email')).toBeVisible();
  expect(await findOnDevice(page, traces)).toEqual([]);
  await other.close();

  const live = waitUntilLive(page);
  await logInInBrowser(page, ana);
  await expect(composer(page)).toHaveValue('');
  await composer(page).fill('For later');
  await expect(page.getByRole('region', { name: /^Notifications/ })).toBeAttached();
  await live;
  await ana.signIn();
  await ana.signOutEverywhere();
  await page.waitForURL(/\/login/);
  // The draft is kept in case the same member logs in again.
  expect(await findOnDevice(page, ['For later'])).not.toEqual([]);
  await logInInBrowser(page, ben);
  await expect(composer(page)).toHaveValue('');
  await expect.poll(() => findOnDevice(page, traces)).toEqual([]);
});

for (const [opens, confirms] of [
  ['Sign out everywhere', 'Sign out everywhere'],
  ['Take a break', 'Start my break'],
] as const)
  test(`“${opens}” warns about unsent text and deletes the member’s data from the device`, async ({
    join,
    openBrowser,
    tolerate,
  }) => {
    // Requests that are in flight when the session ends.
    tolerate(failedResponse(401));
    tolerate(/WebSocket connection to .* failed/);
    const ana = await join('Ana', 'Quillfeather');
    const traces = await tracesOf(ana, 'Only half a thought');
    const page = await openBrowser(ana);
    const question = page.getByRole('alertdialog');
    const ask = () => page.getByRole('button', { name: opens, exact: true }).click();
    await page.goto('/settings');
    await ask();
    await expect(question).toContainText('signed out');
    await expect(question).not.toContainText('has not been sent yet');
    await question.getByRole('button', { name: 'Cancel' }).click();

    await page.goto('/');
    await composer(page).fill('Only half a thought');
    await page.goto('/settings');
    await ask();
    await expect(question).toContainText('Something you wrote here has not been sent yet.');
    await question.getByRole('button', { name: confirms }).click();
    await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
    expect(await findOnDevice(page, traces)).toEqual([]);
  });

for (const [opens, confirms] of [
  ['Sign out everywhere', 'Sign out everywhere'],
  ['Take a break', 'Start my break'],
] as const)
  test(`after “${opens}” a private photo cannot be loaded from the cache`, async ({ join, openBrowser, tolerate }) => {
    tolerate(failedResponse(401));
    tolerate(/WebSocket connection to .* failed/);
    const [ana, ben] = [await join('Ana'), await join('Ben')];
    await connect(ana, ben);
    const page = await openBrowser(ana);
    await openChat(page, ben);
    const buffer = await page.screenshot();
    await page.getByLabel('Photo file').setInputFiles({ name: 'river.png', mimeType: 'image/png', buffer });
    await expect(page.getByText('Photo ready')).toBeVisible();
    await page.getByRole('button', { name: 'Send message' }).click();
    const address = await page.locator('img[src^="/api/messages/photos/"]').first().getAttribute('src');
    const open = () =>
      page.evaluate(async (url) => (await fetch(url, { cache: 'force-cache' })).status, address ?? 'missing');
    expect(await open()).toBe(200);
    await page.goto('/settings');
    await page.getByRole('button', { name: opens, exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: confirms }).click();
    await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
    expect(await open()).toBe(401);
    expect((await page.goto(address ?? 'missing'))?.status()).toBe(401);
  });

test('a browser signed out from another device drops a private photo from its cache with its next request', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  tolerate(failedResponse(401));
  tolerate(/WebSocket connection to .* failed/);
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  await connect(ana, ben);
  const page = await openBrowser(ana);
  await openChat(page, ben);
  const buffer = await page.screenshot();
  await page.getByLabel('Photo file').setInputFiles({ name: 'river.png', mimeType: 'image/png', buffer });
  await expect(page.getByText('Photo ready')).toBeVisible();
  await page.getByRole('button', { name: 'Send message' }).click();
  const address = await page.locator('img[src^="/api/messages/photos/"]').first().getAttribute('src');
  await ana.signIn();
  await ana.signOutEverywhere();
  await page.waitForURL(/\/login/);
  await page.evaluate(() => fetch('/api/auth/user'));
  const status = await page.evaluate(async (url) => (await fetch(url, { cache: 'force-cache' })).status, address ?? '');
  expect(status).toBe(401);
});

for (const [opens, confirms, path, failed] of [
  ['Sign out everywhere', 'Sign out everywhere', '/api/auth/sessions', 'You could not be signed out everywhere.'],
  ['Take a break', 'Start my break', '/api/account/break', 'Your break could not start.'],
] as const)
  test(`“${opens}” clears the device if only its response is lost, and keeps the data if the request failed`, async ({
    join,
    openBrowser,
    tolerate,
  }) => {
    tolerate(/net::ERR_FAILED|WebSocket connection to .* failed/);
    tolerate(failedResponse(401));
    const ana = await join('Ana', 'Quillfeather');
    const traces = await tracesOf(ana, 'Only half a thought');
    const page = await openBrowser(ana);
    await page.goto('/');
    await composer(page).fill('Only half a thought');
    await page.goto('/settings');
    let isLost = true;
    await page.route(`**${path}`, async (route) => {
      if (route.request().method() === 'GET') return route.fallback();
      if (!isLost) await route.fetch();
      return route.abort();
    });
    const choose = async () => {
      await page.getByRole('button', { name: opens, exact: true }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: confirms }).click();
    };
    await choose();
    await expect(toast(page)).toContainText(failed);
    expect(await findOnDevice(page, ['Only half a thought'])).not.toEqual([]);
    isLost = false;
    await choose();
    await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
    expect(await findOnDevice(page, traces)).toEqual([]);
  });

test('a failed sign-out keeps the data on the device, and one with a lost response deletes it', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  tolerate(/net::ERR_FAILED|WebSocket connection to .* failed/);
  tolerate(failedResponse(401));
  const ana = await join('Ana', 'Quillfeather');
  const traces = await tracesOf(ana, 'Only half a thought');
  const page = await openBrowser(ana);
  let isLost = false;
  await page.route('/api/logout', async (route) => {
    if (isLost && route.request().isNavigationRequest()) return route.fallback();
    if (isLost) await route.fetch({ maxRedirects: 0 });
    return route.abort();
  });
  const question = page.getByRole('alertdialog', { name: 'Sign out before it’s sent?' });
  await page.goto('/');
  await composer(page).fill('Only half a thought');
  await askToSignOut(page);
  await question.getByRole('button', { name: 'Sign out' }).click();
  await expect(toast(page)).toContainText('You are still signed in: we could not reach the community.');
  await expect(question).toBeHidden();
  await page.reload();
  await expect(composer(page)).toHaveValue('Only half a thought');
  isLost = true;
  await signOut(page);
  expect(await findOnDevice(page, traces)).toEqual([]);
});

test('staying on a break and signing out while suspended delete the member’s data from the device', async ({
  join,
  openBrowser,
  server,
  tolerate,
}) => {
  tolerate(failedResponse(401));
  tolerate(failedResponse(403));
  tolerate(/WebSocket connection to .* failed/);
  const ana = await join('Ana', 'Quillfeather');
  const traces = await tracesOf(ana, 'Only half a thought');
  const page = await openBrowser(ana);
  const writeDraft = async () => {
    await composer(page).fill('Only half a thought');
    expect(await findOnDevice(page, ['Only half a thought'])).not.toEqual([]);
  };
  const goingLive = waitUntilLive(page);
  await page.goto('/');
  await goingLive;
  await writeDraft();
  // A break that starts on another device ends the session here.
  const until = new Date(Date.now() + 7 * 24 * 60 * 60 * 1000).toISOString();
  await request(ana, 'POST', '/api/account/break', { until });
  await page.waitForURL(/\/login/);
  await logInInBrowser(page, ana);
  await page.getByRole('link', { name: 'Stay on my break' }).click();
  await confirmSignOut(page);
  expect(await findOnDevice(page, traces)).toEqual([]);

  await page.goto('/login');
  await logInInBrowser(page, ana);
  await page.getByRole('button', { name: 'End my break' }).click();
  await writeDraft();
  const database = await server.database();
  await database.query(
    `UPDATE users SET suspended_until = now() + interval '3 days', suspension_reason = 'Be kind.' WHERE email = $1`,
    [ana.email],
  );
  await page.goto('/');
  await expect(page).toHaveURL('/suspended');
  await page.getByRole('link', { name: 'Sign out' }).click();
  await confirmSignOut(page);
  expect(await findOnDevice(page, traces)).toEqual([]);
});

test('the link that continues a break shows progress', async ({ join, openBrowser }) => {
  const ana = await join('Ana');
  const until = new Date(Date.now() + 7 * 24 * 60 * 60 * 1000).toISOString();
  await request(ana, 'POST', '/api/account/break', { until });
  const page = await openBrowser();
  await page.goto('/login');
  await logInInBrowser(page, ana);
  const stayAwayLink = page.getByRole('link', { name: 'Stay on my break' });
  await expect(stayAwayLink).toBeVisible();
  const { promise: release, resolve } = Promise.withResolvers<void>();
  await page.route(/leave-device/, async (route) => {
    await release;
    await route.continue();
  });
  await stayAwayLink.click();
  await expect(stayAwayLink).toHaveAttribute('aria-busy', 'true');
  resolve();
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
});

test('the application can be installed', async ({ openBrowser }) => {
  const page = await openBrowser(null, { serviceWorkers: 'allow' });
  await page.goto('/crisis');
  await waitForServiceWorker(page);
  const devTools = await page.context().newCDPSession(page);
  const { errors } = await devTools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const { installabilityErrors } = await devTools.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
});
