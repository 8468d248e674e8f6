import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import {
  chooseFromMenu,
  composer,
  failRequest,
  holdRequest,
  postWith,
  shareButton,
  toast,
  fetchServerRendered,
} from './support/feed.ts';
import { expect, failedResponse, test } from './support/journey.ts';
import { unique } from './support/member.ts';

const buffer = readFileSync(fileURLToPath(new URL('support/portrait.png', import.meta.url)));
const photo = (name: string) => ({ name, mimeType: 'image/png', buffer });

const fileInput = (page: Page): Locator => page.getByLabel('Picture files');
const picture = (page: Page, number: number): Locator => page.getByRole('listitem', { name: `Picture ${number}` });
const description = (page: Page, number: number): Locator => picture(page, number).getByLabel('What does it show?');

async function startPost(page: Page, text: string) {
  await page.goto('/');
  await composer(page).fill(text);
  await expect(page.getByRole('button', { name: 'Photo' })).toBeVisible();
}

test('a member shares and edits described pictures, and another views them by keyboard', async ({
  join,
  openBrowser,
}) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  const text = unique('The lake this morning.');
  const page = await openBrowser(ana);
  await startPost(page, text);
  await fileInput(page).setInputFiles([photo('one.png'), photo('two.png'), photo('three.png')]);
  await expect(page.getByRole('listitem', { name: /^Picture \d$/ })).toHaveCount(3);
  await expect(page.getByText('Uploading picture')).toHaveCount(0);
  await expect(page.getByText('Uploaded')).toHaveCount(3);
  await expect(page.getByText('Please describe each picture, or mark it as decorative.')).toBeVisible();
  await expect(shareButton(page)).toBeDisabled();
  await description(page, 1).fill('Fog over water');
  // Enter in a description does not share the post.
  await description(page, 1).press('Enter');
  await description(page, 2).fill('A wound that heals');
  await picture(page, 2).getByLabel('Blur until opened').check();
  await expect(shareButton(page)).toBeDisabled();
  await picture(page, 3).getByLabel('Decorative image').check();
  await expectAccessible(page, 'three pictures in the composer');
  await shareButton(page).click();
  await expect(toast(page)).toContainText('Your post has been shared with the community');
  await expect(page.getByRole('listitem', { name: 'Picture 1' })).toHaveCount(0);

  // The server-rendered page without scripts.
  const noScriptPage = await openBrowser(ben, { javaScriptEnabled: false });
  const html = await fetchServerRendered(noScriptPage);
  await noScriptPage.route('/', (route) => route.fulfill({ contentType: 'text/html', body: html }));
  await noScriptPage.goto('/', { waitUntil: 'commit' });
  await expect(
    noScriptPage.getByRole('article').filter({ hasText: text }).getByAltText('Fog over water, 1 of 3'),
  ).toBeAttached();

  const bensPage = await openBrowser(ben);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await bensPage.route('/media/**', async (route) => {
    await released;
    await route.continue();
  });
  await bensPage.goto('/');
  const post = postWith(bensPage, text);
  const firstPicture = post.getByRole('button', { name: 'Fog over water, 1 of 3' });
  await expect(firstPicture).toBeVisible();
  // The card keeps its height when its pictures load.
  const boxBefore = await post.boundingBox();
  release();
  await expect
    .poll(() => post.getByAltText('Fog over water').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  expect(await post.boundingBox()).toEqual(boxBefore);
  await expect(post.getByRole('button', { name: 'Picture without a description, 3 of 3' })).toBeVisible();
  // A blurred picture does not reveal its description.
  await expect(post.getByRole('button', { name: /A wound/ })).toHaveCount(0);
  await expect(post.getByRole('button', { name: /^Show picture, post by Ana/ })).toBeVisible();
  await expectAccessible(bensPage, 'a post with three pictures');

  await firstPicture.focus();
  await bensPage.keyboard.press('Enter');
  const viewer = bensPage.getByRole('dialog');
  await expect(viewer.getByRole('heading', { name: 'Picture 1 of 3' })).toBeVisible();
  await bensPage.keyboard.press('ArrowRight');
  await expect(viewer.getByRole('heading', { name: 'Picture 2 of 3' })).toBeVisible();
  await expect(viewer.getByRole('img')).toHaveCount(0);
  await expect(bensPage.getByText('A wound that heals')).toHaveCount(0);
  await viewer.getByRole('button', { name: 'Show picture' }).press('Enter');
  await expect(viewer.getByRole('img', { name: 'A wound that heals' })).toBeVisible();
  await bensPage.keyboard.press('Escape');
  await expect(post.getByRole('button', { name: 'A wound that heals, 2 of 3' })).toBeVisible();

  await firstPicture.focus();
  await bensPage.keyboard.press('Enter');
  await expect(viewer.getByRole('heading', { name: 'Picture 1 of 3' })).toBeVisible();
  await expect(viewer.getByRole('img', { name: 'Fog over water' })).toBeVisible();
  await expectAccessible(bensPage, 'the picture viewer');
  await bensPage.keyboard.press('ArrowRight');
  await expect(viewer.getByRole('img', { name: 'A wound that heals' })).toBeVisible();
  await bensPage.keyboard.press('ArrowLeft');
  await bensPage.keyboard.press('ArrowLeft');
  await expect(viewer.getByRole('heading', { name: 'Picture 3 of 3' })).toBeVisible();
  await expect(viewer.getByText('No description')).toBeVisible();
  await bensPage.keyboard.press('Escape');
  await expect(viewer).toHaveCount(0);
  await expect(firstPicture).toBeFocused();

  // The author removes a picture, describes another one again and blurs it. Others see that at once.
  const ownPost = postWith(page, text);
  await chooseFromMenu(ownPost, 'Post options', 'Edit Post');
  await page.getByRole('button', { name: 'Remove picture 3' }).click();
  await description(page, 2).fill('A scar');
  await picture(page, 2).getByLabel('Blur until opened').uncheck();
  await picture(page, 1).getByLabel('Blur until opened').check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page)).toContainText('Post updated');
  await expect(ownPost.getByRole('button', { name: 'A scar, 2 of 2' })).toBeVisible();
  await expect(post.getByRole('button', { name: 'A scar, 2 of 2' })).toBeVisible();
  await expect(post.getByRole('button', { name: /^Show picture, post by Ana/ })).toBeVisible();
  await expect(post.getByRole('button', { name: /^Fog over water/ })).toHaveCount(0);
});

