import { commentButton, failRequest, likeButton, postWith } from './support/feed.ts';
import { expect, failedResponse, test } from './support/journey.ts';
import { controlLiveConnection, type LiveConnection } from './support/live-connection.ts';
import { unique } from './support/member.ts';
import { connect } from './support/members.ts';
import { messageWith, openChat, sendInBrowser, sendMessage } from './support/messages.ts';

test('a socket that receives frames is kept, a silent one is dropped, and the page shows the missed updates', async ({
  join,
  openBrowser,
}) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  await connect(ana, ben);
  const text = unique('A quiet line.');
  const { id } = await ben.share(text);
  const [feed, chat] = [await openBrowser(ana), await openBrowser(ana)];
  const connections: LiveConnection[] = [];
  for (const page of [feed, chat]) {
    await page.clock.install();
    connections.push(await controlLiveConnection(page));
  }
  const countOpened = () => connections.map((connection) => connection.countOpened());
  await feed.goto('/');
  await commentButton(postWith(feed, text)).click();
  await expect(feed.getByText('No comments yet.')).toBeVisible();
  await openChat(chat, ben);
  for (const connection of connections) await connection.waitForFrame();
  await ben.comment(id, 'Before.');
  await expect(postWith(feed, text).getByText('Before.')).toBeVisible();
  await sendMessage(ben, ana, 'Before');
  await expect(messageWith(chat, 'Before')).toBeVisible();
  for (const name of [/^Like 1 like,/, /^Like,/, /^Like 1 like,/]) {
    await ben.like(id);
    await expect(likeButton(postWith(feed, text))).toHaveAccessibleName(name);
    await feed.clock.fastForward(20_000);
  }
  expect(countOpened()).toEqual([1, 1]);

  await test.step('a silent socket is dropped within 40 seconds', async () => {
    for (const connection of connections) connection.silence();
    await ben.share(unique('Shared in the silence.'));
    await ben.like(id);
    await ben.comment(id, 'In the silence.');
    await sendMessage(ben, ana, 'In the silence');
    for (const page of [feed, chat]) await page.clock.fastForward(40_000);
    await expect(postWith(feed, text).getByText('In the silence.')).toBeVisible();
    await expect(likeButton(postWith(feed, text))).toHaveAccessibleName(/^Like,/);
    await expect(feed.getByRole('button', { name: /new posts?$/ })).toBeVisible();
    await expect(messageWith(chat, 'In the silence')).toBeVisible();
    expect(countOpened()).toEqual([2, 2]);
  });

  await test.step('an unacknowledged message is sent over HTTP, and a new socket opens', async () => {
    connections[1]!.silence();
    // Pause the page's clock, so that slow steps do not count towards the five-second timeout.
    await chat.clock.pauseAt((await chat.evaluate(() => Date.now())) + 10_000);
    await sendInBrowser(chat, 'Can you hear me?');
    await expect(messageWith(chat, 'Can you hear me?')).toContainText('Sending');
    await chat.clock.fastForward(5_000);
    await chat.clock.resume();
    await expect(messageWith(chat, 'Can you hear me?')).toContainText('Sent');
    await expect.poll(() => connections[1]!.countOpened()).toBe(3);
    await sendMessage(ben, ana, 'Now I can');
    await expect(messageWith(chat, 'Now I can')).toBeVisible();
  });
});

test('a failed refetch after a reconnect is retried, in comments and in an open chat', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  await connect(ana, ben);
  const text = unique('What did I miss?');
  const { id } = await ben.share(text);
  const [feed, chat] = [await openBrowser(ana), await openBrowser(ana)];
  const connections = [await controlLiveConnection(feed), await controlLiveConnection(chat)];
  await feed.goto('/');
  await commentButton(postWith(feed, text)).click();
  await openChat(chat, ben);
  for (const connection of connections) await connection.waitForFrame();
  await ben.comment(id, 'Before.');
  await expect(postWith(feed, text).getByText('Before.')).toBeVisible();
  await sendMessage(ben, ana, 'Before');
  await expect(messageWith(chat, 'Before')).toBeVisible();

  tolerate(failedResponse(500));
  tolerate(/WebSocket/);
  for (const [page, path] of [
    [feed, `/api/posts/${id}/comments`],
    [chat, '/api/messages'],
  ] as const) {
    let failures = 0;
    await page.route(
      (url) => url.pathname === path,
      (route) => {
        failures += 1;
        return failures <= 2 ? failRequest(route) : route.fallback();
      },
    );
  }
  // Start both requests just before the sockets are silenced, so that the pages miss their events.
  const pendingWrites = [ben.comment(id, 'Said meanwhile.'), sendMessage(ben, ana, 'Said meanwhile')];
  for (const connection of connections) connection.silence();
  await Promise.all(pendingWrites);
  for (const connection of connections) await connection.close();
  await expect(postWith(feed, text).getByText('Said meanwhile.')).toBeVisible({ timeout: 20_000 });
  await expect(messageWith(chat, 'Said meanwhile')).toBeVisible({ timeout: 20_000 });
});
