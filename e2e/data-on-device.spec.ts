import type { Page } from '@playwright/test';
import { canFetch, waitForCachedApplication } from './support/device.ts';
import { composer, holdRequest, toast } from './support/feed.ts';
import { expect, failedResponse, logInInBrowser, test } from './support/journey.ts';
import { waitUntilLive } from './support/live-connection.ts';
import { createToneMeditation, openMeditation } from './support/meditations.ts';
import type { Member } from './support/member.ts';
import { connect, idOf, request } from './support/members.ts';
import { openChat } from './support/messages.ts';

/** Searches web storage, cookies and caches for the given texts. Also returns every IndexedDB database. */
const findOnDevice = (page: Page, texts: string[]): Promise<string[]> =>
  page.evaluate(async (searchedTexts) => {
    const findings: string[] = [];
    const recordMatches = (storageName: string, text: string) => {
      for (const searched of searchedTexts) if (text.includes(searched)) findings.push(`${searched}, ${storageName}`);
    };
    recordMatches('localStorage', JSON.stringify({ ...localStorage }));
    recordMatches('sessionStorage', JSON.stringify({ ...sessionStorage }));
    recordMatches('cookies', document.cookie);
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const cachedResponse = await cache.match(request);
        recordMatches(name, `${request.url} ${await (cachedResponse?.text() ?? '')}`);
      }
    }
    for (const { name = '' } of await indexedDB.databases()) findings.push(`a database ${name}`);
    return findings;
  }, texts);

/** Confirms signing out despite unsent text. */
async function confirmSignOut(page: Page): Promise<void> {
  const confirmation = page.getByRole('alertdialog', { name: 'Sign out before it’s sent?' });
  await confirmation.getByRole('button', { name: 'Sign out' }).click();
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
}

async function openSignOutConfirmation(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Your menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
}

async function signOut(page: Page): Promise<void> {
  await openSignOutConfirmation(page);
  await confirmSignOut(page);
}

/** Sends a photo in a chat and returns its address. */
async function sendPhoto(page: Page, recipient: Member): Promise<string> {
  await openChat(page, recipient);
  const buffer = await page.screenshot();
  await page.getByLabel('Photo file').setInputFiles({ name: 'river.png', mimeType: 'image/png', buffer });
  await expect(page.getByText('Photo ready')).toBeVisible();
  await page.getByRole('button', { name: 'Send message' }).click();
  return (await page.locator('img[src^="/api/messages/photos/"]').last().getAttribute('src')) ?? 'missing';
}

/** Returns the status of a file that the browser may take from its cache. */
const fetchStatus = (page: Page, address: string) =>
  page.evaluate(async (url) => (await fetch(url, { cache: 'force-cache' })).status, address);

/** Returns strings that would reveal the member's data on the device. */
const privateTextsOf = async (member: Member, ...texts: string[]) => [
  ...[await idOf(member), member.email, member.lastName],
  ...texts,
];