test('unusable pictures show errors, and failed uploads can be retried', async ({ join, openBrowser, tolerate }) => {
  const page = await openBrowser(await join('Ana'));
  const text = unique('On a slow line.');
  await startPost(page, text);
  await fileInput(page).setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Hello') });
  await expect(picture(page, 1).getByRole('alert')).toHaveText('Please choose a picture: JPG, PNG, WebP or GIF.');
  await picture(page, 1).getByRole('button', { name: 'Remove picture 1' }).click();
  await fileInput(page).setInputFiles({
    name: 'huge.gif',
    mimeType: 'image/gif',
    buffer: Buffer.alloc(11 * 1024 * 1024),
  });
  await expect(picture(page, 1).getByRole('alert')).toHaveText(
    'A picture can be up to 10 MB. Please choose a smaller one.',
  );
  await picture(page, 1).getByRole('button', { name: 'Remove picture 1' }).click();

  // This file is not a picture, despite its name.
  tolerate(failedResponse(415));
  await fileInput(page).setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('Hello') });
  await expect(picture(page, 1).getByRole('alert')).toContainText('Please choose a JPG, PNG, WebP or GIF picture.');
  await picture(page, 1).getByRole('button', { name: 'Remove picture 1' }).click();

  tolerate(failedResponse(500));
  await page.route('/api/uploads/images', failRequest);
  await fileInput(page).setInputFiles(photo('one.png'));
  await expect(picture(page, 1).getByRole('alert')).toBeVisible();
  await description(page, 1).fill('A portrait');
  await expect(page.getByText('A picture has not been uploaded yet.')).toBeVisible();
  await expect(shareButton(page)).toBeDisabled();
  await page.unroute('/api/uploads/images');
  await picture(page, 1).getByRole('button', { name: 'Try again' }).click();
  await expect(shareButton(page)).toBeEnabled();

  // Canceling one upload keeps the other picture.
  const heldRequest = await holdRequest(page, '/api/uploads/images', 'POST');
  await fileInput(page).setInputFiles(photo('two.png'));
  await heldRequest.arrived;
  await expect(picture(page, 2).getByRole('progressbar')).toBeVisible();
  await expect(shareButton(page)).toBeDisabled();
  tolerate(/net::ERR_(?:FAILED|ABORTED)/);
  await picture(page, 2).getByRole('button', { name: 'Cancel upload' }).click();
  await expect(picture(page, 2)).toHaveCount(0);
  await expect(shareButton(page)).toBeEnabled();

  // A post can have up to four pictures.
  heldRequest.release();
  await fileInput(page).setInputFiles([photo('2.png'), photo('3.png'), photo('4.png'), photo('5.png')]);
  await expect(toast(page)).toContainText('A post can have up to 4 pictures');
  await expect(page.getByRole('listitem', { name: /^Picture \d$/ })).toHaveCount(4);
});
