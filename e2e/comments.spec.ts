import type { Page } from '@playwright/test';
import { chooseFromMenu, commentButton, holdResponse, postWith, toast } from './support/feed.ts';
import { expect, failedResponse, logInInBrowser, test } from './support/journey.ts';
import { controlLiveConnection, muteLiveConnection } from './support/live-connection.ts';
import { unique } from './support/member.ts';
import { sendRequest } from './support/members.ts';

const commentField = (page: Page) => page.getByPlaceholder('Write a comment...');

test('Enter sends a comment, Shift+Enter adds a line, and a blank comment is not sent @critical', async ({
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
});

test('a member can edit and delete their own comment, but not others’ @critical', async ({ join, openBrowser }) => {
  const author = await join('Ines');
  const text = unique('First frost.');
  const { id } = await author.share(text);
  await author.comment(id, 'It was on the windscreen.');
  const tom = await join('Tom');
  await tom.comment(id, 'Gloves on.');
  const page = await openBrowser(tom);
  await page.goto('/');
  const post = postWith(page, text);
  await commentButton(post).click();
  const [inesComment, tomComment] = [post.getByRole('listitem').nth(0), post.getByRole('listitem').nth(1)];
  await expect(inesComment).toContainText('Ines Field');
  await inesComment.getByRole('button', { name: 'Comment options' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Report Comment']);
  await page.keyboard.press('Escape');

  await chooseFromMenu(tomComment, 'Comment options', 'Edit Comment');
  await page.getByLabel('Edit your comment').fill('Gloves on, hat too.');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page)).toContainText('Comment updated');
  await expect(tomComment).toContainText('Gloves on, hat too.');
  await expect(tomComment).toContainText('edited');

  await chooseFromMenu(tomComment, 'Comment options', 'Edit Comment');
  await page.getByLabel('Edit your comment').fill('Never mind');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(tomComment).toContainText('Gloves on, hat too.');

  await chooseFromMenu(tomComment, 'Comment options', 'Delete Comment');
  const confirmation = page.getByRole('alertdialog');
  await expect(confirmation).toContainText('Are you sure you want to delete this comment?');
  await confirmation.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page)).toContainText('Comment deleted');
  await expect(post.getByRole('listitem')).toHaveCount(1);
  await expect(commentButton(post)).toHaveAccessibleName(/^Comment 1 comment,/);
});

test('a comment draft survives an ended session and is restored at the same post after login', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  const author = await join('Ines');
  const { id } = await author.share(unique('The garden in November.'));
  const tom = await join('Tom');
  const page = await openBrowser(tom);
  // Without a live connection, the page notices the ended session only at its next request.
  const waitUntilIdle = await muteLiveConnection(page);
  await page.goto(`/posts/${id}`);
  await commentField(page).fill('The roses, still.');
  await waitUntilIdle();
  await tom.signOutEverywhere();
  tolerate(failedResponse(401));
  await commentField(page).press('Enter');
  await expect(page).toHaveURL(`/login?returnTo=${encodeURIComponent(`/posts/${id}`)}`);
  await logInInBrowser(page, tom);
  await expect(page).toHaveURL(`/posts/${id}`);
  await expect(commentField(page)).toHaveValue('The roses, still.');
});

test('comments that arrive or are deleted while the list loads are shown correctly', async ({ join, openBrowser }) => {
  const [ines, tom] = [await join('Ines'), await join('Tom')];
  const { id } = await ines.share(unique('A slow evening'));
  const deletedComment = await tom.comment(id, 'Too soon');
  const page = await openBrowser(await join('Ana'));
  const connection = await controlLiveConnection(page);
  await page.goto(`/posts/${id}`);
  await expect(page.getByText('Too soon')).toBeVisible();
  await connection.waitUntilCaughtUp();
  const heldResponse = await holdResponse(page, `/api/posts/${id}/comments`);
  await tom.comment(id, 'First');
  await heldResponse.arrived;
  const second = await tom.comment(id, 'Second');
  await sendRequest(tom, 'DELETE', `/api/posts/${id}/comments/${deletedComment.id}`);
  await connection.waitForFrame(second.id);
  await connection.waitForFrame('comment.deleted');
  heldResponse.release();
  await expect(page.getByText('Second')).toBeVisible();
  await expect(page.getByText('First')).toBeVisible();
  await expect(page.getByText('Too soon')).toHaveCount(0);
});

test('when the focused post or comment is deleted, focus moves nearby and the deletion is announced', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  const [ines, ben] = [await join('Ines'), await join('Ben')];
  const [first, second, third] = [
    await ines.share(unique('Fog over the lake')),
    await ines.share(unique('Sun on the stairs')),
    await ines.share(unique('A cup of tea')),
  ];
  const comment = await ben.comment(third.id, 'With honey?');
  const page = await openBrowser(await join('Ana'));
  const connection = await controlLiveConnection(page);
  const announcement = page.getByRole('status').filter({ hasText: 'This post is no longer available.' });
  await page.goto('/');
  await connection.waitUntilCaughtUp();
  await commentButton(postWith(page, first.content)).click();
  await commentField(page).focus();
  await ines.delete(first.id);
  await expect(page.getByRole('region', { name: 'Posts', exact: true })).toBeFocused();
  await expect(announcement).toBeAttached();

  tolerate(/WebSocket/);
  await commentButton(postWith(page, second.content)).focus();
  await connection.disconnect();
  await ines.delete(second.id);
  await connection.reconnect();
  await expect(page.getByRole('region', { name: 'Posts', exact: true })).toBeFocused();

  await page.goto(`/posts/${third.id}`);
  const comments = page.getByRole('region', { name: 'Comments' });
  await comments.getByRole('link', { name: 'Ben Field' }).first().focus();
  await connection.waitUntilCaughtUp();
  await sendRequest(ben, 'DELETE', `/api/posts/${third.id}/comments/${comment.id}`);
  await expect(comments).toBeFocused();
  await ines.delete(third.id);
  await expect(page.getByRole('heading', { name: 'This post is no longer available' })).toBeVisible();
  await expect(page.locator('#main')).toBeFocused();
  await expect(announcement).toBeAttached();
});

test('a member’s new comment stays visible after a reconnect, below comments that are not loaded', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  const author = await join('Ines');
  const text = unique('Many of you.');
  const { id } = await author.share(text);
  for (let count = 1; count <= 25; count += 1) await author.comment(id, `Comment ${count}.`);
  const page = await openBrowser(await join('Tom'));
  const connection = await controlLiveConnection(page);
  await page.goto('/');
  const post = postWith(page, text);
  await commentButton(post).click();
  await commentField(page).fill('Mine, at the end.');
  await commentField(page).press('Enter');
  await expect(post.getByText('Mine, at the end.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show more comments' })).toBeVisible();

  tolerate(/WebSocket/);
  const refetch = page.waitForResponse(new RegExp(`/api/posts/${id}/comments`));
  await connection.close();
  await refetch;
  await author.like(id);
  await expect(post.getByRole('button', { name: 'Like 1 like' })).toBeVisible();
  await expect(post.getByText('Mine, at the end.')).toBeVisible();
  await page.getByRole('button', { name: 'Show more comments' }).click();
  await expect(post.getByText('Comment 25.')).toBeVisible();
  await expect(post.getByText('Mine, at the end.')).toHaveCount(1);
});
