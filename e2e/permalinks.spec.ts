import { randomUUID } from 'node:crypto';
import { chooseFromMenu, postWith, toast } from './support/feed.ts';
import { expect, failedResponse, test } from './support/journey.ts';
import { unique } from './support/member.ts';

test('sharing a post copies a link that opens it with its comments', async ({ join, openBrowser }) => {
  const author = await join('Noor');
  const text = unique('Bread turned out well.');
  const { id } = await author.share(text);
  await author.comment(id, 'Recipe below.');
  const page = await openBrowser(await join(), { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto('/');
  await postWith(page, text).getByRole('button', { name: 'Share post' }).click();
  await expect(toast(page)).toContainText('Link copied');

  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(new URL(`/posts/${id}`, page.url()).href);
  await page.goto(link);
  await expect(page.getByRole('article')).toContainText(text);
  await expect(page.getByRole('article').getByText('Recipe below.')).toBeVisible();
  await page.getByRole('link', { name: 'Community Feed' }).first().click();
  await expect(postWith(page, text)).toBeVisible();
});

test('a visitor who follows a link to a post is redirected to login @critical', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  const author = await join('Noor');
  const text = unique('Letters from home.');
  const { id } = await author.share(text);
  const page = await openBrowser();
  tolerate(failedResponse(401));
  await page.goto(`/posts/${id}`);
  await expect(page).toHaveURL(`/login?returnTo=${encodeURIComponent(`/posts/${id}`)}`);
});

test('a missing post shows a notice with a link to the feed', async ({ join, openBrowser, tolerate }) => {
  const page = await openBrowser(await join());
  tolerate(failedResponse(404));
  tolerate(failedResponse(400));
  for (const id of [randomUUID(), 'no-such-id']) {
    await page.goto(`/posts/${id}`);
    await expect(page.getByRole('heading', { name: 'This post is no longer available' })).toBeVisible();
  }
  await page.getByRole('link', { name: 'Go to the feed' }).click();
  await expect(page).toHaveURL('/');
});

test('deleting a post on its own page leads to the feed', async ({ join, openBrowser, tolerate }) => {
  // Opening the live connection may refetch the comments of the deleted post.
  tolerate(failedResponse(404));
  const author = await join('Noor');
  const text = unique('A thought I take back.');
  const { id } = await author.share(text);
  const page = await openBrowser(author);
  await page.goto(`/posts/${id}`);
  await chooseFromMenu(page.getByRole('article'), 'Post options', 'Delete Post');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL('/');
  await expect(postWith(page, text)).toHaveCount(0);
});

test('a moderator removes a post with a reason, and its author gets a mail @critical', async ({
  admin,
  join,
  openBrowser,
  server,
}) => {
  const author = await join('Kai');
  const text = unique('Buy my miracle pills.');
  await author.share(text);
  const page = await openBrowser(admin);
  await page.goto('/');
  await chooseFromMenu(postWith(page, text), 'Post options', 'Remove Post');
  const dialog = page.getByRole('dialog', { name: 'Remove post' });
  await expect(dialog.getByRole('button', { name: 'Remove Post' })).toBeDisabled();
  await dialog.getByLabel('Guideline').selectOption({ label: 'No room for advertising, recruiting, begging or spam' });
  await dialog.getByLabel('Message to the author').fill('We do not sell things here.');
  await dialog.getByRole('button', { name: 'Remove Post' }).click();
  await expect(postWith(page, text)).toHaveCount(0);
  await expect
    .poll(() => server.mailsTo(author.email))
    .toEqual([expect.stringContaining('We do not sell things here.')]);
});
