import type { Locator, Page } from '@playwright/test';
import { composer, holdRequest, likeButton, postWith, shareButton, toast } from './support/feed.ts';
import { expect, test } from './support/journey.ts';
import { createPerson, unique } from './support/member.ts';
import { connect } from './support/members.ts';
import { sendMessage } from './support/messages.ts';

/** Maximum number of Tab presses to reach an element. */
const maxStops = 80;

/** Returns whether the target is focused, and whether it or an ancestor shows a focus outline. */
const describeFocus = (target: Locator) =>
  target.evaluate((targetElement) => {
    const focusedElement = document.activeElement ?? document.body;
    let isVisible = focusedElement === document.body;
    for (let element: Element | null = focusedElement, depth = 0; element !== null && depth < 6; depth += 1) {
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      isVisible ||= outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
      element = element.parentElement;
    }
    return { isReached: focusedElement === targetElement, isVisible, html: focusedElement.outerHTML.slice(0, 120) };
  });

/** Presses Tab until the target has focus. Expects a visible focus outline at each stop. */
async function tabTo(page: Page, target: Locator) {
  for (let stop = 0; stop < maxStops; stop += 1) {
    await page.keyboard.press('Tab');
    const { isReached, isVisible, html } = await describeFocus(target);
    expect(isVisible, `focus to be visible on ${html}`).toBe(true);
    if (isReached) return;
  }
  throw new Error(`Tab does not reach ${target.toString()}`);
}

async function typeInto(page: Page, target: Locator, text: string) {
  await tabTo(page, target);
  await page.keyboard.type(text);
}

