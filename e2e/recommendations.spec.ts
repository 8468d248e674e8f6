import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import {
  failRequests,
  chooseFromMenu,
  failRequest,
  holdRequest,
  likeButton,
  postWith as cardWith,
  toast,
} from './support/feed.ts';
import { expect, failedResponse, test } from './support/journey.ts';
import { unique } from './support/member.ts';
import { idOf, request } from './support/members.ts';
import { addButton, recommend, recommendationSection } from './support/recommendations.ts';

test('a like shows at once, is counted live, and is reverted when the request fails @critical', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  const ana = await join('Ana');
  const { id, title } = await recommend(ana);
  const [page, anasPage] = [await openBrowser(await join()), await openBrowser(ana)];
  await page.goto('/books');
  await anasPage.goto('/books');
  const like = (onPage: Page) => likeButton(cardWith(onPage, title));
  const heldRequest = await holdRequest(page, `/api/recommendations/${id}/like`, 'POST');
  await like(page).click();
  await expect(like(page)).toHaveAccessibleName(/^Like 1 like, recommendation by Ana Field: /);
  await expect(like(page)).toHaveAttribute('aria-pressed', 'true');
  heldRequest.release();
  await expect(like(anasPage)).toHaveAccessibleName(/^Like 1 like,/);
  await expect(like(anasPage)).toHaveAttribute('aria-pressed', 'false');

  await page.unrouteAll({ behavior: 'wait' });
  tolerate(failedResponse(500));
  await page.route(`/api/recommendations/${id}/like`, (route) => failRequest(route));
  await like(page).click();
  await expect(toast(page)).toContainText('Failed to update like');
  await expect(like(page)).toHaveAttribute('aria-pressed', 'true');
});

test('a member can edit and delete their own recommendation, but not others’', async ({ join, openBrowser }) => {
  const [ana, tom] = [await join('Ana'), await join('Tom')];
  const anasBook = await recommend(ana);
  const tomsBook = await recommend(tom, { title: unique('Tales'), link: 'https://books.example/tales' });
  const [page, anasPage] = [await openBrowser(tom), await openBrowser(ana)];
  await page.goto('/books');
  await anasPage.goto('/books');
  await expect(likeButton(cardWith(page, anasBook.title))).toBeVisible();
  await cardWith(page, anasBook.title).getByRole('button', { name: 'Recommendation options' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Report Recommendation']);
  await page.keyboard.press('Escape');
  await expect(cardWith(anasPage, tomsBook.title)).toContainText('books.example');

  await chooseFromMenu(cardWith(page, tomsBook.title), 'Recommendation options', 'Edit Recommendation');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Link')).toHaveValue('https://books.example/tales');
  await dialog.getByLabel('Link').fill('');
  await dialog.getByLabel('Why you recommend it').fill('For a long night, and a short one.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page)).toContainText('Recommendation updated');
  await expect(cardWith(page, tomsBook.title)).toContainText('edited');
  await expect(cardWith(anasPage, tomsBook.title)).toContainText('For a long night, and a short one.');
  await expect(cardWith(anasPage, tomsBook.title)).not.toContainText('books.example');

  await chooseFromMenu(cardWith(page, tomsBook.title), 'Recommendation options', 'Delete Recommendation');
  const confirmation = page.getByRole('alertdialog');
  await expect(confirmation).toContainText('Are you sure you want to delete this recommendation?');
  await confirmation.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page)).toContainText('Recommendation deleted');
  await expect(cardWith(page, tomsBook.title)).toBeHidden();
  await expect(cardWith(anasPage, tomsBook.title)).toBeHidden();
  await expect(recommendationSection(page)).toBeFocused();
});

test('new recommendations wait above the list, and those of a blocked member disappear', async ({
  join,
  openBrowser,
}) => {
  const [ana, tom] = [await join('Ana'), await join('Tom')];
  const { title: firstTitle } = await recommend(ana);
  const page = await openBrowser(tom);
  await page.goto('/books');
  await expect(cardWith(page, firstTitle)).toBeVisible();
  await recommend(ana, { type: 'podcast' });
  const { title } = await recommend(ana);
  const pill = page.getByRole('button', { name: /new recommendations?$/ });
  await expect(pill).toHaveText('1 new recommendation');
  await expect(cardWith(page, title)).toBeHidden();
  await pill.click();
  await expect(cardWith(page, title)).toBeVisible();
  await expect(pill).toBeHidden();
  await request(tom, 'POST', `/api/blocks/${await idOf(ana)}`);
  await expect(cardWith(page, title)).toBeHidden();
});

test('more recommendations load near the end of the list, down to the first', async ({ join, openBrowser }) => {
  const ana = await join('Ana');
  const oldest = await recommend(ana, { type: 'journal_prompt', title: unique('The first') });
  for (let count = 0; count < 24; count += 1) await recommend(ana, { type: 'journal_prompt' });
  const page = await openBrowser(await join());
  await page.goto('/journal-prompts');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect
    .poll(async () => {
      await page.keyboard.press('End');
      return cardWith(page, oldest.title).count();
    })
    .toBe(1);
  await expect(cardWith(page, oldest.title)).toBeVisible();
});

test('the recommendations show an empty state and a load error', async ({ join, openBrowser, tolerate }) => {
  const page = await openBrowser(await join());
  await page.route(/\/api\/recommendations\?type=podcast/, (route) => route.fulfill({ json: [] }));
  await page.goto('/podcasts');
  await expect(page.getByRole('heading', { name: 'No recommendations yet' })).toBeVisible();
  await expect(addButton(page, 'Recommend a Podcast')).toBeEnabled();
  await expectAccessible(page, 'no recommendations');
  await page.unrouteAll({ behavior: 'wait' });
  tolerate(failedResponse(500));
  const failingRequests = await failRequests(page, /\/api\/recommendations\?/);
  await page.goto('/podcasts');
  const errorHeading = page.getByRole('heading', { name: 'The recommendations could not be loaded' });
  await expect(errorHeading).toBeVisible();
  failingRequests.restore();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(errorHeading).toBeHidden();
});

test('recommendations are accessible', async ({ join, openBrowser }) => {
  const ana = await join('Maximiliane-Friederike', 'von Hohenschwangau');
  await recommend(ana, {
    title: 'Unbreakable'.repeat(18),
    content: 'and so on '.repeat(190),
    link: `https://${'long-'.repeat(11)}name.example/${'path/'.repeat(60)}`,
  });
  const page = await openBrowser(ana);
  await page.goto('/books');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expectAccessible(page, 'recommendations');
});
