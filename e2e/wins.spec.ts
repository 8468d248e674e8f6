import type { Win, WinInput } from '@commons/contract/wins';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import {
  failRequests,
  chooseFromMenu,
  failRequest,
  holdResponse,
  holdRequest,
  postWith as winWith,
  toast,
} from './support/feed.ts';
import { expect, failedResponse, test } from './support/journey.ts';
import { controlLiveConnection, waitUntilLive } from './support/live-connection.ts';
import { type Member, unique } from './support/member.ts';
import { flagMember, idOf, request, readViewer } from './support/members.ts';

const shareWin = (member: Member, fields: Partial<WinInput> = {}): Promise<Win> =>
  request(member, 'POST', '/api/wellness-wins', {
    title: unique('A walk'),
    content: 'Ten minutes, in the rain.',
    category: 'physical-health',
    ...fields,
  });

const dialog = (page: Page) => page.getByRole('dialog');

async function openDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Share a Win' }).click();
  await expect(dialog(page).getByRole('heading', { name: 'Share a Win' })).toBeVisible();
}

async function fillDialog(
  page: Page,
  { title, content, category }: { title: string; content: string; category: string },
) {
  await dialog(page).getByLabel('Title').fill(title);
  await dialog(page).getByLabel('Details').fill(content);
  await dialog(page).getByLabel('Category').selectOption({ label: category });
}

const submitDialog = (page: Page) => dialog(page).getByRole('button', { name: 'Share Win' }).click();

test('a member shares a win, which appears first, and earns a point @critical', async ({ join, openBrowser }) => {
  const ana = await join('Ana', 'Lund');
  const page = await openBrowser(ana);
  await page.goto('/wellness-wins');
  await expect(page).toHaveTitle(/^Wellness Wins · /);
  const title = unique('Slept through');
  await openDialog(page);
  await fillDialog(page, { title, content: 'Seven hours.\nThe window open.', category: 'Mental Health' });
  await submitDialog(page);
  await expect(toast(page)).toContainText('Wellness Win Shared! (+1 mindfulness point)');
  await expect(dialog(page)).toBeHidden();
  const first = page.getByRole('article').first();
  await expect(first.getByRole('heading')).toHaveText(title);
  await expect(first).toContainText('Seven hours.\nThe window open.', { useInnerText: true });
  await expect(first).toContainText('Mental Health');
  await expect(first.getByRole('link', { name: 'Ana Lund' })).toBeVisible();
  expect((await readViewer(ana)).mindfulnessScore).toBe(1);

  await openDialog(page);
  await expect(dialog(page).getByLabel('Title')).toHaveValue('');
});

test('the win dialog shows errors and remaining characters, and keeps its input', async ({ join, openBrowser }) => {
  const page = await openBrowser(await join());
  await page.goto('/wellness-wins');
  await openDialog(page);
  await submitDialog(page);
  await expect(dialog(page).getByText('Please give your win a title')).toBeVisible();
  await expect(dialog(page).getByText('Please tell us about your win')).toBeVisible();
  await expect(dialog(page).getByText('Please choose a category')).toBeVisible();
  await expect(dialog(page).getByLabel('Title')).toBeFocused();

  await expect(dialog(page).getByText('0/500', { exact: true })).toBeVisible();
  const familyEmoji = '👩🏽‍👩🏽‍👧🏽‍👦🏽';
  await fillDialog(page, { title: familyEmoji.repeat(101), content: familyEmoji.repeat(501), category: 'Other' });
  await expect(dialog(page).getByText('101/100', { exact: true })).toBeVisible();
  await expect(dialog(page).getByText('501/500', { exact: true })).toBeVisible();
  await submitDialog(page);
  await expect(dialog(page).getByText('Please keep it within 100 characters')).toBeVisible();
  await expect(dialog(page).getByText('Please keep it within 500 characters')).toBeVisible();
  const title = unique(familyEmoji.repeat(40));
  await fillDialog(page, { title, content: familyEmoji.repeat(500), category: 'Other' });

  await page.keyboard.press('Escape');
  await page.reload();
  await openDialog(page);
  await expect(dialog(page).getByLabel('Title')).toHaveValue(title);
  await expect(dialog(page).getByLabel('Category')).toHaveValue('other');
  await submitDialog(page);
  await expect(winWith(page, title)).toBeVisible();
});