test('saved content is available offline, and signing out deletes all data of the member @critical', async ({
  join,
  openBrowser,
  admin,
  tolerate,
}) => {
  const ana = await join('Ana', 'Quillfeather');
  const ben = await join('Ben');
  const meditation = await createToneMeditation(admin);
  const privateTexts = await privateTextsOf(ana, 'Only half a thought', meditation.title);
  const page = await openBrowser(ana, { serviceWorkers: 'allow' });
  await openMeditation(page, meditation);
  await waitForCachedApplication(page);
  await test.step('the application can be installed', async () => {
    const devTools = await page.context().newCDPSession(page);
    const { errors } = await devTools.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const { installabilityErrors } = await devTools.send('Page.getInstallabilityErrors');
    expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([]);
  });
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
  await expect(page.getByRole('article', { name: meditation.title })).toBeVisible();
  await page.context().setOffline(false);

  await page.goto('/');
  await expect(composer(page)).toHaveValue('Only half a thought');
  expect((await findOnDevice(page, privateTexts)).length, 'matches before sign-out').toBeGreaterThan(2);
  await signOut(page);
  expect(await findOnDevice(page, privateTexts)).toEqual([]);
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
  expect(await findOnDevice(page, privateTexts)).toEqual([]);
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
  const privateTexts = await privateTextsOf(ana, 'In the first tab', 'For later');
  const page = await openBrowser(ana);
  const pageIsLive = waitUntilLive(page);
  await page.goto('/');
  await composer(page).fill('In the first tab');
  await pageIsLive;
  const otherTab = await page.context().newPage();
  await otherTab.goto('/connections');
  await signOut(otherTab);
  await page.waitForURL(/\/login/);
  await expect(page.getByLabel('Email')).toBeVisible();
  expect(await findOnDevice(page, privateTexts)).toEqual([]);
  await otherTab.close();

  const liveAgain = waitUntilLive(page);
  await logInInBrowser(page, ana);
  await expect(composer(page)).toHaveValue('');
  await composer(page).fill('For later');
  await expect(page.getByRole('region', { name: /^Notifications/ })).toBeAttached();
  await liveAgain;
  await ana.signIn();
  await ana.signOutEverywhere();
  await page.waitForURL(/\/login/);
  // The draft is kept in case the same member logs in again.
  expect(await findOnDevice(page, ['For later'])).not.toEqual([]);
  await logInInBrowser(page, ben);
  await expect(composer(page)).toHaveValue('');
  await expect.poll(() => findOnDevice(page, privateTexts)).toEqual([]);
});

test('“Sign out everywhere” warns about unsent text, and deletes the member’s data and private photos', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  // Requests that are in flight when the session ends.
  tolerate(failedResponse(401));
  tolerate(/WebSocket connection to .* failed/);
  const [ana, ben] = [await join('Ana', 'Quillfeather'), await join('Ben')];
  await connect(ana, ben);
  const privateTexts = await privateTextsOf(ana, 'Only half a thought');
  const [page, otherBrowser] = [await openBrowser(ana), await openBrowser(ana)];
  const address = await sendPhoto(page, ben);
  expect(await fetchStatus(page, address)).toBe(200);
  const otherIsLive = waitUntilLive(otherBrowser);
  const otherAddress = await sendPhoto(otherBrowser, ben);

  const openConfirmation = () => page.getByRole('button', { name: 'Sign out everywhere', exact: true }).click();
  const confirmation = page.getByRole('alertdialog');
  await page.goto('/settings/account');
  await openConfirmation();
  await expect(confirmation).toContainText('signed out');
  await expect(confirmation).not.toContainText('has not been sent yet');
  await confirmation.getByRole('button', { name: 'Cancel' }).click();
  await page.goto('/');
  await composer(page).fill('Only half a thought');
  await page.goto('/settings/account');
  await openConfirmation();
  await expect(confirmation).toContainText('Something you wrote here has not been sent yet.');
  const closeEvent = (await otherIsLive).waitForEvent('close');
  // Delay the redirect, because the toast is otherwise visible only for half a second.
  const heldRedirect = await holdRequest(otherBrowser, '/api/login');
  const toastShown = expect(toast(otherBrowser)).toContainText('You are logged out. Logging in again...');
  await confirmation.getByRole('button', { name: 'Sign out everywhere' }).click();
  await Promise.all([closeEvent, toastShown]);
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
  expect(await findOnDevice(page, privateTexts)).toEqual([]);
  expect(await fetchStatus(page, address)).toBe(401);
  expect((await page.goto(address))?.status()).toBe(401);

  await test.step('another browser leaves and drops the photo with its next request', async () => {
    heldRedirect.release();
    await expect(otherBrowser).toHaveURL(/\/login\?returnTo=/);
    await otherBrowser.evaluate(() => fetch('/api/auth/user'));
    expect(await fetchStatus(otherBrowser, otherAddress)).toBe(401);
  });
});

