import { holdRequest, likeButton, postWith, toast } from './support/feed.ts';
import { expect, failedResponse, test } from './support/journey.ts';
import { unique } from './support/member.ts';

test('a like shows at once and is reverted when the request fails @critical', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  const author = await join('Mara');
  const text = unique('Slept through the night.');
  const { id } = await author.share(text);
  const page = await openBrowser(await join());
  await page.goto('/');
  const like = likeButton(postWith(page, text));
  const heldRequest = await holdRequest(page, `/api/posts/${id}/like`, 'POST');

  await like.click();
  await expect(like).toHaveAccessibleName(/^Like 1 like,/);
  await expect(like).toHaveAttribute('aria-pressed', 'true');

  tolerate(failedResponse(500));
  heldRequest.fail();
  await expect(toast(page)).toContainText('Failed to update like');
  await expect(like).toHaveAccessibleName(/^Like,/);
  await expect(like).toHaveAttribute('aria-pressed', 'false');
});

test('a second press removes a like', async ({ join, openBrowser }) => {
  const author = await join('Mara');
  const text = unique('Walked around the block.');
  await author.share(text);
  const page = await openBrowser(await join());
  await page.goto('/');
  const like = likeButton(postWith(page, text));
  const likeResponse = page.waitForResponse((response) => response.url().endsWith('/like'));
  await like.click();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await likeResponse;
  // The like is optimistic. Wait for the response, because a reload would abort the request.
  const saveResponse = page.waitForResponse((response) => response.url().endsWith('/like'));
  await like.click();
  await expect(like).toHaveAccessibleName(/^Like,/);
  await saveResponse;
  await page.reload();
  await expect(like).toHaveAttribute('aria-pressed', 'false');
  await expect(like).toHaveAccessibleName(/^Like,/);
});

test('after rapid presses the like has the state of the last press', async ({ join, openBrowser }) => {
  const author = await join('Mara');
  const text = unique('Called my sister.');
  const { id } = await author.share(text);
  const page = await openBrowser(await join());
  await page.goto('/');
  const like = likeButton(postWith(page, text));
  const heldRequest = await holdRequest(page, `/api/posts/${id}/like`, 'POST');
  for (const _ of [1, 2, 3]) await like.click();
  const saveResponse = page.waitForResponse((response) => response.url().endsWith('/like'));
  heldRequest.release();
  await expect(like).toHaveAccessibleName(/^Like 1 like,/);
  await saveResponse;
  await page.reload();
  await expect(like).toHaveAccessibleName(/^Like 1 like,/);
  await expect(like).toHaveAttribute('aria-pressed', 'true');
});
