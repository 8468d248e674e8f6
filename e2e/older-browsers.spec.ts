import type { Page } from '@playwright/test';
import { commentButton, composer, postWith, shareInBrowser, toast } from './support/feed.ts';
import { blockedStorageReport, expect, logInInBrowser, test } from './support/journey.ts';
import { createToneMeditation, openMeditation, player } from './support/meditations.ts';
import { unique } from './support/member.ts';
import { connect } from './support/members.ts';
import { messageWith, openChat, sendInBrowser } from './support/messages.ts';

/** Removes APIs that the oldest supported browsers lack or that a user may have disabled. */
const removeNewerApis = (page: Page) =>
  page.addInitScript(() => {
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- the function runs in the page
    const remove = (owner: object, ...names: string[]) => {
      for (const name of names) Reflect.deleteProperty(owner, name);
    };
    remove(AbortSignal, 'any');
    remove(Element.prototype, 'checkVisibility', 'moveBefore', 'setHTML', 'getHTML');
    remove(Element.prototype, 'ariaBusy', 'ariaHidden', 'ariaInvalid', 'ariaLabel', 'ariaPressed', 'role');
    remove(Promise, 'withResolvers', 'try');
    remove(Array, 'fromAsync');
    remove(Array.prototype, 'toSorted', 'toReversed', 'toSpliced', 'with');
    remove(Object, 'groupBy');
    remove(Map, 'groupBy');
    remove(Map.prototype, 'getOrInsert', 'getOrInsertComputed');
    remove(String.prototype, 'isWellFormed', 'toWellFormed');
    remove(Set.prototype, 'union', 'intersection', 'difference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom');
    remove(URL, 'canParse', 'parse');
    remove(Intl, 'Segmenter', 'DurationFormat');
    remove(Response, 'json');
    remove(Document.prototype, 'startViewTransition');
    remove(HTMLElement.prototype, 'popover', 'showPopover', 'hidePopover', 'togglePopover');
    remove(Navigator.prototype, 'locks', 'serviceWorker', 'connection', 'share');
    remove(
      window,
      ...['BroadcastChannel', 'requestIdleCallback', 'cancelIdleCallback', 'scheduler', 'navigation', 'URLPattern'],
      ...['Iterator', 'CloseWatcher', 'cookieStore', 'trustedTypes', 'PushManager', 'Notification'],
    );
  });

/** Makes every use of storage throw, like a browser that blocks it. */
const blockStorage = (page: Page) =>
  page.addInitScript(() => {
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- the function runs in the page
    const throwSecurityError = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(window, name, { get: throwSecurityError, configurable: true });
    window.BroadcastChannel = new Proxy(window.BroadcastChannel, { construct: throwSecurityError });
    navigator.locks.request = () => Promise.reject(new DOMException('Blocked', 'SecurityError'));
    Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined, configurable: true });
    Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
  });

for (const [browser, prepareBrowser] of [
  ['one of the oldest supported browsers', removeNewerApis],
  ['a browser that blocks storage', blockStorage],
] as const)
  test(`in ${browser} a visitor uses a form and logs in, posts, comments, sends a message and listens`, async ({
    join,
    openBrowser,
    admin,
    tolerate,
  }) => {
    if (prepareBrowser === blockStorage) tolerate(blockedStorageReport);
    const [ana, ben] = [await join('Ana'), await join('Ben')];
    await connect(ana, ben);
    const page = await openBrowser();
    await prepareBrowser(page);

    await page.goto('/waitlist');
    await page.getByRole('button', { name: 'Join the waitlist' }).click();
    await expect(toast(page)).toContainText('Missing Information');
    await page.goto('/login');
    await logInInBrowser(page, ana);
    await expect(composer(page)).toBeVisible();
    const text = unique('From an old phone');
    await shareInBrowser(page, text);
    const post = postWith(page, text);
    await commentButton(post).click();
    await post.getByPlaceholder('Write a comment...').fill('And it works.');
    await post.getByPlaceholder('Write a comment...').press('Enter');
    await expect(post.getByText('And it works.')).toBeVisible();
    await post.getByRole('button', { name: 'Post options' }).click();
    await page.keyboard.press('Escape');

    await openChat(page, ben);
    await sendInBrowser(page, 'Hello Ben');
    await expect(messageWith(page, 'Hello Ben')).toBeVisible();

    const meditation = await createToneMeditation(admin);
    await openMeditation(page, meditation);
    await player(page).getByRole('button', { name: 'Play' }).click();
    await expect(player(page).getByRole('button', { name: 'Pause' })).toBeVisible();
    await player(page).getByRole('button', { name: 'Pause' }).click();

    for (const path of ['/events', '/gratitude-wall', '/search?q=phone', '/settings', '/journal', '/notifications']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    }
  });
