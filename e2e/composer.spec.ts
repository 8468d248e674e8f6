import {
  composer,
  failRequest,
  holdRequest,
  postWith,
  shareButton,
  toast,
  withoutServerRendering,
} from './support/feed.ts';
import { expect, failedResponse, logInInBrowser, test } from './support/journey.ts';
import { muteLiveConnection } from './support/live-connection.ts';
import { unique } from './support/member.ts';

test('the composer takes one line until it gets focus', async ({ join, openBrowser }) => {
  const member = await join();
  await member.share(unique('Something to look at.'));
  for (const width of [375, 1280]) {
    const page = await openBrowser(member, { width });
    await withoutServerRendering(page);
    const viewer = await holdRequest(page, '/api/auth/user');
    await page.goto('/');
    await viewer.arrived;
    viewer.release();
    const card = page.getByRole('region', { name: 'Share a post' });
    await expect(card).toBeVisible();
    const heightOf = async () => (await card.boundingBox())!.height;
    expect(await heightOf()).toBeLessThan(100);
    await expect(shareButton(page)).toHaveCount(0);

    await composer(page).click();
    await expect(shareButton(page)).toBeDisabled();
    const expandedHeight = await heightOf();
    expect(expandedHeight).toBeGreaterThan(150);
    // The composer stays expanded, so that content below does not move under the pointer.
    await page.getByRole('article').first().click();
    await expect(composer(page)).not.toBeFocused();
    expect(await heightOf()).toBe(expandedHeight);
  }
});

test('text typed before the composer expands is kept, with the cursor at its end', async ({ join, openBrowser }) => {
  const page = await openBrowser(await join());
  await page.goto('/');
  await composer(page).evaluate((field) => {
    field.focus();
    document.execCommand('insertText', false, 'Slow');
  });
  await page.keyboard.type('ly.');
  await expect(shareButton(page)).toBeEnabled();
  await expect(composer(page)).toBeFocused();
  await page.keyboard.type(' Very.');
  await expect(composer(page)).toHaveValue('Slowly. Very.');
});

test('blank text cannot be shared', async ({ join, openBrowser }) => {
  const page = await openBrowser(await join());
  await page.goto('/');
  await composer(page).focus();
  await expect(shareButton(page)).toBeDisabled();
  await composer(page).fill('   \n ');
  await expect(shareButton(page)).toBeDisabled();
  await composer(page).fill('  Hello ');
  await expect(shareButton(page)).toBeEnabled();
});

test('the share button shows progress, then the composer is empty and the post is on top', async ({
  join,
  openBrowser,
}) => {
  const page = await openBrowser(await join());
  const text = unique('Soup on the stove, rain on the roof.');
  await page.goto('/');
  const heldRequest = await holdRequest(page, '/api/posts', 'POST');
  await composer(page).fill(`  ${text}  `);
  await shareButton(page).click();

  const pending = page.getByRole('button', { name: 'Sharing...' });
  await expect(pending).toBeDisabled();
  await expect(composer(page)).toHaveAttribute('readonly', '');
  heldRequest.release();

  await expect(toast(page)).toContainText('Success');
  await expect(toast(page)).toContainText('Your post has been shared with the community');
  await expect(composer(page)).toHaveValue('');
  await expect(shareButton(page)).toBeDisabled();
  await expect(page.getByRole('article').first()).toContainText(text);
});

test('a post that fails to send keeps its text and can be shared again @critical', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  const page = await openBrowser(await join());
  const text = unique('I said no today, kindly.');
  await page.goto('/');
  tolerate(failedResponse(500));
  await page.route('/api/posts', (route) =>
    route.request().method() === 'POST' ? failRequest(route) : route.fallback(),
  );
  await composer(page).fill(text);
  await shareButton(page).click();

  await expect(toast(page)).toContainText('Error');
  await expect(toast(page)).toContainText('Failed to create post. Please try again.');
  await expect(composer(page)).toHaveValue(text);

  await page.unroute('/api/posts');
  await shareButton(page).click();
  await expect(postWith(page, text)).toBeVisible();
  await expect(composer(page)).toHaveValue('');
});

for (const arrival of ['while its author is away', 'after its author returns'] as const)
  test(`a post is sent once when its author leaves the screen and the response arrives ${arrival}`, async ({
    join,
    openBrowser,
  }) => {
    const member = await join();
    const page = await openBrowser(member);
    const text = unique('Slowly, slowly.');
    await page.goto('/');
    const heldRequest = await holdRequest(page, '/api/posts', 'POST');
    await composer(page).fill(text);
    await shareButton(page).click();
    await heldRequest.arrived;
    await page.getByRole('complementary', { name: 'Main sidebar' }).getByRole('link', { name: member.name }).click();
    await expect(page).toHaveURL('/profile');
    if (arrival === 'while its author is away') {
      heldRequest.release();
      await expect(toast(page)).toContainText('Your post has been shared with the community');
    }
    await page.goBack();
    if (arrival === 'after its author returns') {
      await expect(page.getByRole('button', { name: 'Sharing...' })).toBeDisabled();
      await expect(composer(page)).toHaveValue(text);
      heldRequest.release();
    }
    await expect(postWith(page, text)).toHaveCount(1);
    await expect(composer(page)).toHaveValue('');
    await expect(page.getByRole('button', { name: /^(Share|Sharing\.\.\.)$/, disabled: false })).toHaveCount(0);
    expect((await member.readFeed()).filter(({ content }) => content === text)).toHaveLength(1);
  });

