import { holdCall, likeButton, postWith, toast } from './support/feed.ts';
import { expect, failedAnswer, test } from './support/journey.ts';
import { unique } from './support/member.ts';

test('a like shows at once, and is taken back when it could not be kept @critical', async ({
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
  const call = await holdCall(page, `/api/posts/${id}/like`, 'POST');

  await like.click();
  await expect(like).toHaveAccessibleName(/^Like 1 like,/);
  await expect(like).toHaveAttribute('aria-pressed', 'true');

  tolerate(failedAnswer(500));
  call.fail();
  await expect(toast(page)).toContainText('Failed to update like');
  await expect(like).toHaveAccessibleName(/^Like,/);
  await expect(like).toHaveAttribute('aria-pressed', 'false');
});

test('a second press takes a like back', async ({ join, openBrowser }) => {
  const author = await join('Mara');
  const text = unique('Walked around the block.');
  await author.share(text);
  const page = await openBrowser(await join());
  await page.goto('/');
  const like = likeButton(postWith(page, text));
  const first = page.waitForResponse((response) => response.url().endsWith('/like'));
  await like.click();
  await expect(like).toHaveAttribute('aria-pressed', 'true');
  await first;
  // The screen is ahead of the server: loading it again at once would break the call off.
  const kept = page.waitForResponse((response) => response.url().endsWith('/like'));
  await like.click();
  await expect(like).toHaveAccessibleName(/^Like,/);
  await kept;
  await page.reload();
  await expect(like).toHaveAttribute('aria-pressed', 'false');
  await expect(like).toHaveAccessibleName(/^Like,/);
});

test('impatient presses end as the last one meant', async ({ join, openBrowser }) => {
  const author = await join('Mara');
  const text = unique('Called my sister.');
  const { id } = await author.share(text);
  const page = await openBrowser(await join());
  await page.goto('/');
  const like = likeButton(postWith(page, text));
  const call = await holdCall(page, `/api/posts/${id}/like`, 'POST');
  for (const _ of [1, 2, 3]) await like.click();
  const kept = page.waitForResponse((response) => response.url().endsWith('/like'));
  call.letThrough();
  await expect(like).toHaveAccessibleName(/^Like 1 like,/);
  await kept;
  await page.reload();
  await expect(like).toHaveAccessibleName(/^Like 1 like,/);
  await expect(like).toHaveAttribute('aria-pressed', 'true');
});
