import { expectAccessible } from './support/accessible.ts';
import { failRequest, holdRequest, holdResponse, toast } from './support/feed.ts';
import { expect, failedResponse, test } from './support/journey.ts';
import { controlLiveConnection } from './support/live-connection.ts';
import { unique } from './support/member.ts';
import { connect, idOf } from './support/members.ts';
import {
  messagesLink,
  messageList,
  readMessages,
  messageWith,
  openChat,
  sendInBrowser,
  sendMessage,
  messageField,
} from './support/messages.ts';

test('two members write to each other and see each other’s actions live @critical', async ({ join, openBrowser }) => {
  const [ana, ben] = [await join('Ana', 'Lund'), await join('Ben', 'Marsh')];
  await connect(ana, ben);
  await sendMessage(ana, ben, 'Are you there?');
  const anasPage = await openBrowser(ana);
  const bensPage = await openBrowser(ben);
  await bensPage.goto('/');
  await expect(messagesLink(bensPage)).toHaveAccessibleName('Messages 1 unread conversation');

  await openChat(anasPage, ben);
  await messagesLink(bensPage).click();
  await bensPage.getByRole('link', { name: /Ana Lund/ }).click();
  await expect(messageWith(bensPage, 'Are you there?')).toBeVisible();
  await expect(messagesLink(bensPage)).toHaveAccessibleName('Messages');
  await expect(messageWith(anasPage, 'Are you there?')).toContainText('Read');
  await expect(anasPage.getByText('Online', { exact: true })).toBeVisible();

  const typingShown = expect(anasPage.getByRole('status').filter({ hasText: 'Ben is typing' })).toBeVisible();
  await messageField(bensPage).pressSequentially('I am');
  await typingShown;
  await messageField(bensPage).press('Enter');
  await expect(messageWith(anasPage, 'I am')).toBeVisible();
  await expect(anasPage.getByRole('log')).toContainText('Ben Marsh: I am');
  await expect(anasPage.getByText('Ben is typing')).toBeHidden();
  await expect(messageWith(bensPage, 'I am')).toContainText('Read');

  await test.step('a deleted message disappears for both members', async () => {
    await sendInBrowser(anasPage, 'Wrong window');
    await expect(messageWith(bensPage, 'Wrong window')).toBeVisible();
    await messageWith(anasPage, 'Wrong window').getByRole('button', { name: 'Message options' }).click();
    await anasPage.getByRole('menuitem', { name: 'Delete for Both' }).click();
    await anasPage.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    for (const page of [anasPage, bensPage]) {
      await expect(messageWith(page, 'Message removed')).toBeVisible();
      await expect(page.getByText('Wrong window')).toHaveCount(0);
    }
    await expect(anasPage.getByRole('status').filter({ hasText: 'Message deleted.' })).toBeAttached();
    await expect(bensPage.getByRole('status').filter({ hasText: 'Message deleted.' })).toHaveCount(0);
  });

  await anasPage.goto('/');
  await sendInBrowser(bensPage, 'Over two lines');
  await expect(messagesLink(anasPage)).toHaveAccessibleName('Messages 1 unread conversation');
  await openChat(anasPage, ben);
  await expect(messagesLink(anasPage)).toHaveAccessibleName('Messages');
});

test('only messages visible to an attentive reader are marked as read', async ({ join, openBrowser }) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  await connect(ana, ben);
  for (let index = 1; index <= 35; index += 1) await sendMessage(ben, ana, `Word ${index}.`);
  const readStates = async () => (await readMessages(ben, ana)).map(({ state }) => state);
  const isRead = async (index: number) => (await readStates())[index - 1] === 'read';

  const page = await openBrowser(ana);
  // Simulate a window behind another one, which does not have the focus.
  await page.addInitScript(() => {
    const hasFocus = document.hasFocus.bind(document);
    let isInBackground = true;
    document.hasFocus = () => !isInBackground && hasFocus();
    window.addEventListener('come-forward', () => {
      isInBackground = false;
      window.dispatchEvent(new Event('focus'));
    });
  });
  await openChat(page, ben);
  await expect(messageWith(page, 'Word 1.')).toBeInViewport();
  await sendMessage(ben, ana, 'Word 36.');
  await expect(page.getByRole('button', { name: '1 new message' })).toBeVisible();
  expect(await readStates()).not.toContain('read');

  await page.evaluate(() => window.dispatchEvent(new Event('come-forward')));
  await expect.poll(() => isRead(1)).toBe(true);
  expect(await isRead(35)).toBe(false);
  await expect(messagesLink(page)).toHaveAccessibleName('Messages 1 unread conversation');
  await sendMessage(ben, ana, 'Word 37.');
  await expect(page.getByRole('button', { name: '2 new messages' })).toBeVisible();
  expect(await isRead(37)).toBe(false);

  await messageList(page).evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
  await expect.poll(() => isRead(37)).toBe(true);
  await expect(messagesLink(page)).toHaveAccessibleName('Messages');
  await sendMessage(ben, ana, 'Word 38.');
  await expect.poll(() => isRead(38)).toBe(true);
});

