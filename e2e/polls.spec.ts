import type { Post } from '@commons/contract/feed/schemas';
import type { Locator, Page, Route } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { composer, likeButton, openServerRendered, postWith, shareButton } from './support/feed.ts';
import { expect, test } from './support/journey.ts';
import { controlLiveConnection } from './support/live-connection.ts';
import { type Member, unique } from './support/member.ts';
import { request } from './support/members.ts';

const optionField = (page: Page, number: number): Locator => page.getByLabel(`Option ${number}`, { exact: true });
const resultItems = (post: Locator): Locator => post.getByRole('list', { name: 'Results' }).getByRole('listitem');

const createPoll = (author: Member, content: string, options = ['Tea', 'Coffee']): Promise<Post> =>
  request(author, 'POST', '/api/posts', { content, poll: { options, days: 2 } });

const vote = (member: Member, { id, poll }: Post, index: number): Promise<unknown> =>
  request(member, 'POST', `/api/posts/${id}/poll/vote`, { optionId: poll?.options[index]?.id });

async function closePoll(member: Member, { id }: Post): Promise<void> {
  const database = await member.server.database();
  await database.query("UPDATE polls SET closes_at = now() - interval '1 second' WHERE post_id = $1", [id]);
}

test('a member creates a poll by keyboard, its votes update live for members with a vote, and it closes', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  const ana = await join('Ana');
  const page = await openBrowser(ana);
  const text = unique('What do you drink in the morning?');
  await page.goto('/');
  await composer(page).fill(text);
  await page.getByRole('button', { name: 'Poll' }).focus();
  await page.keyboard.press('Enter');
  await expect(optionField(page, 1)).toBeFocused();
  await page.keyboard.type('Tea');
  await page.keyboard.press('Enter');
  await expect(optionField(page, 2)).toBeFocused();
  await page.keyboard.insertText('t\u200Bea');
  await expect(optionField(page, 2)).toHaveAccessibleDescription(/This option is a duplicate/);
  await expect(page.getByText('Two poll options are the same.')).toBeVisible();
  await expect(shareButton(page)).toBeDisabled();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Coffee');
  await page.keyboard.press('Enter');
  await expect(optionField(page, 3)).toBeFocused();
  await page.keyboard.type('Water');
  await page.getByLabel('Open for').selectOption('3 days');
  await expectAccessible(page, 'a poll in the composer');
  await shareButton(page).focus();
  await page.keyboard.press('Enter');
  const post = postWith(page, text);
  await expect(post.getByRole('radio')).toHaveCount(3);
  await expect(post.getByText(/^Your vote is secret · [23] days left$/)).toBeVisible();
  await expectAccessible(page, 'a poll to vote in');

  // Votes update live for members with a vote, also in another tab, and stay hidden from others.
  const [ben, cora, dan] = [await join('Ben'), await join('Cora'), await join('Dan')];
  const pollPost = (await ana.readFeed()).find(({ content }) => content === text)!;
  await vote(ben, pollPost, 0);
  const bensPage = await openBrowser(ben);
  await bensPage.goto(`/posts/${pollPost.id}`);
  const corasPage = await openBrowser(cora);
  await corasPage.goto(`/posts/${pollPost.id}`);
  const [bensPost, corasPost] = [postWith(bensPage, text), postWith(corasPage, text)];
  await expect(resultItems(bensPost).first()).toHaveText('Tea, your vote: 100%, 1 vote');
  await expect(corasPost.getByRole('radio')).toHaveCount(3);
  await vote(dan, pollPost, 1);
  await expect(resultItems(bensPost).first()).toHaveText('Tea, your vote: 50%, 1 vote');
  await expect(corasPost.getByText('%')).toHaveCount(0);

  const otherTab = await bensPage.context().newPage();
  await otherTab.goto(`/posts/${pollPost.id}`);
  await bensPost.getByRole('button', { name: /^Change vote/ }).click();
  await bensPost.getByRole('radio', { name: 'Coffee' }).check();
  await bensPost.getByRole('button', { name: 'Vote', exact: true }).click();
  for (const tab of [otherTab, bensPage])
    await expect(resultItems(postWith(tab, text))).toHaveText([
      'Tea: 0%, 0 votes',
      'Coffee, your vote: 100%, 2 votes',
      'Water: 0%, 0 votes',
    ]);

  await test.step('it shows that it closed despite a fast device clock and a failed request', async () => {
    const closingText = unique('Tea or coffee, until when?');
    const closingPost = await createPoll(ana, closingText);
    await vote(ana, closingPost, 1);
    const clockPage = await openBrowser(ana);
    await clockPage.clock.install({ time: new Date(closingPost.poll?.closesAt ?? '') });
    const heldRequests: Route[] = [];
    const connection = await controlLiveConnection(clockPage);
    await clockPage.goto('/');
    await connection.waitUntilCaughtUp();
    const closingCard = postWith(clockPage, closingText);
    await expect(closingCard.getByText('1 vote · Closes in a moment')).toBeVisible();
    await clockPage.route(`**/api/posts/${closingPost.id}`, (route) => void heldRequests.push(route));
    /** Advances the clock until the page has made this many requests. It schedules each after the previous response. */
    const waitForRequests = (count: number) =>
      expect(async () => {
        await clockPage.clock.fastForward(5_000);
        expect(heldRequests.length).toBeGreaterThanOrEqual(count);
      }).toPass();
    await waitForRequests(1);
    tolerate(/net::ERR_FAILED/);
    await heldRequests[0]?.abort();
    await waitForRequests(2);
    const openResponse = clockPage.waitForResponse(`**/api/posts/${closingPost.id}`);
    await heldRequests[1]?.continue();
    expect(await (await openResponse).json()).toMatchObject({ poll: { isClosed: false } });
    await closePoll(ana, closingPost);
    await waitForRequests(3);
    await heldRequests[2]?.continue();
    await expect(closingCard.getByText('1 vote · Closed')).toBeVisible();
  });
});

test('on a phone with large text, a poll does not shift when the page starts', async ({ join, openBrowser }) => {
  const ana = await join('Ana');
  const settings = await request<object>(ana, 'GET', '/api/settings');
  await request(ana, 'PUT', '/api/settings', { ...settings, textSize: 150 });
  const [text, longText] = [unique('Short ones.'), unique('Long ones.')];
  await createPoll(ana, text);
  const ending = 'in a place by the water where nobody asks for anything at all today';
  await createPoll(ana, longText, [`Alone, ${ending}`, `Together, ${ending}`, `Neither, ${ending}`]);
  const page = await openBrowser(ana, { width: 375, height: 812, hasTouch: true });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/assets\/entry\.client.*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  await openServerRendered(page);
  const post = postWith(page, text);
  await expect(post.getByText('Coffee')).toBeVisible();
  const longPost = postWith(page, longText);
  await likeButton(longPost).click({ trial: true });
  const boxesBefore = [await post.boundingBox(), await longPost.boundingBox()];
  release();
  await page.locator('html[data-ready]').waitFor();
  await expect(post.getByRole('radio')).toHaveCount(2);
  await expect(longPost.getByRole('radio')).toHaveCount(3);
  expect([await post.boundingBox(), await longPost.boundingBox()]).toEqual(boxesBefore);
  await expect(post.getByRole('button', { name: 'Vote', exact: true })).toBeVisible();
});
