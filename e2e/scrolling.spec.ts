import type { Locator } from '@playwright/test';
import { postWith } from './support/feed.ts';
import { expect, test } from './support/journey.ts';
import { unique } from './support/member.ts';

/** Three pages of the feed. */
const postCount = 60;

/** NaN, which equals nothing, while it is not laid out. */
const topOf = async (locator: Locator): Promise<number> => (await locator.boundingBox())?.y ?? Number.NaN;

test('the feed goes on by itself, keeps its place, and is never moved by what arrives', async ({
  join,
  openBrowser,
}) => {
  const author = await join('Jonas');
  const tag = unique('from the long list');
  const oldest = unique('The very first of them');
  await author.share(oldest);
  for (let number = 2; number <= postCount; number += 1) {
    await author.share(
      `Note ${number} ${tag}\n${'A few lines, so that the cards are not all of one height. '.repeat(number % 7)}`,
    );
  }
  const page = await openBrowser(await join());
  await page.goto('/');
  await expect(postWith(page, `Note ${postCount} ${tag}`)).toBeVisible();
  await expect(postWith(page, oldest)).toHaveCount(0);

  await test.step('scrolling down reaches the oldest post without a press', async () => {
    await expect(async () => {
      await page.keyboard.press('End');
      await expect(postWith(page, oldest)).toBeInViewport({ timeout: 250 });
    }).toPass();
    await expect(page.getByRole('article').filter({ hasText: tag })).toHaveCount(postCount - 1);
  });

  const middle = postWith(page, `Note 30 ${tag}`);
  await test.step('coming back from a post finds the same place', async () => {
    await middle.scrollIntoViewIfNeeded();
    // Where the feed stands once the cards around are laid out.
    await expect(async () => {
      const before = await topOf(middle);
      await middle.scrollIntoViewIfNeeded();
      expect(await topOf(middle)).toBe(before);
    }).toPass();
    const before = await topOf(middle);
    await middle.getByRole('link', { name: /ago$/ }).click();
    await expect(page).toHaveURL(/\/posts\//);
    await expect(page.getByRole('article')).toHaveCount(1);
    await page.goBack();
    await expect(middle).toBeInViewport();
    await expect.poll(async () => Math.abs((await topOf(middle)) - before), 'pixels off').toBeLessThanOrEqual(2);
  });

  await test.step('new posts are announced without moving what is being read', async () => {
    const before = await topOf(middle);
    const other = await join('Lena');
    for (const word of ['One', 'Two', 'Three']) await other.share(`${word} more, ${tag}`);
    const announcement = page.getByRole('button', { name: '3 new posts' });
    await expect(announcement).toBeInViewport();
    expect(await topOf(middle)).toBe(before);
    await announcement.click();
    await expect(page.getByRole('article').first()).toContainText('Three more');
    await expect(page.getByRole('article').first()).toBeInViewport();
    await expect(announcement).toBeHidden();
  });
});
