import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { waitForCachedApplication } from './support/device.ts';
import {
  composer,
  holdScripts,
  likeButton,
  openServerRendered,
  postWith,
  shareButton,
  fetchServerRendered,
} from './support/feed.ts';
import { expect, test } from './support/journey.ts';
import { unique } from './support/member.ts';
import { idOf } from './support/members.ts';

/** Opens the server-rendered feed and waits until its inline script has revealed it. */
const openRevealedFeed = async (page: Page) => {
  await openServerRendered(page);
  await page.locator('html[data-rendered][data-is-set]').waitFor();
};

/** Stops the clock, so that relative times do not change while the scripts load. */
const stopClock = (page: Page) => page.clock.setFixedTime(new Date());

/** Waits until the application has hydrated. */
const waitForHydration = (page: Page) => expect(page.locator('html[data-ready]')).toBeAttached();

/** Returns position and text of the visible elements. */
const readLayout = async (page: Page) => {
  await page.locator('html[data-rendered]:not([data-is-set])').waitFor({ state: 'detached' });
  return page.evaluate(async () => {
    const animations = document
      .getAnimations()
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.all(animations.map(({ finished }) => finished));
    return [...document.querySelectorAll('header, nav, main *')]
      .filter(
        (element) =>
          element.checkVisibility({ contentVisibilityAuto: true }) && element.getBoundingClientRect().top < innerHeight,
      )
      .filter((element) => element.matches('header, nav, article, h1, h2, p, time, textarea, button, a'))
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        // Omit the text of a textarea. Use `textContent`: `innerText` misses content that has just come into view.
        const text = element.matches('textarea') ? '' : element.textContent;
        return [element.localName, x, y, width, height, text].join(' ');
      });
  });
};

test('the server-rendered feed stays hidden until the reader’s time zone has been applied', async ({
  join,
  openBrowser,
}) => {
  const ana = await join('Ana');
  const text = unique('Good morning');
  await ana.share(text);
  const page = await openBrowser(ana);
  const html = await fetchServerRendered(page);
  // A page that is fulfilled by a route has no network address and cannot open sockets.
  await holdScripts(page);
  let isTruncated = true;
  await page.route('/', async (route) => {
    const cutIndex = html.indexOf('<script', html.indexOf('<body'));
    await route.fulfill({ contentType: 'text/html', body: isTruncated ? html.slice(0, cutIndex) : html });
  });
  const post = page.locator('[data-post-id]', { hasText: text });
  // The inline script that reveals the feed has not arrived yet.
  await page.goto('/', { waitUntil: 'commit' });
  await expect(post).toBeAttached();
  await expect(post).toBeHidden();
  isTruncated = false;
  await page.goto('/', { waitUntil: 'commit' });
  await expect(post).toBeVisible();
});

test('the server-rendered feed is visible, accessible and escaped before any script and does not shift on hydration @critical', async ({
  join,
  openBrowser,
}) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  const texts = Array.from({ length: 6 }, (_, index) =>
    unique(`Note ${index}. ${'Some lines of it. '.repeat(index * 3)}`),
  );
  // HTML in a post is shown as text.
  texts[5] = `${unique('Look:')} </script><script>document.title = 'taken'</script><!-- <script> <img src=x onerror=alert(1)>`;
  for (const text of texts) await ben.share(text);
  for (const width of [375, 1280]) {
    // Far ahead of UTC, so that the reader's day usually differs from the server's.
    const page = await openBrowser(ana, { width, timezoneId: 'Pacific/Kiritimati' });
    const release = await holdScripts(page);
    await openRevealedFeed(page);
    await stopClock(page);
    await expect(postWith(page, texts[5])).toBeVisible();
    await expect(page).toHaveTitle(/^Community Feed · /);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Community Feed');
    await expect(postWith(page, texts[5]).getByRole('link', { name: ben.name }).last()).toHaveAttribute(
      'href',
      `/profile/${await idOf(ben)}`,
    );
    await expect(page.getByText(/^(Today|Yesterday)$/).first()).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    const renderedLayout = await readLayout(page);
    expect(renderedLayout.length).toBeGreaterThan(20);
    await page.evaluate(() => {
      Object.assign(globalThis, { shift: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          (globalThis as unknown as { shift: number }).shift += (entry as unknown as { value: number }).value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    release();
    await waitForHydration(page);
    expect(await readLayout(page)).toEqual(renderedLayout);
    await expect(postWith(page, texts[5])).toBeVisible();
    await expect(page).toHaveTitle(/^Community Feed · /);
    await expect(page.getByRole('article').nth(5)).toBeAttached();
    expect(await page.evaluate(() => (globalThis as unknown as { shift: number }).shift)).toBeLessThanOrEqual(0.02);
  }
  const page = await openBrowser(ana);
  await holdScripts(page);
  await openRevealedFeed(page);
  await expect(composer(page)).toBeVisible();
  await expectAccessible(page, 'the server-rendered feed');
});

test('the server-rendered feed has the line of the last visit from the start, and hydration keeps it', async ({
  join,
  openBrowser,
}) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  for (const text of ['An older note', 'A newer note']) await ben.share(unique(text));
  const [, seenPost] = await ana.readFeed();
  const page = await openBrowser(ana);
  await page.goto('/');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('listening:member'))).toBe(await idOf(ana));
  const seen = { before: null, newest: seenPost?.createdAt, at: 0 };
  const release = await holdScripts(page);
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    `seen:${await idOf(ana)}:feed`,
    JSON.stringify(seen),
  ] as const);
  await openRevealedFeed(page);
  await stopClock(page);
  const line = page.getByText('New since your last visit').filter({ visible: true });
  await expect(line).toHaveCount(1);
  await page.evaluate(() => document.fonts.ready);
  const renderedLayout = await readLayout(page);
  release();
  await waitForHydration(page);
  expect(await readLayout(page)).toEqual(renderedLayout);
  await expect(line).toHaveCount(1);
});

