import type { Page } from '@playwright/test';
import { commentButton, postWith } from './support/feed.ts';
import { expect, failedResponse, test } from './support/journey.ts';
import { controlLiveConnection } from './support/live-connection.ts';
import { createPerson, Member, unique } from './support/member.ts';
import { sendRequest, connect, idOf, suggestions } from './support/members.ts';
import { messagesLink, sendMessage } from './support/messages.ts';

const chooseFromMemberMenu = async (page: Page, member: Member, item: 'Block' | 'Mute' | 'Unmute') => {
  await page.getByRole('button', { name: `More about ${member.name}` }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
};

/** Records the page's requests for posts from now on. */
const recordPostRequests = (page: Page): string[] => {
  const postRequests: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (request.method() === 'GET' && pathname === '/api/posts') postRequests.push(search);
  });
  return postRequests;
};

test('blocking and unblocking update all screens in all tabs at once', async ({
  startServer,
  openBrowser,
  tolerate,
}) => {
  tolerate(failedResponse(404));
  const server = await startServer();
  const [ana, ben, cleo, dan] = [
    await Member.join(server, createPerson('Ana')),
    await Member.join(server, createPerson('Ben')),
    await Member.join(server, createPerson('Cleo')),
    await Member.join(server, createPerson('Dan')),
  ];
  await connect(ana, ben);
  const [bensText, cleosText] = [unique('Ben was here.'), unique('Cleo asks.')];
  const { id: bensPost } = await ben.share(bensText);
  const { id } = await cleo.share(cleosText);
  await ben.comment(id, 'Ben answers.');
  await sendMessage(ben, ana, 'Ben writes.');
  const benId = await idOf(ben);

  const [feed, postPage, profile, connections, messages, actingPage] = await Promise.all(
    Array.from({ length: 6 }, () => openBrowser(ana)),
  );
  if (!feed || !postPage || !profile || !connections || !messages || !actingPage) throw new Error('A tab is missing.');
  await feed.goto('/');
  await commentButton(postWith(feed, cleosText)).click();
  await expect(postWith(feed, cleosText).getByText('Ben answers.')).toBeVisible();
  await postPage.goto(`/posts/${bensPost}`);
  await expect(postWith(postPage, bensText)).toBeVisible();
  for (const page of [profile, actingPage]) {
    await page.goto(`/profile/${benId}`);
    await expect(page.getByRole('heading', { level: 1, name: ben.name })).toBeVisible();
  }
  await connections.goto('/connections');
  await expect(connections.getByRole('tabpanel')).toContainText(ben.name);
  await messages.goto('/messages');
  await expect(messages.getByRole('tabpanel').getByRole('link')).toContainText('Ben writes.');
  await expect(messagesLink(feed)).toHaveAccessibleName('Messages 1 unread conversation');
  // Wait until every tab is live before blocking.
  for (const page of [feed, postPage, profile, connections, messages, actingPage])
    await expect(page.getByRole('region', { name: /^Notifications/ })).toBeAttached();
  await cleo.like(id);
  await expect(postWith(feed, cleosText).getByRole('button', { name: 'Like 1 like' })).toBeVisible();

  await chooseFromMemberMenu(actingPage, ben, 'Block');
  await actingPage.getByRole('alertdialog').getByRole('button', { name: 'Block' }).click();
  await expect(actingPage).toHaveURL('/');
  await expect(postWith(actingPage, cleosText)).toBeVisible();
  await expect(postWith(actingPage, bensText)).toHaveCount(0);
  await expect(postWith(feed, bensText)).toHaveCount(0);
  await expect(postWith(feed, cleosText).getByText('Ben answers.')).toHaveCount(0);
  await expect(postPage.getByRole('heading', { name: 'This post is no longer available' })).toBeVisible();
  await expect(profile.getByRole('heading', { name: 'Member not found' })).toBeVisible();
  await expect(connections.getByText('No connections yet')).toBeVisible();
  await expect(messages.getByText('No conversations yet')).toBeVisible();
  for (const page of [feed, messages]) await expect(messagesLink(page)).toHaveAccessibleName('Messages');

  await actingPage.goto('/settings/muted');
  await actingPage.getByRole('button', { name: `Unblock ${ben.name}` }).click();
  await expect(postWith(feed, bensText)).toBeVisible();
  await expect(postWith(feed, cleosText).getByText('Ben answers.')).toBeVisible();
  await expect(postWith(postPage, bensText)).toBeVisible();
  await expect(profile.getByRole('heading', { level: 1, name: ben.name })).toBeVisible();
  await expect(messages.getByRole('tabpanel').getByRole('link')).toContainText('Ben writes.');
  await expect(suggestions(feed)).toContainText(ben.name);

  await test.step('a block updates the count of new posts and the suggestions', async () => {
    await expect(suggestions(feed)).toContainText(dan.name);
    await cleo.share('Another one.');
    await expect(feed.getByRole('button', { name: '1 new post' })).toBeVisible();
    await dan.share('Waiting above.');
    await expect(feed.getByRole('button', { name: '2 new posts' })).toBeVisible();
    await sendRequest(ana, 'POST', `/api/blocks/${await idOf(dan)}`);
    await expect(feed.getByRole('button', { name: '1 new post' })).toBeVisible();
    await expect(suggestions(feed)).not.toContainText(dan.name);
  });
});

