import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { chooseFromMenu, commentButton, postWith } from './support/feed.ts';
import { expect, failedResponse, test } from './support/journey.ts';
import { controlLiveConnection } from './support/live-connection.ts';
import { unique } from './support/member.ts';
import { connect, idOf, request } from './support/members.ts';

const commentField = (page: Page): Locator => page.getByLabel('Write a comment');
const lostTextPanel = (page: Page, title: string): Locator => page.getByRole('group', { name: title });
const unavailableTitle = 'This post is no longer available. Your comment was not sent.';

test('a comment on a deleted post stays visible and can be copied, until its member leaves the screen @critical', async ({
  join,
  openBrowser,
}) => {
  const author = await join('Ines');
  const [first, second] = [await author.share(unique('Fog')), await author.share(unique('Sun'))];
  const page = await openBrowser(await join('Ana'), { permissions: ['clipboard-read', 'clipboard-write'] });
  const connection = await controlLiveConnection(page);
  await page.goto('/');
  await connection.waitUntilCaughtUp();
  for (const { content } of [first, second]) {
    await commentButton(postWith(page, content)).click();
    await postWith(page, content).getByLabel('Write a comment').fill(`About ${content}\nand more`);
  }
  await test.step('closing a form shows no panel and keeps the draft', async () => {
    const post = postWith(page, first.content);
    await commentButton(post).click();
    await expect(commentField(page)).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Dismiss' })).toHaveCount(0);
    await commentButton(post).click();
    await expect(post.getByLabel('Write a comment')).toHaveValue(`About ${first.content}\nand more`);
  });
  await author.delete(first.id);
  const panels = lostTextPanel(page, 'This post was deleted. Your comment was not sent.');
  await expect(panels).toHaveCount(1);
  await panels.getByRole('button', { name: 'Copy' }).click();
  await expect(panels.getByRole('status')).toHaveText('Copied.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`About ${first.content}\nand more`);
  // A field in use keeps the focus.
  await postWith(page, second.content).getByLabel('Write a comment').focus();
  await author.delete(second.id);
  await expect(panels).toHaveCount(2);
  await expectAccessible(page, 'the feed with panels of lost text');
  await panels.first().getByRole('button', { name: 'Dismiss' }).click();
  await expect(panels).toHaveCount(1);
  await page.getByRole('link', { name: 'Messages' }).first().click();
  await expect(panels).toHaveCount(0);
});

test('unsent text stays visible when a block or a deletion during a disconnect hides its subject', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  tolerate(/WebSocket/);
  // The page may refetch the comments before it knows that their post was deleted.
  tolerate(failedResponse(404));
  const [ana, ben, ines] = [await join('Ana'), await join('Ben'), await join('Ines')];
  await connect(ana, ben);
  const [post, deletedPost] = [await ben.share(unique('Fog')), await ines.share(unique('Sun'))];
  const [page, chat] = [await openBrowser(ana), await openBrowser(ana)];
  const [connection, chatConnection] = [await controlLiveConnection(page), await controlLiveConnection(chat)];
  await page.goto('/');
  await chat.goto(`/messages/${await idOf(ben)}`);
  for (const liveConnection of [connection, chatConnection]) await liveConnection.waitUntilCaughtUp();
  await commentButton(postWith(page, post.content)).click();
  await commentField(page).fill('How beautiful');
  await chat.getByLabel('Message to Ben Field').fill('Are you there?');
  await request(ana, 'POST', `/api/blocks/${await idOf(ben)}`);
  await expect(lostTextPanel(page, unavailableTitle)).toContainText('How beautiful');
  await expect(chat.getByText('Your messages to them cannot be sent.')).toBeVisible();
  await expect(chat.getByRole('region', { name: 'Member not found' })).toContainText('Are you there?');
  await expect(chat.getByRole('button', { name: 'Copy' })).toBeVisible();

  await test.step('a deletion during a disconnect', async () => {
    await commentButton(postWith(page, deletedPost.content)).click();
    await commentField(page).fill('How bright');
    await connection.disconnect();
    await ines.delete(deletedPost.id);
    await connection.reconnect();
    await expect(lostTextPanel(page, unavailableTitle).filter({ hasText: 'How bright' })).toBeVisible();
  });
});

test('drafts about deleted posts are deleted, and signing out does not ask about them', async ({
  join,
  openBrowser,
}) => {
  const [yara, ben] = [await join('Yara'), await join('Ben')];
  const [ownText, bensText] = [unique('Mine'), unique('Theirs')];
  const posts = [
    { author: yara, id: (await yara.share(ownText)).id },
    { author: ben, id: (await ben.share(bensText)).id },
  ];
  const page = await openBrowser(yara);
  await page.goto('/');
  await commentButton(postWith(page, bensText)).click();
  await postWith(page, bensText).getByRole('textbox').fill('Half an answer');
  await chooseFromMenu(postWith(page, ownText), 'Post options', 'Edit Post');
  await page
    .getByRole('region', { name: 'Posts' })
    .getByRole('textbox', { name: /edit/i })
    .fill('Mine, in other words');
  for (const { author, id } of posts) await author.delete(id);
  for (const text of [ownText, bensText]) await expect(postWith(page, text)).toHaveCount(0);
  // For open forms, drafts about a deleted post are kept for a few seconds.
  const readStorage = () => page.evaluate(() => JSON.stringify(localStorage));
  await expect.poll(readStorage).not.toMatch(/Half an answer|in other words/);
  await page.getByRole('button', { name: 'Your menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible();
});