test('starting a break, staying on it and signing out while suspended delete the data, unless the request failed', async ({
  join,
  openBrowser,
  server,
  tolerate,
}) => {
  tolerate(/net::ERR_FAILED|WebSocket connection to .* failed/);
  for (const status of [401, 403]) tolerate(failedResponse(status));
  const ana = await join('Ana', 'Quillfeather');
  const privateTexts = await privateTextsOf(ana, 'Only half a thought');
  const page = await openBrowser(ana);
  await page.goto('/');
  await composer(page).fill('Only half a thought');
  await page.goto('/settings/data');
  let isRequestLost = true;
  await page.route('**/api/account/break', async (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    if (!isRequestLost) await route.fetch();
    return route.abort();
  });
  const confirmAction = async () => {
    await page.getByRole('button', { name: 'Take a break', exact: true }).click();
    await expect(page.getByRole('alertdialog')).toContainText('Something you wrote here has not been sent yet.');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Start my break' }).click();
  };
  await confirmAction();
  await expect(toast(page)).toContainText('Your break could not start.');
  expect(await findOnDevice(page, ['Only half a thought'])).not.toEqual([]);
  isRequestLost = false;
  await confirmAction();
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
  expect(await findOnDevice(page, privateTexts)).toEqual([]);

  await test.step('staying on a break and signing out while suspended', async () => {
    await page.unroute('**/api/account/break');
    const writeDraft = async () => {
      await composer(page).fill('Only half a thought');
      expect(await findOnDevice(page, ['Only half a thought'])).not.toEqual([]);
    };
    await page.goto('/login');
    await logInInBrowser(page, ana);
    const stayOnBreakLink = page.getByRole('link', { name: 'Stay on my break' });
    await expect(stayOnBreakLink).toBeVisible();
    const { promise: released, resolve } = Promise.withResolvers<void>();
    await page.route(/leave-device/, async (route) => {
      await released;
      await route.continue();
    });
    await stayOnBreakLink.click();
    await expect(stayOnBreakLink).toHaveAttribute('aria-busy', 'true');
    resolve();
    await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
    await page.goto('/login');
    await logInInBrowser(page, ana);
    await page.getByRole('button', { name: 'End my break' }).click();
    await expect(composer(page)).toBeVisible();
    const pageIsLive = waitUntilLive(page);
    await page.goto('/');
    await pageIsLive;
    await writeDraft();
    // A break that starts on another device ends the session here.
    const until = new Date(Date.now() + 7 * 24 * 60 * 60 * 1000).toISOString();
    await ana.signIn();
    await request(ana, 'POST', '/api/account/break', { until });
    await page.waitForURL(/\/login/);
    await logInInBrowser(page, ana);
    await page.getByRole('link', { name: 'Stay on my break' }).click();
    await confirmSignOut(page);
    expect(await findOnDevice(page, privateTexts)).toEqual([]);

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
    expect(await findOnDevice(page, privateTexts)).toEqual([]);
  });
});

test('a failed sign-out keeps the data on the device, and a sign-out with a lost response deletes it', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  tolerate(/net::ERR_FAILED|WebSocket connection to .* failed/);
  tolerate(failedResponse(401));
  const ana = await join('Ana', 'Quillfeather');
  const privateTexts = await privateTextsOf(ana, 'Only half a thought');
  const page = await openBrowser(ana);
  let isResponseLost = false;
  await page.route('/api/logout', async (route) => {
    if (isResponseLost && route.request().isNavigationRequest()) return route.fallback();
    if (isResponseLost) await route.fetch({ maxRedirects: 0 });
    return route.abort();
  });
  const confirmation = page.getByRole('alertdialog', { name: 'Sign out before it’s sent?' });
  await page.goto('/');
  await composer(page).fill('Only half a thought');
  await openSignOutConfirmation(page);
  await confirmation.getByRole('button', { name: 'Sign out' }).click();
  await expect(toast(page)).toContainText('You are still signed in: we could not reach the community.');
  await expect(confirmation).toBeHidden();
  await page.reload();
  await expect(composer(page)).toHaveValue('Only half a thought');
  isResponseLost = true;
  await signOut(page);
  expect(await findOnDevice(page, privateTexts)).toEqual([]);
});