test('a visitor signs up, posts, comments, edits, deletes, and signs out and in by keyboard', async ({
  openBrowser,
  startServer,
}) => {
  // Uses its own server: tabbing through the posts of other tests would take too long.
  const page = await openBrowser(null, { server: await startServer() });
  const robin = createPerson();
  const text = unique('Typed without a mouse.');

  await test.step('signing up', async () => {
    await page.goto('/signup');
    await typeInto(page, page.getByLabel('First name'), robin.firstName);
    await typeInto(page, page.getByLabel('Last name'), robin.lastName);
    await typeInto(page, page.getByLabel('Email'), robin.email);
    await typeInto(page, page.getByLabel('Password', { exact: true }), robin.password);
    for (const label of ['I am 18 or over', 'I agree that']) {
      await tabTo(page, page.getByLabel(label));
      await page.keyboard.press('Space');
    }
    await tabTo(page, page.getByRole('button', { name: 'Create account' }));
    await page.keyboard.press('Enter');
  });

  await test.step('the welcome tour', async () => {
    for (const [index, title] of ['How others see you', 'What brings you here?', 'How we treat each other'].entries()) {
      const heading = page.getByRole('heading', { name: title });
      await expect(heading).toBeFocused();
      await expect(heading).toHaveAccessibleDescription(`Step ${index + 1} of 3`);
      await tabTo(page, page.getByRole('button', { name: index === 2 ? 'Continue' : 'Skip' }));
      await page.keyboard.press('Enter');
    }
    await expect(page.getByRole('heading', { name: 'Good to have you here' })).toBeFocused();
    await tabTo(page, page.getByRole('link', { name: 'Just look around' }));
    await page.keyboard.press('Enter');
    await expect(composer(page)).toBeVisible();
  });

  await test.step('posting', async () => {
    await typeInto(page, composer(page), text);
    await tabTo(page, shareButton(page));
    await page.keyboard.press('Enter');
    await expect(postWith(page, text)).toBeVisible();
  });
  const post = postWith(page, text);

  await test.step('liking', async () => {
    await tabTo(page, likeButton(post));
    await page.keyboard.press('Space');
    await expect(likeButton(post)).toHaveAccessibleName(/^Like 1 like,/);
  });

  await test.step('commenting', async () => {
    await tabTo(page, post.getByRole('button', { name: 'Comment' }));
    await page.keyboard.press('Enter');
    const commentField = post.getByPlaceholder('Write a comment...');
    await expect(commentField).toBeVisible();
    await typeInto(page, commentField, 'A first word.');
    await page.keyboard.press('Enter');
    await expect(post.getByRole('listitem')).toContainText('A first word.');
    await expect(commentField).toBeFocused();
  });

  await test.step('editing, and canceling with Escape', async () => {
    await expect(toast(page)).toContainText('Comment added');
    await page.keyboard.press('F8');
    await page.keyboard.press('Escape');
    await expect(toast(page)).toHaveCount(0);
    const options = post.getByRole('button', { name: 'Post options' });
    await page.goto('/');
    await tabTo(page, options);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Edit Post' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
    await expect(options).toBeFocused();

    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Edit Post' })).toBeFocused();
    await page.keyboard.press('Enter');
    const editor = page.getByLabel('Edit your post');
    await expect(editor).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(editor).toHaveCount(0);
    await expect(options).toBeFocused();

    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Edit Post' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(editor).toBeFocused();
    await page.keyboard.type(' Still none.');
    await page.keyboard.press('Escape');
    await expect(editor).toHaveValue(/Still none\.$/);
    await tabTo(page, page.getByRole('button', { name: 'Save' }));
    await page.keyboard.press('Space');
    await expect(post).toContainText('Still none.');
    await expect(options).toBeFocused();
  });

  await test.step('deleting', async () => {
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Edit Post' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menuitem', { name: 'Delete Post' })).toBeFocused();
    await page.keyboard.press('Enter');
    const confirmDialog = page.getByRole('alertdialog');
    await expect(confirmDialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(confirmDialog).toHaveCount(0);
    await expect(post).toBeVisible();

    await tabTo(page, post.getByRole('button', { name: 'Post options' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Edit Post' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('menuitem', { name: 'Delete Post' })).toBeFocused();
    await page.keyboard.press('Enter');
    await tabTo(page, confirmDialog.getByRole('button', { name: 'Delete' }));
    await page.keyboard.press('Enter');
    await expect(post).toHaveCount(0);
  });

  await test.step('signing out and in', async () => {
    await page.getByRole('button', { name: /^Your menu/ }).press('Enter');
    await page.getByRole('menuitem', { name: 'Sign Out' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'Room to breathe, people to talk to' })).toBeVisible();
    await page.goto('/login');
    await typeInto(page, page.getByLabel('Email'), robin.email);
    await typeInto(page, page.getByLabel('Password', { exact: true }), robin.password);
    await page.keyboard.press('Enter');
    await expect(composer(page)).toBeVisible();
  });
});

test('Enter in a field does not submit a form twice', async ({ openBrowser, startServer, tolerate }) => {
  const page = await openBrowser(null, { server: await startServer() });
  tolerate(/Failed to load resource: .* 401/);
  await page.goto('/login');
  await page.getByLabel('Email').fill('nobody@members.test');
  await page.getByLabel('Password', { exact: true }).fill('not the right words');
  let requestCount = 0;
  page.on(
    'request',
    (request) => (requestCount += Number(request.method() === 'POST' && request.url().endsWith('/login'))),
  );
  const loginRequest = await holdRequest(page, '/login', 'POST');
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await loginRequest.arrived;
  await expect(page.getByRole('button', { name: 'Logging in...' })).toHaveAttribute('aria-disabled', 'true');
  await page.getByLabel('Password', { exact: true }).press('Enter');
  loginRequest.release();
  await expect(page.getByRole('alert')).toBeVisible();
  expect(requestCount).toBe(1);
});

test('Escape in a search field keeps the focus', async ({ join, openBrowser }) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  await connect(ana, ben);
  await sendMessage(ben, ana, 'Good morning');
  const page = await openBrowser(ana);
  await page.goto('/');
  await expect(composer(page)).toBeVisible();
  const search = page.getByPlaceholder('Search community...');
  await page.keyboard.press('/');
  await expect(search).toBeFocused();
  await page.keyboard.type('rest');
  await page.keyboard.press('Escape');
  await expect(search).toBeFocused();
  await expect(search).toHaveValue('');

  await page.setViewportSize({ width: 768, height: 800 });
  const openSearch = page.getByRole('button', { name: 'Search', exact: true });
  await openSearch.press('Enter');
  await expect(search).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(search).toBeHidden();
  await expect(openSearch).toBeFocused();

  await page.goto('/messages');
  const messageSearch = page.getByRole('searchbox', { name: 'Search names and messages' });
  await messageSearch.fill('morning');
  await messageSearch.press('Escape');
  await expect(messageSearch).toBeFocused();
  await expect(messageSearch).toHaveValue('');
  await messageSearch.fill('morning');
  await page.getByRole('button', { name: 'Clear search' }).press('Enter');
  await expect(messageSearch).toBeFocused();
  await expect(messageSearch).toHaveValue('');
});