test('a win that fails to save keeps its input, and a retry shares it once', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  tolerate(failedResponse(500));
  const ana = await join('Ana');
  const page = await openBrowser(ana);
  await page.goto('/wellness-wins');
  const title = unique('Called my sister');
  let keys: (string | undefined)[] = [];
  await page.route('/api/wellness-wins', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    keys = [...keys, route.request().headers()['idempotency-key']];
    // The server stores the win, but its response is lost.
    if (keys.length === 1) await route.fetch();
    return keys.length === 1 ? failRequest(route) : route.continue();
  });
  await openDialog(page);
  await fillDialog(page, { title, content: 'She laughed.', category: 'Relationships' });
  await submitDialog(page);
  // While a dialog is open, a toast is not announced: the dialog announces the error.
  await expect(page.locator('li', { hasText: 'Failed to share wellness win. Please try again.' })).toBeVisible();
  await expect(dialog(page).getByLabel('Title')).toHaveValue(title);
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await openDialog(page);
  await submitDialog(page);
  await expect(toast(page)).toContainText('Wellness Win Shared!');
  expect(keys).toEqual([keys[0], keys[0]]);
  expect((await readViewer(ana)).mindfulnessScore).toBe(1);
});

test('chips filter wins by category, and a reload keeps the filter', async ({ join, openBrowser }) => {
  const ana = await join('Ana');
  const walkWin = await shareWin(ana);
  const meditationWin = await shareWin(ana, { title: unique('Sat still'), category: 'mindfulness' });
  const page = await openBrowser(await join());
  await page.goto('/wellness-wins');
  const chips = page.getByRole('group', { name: 'Category' }).getByRole('button');
  await expect(chips).toHaveText([
    'All Wins',
    'Mental Health',
    'Physical Health',
    'Spiritual',
    'Relationships',
    'Personal Growth',
    'Mindfulness',
    'Other',
  ]);
  await expect(chips.first()).toHaveAttribute('aria-pressed', 'true');
  await expect(winWith(page, walkWin.title)).toBeVisible();
  await page.getByRole('button', { name: 'Mindfulness', exact: true }).click();
  await expect(winWith(page, meditationWin.title)).toBeVisible();
  await expect(winWith(page, walkWin.title)).toBeHidden();
  await expect(page).toHaveURL('/wellness-wins?category=mindfulness');
  await page.reload();
  await expect(winWith(page, meditationWin.title)).toBeVisible();
  await expect(winWith(page, walkWin.title)).toBeHidden();
});

test('a cheer shows at once, is counted live, and is reverted when the request fails', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  const ana = await join('Ana');
  const { id, title } = await shareWin(ana);
  const [page, anasPage] = [await openBrowser(await join()), await openBrowser(ana)];
  await page.goto('/wellness-wins');
  await anasPage.goto('/wellness-wins');
  const cheer = (onPage: Page) => winWith(onPage, title).getByRole('button', { name: /^Cheer/ });
  const heldRequest = await holdRequest(page, `/api/wellness-wins/${id}/cheer`, 'POST');
  await cheer(page).click();
  await expect(cheer(page)).toHaveAccessibleName(new RegExp(`^Cheer 1 cheer, win by Ana Field: `));
  await expect(cheer(page)).toHaveAttribute('aria-pressed', 'true');
  heldRequest.release();
  await expect(cheer(anasPage)).toHaveAccessibleName(/^Cheer 1 cheer,/);
  await expect(cheer(anasPage)).toHaveAttribute('aria-pressed', 'false');

  await page.unrouteAll({ behavior: 'wait' });
  tolerate(failedResponse(500));
  await page.route(`/api/wellness-wins/${id}/cheer`, (route) => failRequest(route));
  await cheer(page).click();
  await expect(toast(page)).toContainText('Failed to update cheer');
  await expect(cheer(page)).toHaveAttribute('aria-pressed', 'true');
});

test('a list that arrives late does not revert a newer cheer', async ({ join, openBrowser, tolerate }) => {
  const { title } = await shareWin(await join('Ana'));
  const page = await openBrowser(await join());
  const connection = await controlLiveConnection(page);
  await page.goto('/wellness-wins');
  await connection.waitForFrame();
  const heldList = await holdResponse(page, '/api/wellness-wins');
  tolerate(/WebSocket/);
  await connection.close();
  await heldList.arrived;
  const cheer = winWith(page, title).getByRole('button', { name: /^Cheer/ });
  const cheerResponse = page.waitForResponse(/\/cheer$/);
  await cheer.click();
  await cheerResponse;
  const listLoaded = page.waitForEvent('requestfinished', (sentRequest) =>
    sentRequest.url().endsWith('/api/wellness-wins'),
  );
  heldList.release();
  await listLoaded;
  await expect(cheer).toHaveAttribute('aria-pressed', 'true');
  await expect(cheer).toHaveAccessibleName(/^Cheer 1 cheer,/);
});

