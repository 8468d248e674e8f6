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
