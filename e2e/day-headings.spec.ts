import type { Page } from '@playwright/test';
import { chooseFromMenu, postWith } from './support/feed.ts';
import { expect, test } from './support/journey.ts';

/** 12 hours ahead of UTC, so that the member's day differs from the server's. */
const timezoneId = 'Pacific/Auckland';

/** Returns the posts in order, each prefixed with the day heading above it. */
const readPostsWithDays = (page: Page) =>
  page
    .getByRole('region', { name: 'Posts', exact: true })
    .getByRole('article')
    .filter({ hasText: /Leaf \w+/ })
    .evaluateAll((cards) =>
      cards.map((card) => {
        const previousElement = card.previousElementSibling;
        const day = previousElement?.tagName === 'P' ? `${previousElement.textContent}: ` : '';
        return `${day}${/Leaf (?:\d+|old|early|first|second)/.exec(card.textContent)?.[0]}`;
      }),
    );

test('posts are grouped under a heading for each day in the reader’s time zone', async ({
  join,
  openBrowser,
  server,
}) => {
  const [writer, reader] = [await join('Wanda'), await join('Rea')];
  const database = await server.database();
  const share = async (label: string, createdAt: string, author = writer) => {
    const { id } = await author.share(`Leaf ${label}`);
    await database.query('UPDATE posts SET created_at = $2 WHERE id = $1', [id, createdAt]);
  };
  await share('old', '2024-02-03T12:00:00+13:00');
  // More than one page of posts on one local day, which spans two UTC days.
  for (let number = 1; number <= 22; number += 1)
    await share(`${number}`, number === 1 ? '2026-07-15T00:01:00+12:00' : '2026-07-15T23:59:00+12:00');
  await share('early', '2026-07-16T00:01:00+12:00', reader);

  const page = await openBrowser(reader, { timezoneId });
  await page.clock.install({ time: '2026-07-16T12:00:00+12:00' });
  await page.goto('/');
  await expect(postWith(page, 'Leaf early')).toBeVisible();
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(postWith(page, 'Leaf old')).toBeAttached({ timeout: 250 });
  }).toPass();
  const middlePosts = Array.from({ length: 21 }, (_, index) => `Leaf ${21 - index}`);
  expect(await readPostsWithDays(page)).toEqual([
    'Today: Leaf early',
    'Yesterday: Leaf 22',
    ...middlePosts,
    '3 February 2024: Leaf old',
  ]);

  await test.step('day headings change at midnight', async () => {
    await page.clock.fastForward('12:01:00');
    await expect
      .poll(() => readPostsWithDays(page))
      .toEqual(['Yesterday: Leaf early', 'Wednesday: Leaf 22', ...middlePosts, '3 February 2024: Leaf old']);
  });

  await test.step('new posts share one heading for the new day', async () => {
    for (const [number, label] of ['first', 'second'].entries()) {
      await share(label, `2026-07-17T00:0${number}:00+12:00`);
      await page.getByRole('button', { name: '1 new post' }).click();
      await expect(postWith(page, `Leaf ${label}`)).toBeVisible();
    }
    expect((await readPostsWithDays(page)).slice(0, 4)).toEqual([
      'Today: Leaf second',
      'Leaf first',
      'Yesterday: Leaf early',
      'Wednesday: Leaf 22',
    ]);
  });

  await test.step('a heading disappears with its last post', async () => {
    await chooseFromMenu(postWith(page, 'Leaf early'), 'Post options', 'Delete Post');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(postWith(page, 'Leaf early')).toHaveCount(0);
    await expect
      .poll(async () => (await readPostsWithDays(page)).slice(0, 3))
      .toEqual(['Today: Leaf second', 'Leaf first', 'Wednesday: Leaf 22']);
  });
});
