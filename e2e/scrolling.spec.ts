import type { Locator } from '@playwright/test';
import { commentButton, postWith } from './support/feed.ts';
import { expect, test } from './support/journey.ts';
import { controlLiveConnection } from './support/live-connection.ts';
import { createPerson, Member, unique } from './support/member.ts';
import { connect, idOf } from './support/members.ts';
import { sendMessage } from './support/messages.ts';

/** Enough posts for three pages of the feed. */
const postCount = 60;

/** Tolerance when returning to a scroll position, because off-screen heights are estimates. */
const positionTolerancePixels = 8;

/** Returns the top of an element, or NaN, which equals no number, while the element is not rendered. */
const readTop = async (locator: Locator): Promise<number> => (await locator.boundingBox())?.y ?? Number.NaN;

/** Returns the top of an element once the layout around it is stable. */
async function readStableTop(locator: Locator): Promise<number> {
  let top = Number.NaN;
  await expect(async () => {
    top = await readTop(locator);
    await locator.scrollIntoViewIfNeeded();
    expect(await readTop(locator)).toBe(top);
  }).toPass();
  return top;
}

test('the feed loads more while scrolling, keeps its position, and does not move when posts arrive', async ({
  startServer,
  openBrowser,
}) => {
  // A separate server, so that this feed ends with the oldest post of the test.
  const server = await startServer();
  const author = await Member.join(server, createPerson('Jonas'));
  const tag = unique('from the long list');
  const oldest = unique('The very first of them');
  await author.share(oldest);
  for (let number = 2; number <= postCount; number += 1) {
    await author.share(
      `Note ${number} ${tag}\n${'A few lines, so that the cards are not all of one height. '.repeat(number % 7)}`,
    );
  }
  const page = await openBrowser(await Member.join(server));
  await page.goto('/');
  await expect(postWith(page, `Note ${postCount} ${tag}`)).toBeVisible();
  await expect(postWith(page, oldest)).toHaveCount(0);
  const endNotice = page.getByText('You’re all caught up.');
  await expect(endNotice).toHaveCount(0);

  await test.step('scrolling down reaches the oldest post without a click', async () => {
    await expect(async () => {
      await page.keyboard.press('End');
      await expect(postWith(page, oldest)).toBeInViewport({ timeout: 250 });
    }).toPass();
    await expect(async () => {
      await page.keyboard.press('End');
      await expect(endNotice).toBeInViewport({ timeout: 250 });
    }).toPass();
    await expect(page.getByRole('article').filter({ hasText: tag })).toHaveCount(postCount - 1);
  });

  // This post is on the third page, with a full page off screen above it.
  const middlePost = postWith(page, `Note 15 ${tag}`);
  await test.step('going back from a post restores the position', async () => {
    const topBefore = await readStableTop(middlePost);
    await middlePost.getByRole('link', { name: /ago$/ }).click();
    await expect(page).toHaveURL(/\/posts\//);
    await expect(page.getByRole('article')).toHaveCount(1);
    await page.goBack();
    await expect(middlePost).toBeInViewport();
    await expect
      .poll(async () => Math.abs((await readTop(middlePost)) - topBefore), 'pixels off')
      .toBeLessThanOrEqual(2);
  });

  await test.step('the back link of a post restores the position', async () => {
    const topBefore = await readStableTop(middlePost);
    await middlePost.getByRole('link', { name: /ago$/ }).click();
    await expect(page.getByRole('article')).toHaveCount(1);
    await page.getByRole('main').getByRole('link', { name: 'Community Feed' }).click();
    await expect(middlePost).toBeInViewport();
    await expect
      .poll(async () => Math.abs((await readTop(middlePost)) - topBefore), 'pixels off')
      .toBeLessThanOrEqual(positionTolerancePixels);
  });

  await test.step('going back from a profile restores the position in the feed and in the profile’s posts', async () => {
    const topBefore = await readStableTop(middlePost);
    await middlePost.getByRole('link', { name: author.name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: author.name })).toBeVisible();
    const olderPost = postWith(page, `Note 35 ${tag}`);
    await expect(async () => {
      await page.keyboard.press('End');
      await expect(olderPost).toBeAttached({ timeout: 250 });
    }).toPass();
    const top = await readStableTop(olderPost);
    await olderPost.getByRole('link', { name: /ago$/ }).click();
    await expect(page.getByRole('article')).toHaveCount(1);
    await page.goBack();
    await expect(olderPost).toBeInViewport();
    await expect
      .poll(async () => Math.abs((await readTop(olderPost)) - top), 'pixels off')
      .toBeLessThanOrEqual(positionTolerancePixels);
    await page.goBack();
    await expect(middlePost).toBeInViewport();
    await expect
      .poll(async () => Math.abs((await readTop(middlePost)) - topBefore), 'pixels off')
      .toBeLessThanOrEqual(positionTolerancePixels);
  });

  await test.step('new posts are announced without moving the feed', async () => {
    const topBefore = await readStableTop(middlePost);
    const newAuthor = await Member.join(server, createPerson('Lena'));
    for (const ordinal of ['One', 'Two', 'Three']) await newAuthor.share(`${ordinal} more, ${tag}`);
    const announcement = page.getByRole('button', { name: '3 new posts' });
    await expect(announcement).toBeInViewport();
    expect(await readTop(middlePost)).toBe(topBefore);
    await announcement.click();
    await expect(page.getByRole('article').first()).toContainText('Three more');
    await expect(page.getByRole('article').first()).toBeInViewport();
    await expect(announcement).toBeHidden();
  });
});

