import { expectAccessible } from './support/accessible.ts';
import type { CommunityServer } from './support/community-server.ts';
import { commentButton, postWith, toast } from './support/feed.ts';
import { expect, test } from './support/journey.ts';
import { Member, unique } from './support/member.ts';

/** Shares a post and backdates it by three hours. Changes the ID, because it contains the time. */
async function shareBackdated(server: CommunityServer, member: Member, text: string): Promise<void> {
  const { id } = await member.share(text);
  const timestampHex = (Date.now() - 3 * 60 * 60 * 1000).toString(16).padStart(12, '0');
  const backdatedId = `${timestampHex.slice(0, 8)}-${timestampHex.slice(8)}${id.slice(13)}`;
  const database = await server.database();
  await database.query('UPDATE posts SET id = $1 WHERE id = $2', [backdatedId, id]);
}

test('a member finds the posts without comments', async ({ openBrowser, startServer }) => {
  const server = await startServer();
  const ana = await Member.join(server);
  const ben = await Member.join(server);
  await ana.share(unique('A post that is too young to wait for an answer'));
  const page = await openBrowser(ana);
  await page.goto('/');
  const unansweredLink = page.getByRole('link', { name: /await(ing|s)? a first reply/ });
  const boxBefore = await page.getByRole('region', { name: 'Posts' }).boundingBox();
  await unansweredLink.click();
  await expect(page.getByRole('heading', { name: 'Everyone has a reply' })).toBeVisible();

  const text = unique('Is anybody else awake?');
  await shareBackdated(server, ben, text);
  await page.goto('/');
  await expect(page.getByRole('link', { name: '1 post awaits a first reply' })).toBeVisible();
  expect(await page.getByRole('region', { name: 'Posts' }).boundingBox()).toMatchObject({ y: boxBefore?.y });
  await unansweredLink.click();
  await expect(page).toHaveURL(/\/unanswered$/);
  const post = postWith(page, text);
  await expect(post).toBeVisible();
  await expectAccessible(page, 'posts without comments');
  await commentButton(post).click();
  const comment = post.getByRole('textbox', { name: 'Write a comment' });
  await comment.fill('I am. What keeps you up?');
  await comment.press('Enter');
  await expect(toast(page)).toContainText('Comment added');
  await expect(post.getByText('I am. What keeps you up?')).toBeVisible();
  // The post stays visible until the member leaves the screen.
  await page.getByRole('main').getByRole('link', { name: 'Community Feed' }).click();
  await expect(page.getByRole('link', { name: 'Posts awaiting a first reply' })).toBeVisible();
  await unansweredLink.click();
  await expect(page.getByRole('heading', { name: 'Everyone has a reply' })).toBeVisible();

  // A comment that is still in flight when the feed opens counts once it arrives.
  const secondText = unique('Still awake.');
  await shareBackdated(server, ben, secondText);
  await page.reload();
  const feedIsOpen = Promise.withResolvers<void>();
  await page.route('**/api/posts/*/comments', async (route) => {
    if (route.request().method() === 'GET') return route.continue();
    await feedIsOpen.promise;
    await route.continue();
  });
  await commentButton(postWith(page, secondText)).click();
  await postWith(page, secondText).getByRole('textbox', { name: 'Write a comment' }).fill('So am I.');
  await page.keyboard.press('Enter');
  await page.getByRole('main').getByRole('link', { name: 'Community Feed' }).click();
  await expect(page.getByRole('link', { name: '1 post awaits a first reply' })).toBeVisible();
  feedIsOpen.resolve();
  await expect(page.getByRole('link', { name: 'Posts awaiting a first reply' })).toBeVisible();
});