test('typed text, a like and the scroll position from before the scripts load are kept', async ({
  join,
  openBrowser,
}) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  const texts = Array.from({ length: 6 }, () => unique(`A longer text. ${'And on it goes. '.repeat(20)}`));
  for (const text of texts) await ben.share(text);
  const page = await openBrowser(ana, { width: 375, height: 600 });
  const release = await holdScripts(page);
  await openRevealedFeed(page);
  const post = postWith(page, texts[5]!);
  await likeButton(post).click();
  await expect(likeButton(post)).toHaveAttribute('aria-busy', 'true');
  await composer(page).fill('Half a thought');
  await composer(page).press('ArrowLeft');
  const readScroll = () => page.evaluate(() => scrollY);
  const expectedScroll = (await readScroll()) + 300;
  await page.mouse.wheel(0, 300);
  await expect.poll(readScroll).toBe(expectedScroll);
  release();
  await waitForHydration(page);
  await expect(likeButton(post)).toHaveAccessibleName(/^Like 1 like,/);
  await expect(composer(page)).toHaveValue('Half a thought');
  await expect(composer(page)).toBeFocused();
  await expect(shareButton(page)).toBeEnabled();
  expect(await readScroll()).toBe(expectedScroll);
  await page.keyboard.type('ful');
  await expect(composer(page)).toHaveValue('Half a thoughfult');
});

test('presses before the scripts load take effect once', async ({ join, openBrowser }) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  const text = unique('Hello');
  await ben.share(text);
  const openHeld = async (width = 1280) => {
    const page = await openBrowser(ana, { width });
    const release = await holdScripts(page);
    await openRevealedFeed(page);
    return {
      page,
      post: postWith(page, text),
      hydrate: async () => {
        release();
        await waitForHydration(page);
      },
    };
  };
  await test.step('a button that is held down meanwhile is pressed on release', async () => {
    const { page, post, hydrate } = await openHeld();
    await likeButton(post).hover();
    await page.mouse.down();
    await hydrate();
    await page.mouse.up();
    await expect(likeButton(post)).toHaveAccessibleName(/^Like 1 like,/);
    await ana.like((await ana.readFeed()).find(({ content }) => content === text)!.id);
  });

  await test.step('a second press does not undo the first', async () => {
    const { post, hydrate } = await openHeld();
    await likeButton(post).click();
    await likeButton(post).click();
    await hydrate();
    await expect(likeButton(post)).toHaveAttribute('aria-pressed', 'true');
  });

  await test.step('of two menu buttons, the later one opens its menu', async () => {
    const { page, post, hydrate } = await openHeld(375);
    await page.getByRole('button', { name: /^Your menu/ }).click();
    await post.getByRole('button', { name: 'Post options' }).click();
    await hydrate();
    await expect(page.getByRole('menu')).toHaveCount(1);
    await expect(page.getByRole('menuitem', { name: /^Report/ })).toBeVisible();
  });

  await test.step('a member who opens the search and then types keeps typing afterwards', async () => {
    const { page, hydrate } = await openHeld(375);
    const button = page.getByRole('button', { name: 'Search', exact: true });
    await button.click();
    await expect(button).toHaveAttribute('aria-busy', 'true');
    await composer(page).click();
    await expect(button).not.toHaveAttribute('aria-busy');
    await page.keyboard.type('I write ');
    await hydrate();
    await expect(composer(page)).toBeFocused();
    await page.keyboard.type('on');
    await expect(composer(page)).toHaveValue('I write on');
    await expect(button).toHaveAttribute('aria-expanded', 'false');
  });
});

