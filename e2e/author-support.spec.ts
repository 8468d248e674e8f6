import type { Page, Request } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { holdChunk } from './support/chunks.ts';
import { commentButton, composer, postWith, shareButton, toast } from './support/feed.ts';
import { addPrompt } from './support/journal.ts';
import { expect, test } from './support/journey.ts';
import { controlLiveConnection } from './support/live-connection.ts';
import { unique } from './support/member.ts';
import { connect, idOf } from './support/members.ts';

const supportCard = (page: Page) => page.getByRole('complementary', { name: 'We are glad you are here' });

/** Records all requests and socket frames that the page sends. */
function recordTraffic(page: Page) {
  const traffic: string[] = [];
  const recordRequest = (request: Request) =>
    traffic.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`);
  page.on('request', recordRequest);
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => traffic.push(`socket ${String(payload)}`)));
  return traffic;
}

const concerningText = 'I smile all day and honestly I want to die';

test('a member who writes about wanting to die sees support lines, and nothing is sent to the server @critical', async ({
  join,
  openBrowser,
}) => {
  const page = await openBrowser(await join('Ana'));
  const traffic = recordTraffic(page);
  const connection = await controlLiveConnection(page);
  await page.goto('/');
  await connection.waitUntilCaughtUp();
  await composer(page).focus();
  await expect(shareButton(page)).toBeVisible();
  await composer(page).pressSequentially('This commute is killing me. ');
  // These scripts load after the page, on their own schedule.
  for (const script of ['/support-watch-', '/background-'])
    await expect.poll(() => traffic.some((entry) => entry.includes(script)), script).toBe(true);

  // All code is loaded now, so the detection must not cause any request.
  let previousCount = 0;
  await expect(async () => {
    await connection.waitUntilCaughtUp();
    expect(previousCount === (previousCount = traffic.length)).toBe(true);
  }).toPass({ intervals: [1_000] });
  traffic.length = 0;
  const storageSize = await page.evaluate(() => Object.keys(localStorage).length);
  const fieldBox = await composer(page).boundingBox();
  await composer(page).pressSequentially(concerningText);
  await expect(supportCard(page)).toBeVisible();
  expect(traffic).toEqual([]);
  expect(await page.evaluate(() => Object.keys(localStorage).length)).toBe(storageSize);
  expect(await composer(page).boundingBox()).toEqual(fieldBox);
  await expect(composer(page)).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: 'people you can talk to right now' })).toBeAttached();
  // The country comes from the browser's language.
  await expect(supportCard(page).getByRole('heading', { name: 'United Kingdom' })).toBeVisible();
  await expect(
    supportCard(page)
      .getByRole('link', { name: /^Call / })
      .first(),
  ).toHaveAttribute('href', /^tel:/);
  await expectAccessible(page, 'the support card of the composer');

  // The card does not block sharing and stays visible afterwards.
  const tag = unique('');
  await composer(page).pressSequentially(tag);
  await shareButton(page).click();
  await expect(postWith(page, tag)).toBeVisible();
  await expect(supportCard(page)).toBeVisible();
  const postRequests = traffic.filter((entry) => entry.startsWith('POST'));
  expect(postRequests).toHaveLength(1);
  expect(postRequests[0]).toMatch(/\/api\/posts \{/);
  const content = `This commute is killing me. ${concerningText}${tag}`.trim();
  expect(postRequests[0]).toContain(` ${JSON.stringify({ content })}`);
  await supportCard(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(supportCard(page)).toBeHidden();
});

test('the support card appears in every form, until it is dismissed for that draft', async ({
  admin,
  join,
  openBrowser,
}) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  await connect(ana, ben);
  const page = await openBrowser(ana);

  await page.goto('/wellness-wins');
  await page.getByRole('button', { name: 'Share a Win' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill(unique('Got up'));
  const details = dialog.getByLabel('Details');
  await details.fill('Placeholder');
  // Wait until the dialog's animations end.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
  const boxBefore = await details.boundingBox();
  await details.fill(`I got up though ${concerningText}`);
  await expect(supportCard(page)).toBeVisible();
  expect(await details.boundingBox()).toEqual(boxBefore);
  await expectAccessible(page, 'the support card in a dialog');
  await dialog.getByLabel('Category').selectOption('other');
  await dialog.getByRole('button', { name: 'Share Win' }).click();
  await expect(dialog).toBeHidden();
  // The dialog is closed, but the card stays until it is dismissed.
  await expect(supportCard(page)).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'stays, at the end of the page' })).toBeAttached();
  await expectAccessible(page, 'the support card on the page');
  await supportCard(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(supportCard(page)).toBeHidden();
  await expect(page.locator('#main')).toBeFocused();

  await page.goto('/gratitude-wall');
  await page.getByRole('button', { name: 'Add Gratitude' }).first().click();
  await page.getByLabel('I am grateful for').fill('My cat, without her I would have killed myself');
  await expect(supportCard(page)).toBeVisible();

  await page.goto('/books');
  await page
    .getByRole('button', { name: /Recommend/ })
    .first()
    .click();
  await page.getByLabel('Title').fill('A book for when I want to end my life');
  await expect(supportCard(page)).toBeVisible();

  await page.goto(`/journal/write?prompt=${(await addPrompt(admin)).id}`);
  await page.getByRole('main').getByRole('textbox').fill(concerningText);
  await expect(supportCard(page)).toBeVisible();

  await page.goto(`/messages/${await idOf(ben)}`);
  await page.getByRole('textbox', { name: /^Message to/ }).fill(concerningText);
  await expect(supportCard(page)).toBeVisible();
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(supportCard(page)).toBeVisible();

  // The reader of a friend's message does not see the card.
  const bensPage = await openBrowser(ben);
  await bensPage.goto(`/messages/${await idOf(ana)}`);
  await expect(bensPage.getByRole('region', { name: /^Messages with/ }).getByText(concerningText)).toBeVisible();
  await bensPage.getByRole('textbox', { name: /^Message to/ }).fill('I am so glad you told me');
  await expect(toast(bensPage)).toBeHidden();
  await expect(supportCard(bensPage)).toBeHidden();

  await test.step('while a member edits a post', async () => {
    const tag = unique('Morning.');
    const { id } = await ana.share(tag);
    await page.goto(`/posts/${id}`);
    const post = postWith(page, tag);
    await expect(commentButton(post)).toBeVisible();
    await post.getByRole('button', { name: 'Post options' }).click();
    await page.getByRole('menuitem', { name: 'Edit Post' }).click();
    await page.getByLabel('Edit your post').fill(`${tag} ${concerningText}`);
    await expect(supportCard(page)).toBeVisible();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByLabel('Edit your post')).toBeHidden();
    await expect(supportCard(page)).toBeVisible();
  });

  await test.step('as soon as the code of the composer loads, for a post that was shared before', async () => {
    const latePage = await openBrowser(ana);
    const release = await holdChunk(latePage, 'composer-tools');
    await latePage.goto('/');
    const tag = unique('');
    await composer(latePage).fill(`${concerningText} ${tag}`);
    await shareButton(latePage).click();
    await expect(postWith(latePage, tag)).toBeVisible();
    await expect(composer(latePage)).toHaveValue('');
    await release();
    await expect(supportCard(latePage)).toHaveCount(1);
    await expect(supportCard(latePage)).toBeVisible();
  });

  await test.step('a dismissed card stays hidden for that draft and appears for another draft', async () => {
    const { id } = await ben.share(unique('A walk by the river.'));
    await page.goto(`/posts/${id}`);
    const comment = page.getByRole('textbox', { name: 'Write a comment' });
    await comment.fill(concerningText);
    await expect(supportCard(page)).toBeVisible();
    await supportCard(page).getByRole('button', { name: 'Dismiss' }).press('Enter');
    await expect(comment).toBeFocused();
    await comment.pressSequentially(' and I mean that I want to die');
    await expect.poll(() => comment.inputValue()).toContain('I mean');
    await page.clock.install();
    await page.clock.runFor(2_000);
    await expect(supportCard(page)).toBeHidden();
    await comment.press('Enter');
    await expect(page.getByRole('listitem').filter({ hasText: 'I mean that' })).toBeVisible();
    await expect(supportCard(page)).toBeHidden();
    await comment.fill('kms');
    await page.clock.runFor(2_000);
    await expect(supportCard(page)).toBeVisible();
    await comment.fill('Thank you for the photo');
    await page.clock.runFor(2_000);
    await expect(supportCard(page)).toBeHidden();
  });
});
