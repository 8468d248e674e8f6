import { composer, holdRequest, postWith, shareButton, toast } from './support/feed.ts';
import { expect, failedResponse, logInInBrowser, test } from './support/journey.ts';
import { muteLiveConnection } from './support/live-connection.ts';
import { unique } from './support/member.ts';

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
