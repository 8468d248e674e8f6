import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import { chooseFromMenu, composer, holdRequest, postWith, shareButton, toast } from './support/feed.ts';
import { expect, failedResponse, logInInBrowser, test } from './support/journey.ts';
import { muteLiveConnection } from './support/live-connection.ts';
import { type Member, unique } from './support/member.ts';
import { request } from './support/members.ts';

const buffer = readFileSync(fileURLToPath(new URL('support/portrait.png', import.meta.url)));

const textField = (page: Page): Locator => page.getByLabel('Edit your post');
const warningField = (page: Page): Locator => page.getByRole('textbox', { name: 'Content warning' });
const picture = (page: Page, number: number): Locator => page.getByRole('listitem', { name: `Picture ${number}` });
const description = (page: Page, number: number): Locator => picture(page, number).getByLabel('What does it show?');
const hasDraft = (page: Page) =>
  page.evaluate(() => Object.keys({ ...localStorage }).some((key) => key.includes('post-edit')));

/** Shares a post with two pictures and returns it. */
async function shareTwoPictures(page: Page, ana: Member, text: string) {
  await page.goto('/');
  await composer(page).fill(text);
  await expect(page.getByRole('button', { name: 'Photo' })).toBeVisible();
  await page
    .getByLabel('Picture files')
    .setInputFiles(['one.png', 'two.png'].map((name) => ({ name, mimeType: 'image/png', buffer })));
  await description(page, 1).fill('The first');
  await description(page, 2).fill('The second');
  await shareButton(page).click();
  await expect(postWith(page, text).getByRole('img')).toHaveCount(2);
  return readSharedPost(ana, text);
}

async function readSharedPost(ana: Member, text: string) {
  const post = (await ana.readFeed()).find(({ content }) => content.startsWith(text));
  if (!post) throw new Error(`No post starts with ${text}.`);
  return post;
}

const pickAttachments = (post: Awaited<ReturnType<typeof readSharedPost>>) => ({
  contentWarning: post.contentWarning,
  images: post.images.map(({ url, alt, isBlurred }) => ({ url, alt, isBlurred })),
});

test('an edit draft survives a reload and an ended session, until the author saves or cancels', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  const ana = await join('Ana');
  const text = unique('Two of them.');
  const page = await openBrowser(ana);
  // Without a live connection, the page notices the ended session only at its next request.
  const waitUntilIdle = await muteLiveConnection(page);
  const sharedPost = await shareTwoPictures(page, ana, text);
  const openEditor = () => chooseFromMenu(postWith(page, text), 'Post options', 'Edit Post');
  await openEditor();
  const posts = page.getByRole('region', { name: 'Posts' });
  await posts.getByRole('button', { name: 'Content warning', exact: true }).click();
  await page.getByRole('button', { name: 'Grief', exact: true }).click();
  await picture(page, 1).getByLabel('Blur until opened').check();
  await description(page, 1).fill('The first, at dusk');
  await page.getByRole('button', { name: 'Remove picture 2' }).click();

  const expectDraft = async () => {
    await openEditor();
    await expect(warningField(page)).toHaveValue('Grief');
    await expect(picture(page, 1).getByLabel('Blur until opened')).toBeChecked();
    await expect(description(page, 1)).toHaveValue('The first, at dusk');
    await expect(picture(page, 2)).toHaveCount(0);
  };
  await waitUntilIdle();
  await page.reload();
  await expectDraft();
  await waitUntilIdle(2);
  await ana.signOutEverywhere();
  tolerate(failedResponse(401));
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL('/login');
  await logInInBrowser(page, ana);
  await expect(page).toHaveURL('/');
  await expectDraft();

  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(await hasDraft(page)).toBe(false);
  await openEditor();
  await expect(description(page, 1)).toHaveValue('The first');
  await expect(picture(page, 2)).toBeVisible();
  await expect(warningField(page)).toHaveCount(0);

  // If another device removes one picture, the draft's changes to the other still apply.
  await description(page, 1).fill('The one that goes');
  await description(page, 2).fill('The one that stays');
  await ana.signIn();
  const [, second] = pickAttachments(sharedPost).images;
  await request(ana, 'PUT', `/api/posts/${sharedPost.id}`, { content: text, images: [second] });
  await page.reload();
  await openEditor();
  await expect(description(page, 1)).toHaveValue('The one that stays');
  await expect(picture(page, 2)).toHaveCount(0);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page)).toContainText('Post updated');
  expect(pickAttachments(await readSharedPost(ana, text)).images).toEqual([{ ...second, alt: 'The one that stays' }]);
  expect(await hasDraft(page)).toBe(false);
});

test('saving an edit in one tab keeps unsaved changes in another tab', async ({ join, openBrowser }) => {
  const ana = await join('Ana');
  const text = unique('Begun here.');
  const { id } = await ana.share(text);
  const firstTab = await openBrowser(ana);
  await firstTab.goto(`/posts/${id}`);
  const otherTab = await firstTab.context().newPage();
  await otherTab.goto(`/posts/${id}`);
  for (const tab of [firstTab, otherTab]) await chooseFromMenu(postWith(tab, text), 'Post options', 'Edit Post');
  await textField(firstTab).fill(`${text} More.`);
  await expect(textField(otherTab)).toHaveValue(`${text} More.`);

  const heldSave = await holdRequest(firstTab, `/api/posts/${id}`, 'PUT');
  await firstTab.getByRole('button', { name: 'Save' }).click();
  await heldSave.arrived;
  await textField(otherTab).fill(`${text} More, and more.`);
  await otherTab.getByRole('button', { name: 'Content warning', exact: true }).click();
  await otherTab.getByRole('button', { name: 'Grief', exact: true }).click();
  heldSave.release();
  await expect(toast(firstTab)).toContainText('Post updated');
  await otherTab.reload();
  await chooseFromMenu(postWith(otherTab, text), 'Post options', 'Edit Post');
  await expect(textField(otherTab)).toHaveValue(`${text} More, and more.`);
  await expect(warningField(otherTab)).toHaveValue('Grief');
});
