import type { Page } from '@playwright/test';
import { chooseFromMenu, commentButton, postWith, toast } from './support/feed.ts';
import { expect, test } from './support/journey.ts';
import { unique } from './support/member.ts';

const commentField = (page: Page) => page.getByPlaceholder('Write a comment...');

test('a member sends a comment, edits and deletes their own, but not others’ @critical', async ({
  join,
  openBrowser,
}) => {
  const author = await join('Ines');
  const text = unique('What helps you on Sundays?');
  const { id } = await author.share(text);
  const page = await openBrowser(await join('Tom'));
  await page.goto('/');
  const post = postWith(page, text);

  await commentButton(post).click();
  await expect(post.getByText('No comments yet. A kind word goes a long way.')).toBeVisible();
  let requestCount = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith(`/api/posts/${id}/comments`)) requestCount += 1;
  });
  await commentField(page).press('Enter');
  await commentField(page).fill('   ');
  await commentField(page).press('Enter');
  await expect(commentField(page)).toHaveValue('   ');
  await expect(page.getByRole('button', { name: 'Send comment' })).toBeDisabled();

  await commentField(page).fill('');
  await commentField(page).pressSequentially('Tea.');
  await commentField(page).press('Shift+Enter');
  await commentField(page).pressSequentially('And no plans.');
  await commentField(page).press('Enter');
  await expect(toast(page)).toContainText('Comment added');
  await expect(post.getByRole('listitem')).toContainText('Tea.\nAnd no plans.', { useInnerText: true });
  await expect(commentField(page)).toHaveValue('');
  await expect(commentButton(post)).toHaveAccessibleName(/^Comment 1 comment,/);
  expect(requestCount, 'requests that create a comment').toBe(1);

  await author.comment(id, 'It was on the windscreen.');
  const [tomComment, inesComment] = [post.getByRole('listitem').nth(0), post.getByRole('listitem').nth(1)];
  await expect(inesComment).toContainText('Ines Field');
  await inesComment.getByRole('button', { name: 'Comment options' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Report Comment']);
  await page.keyboard.press('Escape');

  await chooseFromMenu(tomComment, 'Comment options', 'Edit Comment');
  await page.getByLabel('Edit your comment').fill('Tea. And cake.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page)).toContainText('Comment updated');
  await expect(tomComment).toContainText('Tea. And cake.');
  await expect(tomComment).toContainText('edited');

  await chooseFromMenu(tomComment, 'Comment options', 'Edit Comment');
  await page.getByLabel('Edit your comment').fill('Never mind');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(tomComment).toContainText('Tea. And cake.');

  await chooseFromMenu(tomComment, 'Comment options', 'Delete Comment');
  const confirmation = page.getByRole('alertdialog');
  await expect(confirmation).toContainText('Are you sure you want to delete this comment?');
  await confirmation.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page)).toContainText('Comment deleted');
  await expect(post.getByRole('listitem')).toHaveCount(1);
  await expect(commentButton(post)).toHaveAccessibleName(/^Comment 1 comment,/);
});