test('muting and unmuting update all tabs without refetching or moving the page', async ({ join, openBrowser }) => {
  const [ana, ben, cleo] = [await join('Ana'), await join('Ben'), await join('Cleo')];
  const [older, bensText, newer] = [unique('The older one.'), unique('Ben’s own.'), unique('The newer one.')];
  for (let count = 0; count < 15; count += 1) await cleo.share(unique(`Under ${count}`));
  await cleo.share(older);
  // Share enough posts in between that the hidden post is off screen.
  for (let count = 0; count < 6; count += 1) await cleo.share(unique(`In between ${count}`));
  await ben.share(bensText);
  const { id } = await cleo.share(newer);
  for (let count = 0; count < 25; count += 1) await cleo.share(unique(`Number ${count}`));
  const [feed, actingPage] = [await openBrowser(ana), await openBrowser(ana)];
  const connections = [await controlLiveConnection(feed), await controlLiveConnection(actingPage)];
  await feed.goto('/');
  // The post is on the second page of the feed.
  await expect(async () => {
    await feed.mouse.wheel(0, 2_000);
    await expect(postWith(feed, older)).toBeVisible({ timeout: 500 });
  }).toPass();
  await postWith(feed, older).scrollIntoViewIfNeeded();
  await actingPage.goto(`/profile/${await idOf(ben)}`);
  await expect(actingPage.getByRole('heading', { level: 1, name: ben.name })).toBeVisible();
  for (const connection of connections) await connection.waitUntilCaughtUp();
  await cleo.like(id);
  await expect(postWith(feed, newer).getByRole('button', { name: 'Like 1 like' })).toBeVisible();
  const [feedReads, actingPageReads] = [recordPostRequests(feed), recordPostRequests(actingPage)];
  await postWith(feed, older).evaluate((card) => card.scrollIntoView({ block: 'center' }));
  const readTop = () => postWith(feed, older).evaluate((card) => Math.round(card.getBoundingClientRect().top));
  const topBefore = await readTop();

  await chooseFromMemberMenu(actingPage, ben, 'Mute');
  await expect(postWith(feed, bensText)).toHaveCount(0);
  expect([feedReads, actingPageReads]).toEqual([[], []]);
  await expect.poll(async () => Math.abs((await readTop()) - topBefore)).toBeLessThanOrEqual(2);

  await chooseFromMemberMenu(actingPage, ben, 'Unmute');
  await expect(postWith(feed, bensText)).toHaveCount(1);
  expect(feedReads.filter((query) => !query.includes('userId='))).toEqual([]);
  await expect.poll(async () => Math.abs((await readTop()) - topBefore)).toBeLessThanOrEqual(2);
  const order = await feed.getByRole('article').allInnerTexts();
  const positions = [newer, bensText, older].map((text) =>
    order.findIndex((articleText) => articleText.includes(text)),
  );
  expect(positions).toEqual(positions.toSorted((a, b) => a - b));
});