test('a conversation starts on a profile or from the list of connections, and is found by name and by text', async ({
  join,
  openBrowser,
  server,
}) => {
  const [ana, ben, cleo] = [await join('Ana'), await join('Ben', 'Marsh'), await join('Cleo', 'Reed')];
  const oldestName = unique('Oldest');
  const database = await server.database();
  await database.query(
    `WITH new_users AS (
       INSERT INTO users (id, email, name, first_name, last_name)
       SELECT gen_random_uuid(), $2 || n || '@members.test', 'Robin ' || n, CASE WHEN n = 101 THEN $2 ELSE 'Robin' END, n
       FROM generate_series(1, 101) AS n RETURNING id, last_name::int AS n),
     pair (member_id, other_id, since) AS (SELECT $1::uuid, id, now() - n * interval '1 minute' FROM new_users)
     INSERT INTO connections (member_id, other_id, state, since)
     SELECT member_id, other_id, 'connected', since FROM pair
     UNION ALL SELECT other_id, member_id, 'connected', since FROM pair`,
    [await idOf(ana), oldestName],
  );
  const page = await openBrowser(ana);
  await page.goto('/profile');
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: /^Message/ })).toHaveCount(0);
  await page.goto('/messages');
  await page.getByLabel('Name', { exact: true }).first().fill(oldestName);
  await page.getByRole('link', { name: oldestName }).first().click();
  await expect(messageField(page)).toHaveAccessibleName(`Message to ${oldestName} 101`);

  await page.goto(`/profile/${await idOf(ben)}`);
  await page.getByRole('link', { name: 'Message Ben Marsh' }).click();
  await expect(page).toHaveURL(`/messages/${await idOf(ben)}`);
  await expect(page.getByRole('heading', { name: 'Start a conversation' })).toBeVisible();
  await sendInBrowser(page, 'Hello Ben, the heron came back');
  await expect(messageWith(page, 'Hello Ben')).toContainText('Sent');

  await connect(ana, cleo);
  await sendMessage(cleo, ana, 'Soup on Sunday');
  await page.goto('/messages');
  await expect(page.getByRole('heading', { name: 'Select a conversation' })).toBeVisible();
  const search = page.getByRole('searchbox', { name: 'Search names and messages' });
  const rows = page.getByRole('tabpanel').getByRole('link');
  await expect(rows).toHaveCount(2);
  for (const [text, name] of [
    ['heron', 'Ben Marsh'],
    ['reed', 'Cleo Reed'],
  ] as const) {
    await search.fill(text);
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText(name);
  }
  await search.fill('otter');
  await expect(page.getByText('Nothing found for “otter”.')).toBeVisible();
});

test('a page that was disconnected shows nobody online, loads missed messages, and ignores an older list', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  await connect(ana, ben);
  await sendMessage(ben, ana, 'Before');
  await (await openBrowser(ben)).goto('/');
  const page = await openBrowser(ana);
  const connection = await controlLiveConnection(page);
  tolerate(/WebSocket/);
  await openChat(page, ben);
  await expect(messageWith(page, 'Before')).toBeVisible();
  const onlineLabel = page.getByText('Online', { exact: true });
  const row = page.getByRole('tabpanel').getByRole('link', { name: /Ben Field/ });
  await expect(onlineLabel).toBeVisible();
  await expect(row).toContainText('online');
  await connection.disconnect();
  await expect(onlineLabel).toBeHidden();
  await expect(row).not.toContainText('online');
  for (let index = 1; index <= 5; index += 1) await sendMessage(ben, ana, `Missed ${index}`);
  await connection.reconnect();
  await expect(messageWith(page, 'Missed 5')).toBeVisible();
  await expect(onlineLabel).toBeVisible();
  const texts = await messageList(page).getByRole('listitem').filter({ hasText: 'Missed' }).allInnerTexts();
  expect(texts.map((text) => /Missed \d/.exec(text)?.[0])).toEqual([1, 2, 3, 4, 5].map((number) => `Missed ${number}`));

  await test.step('a list of conversations that arrives late does not revert a newer message', async () => {
    await connection.waitUntilCaughtUp();
    await connection.disconnect();
    const heldResponse = await holdResponse(page, '/api/messages/conversations');
    await connection.reconnect();
    await heldResponse.arrived;
    // Send from Ana, so that nothing is unread: a wrong unread count would trigger a refetch.
    await sendMessage(ana, ben, 'From my phone');
    await expect(row).toContainText('From my phone');
    heldResponse.release();
    await connection.waitUntilCaughtUp();
    await expect(row).toContainText('From my phone');
  });

  await test.step('a member who hides their online status no longer sees that of others', async () => {
    await expect(row).toContainText('online');
    await page.getByRole('button', { name: /^Your menu/ }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Notifications and messages' }).click();
    await page.getByLabel('Show others when I am online').uncheck();
    await expect(toast(page)).toContainText('Settings saved');
    await messagesLink(page).click();
    await expect(row).toBeVisible();
    await expect(row).not.toContainText('online');
  });
});