test('a win that is submitted before its validation has loaded shows progress and is sent once', async ({
  join,
  openBrowser,
}) => {
  const page = await openBrowser(await join());
  const { promise: codeReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/wins.schemas-*.js', async (route) => {
    await codeReleased;
    await route.continue();
  });
  let requestCount = 0;
  page.on(
    'request',
    (sentRequest) =>
      (requestCount += Number(sentRequest.method() === 'POST' && sentRequest.url().endsWith('/api/wellness-wins'))),
  );
  await page.goto('/wellness-wins');
  await openDialog(page);
  const title = unique('A slow line');
  await fillDialog(page, { title, content: 'It got here.', category: 'Other' });
  await submitDialog(page);
  const button = dialog(page).getByRole('button', { name: 'Sharing...' });
  await expect(button).toHaveAttribute('aria-busy', 'true');
  await button.press('Enter');
  release();
  await expect(toast(page)).toContainText('Wellness Win Shared! (+1 mindfulness point)');
  await expect(winWith(page, title)).toHaveCount(1);
  expect(requestCount).toBe(1);
});

test('a member can edit and delete their own win, but not others’', async ({ join, openBrowser }) => {
  const [ana, tom] = [await join('Ana'), await join('Tom')];
  const [anasWin, tomsWin] = [await shareWin(ana), await shareWin(tom, { title: unique('Cooked') })];
  const [page, anasPage] = [await openBrowser(tom), await openBrowser(ana)];
  await page.goto('/wellness-wins');
  await anasPage.goto('/wellness-wins');
  await expect(winWith(page, anasWin.title).getByRole('button', { name: /^Cheer/ })).toBeVisible();
  await winWith(page, anasWin.title).getByRole('button', { name: 'Win options' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Report Win']);
  await page.keyboard.press('Escape');
  await expect(winWith(anasPage, tomsWin.title)).toBeVisible();

  await chooseFromMenu(winWith(page, tomsWin.title), 'Win options', 'Edit Win');
  await dialog(page).getByLabel('Details').fill('Soup, from what was left.');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(toast(page)).toContainText('Win updated');
  await expect(winWith(page, tomsWin.title)).toContainText('edited');
  await expect(winWith(anasPage, tomsWin.title)).toContainText('Soup, from what was left.');

  await chooseFromMenu(winWith(page, tomsWin.title), 'Win options', 'Delete Win');
  const confirmation = page.getByRole('alertdialog');
  await expect(confirmation).toContainText('Are you sure you want to delete this win?');
  const heldDeletion = await holdRequest(page, `/api/wellness-wins/${tomsWin.id}`, 'DELETE');
  const button = confirmation.getByRole('button', { name: 'Delete' });
  await button.click();
  await expect(button).toHaveAttribute('aria-busy', 'true');
  // The dialog cannot be closed while the deletion is in flight.
  await page.keyboard.press('Escape');
  await confirmation.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(confirmation).toHaveAttribute('data-state', 'open');
  heldDeletion.release();
  await expect(toast(page)).toContainText('Win deleted');
  await expect(winWith(page, tomsWin.title)).toBeHidden();
  await expect(winWith(anasPage, tomsWin.title)).toBeHidden();
  await expect(page.getByRole('region', { name: 'Wins', exact: true })).toBeFocused();
});

test('on a phone the selected category is in view when a link opens it', async ({ join, openBrowser }) => {
  const page = await openBrowser(await join(), { width: 375, height: 812 });
  await page.goto('/wellness-wins?category=other');
  await expect(page.getByRole('button', { name: 'Other', pressed: true })).toBeInViewport({ ratio: 1 });
  await page.goto('/wellness-wins');
  await expect(page.getByRole('button', { name: 'All Wins', pressed: true })).toBeInViewport({ ratio: 1 });
});

test('new wins wait behind a button above the list, and those of a blocked member disappear', async ({
  join,
  openBrowser,
}) => {
  const [ana, tom] = [await join('Ana'), await join('Tom')];
  const { title: firstTitle } = await shareWin(ana);
  const page = await openBrowser(tom);
  await page.goto('/wellness-wins');
  await expect(winWith(page, firstTitle)).toBeVisible();
  const { title } = await shareWin(ana, { category: 'spiritual' });
  const pill = page.getByRole('button', { name: /new wins?$/ });
  await expect(pill).toBeVisible();
  await expect(winWith(page, title)).toBeHidden();
  await pill.click();
  await expect(winWith(page, title)).toBeVisible();
  await expect(pill).toBeHidden();
  await request(tom, 'POST', `/api/blocks/${await idOf(ana)}`);
  await expect(winWith(page, title)).toBeHidden();
});

test('a win that is shared while an older list loads stays', async ({ join, openBrowser }) => {
  const [ana, tom] = [await join('Ana'), await join('Tom')];
  const { title: firstTitle } = await shareWin(ana);
  const page = await openBrowser(tom);
  await page.goto('/wellness-wins');
  await expect(winWith(page, firstTitle)).toBeVisible();
  const { title: anasTitle } = await shareWin(ana);
  const pill = page.getByRole('button', { name: /new wins?$/ });
  await expect(pill).toBeVisible();
  const heldResponse = await holdResponse(page, '/api/wellness-wins');
  await pill.click();
  await heldResponse.arrived;
  const title = unique('Swam');
  await openDialog(page);
  await fillDialog(page, { title, content: 'Two lengths.', category: 'Other' });
  await submitDialog(page);
  await expect(winWith(page, title)).toBeVisible();
  heldResponse.release();
  await expect(winWith(page, anasTitle)).toBeVisible();
  await expect(winWith(page, title)).toBeVisible();
});

test('a win that arrives during the first load of the list waits above it', async ({ join, openBrowser }) => {
  const [ana, tom] = [await join('Ana'), await join('Tom')];
  const { title: firstTitle } = await shareWin(ana);
  const page = await openBrowser(tom);
  const connection = await controlLiveConnection(page);
  await page.goto('/gratitude-wall');
  await connection.waitForFrame();
  const heldResponse = await holdResponse(page, '/api/wellness-wins');
  await page.getByRole('link', { name: 'Wellness Wins' }).first().click();
  await heldResponse.arrived;
  const { id, title } = await shareWin(ana);
  await connection.waitForFrame(id);
  heldResponse.release();
  await expect(winWith(page, firstTitle)).toBeVisible();
  await page.getByRole('button', { name: '1 new win', exact: true }).click();
  await expect(winWith(page, title)).toBeVisible();
});

test('the button for new wins counts only wins that are not loaded yet, even beyond one page', async ({
  join,
  openBrowser,
}) => {
  const ana = await join('Ana');
  const { title: firstTitle } = await shareWin(ana);
  const page = await openBrowser(await join());
  const pageIsLive = waitUntilLive(page);
  await page.goto('/wellness-wins');
  await expect(winWith(page, firstTitle)).toBeVisible();
  // Wait until the page is live. Before that, it learns of new wins by refetching one page of the list.
  await pageIsLive;
  for (let count = 0; count < 22; count += 1) await shareWin(ana);
  const { title } = await shareWin(ana);
  const pill = page.getByRole('button', { name: /new wins?$/ });
  await expect(pill).toContainText('23 new wins');
  await pill.click();
  await expect(winWith(page, title)).toBeVisible();
  await expect(pill).toBeHidden();
});

test('a flagged member sees that their win awaits review and earns no point yet', async ({ join, openBrowser }) => {
  const ana = await join('Ana');
  await flagMember(ana);
  const page = await openBrowser(ana);
  await page.goto('/wellness-wins');
  const title = unique('Got up');
  await openDialog(page);
  await fillDialog(page, { title, content: 'And opened the curtains.', category: 'Other' });
  await submitDialog(page);
  await expect(toast(page)).toContainText('Your win awaits review');
  await expect(winWith(page, title)).toContainText('Awaiting review');
});

test('more wins load near the end of the list, down to the first', async ({ join, openBrowser }) => {
  const ana = await join('Ana');
  const oldest = await shareWin(ana, { title: unique('The first') });
  for (let count = 0; count < 44; count += 1) await shareWin(ana);
  const page = await openBrowser(await join());
  await page.goto('/wellness-wins');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect
    .poll(async () => {
      await page.keyboard.press('End');
      return winWith(page, oldest.title).count();
    })
    .toBe(1);
  await expect(winWith(page, oldest.title)).toBeVisible();
});

test('the wins show an empty state and a load error', async ({ join, openBrowser, tolerate }) => {
  const page = await openBrowser(await join());
  await page.route(/\/api\/wellness-wins\?category=spiritual/, (route) => route.fulfill({ json: [] }));
  await page.goto('/wellness-wins?category=spiritual');
  await expect(page.getByRole('heading', { name: 'No wins under Spiritual yet' })).toBeVisible();
  await expectAccessible(page, 'no wins');
  await page.unrouteAll({ behavior: 'wait' });
  tolerate(failedResponse(500));
  const failingRequests = await failRequests(page, '/api/wellness-wins');
  await page.goto('/wellness-wins');
  await expect(page.getByRole('heading', { name: 'The wins could not be loaded' })).toBeVisible();
  failingRequests.restore();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'The wins could not be loaded' })).toBeHidden();
});

test('the wins and their dialog are accessible', async ({ join, openBrowser }) => {
  const ana = await join('Maximiliane-Friederike', 'von Hohenschwangau');
  await shareWin(ana, { title: 'Unbreakable'.repeat(9), content: 'and so on '.repeat(49) });
  const page = await openBrowser(ana);
  await page.goto('/wellness-wins');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expectAccessible(page, 'wins');
  await openDialog(page);
  await submitDialog(page);
  await expect(dialog(page).getByText('Please choose a category')).toBeVisible();
  await expectAccessible(page, 'the win dialog');
});