test('a post that was shared in one tab disappears from the composer of another tab', async ({ join, openBrowser }) => {
  const page = await openBrowser(await join());
  await page.goto('/');
  const text = unique('In two tabs.');
  await composer(page).fill(text);
  const otherTab = await page.context().newPage();
  await otherTab.goto('/');
  await expect(composer(otherTab)).toHaveValue(text);
  await shareButton(page).click();
  await expect(postWith(page, text)).toBeVisible();
  await expect(composer(otherTab)).toHaveValue('');
});

test('two tabs edit one draft with text and a poll, and sharing it clears both tabs', async ({ join, openBrowser }) => {
  const page = await openBrowser(await join());
  await page.goto('/');
  const text = unique('Begun here');
  await composer(page).fill(text);
  await page.getByRole('button', { name: 'Poll' }).click();
  await page.getByLabel('Option 1', { exact: true }).fill('Tea');
  const otherTab = await page.context().newPage();
  await otherTab.goto('/');
  await expect(composer(otherTab)).toHaveValue(text);
  await composer(otherTab).fill(`${text}, ended there`);
  await expect(composer(page)).toHaveValue(`${text}, ended there`);
  await otherTab.getByLabel('Option 2', { exact: true }).fill('Coffee');
  await expect(page.getByLabel('Option 2', { exact: true })).toHaveValue('Coffee');
  await page.getByLabel('Option 1', { exact: true }).fill('Black tea');
  await expect(otherTab.getByLabel('Option 1', { exact: true })).toHaveValue('Black tea');
  await shareButton(otherTab).click();
  await expect(postWith(otherTab, 'ended there').getByRole('radio')).toHaveCount(2);
  await expect(composer(page)).toHaveValue('');
  await expect(page.getByLabel('Option 1', { exact: true })).toHaveCount(0);
});

test('retrying a post after a lost response does not share it twice @critical', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  const member = await join();
  const page = await openBrowser(member);
  const text = unique('The bus waited for me.');
  await page.goto('/');
  tolerate(/net::ERR_FAILED/);
  await page.route('/api/posts', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await route.fetch();
    return route.abort();
  });
  await composer(page).fill(text);
  await shareButton(page).click();
  await expect(toast(page)).toContainText('Failed to create post. Please try again.');

  await page.unroute('/api/posts');
  await shareButton(page).click();
  await expect(toast(page)).toContainText('Your post has been shared with the community');
  await expect(postWith(page, text)).toHaveCount(1);
  expect((await member.readFeed()).filter(({ content }) => content === text)).toHaveLength(1);
});

test('typed text survives a reload', async ({ join, openBrowser }) => {
  const page = await openBrowser(await join());
  await page.goto('/');
  await composer(page).fill('Half a thought');
  await page.reload();
  await expect(composer(page)).toHaveValue('Half a thought');
});

test('a member whose session has ended logs in again and finds their text in the composer', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  const member = await join();
  const page = await openBrowser(member);
  // Without a live connection, the page notices the ended session only at its next request.
  const waitUntilIdle = await muteLiveConnection(page);
  await page.goto('/');
  await composer(page).fill('Something that took me long to write');
  await expect(page.getByRole('region', { name: /^Notifications/ })).toBeAttached();
  await waitUntilIdle();

  tolerate(failedResponse(401));
  // The toast is visible too briefly to poll for, so the page records its text and duration.
  await page.evaluate(() => {
    navigation.addEventListener('navigate', () => {
      // The first 401 response can belong to the post or to a concurrent request.
      const unauthorizedResponses = performance
        .getEntriesByType('resource')
        .filter((entry) => 'responseStatus' in entry && entry.responseStatus === 401);
      const refusedAt = Math.min(...unauthorizedResponses.map(({ startTime, duration }) => startTime + duration));
      sessionStorage.setItem('milliseconds', String(performance.now() - refusedAt));
      sessionStorage.setItem('toast', document.querySelector('[role=region] li')?.textContent ?? '');
    });
  });
  await member.signOutEverywhere();
  await shareButton(page).click();

  await expect(page).toHaveURL('/login');
  const { milliseconds, toast: toastText } = await page.evaluate((): Record<string, string> => ({ ...sessionStorage }));
  expect(toastText).toContain('Unauthorized');
  expect(toastText).toContain('You are logged out. Logging in again...');
  expect(Number(milliseconds)).toBeGreaterThanOrEqual(500);
  await logInInBrowser(page, member);
  await expect(page).toHaveURL('/');
  await expect(composer(page)).toHaveValue('Something that took me long to write');
});