test('loading earlier messages moves neither the visible ones nor the focus', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  await connect(ana, ben);
  for (let index = 1; index <= 95; index += 1)
    await sendMessage(index % 3 ? ben : ana, index % 3 ? ana : ben, `Word ${index}.`);
  const page = await openBrowser(ana);
  const earlierMessagesUrl = /\/api\/messages\?.*cursor=/;
  const earlierMessages = Promise.withResolvers<void>();
  await page.route(earlierMessagesUrl, async (route) => {
    await earlierMessages.promise;
    await route.continue();
  });
  await openChat(page, ben);
  await expect(messageWith(page, 'Word 95.')).toBeInViewport();
  await expect(messageWith(page, 'Word 1.')).toHaveCount(0);
  const list = messageList(page);
  // Scrolling to this message loads the previous page, because the oldest loaded message is near.
  const anchor = messageWith(page, 'Word 60.');
  await anchor.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const readTop = () => anchor.evaluate((element) => Math.round(element.getBoundingClientRect().top));
  const topBefore = await readTop();
  earlierMessages.resolve();
  await expect(messageWith(page, 'Word 20.')).toHaveCount(1);
  // The page corrects the scroll position before the next paint.
  await expect.poll(async () => Math.abs((await readTop()) - topBefore)).toBeLessThanOrEqual(1);
  await sendMessage(ben, ana, 'And one more.');
  const newMessageButton = page.getByRole('button', { name: '1 new message' });
  await expect(newMessageButton).toBeVisible();
  await expect.poll(async () => Math.abs((await readTop()) - topBefore)).toBeLessThanOrEqual(1);
  await newMessageButton.click();
  await expect(messageWith(page, 'And one more.')).toBeInViewport();
  await list.evaluate((element) => element.scrollTo({ top: 0 }));
  await expect(messageWith(page, 'Word 1.')).toHaveCount(1);

  tolerate(failedResponse(500));
  const tryAgainButton = list.getByRole('button', { name: 'Try again' });
  const failToLoad = async () => {
    await page.route(earlierMessagesUrl, failRequest);
    await openChat(page, ben);
    await list.evaluate((element) => element.scrollTo({ top: 0 }));
    await expect(tryAgainButton).toBeVisible();
    await page.unroute(earlierMessagesUrl, failRequest);
  };
  await test.step('the focus stays on the button', async () => {
    await failToLoad();
    await tryAgainButton.press('Enter');
    await expect(messageWith(page, 'Word 20.')).toHaveCount(1);
    await expect(list.getByRole('button', { name: 'Earlier messages' })).toBeFocused();
  });
  await test.step('the focus stays in the message field while typing', async () => {
    await failToLoad();
    const heldRequest = await holdRequest(page, '/api/messages');
    await tryAgainButton.press('Enter');
    await heldRequest.arrived;
    await messageField(page).pressSequentially('What I say ');
    heldRequest.release();
    await expect(messageWith(page, 'Word 20.')).toHaveCount(1);
    await page.keyboard.type('to you');
    await expect(messageField(page)).toHaveValue('What I say to you');
    await expect(messageField(page)).toBeFocused();
  });
});

test('a member has a whole conversation by keyboard, and its screens are accessible', async ({ join, openBrowser }) => {
  const [ana, ben, eli] = [await join('Ana'), await join('Ben', 'Marsh'), await join('Eli')];
  await connect(ana, ben);
  const page = await openBrowser(ana);
  await page.goto('/messages');
  await page.getByRole('button', { name: 'Start New Chat' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Start New Chat' });
  // Members of other journeys are also named Ben Marsh.
  await dialog.locator(`a[href$="${await idOf(ben)}"]`).focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(messageField(page)).toBeFocused();
  await page.keyboard.type('From the keys');
  await page.keyboard.press('Enter');
  await expect(messageWith(page, 'From the keys')).toContainText(/Sent|Delivered/);
  await expect(messageField(page)).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('button', { name: 'Message options' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Copy Text' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Delete for Both' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(messageWith(page, 'Message removed')).toBeVisible();

  await sendMessage(ben, ana, 'Good morning https://example.org');
  await sendMessage(ana, ben, 'Good morning, Ben.');
  await sendMessage(eli, ana, 'May I?');
  for (const path of ['/messages', `/messages/${await idOf(ben)}`, `/messages/${await idOf(eli)}`]) {
    await page.goto(path);
    const loadedContent = path === '/messages' ? page.getByRole('tabpanel').getByRole('link') : messageField(page);
    await expect(loadedContent).toBeVisible();
    await expectAccessible(page, path);
  }
  await page.getByRole('button', { name: 'Report' }).click();
  await page.getByRole('radio', { name: 'Someone is in danger' }).check();
  await expectAccessible(page, 'a report');
});