test('a member who comments keeps the cursor when a refetch changes the page boundaries', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  const author = await join('Jonas');
  const tag = unique('of a member');
  const share = (number: number) => author.share(`Note ${number} ${tag}`);
  for (let number = 1; number <= 22; number += 1) await share(number);
  const page = await openBrowser(await join());
  const connection = await controlLiveConnection(page);
  await page.goto(`/profile/${await idOf(author)}`);
  await connection.waitForFrame();
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(postWith(page, `Note 1 ${tag}`)).toBeAttached({ timeout: 250 });
  }).toPass();

  tolerate(/WebSocket/);
  // Note 3 moves from the first page to the second. Note 21 stays on the first page.
  for (const [commentedNumber, addedNumber] of [
    [3, 23],
    [21, 24],
  ] as const) {
    const post = postWith(page, `Note ${commentedNumber} ${tag}`);
    await commentButton(post).click();
    const commentField = post.getByPlaceholder('Write a comment...');
    await commentField.fill('Half a thought');
    await share(addedNumber);
    await connection.close();
    await expect(postWith(page, `Note ${addedNumber} ${tag}`)).toBeAttached({ timeout: 20_000 });
    await expect(commentField).toBeFocused();
    await expect(commentField).toHaveValue('Half a thought');
  }
});

test('lists of members restore their position on a phone and on a desktop', async ({ openBrowser, startServer }) => {
  test.setTimeout(180_000);
  const server = await startServer();
  const reader = await Member.join(server, createPerson('Rea'));
  const otherMembers: Member[] = [];
  for (let number = 10; number < 36; number += 1) {
    const member = await Member.join(server, createPerson(`Person ${number}`));
    otherMembers.push(member);
    await connect(member, reader);
    await sendMessage(member, reader, `Hello from ${number}`);
  }
  const oldest = otherMembers[1]!;
  for (const width of [375, 1280]) {
    const page = await openBrowser(reader, { width, height: 700 });
    await test.step(`conversations, ${width} px wide`, async () => {
      await page.goto('/messages');
      const row = page.getByRole('region', { name: 'Conversations' }).getByRole('link', { name: oldest.name });
      const list = page.locator('[data-scroller]').first();
      await expect(async () => {
        await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
        await expect(row).toBeInViewport({ timeout: 250 });
      }).toPass();
      const topBefore = await readStableTop(row);
      await row.click();
      await expect(page.getByRole('textbox', { name: /^Message to/ })).toBeVisible();
      await page.getByRole('main').getByRole('link', { name: oldest.name, exact: true }).first().click();
      await expect(page).toHaveURL(/\/profile\//);
      await page.goBack();
      await page.goBack();
      await expect(row).toBeInViewport();
      await expect
        .poll(async () => Math.abs((await readTop(row)) - topBefore), 'pixels off')
        .toBeLessThanOrEqual(positionTolerancePixels);
    });
    await test.step(`a next page requested just before a refetch is shown, ${width} px wide`, async () => {
      const { promise: socketAllowed, resolve: goLive } = Promise.withResolvers<void>();
      await page.routeWebSocket('/ws', async (socket) => {
        await socketAllowed;
        socket.connectToServer();
      });
      let requestCount = 0;
      await page.route(
        (url) => url.pathname === '/api/connections' && url.searchParams.has('cursor'),
        async (route) => {
          requestCount += 1;
          if (requestCount > 1) return route.continue();
          // Release the request only after the refetch has superseded it.
          goLive();
          await page.waitForResponse((response) => response.url().endsWith('/api/connections'), { timeout: 60_000 });
          return route.continue().catch(() => undefined);
        },
      );
      await page.goto('/connections');
      await page.getByRole('button', { name: 'Show more' }).click();
      await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: oldest.name })).toBeVisible();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });
    await test.step(`connections, ${width} px wide`, async () => {
      await page.goto('/connections');
      await page.getByRole('button', { name: 'Show more' }).click();
      const row = page.getByRole('main').getByRole('listitem').filter({ hasText: oldest.name });
      const topBefore = await readStableTop(row);
      await row.getByRole('link', { name: oldest.name, exact: true }).click();
      await expect(page.getByRole('heading', { level: 1, name: oldest.name })).toBeVisible();
      await page.goBack();
      await expect(row).toBeInViewport();
      await expect
        .poll(async () => Math.abs((await readTop(row)) - topBefore), 'pixels off')
        .toBeLessThanOrEqual(positionTolerancePixels);
    });
  }
});