test('a post or draft that is shared before the scripts load is sent afterwards, and selected text stays selected', async ({
  join,
  openBrowser,
}) => {
  const page = await openBrowser(await join('Ana'));
  const release = await holdScripts(page);
  await openRevealedFeed(page);
  const text = unique('Quicker than the line.');
  await expect(shareButton(page)).toBeHidden();
  await composer(page).fill(text);
  await composer(page).press('Control+Enter');
  release();
  await expect(postWith(page, text)).toBeVisible();
  await expect(page).toHaveURL('/');
  await expect(composer(page)).toHaveValue('');

  const draft = unique('From yesterday.');
  await composer(page).fill(draft);
  const releaseDraft = await holdScripts(page);
  await openRevealedFeed(page);
  await composer(page).press('Meta+Enter');
  await expect(shareButton(page)).toHaveAttribute('aria-busy', 'true');
  releaseDraft();
  await expect(postWith(page, draft)).toBeVisible();
  await expect(composer(page)).toHaveValue('');

  await composer(page).fill('From yesterday');
  const releaseSelected = await holdScripts(page);
  await openRevealedFeed(page);
  await expect(composer(page)).toHaveValue('From yesterday');
  await composer(page).selectText();
  releaseSelected();
  await waitForHydration(page);
  await expect(composer(page)).toBeFocused();
  await page.keyboard.type('From today');
  await expect(composer(page)).toHaveValue('From today');
});

test('a draft is in the server-rendered composer from the start, in a wide fallback font', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  const ana = await join('Ana');
  // Fill the viewport with these posts, because a poll renders only after its code has loaded.
  for (let count = 0; count < 5; count += 1) await ana.share(unique('Below the composer.'));
  const page = await openBrowser(ana);
  tolerate(/net::ERR_FAILED/);
  await page.route('**/*.woff2', (route) => route.abort());
  await page.goto('/');
  await composer(page).fill('From yesterday');
  const release = await holdScripts(page);
  await openRevealedFeed(page);
  await stopClock(page);
  await expect(composer(page)).toHaveValue('From yesterday');
  await page.evaluate(() => document.fonts.ready);
  const renderedLayout = await readLayout(page);
  release();
  await waitForHydration(page);
  await expect(shareButton(page)).toBeEnabled();
  // The attachment buttons appear next to the share button without a layout shift.
  await expect(page.getByRole('button', { name: 'Photo', exact: true })).toBeVisible();
  const hydratedLayout = await readLayout(page);
  expect(renderedLayout.filter((element) => !hydratedLayout.includes(element))).toEqual([]);
});

test('a difference between the server’s HTML and the first rendering is a problem of the journey', async ({
  join,
  openBrowser,
  problems,
  tolerate,
}) => {
  // A page that is fulfilled by a route cannot open sockets.
  tolerate(/./);
  const page = await openBrowser(await join('Ana'));
  const html = await fetchServerRendered(page);
  const body = html.replace('>Community Feed</h1>', '>Another text</h1>');
  await page.route('/', (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto('/');
  // React draws the part again.
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Community Feed');
  expect(problems.messages.filter((problem) => /React error #418/.test(problem))).toHaveLength(1);
});

test('a cached page shows no data of a member who signed out, or of the next member', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  await ana.share(unique('Ana was here.'));
  const page = await openBrowser(ana, { serviceWorkers: 'allow' });
  await page.goto('/');
  await waitForHydration(page);
  await waitForCachedApplication(page);
  // Reload through the service worker.
  await page.reload();
  const cachedHtml = await page.evaluate(async () => {
    const texts = [];
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys())
        if (new URL(request.url).pathname.endsWith('.html')) texts.push(await (await caches.match(request))!.text());
    return texts.join('');
  });
  expect(cachedHtml).toContain('__reactRouterContext');
  expect(cachedHtml).not.toContain(ana.name);
  await page.getByRole('button', { name: 'Your menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page.getByRole('heading', { name: 'Room to breathe, people to talk to' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Room to breathe, people to talk to' })).toBeVisible();
  expect(await page.content()).not.toContain(ana.name);

  await page.context().addCookies([{ ...ben.cookie, url: ben.server.url, httpOnly: true, sameSite: 'Lax' }]);
  await page.goto('/');
  await expect(page.getByRole('button', { name: `Your menu, ${ben.name}` })).toBeVisible();
  tolerate(/net::ERR_INTERNET_DISCONNECTED/);
  await page.context().setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'We cannot reach the community right now' })).toBeVisible();
  expect(await page.content()).not.toContain(ben.name);
});