test('a member who focuses a field while a screen appears keeps the focus', async ({ join, openBrowser }) => {
  const page = await openBrowser(await join());
  await page.goto('/events');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // Focus the field right after it is rendered, before the router moves the focus.
  await page.evaluate((placeholder) => {
    const observer = new MutationObserver(() => {
      const field = document.querySelector<HTMLElement>(`[placeholder="${placeholder}"]`);
      if (!field) return;
      observer.disconnect();
      field.focus();
    });
    observer.observe(document.body, { childList: true, subtree: true });
  }, 'Share your thoughts with the community...');
  await page.getByRole('banner').getByRole('link', { name: 'Community Feed' }).press('Enter');
  // The screen is announced after focus has been handled.
  await expect(page.getByRole('status').filter({ hasText: /^Community Feed · / })).toBeAttached();
  await expect(composer(page)).toBeFocused();
});

/** Describes the focused element if the header covers part of it. */
const findCoveredFocus = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const focusedElement = document.activeElement;
    const header = document.querySelector('header');
    if (!focusedElement?.closest('main') || !header) return null;
    const [{ top, bottom }, headerBottom] = [
      focusedElement.getBoundingClientRect(),
      header.getBoundingClientRect().bottom,
    ];
    return top < headerBottom && bottom > 0
      ? `${focusedElement.outerHTML.slice(0, 80)} from ${top} to ${bottom}, under ${headerBottom}`
      : null;
  });

/** Tabs forward and back again. Expects that the header never covers the focused element. */
async function expectFocusNeverCovered(page: Page, stops: number) {
  for (let stop = 0; stop < stops; stop += 1) await page.keyboard.press('Tab');
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(500);
  for (let stop = 0; stop < stops; stop += 1) {
    await page.keyboard.press('Shift+Tab');
    expect(await findCoveredFocus(page)).toBeNull();
  }
}

/** Sets the browser's default font size, which `rem` and breakpoints in `em` use. */
async function setBrowserFontSize(page: Page, standard: number) {
  const settings = await page.context().newCDPSession(page);
  await settings.send('Page.setFontSizes', { fontSizes: { standard, fixed: 13 } });
}

test('on a phone with browser font size 200 %, the header never covers the focused element', async ({
  join,
  openBrowser,
}) => {
  const ana = await join('Ana');
  for (let count = 1; count <= 4; count += 1) await ana.share(unique(`Note. ${'And more. '.repeat(count * 8)}`));
  const page = await openBrowser(ana, { width: 375, height: 700 });
  await setBrowserFontSize(page, 32);
  await page.goto('/');
  // The padding is set after the screen has rendered.
  await expect(page.locator('html[style*="scroll-padding-top"]')).toBeAttached();
  await expect(page.locator('html')).toHaveCSS('font-size', '32px');
  const header = await page.locator('header').first().boundingBox();
  expect(header!.height, 'the header wraps to a second row').toBeGreaterThan(110);
  await expectFocusNeverCovered(page, 30);
});

test('on a visitor page with browser font size 200%, the header never covers the focused element', async ({
  openBrowser,
}) => {
  const page = await openBrowser(null, { width: 375, height: 700 });
  await setBrowserFontSize(page, 32);
  await page.goto('/signup');
  await expectFocusNeverCovered(page, 12);
});
