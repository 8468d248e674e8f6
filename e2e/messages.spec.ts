import { expectAccessible } from './support/accessible.ts';
import { holdResponse, holdRequest, toast } from './support/feed.ts';
import { expect, failedResponse, test } from './support/journey.ts';
import { controlLiveConnection, waitUntilLive } from './support/live-connection.ts';
import { unique } from './support/member.ts';
import { connect, idOf } from './support/members.ts';
import {
  messagesLink,
  messagesIn,
  messagesOf,
  messageWith,
  openChat,
  readConversation,
  sendInBrowser,
  sendMessage,
  messageField,
} from './support/messages.ts';

test('two members write to each other and see each other’s actions live @critical', async ({ join, openBrowser }) => {
  const [ana, ben] = [await join('Ana', 'Lund'), await join('Ben', 'Marsh')];
  await connect(ana, ben);
  await sendMessage(ana, ben, 'Are you there?');
  const hers = await openBrowser(ana);
  const his = await openBrowser(ben);
  await his.goto('/');
  await expect(messagesLink(his)).toHaveAccessibleName('Messages 1 unread conversation');

  await openChat(hers, ben);
  await messagesLink(his).click();
  await his.getByRole('link', { name: /Ana Lund/ }).click();
  await expect(messageWith(his, 'Are you there?')).toBeVisible();
  await expect(messagesLink(his)).toHaveAccessibleName('Messages');
  await expect(messageWith(hers, 'Are you there?')).toContainText('Read');
  await expect(hers.getByText('Online', { exact: true })).toBeVisible();

  const seen = expect(hers.getByRole('status').filter({ hasText: 'Ben is typing' })).toBeVisible();
  await messageField(his).pressSequentially('I am');
  await seen;
  await messageField(his).press('Enter');
  await expect(messageWith(hers, 'I am')).toBeVisible();
  await expect(hers.getByRole('log')).toContainText('Ben Marsh: I am');
  await expect(hers.getByText('Ben is typing')).toBeHidden();
  await expect(messageWith(his, 'I am')).toContainText('Read');

  await hers.goto('/');
  await sendInBrowser(his, 'Over two lines');
  await expect(messagesLink(hers)).toHaveAccessibleName('Messages 1 unread conversation');
  await openChat(hers, ben);
  await expect(messagesLink(hers)).toHaveAccessibleName('Messages');
});

test('a conversation starts on another member’s profile, but not on the member’s own', async ({
  join,
  openBrowser,
}) => {
  const [ana, ben] = [await join('Ana'), await join('Ben', 'Marsh')];
  const page = await openBrowser(ana);
  await page.goto(`/profile/${await idOf(ben)}`);
  await page.getByRole('link', { name: 'Message Ben Marsh' }).click();
  await expect(page).toHaveURL(`/messages/${await idOf(ben)}`);
  await expect(page.getByRole('heading', { name: 'Start a conversation' })).toBeVisible();
  await sendInBrowser(page, 'Hello Ben');
  await expect(messageWith(page, 'Hello Ben')).toContainText('Sent');
  await page.goto('/profile');
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: /^Message/ })).toHaveCount(0);
});

test('a blank message is not sent, and Shift+Enter adds a line', async ({ join, openBrowser }) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  await connect(ana, ben);
  const page = await openBrowser(ana);
  await openChat(page, ben);
  await expect(page.getByRole('heading', { name: 'Start a conversation' })).toBeVisible();
  await messageField(page).press('Enter');
  await messageField(page).fill('   ');
  await expect(page.getByRole('button', { name: 'Send message' })).toBeDisabled();
  await messageField(page).fill('One');
  await messageField(page).press('Shift+Enter');
  await messageField(page).pressSequentially('https://example.org/two');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(messagesIn(page).getByRole('link', { name: 'https://example.org/two' })).toBeVisible();
  await expect(messagesIn(page)).toContainText('Sent');
  expect(await readConversation(ana, ben)).toEqual(['One\nhttps://example.org/two']);
});

test('after a disconnect, a page loads the missed messages', async ({ join, openBrowser, tolerate }) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  await connect(ana, ben);
  await sendMessage(ben, ana, 'Before');
  const page = await openBrowser(ana);
  const connection = await controlLiveConnection(page);
  tolerate(/WebSocket/);
  await openChat(page, ben);
  await expect(messageWith(page, 'Before')).toBeVisible();
  await connection.disconnect();
  for (let index = 1; index <= 5; index += 1) await sendMessage(ben, ana, `Missed ${index}`);
  await connection.reconnect();
  await expect(messageWith(page, 'Missed 5')).toBeVisible();
  const texts = await messagesIn(page).getByRole('listitem').filter({ hasText: 'Missed' }).allInnerTexts();
  expect(texts.map((text) => /Missed \d/.exec(text)?.[0])).toEqual([1, 2, 3, 4, 5].map((one) => `Missed ${one}`));
});

test('a list of conversations that arrives late does not revert a newer message', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  await connect(ana, ben);
  // Without unread messages: a wrong unread count would trigger a refetch.
  await sendMessage(ana, ben, 'Before');
  const page = await openBrowser(ana);
  const connection = await controlLiveConnection(page);
  tolerate(/WebSocket/);
  await page.goto('/messages');
  const listed = page.getByRole('tabpanel').getByRole('link');
  await expect(listed).toContainText('Before');
  await connection.disconnect();
  const held = await holdResponse(page, '/api/messages/conversations');
  await connection.reconnect();
  await held.arrived;
  await sendMessage(ana, ben, 'From my phone');
  await expect(listed).toContainText('From my phone');
  held.release();
  await connection.caughtUp();
  await expect(listed).toContainText('From my phone');
});

test('a link opens a conversation that is not in the loaded list, also with a namesake', async ({
  join,
  openBrowser,
}) => {
  const [ana, cleo, dan] = [await join('Ana'), await join('Cleo'), await join('Dan')];
  const [ben, namesake] = [await join('Ben', 'Marsh'), await join('Ben', 'Marsh')];
  await connect(ana, ben);
  await connect(ana, cleo);
  await sendMessage(ben, ana, 'Long ago');
  await sendMessage(namesake, ana, 'I am another Ben');
  await sendMessage(cleo, ana, 'Today');
  await sendMessage(dan, ana, 'Hello');
  // On a phone, an open chat has no list next to it that would load its next page.
  const page = await openBrowser(ana, { width: 375 });
  await page.route('/api/messages/conversations?*', (route) =>
    route.continue({ url: route.request().url().replace('limit=30', 'limit=1') }),
  );
  await openChat(page, ben);
  await expect(messageWith(page, 'Long ago')).toBeVisible();
  await expect(page.getByText('Online', { exact: true })).toBeHidden();
  const his = await openBrowser(ben);
  await his.goto('/');
  await expect(page.getByText('Online', { exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Message request' })).toBeHidden();
  await openChat(page, namesake);
  await expect(messageWith(page, 'I am another Ben')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Message request' })).toBeVisible();
});

test('a member with many connections can find each of them for a new chat', async ({ join, openBrowser, server }) => {
  const ana = await join('Ana');
  const old = unique('Oldest');
  const database = await server.database();
  await database.query(
    `WITH made AS (
       INSERT INTO users (id, email, name, first_name, last_name)
       SELECT gen_random_uuid(), $2 || n || '@members.test', 'Robin ' || n, CASE WHEN n = 101 THEN $2 ELSE 'Robin' END, n
       FROM generate_series(1, 101) AS n RETURNING id, last_name::int AS n),
     pair (one, other, since) AS (SELECT $1::uuid, id, now() - n * interval '1 minute' FROM made)
     INSERT INTO connections (member_id, other_id, state, since)
     SELECT one, other, 'connected', since FROM pair UNION ALL SELECT other, one, 'connected', since FROM pair`,
    [await idOf(ana), old],
  );
  const page = await openBrowser(ana);
  await page.goto('/messages');
  await page.getByLabel('Name', { exact: true }).first().fill(old);
  await page.getByRole('link', { name: old }).first().click();
  await expect(messageField(page)).toHaveAccessibleName(`Message to ${old} 101`);
});

test('a deleted message disappears for both members', async ({ join, openBrowser }) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  await connect(ana, ben);
  const [hers, his] = [await openBrowser(ana), await openBrowser(ben)];
  await openChat(hers, ben);
  await openChat(his, ana);
  await sendInBrowser(hers, 'Wrong window');
  await expect(messageWith(his, 'Wrong window')).toBeVisible();
  await messageWith(hers, 'Wrong window').getByRole('button', { name: 'Message options' }).click();
  await hers.getByRole('menuitem', { name: 'Delete for Both' }).click();
  await hers.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  for (const page of [hers, his]) {
    await expect(messageWith(page, 'Message removed')).toBeVisible();
    await expect(page.getByText('Wrong window')).toHaveCount(0);
  }
  await expect(hers.getByRole('status').filter({ hasText: 'Message deleted.' })).toBeAttached();
  await expect(his.getByRole('status').filter({ hasText: 'Message deleted.' })).toHaveCount(0);
});

test('only messages visible to an attentive reader are marked as read', async ({ join, openBrowser }) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  await connect(ana, ben);
  for (let index = 1; index <= 35; index += 1) await sendMessage(ben, ana, `Word ${index}.`);
  const states = async () => (await messagesOf(ben, ana)).map(({ state }) => state);
  const isRead = async (index: number) => (await states())[index - 1] === 'read';

  const page = await openBrowser(ana);
  // A window behind another one does not have the focus.
  await page.addInitScript(() => {
    const hasFocus = document.hasFocus.bind(document);
    let isBehind = true;
    document.hasFocus = () => !isBehind && hasFocus();
    window.addEventListener('come-forward', () => {
      isBehind = false;
      window.dispatchEvent(new Event('focus'));
    });
  });
  await openChat(page, ben);
  await expect(messageWith(page, 'Word 1.')).toBeInViewport();
  await sendMessage(ben, ana, 'Word 36.');
  await expect(page.getByRole('button', { name: '1 new message' })).toBeVisible();
  expect(await states()).not.toContain('read');

  await page.evaluate(() => window.dispatchEvent(new Event('come-forward')));
  await expect.poll(() => isRead(1)).toBe(true);
  expect(await isRead(35)).toBe(false);
  await expect(messagesLink(page)).toHaveAccessibleName('Messages 1 unread conversation');
  await sendMessage(ben, ana, 'Word 37.');
  await expect(page.getByRole('button', { name: '2 new messages' })).toBeVisible();
  expect(await isRead(37)).toBe(false);

  await messagesIn(page).evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
  await expect.poll(() => isRead(37)).toBe(true);
  await expect(messagesLink(page)).toHaveAccessibleName('Messages');
  await sendMessage(ben, ana, 'Word 38.');
  await expect.poll(() => isRead(38)).toBe(true);
});

test('loading earlier messages does not move the visible ones', async ({ join, openBrowser }) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  await connect(ana, ben);
  for (let index = 1; index <= 95; index += 1)
    await sendMessage(index % 3 ? ben : ana, index % 3 ? ana : ben, `Word ${index}.`);
  const page = await openBrowser(ana);
  const earlier = Promise.withResolvers<void>();
  await page.route(/\/api\/messages\?.*cursor=/, async (route) => {
    await earlier.promise;
    await route.continue();
  });
  await openChat(page, ben);
  await expect(messageWith(page, 'Word 95.')).toBeInViewport();
  await expect(messageWith(page, 'Word 1.')).toHaveCount(0);
  const list = messagesIn(page);
  // Close enough to the oldest loaded message to load the previous page.
  const anchor = messageWith(page, 'Word 60.');
  await anchor.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const topOf = () => anchor.evaluate((element) => Math.round(element.getBoundingClientRect().top));
  const before = await topOf();
  earlier.resolve();
  await expect(messageWith(page, 'Word 20.')).toHaveCount(1);
  // The scroll position is corrected after the change and before the next paint.
  await expect.poll(async () => Math.abs((await topOf()) - before)).toBeLessThanOrEqual(1);
  await sendMessage(ben, ana, 'And one more.');
  const toLatest = page.getByRole('button', { name: '1 new message' });
  await expect(toLatest).toBeVisible();
  await expect.poll(async () => Math.abs((await topOf()) - before)).toBeLessThanOrEqual(1);
  await toLatest.click();
  await expect(messageWith(page, 'And one more.')).toBeInViewport();
  await list.evaluate((element) => element.scrollTo({ top: 0 }));
  await expect(messageWith(page, 'Word 1.')).toHaveCount(1);
});

test('conversations are found by name and by text', async ({ join, openBrowser }) => {
  const [ana, ben, cleo] = [await join('Ana'), await join('Ben', 'Marsh'), await join('Cleo', 'Reed')];
  await connect(ana, ben);
  await connect(ana, cleo);
  await sendMessage(ben, ana, 'The heron came back');
  await sendMessage(cleo, ana, 'Soup on Sunday');
  const page = await openBrowser(ana);
  await page.goto('/messages');
  await expect(page.getByRole('heading', { name: 'Select a conversation' })).toBeVisible();
  const search = page.getByRole('searchbox', { name: 'Search names and messages' });
  const rows = page.getByRole('tabpanel').getByRole('link');
  await expect(rows).toHaveCount(2);
  await search.fill('heron');
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('Ben Marsh');
  await search.fill('reed');
  await expect(rows).toContainText('Cleo Reed');
  await search.fill('otter');
  await expect(page.getByText('Nothing found for “otter”.')).toBeVisible();
});

test('signing out closes the live connection at once', async ({ join, openBrowser, tolerate }) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  await connect(ana, ben);
  const page = await openBrowser(ana);
  // Wait for the first frame: a socket that is still opening would be refused instead of closed.
  const live = waitUntilLive(page);
  await openChat(page, ben);
  await sendInBrowser(page, 'Good night');
  await expect(messageWith(page, 'Good night')).toContainText('Sent');
  const closed = (await live).waitForEvent('close');
  // The toast is visible for half a second before the redirect: delay the redirect.
  const leaving = await holdRequest(page, '/api/login');
  tolerate(failedResponse(401));
  await ana.signOutEverywhere();
  await closed;
  await expect(toast(page)).toContainText('You are logged out. Logging in again...');
  leaving.release();
  await expect(page).toHaveURL(/\/login\?returnTo=/);
});

test('a member has a whole conversation by keyboard', async ({ join, openBrowser }) => {
  const [ana, ben] = [await join('Ana'), await join('Ben', 'Marsh')];
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
  await expect(page.getByRole('menuitem', { name: 'Delete for Both' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(messageWith(page, 'Message removed')).toBeVisible();
});

test('the message screens are accessible', async ({ join, openBrowser }) => {
  const [ana, ben, eli] = [await join('Ana'), await join('Ben'), await join('Eli')];
  await connect(ana, ben);
  await sendMessage(ben, ana, 'Good morning https://example.org');
  await sendMessage(ana, ben, 'Good morning, Ben.');
  await sendMessage(eli, ana, 'May I?');
  const page = await openBrowser(ana);
  for (const path of ['/messages', `/messages/${await idOf(ben)}`, `/messages/${await idOf(eli)}`]) {
    await page.goto(path);
    const settled = path === '/messages' ? page.getByRole('tabpanel').getByRole('link') : messageField(page);
    await expect(settled).toBeVisible();
    await expectAccessible(page, path);
  }
  await page.getByRole('button', { name: 'Report' }).click();
  await page.getByRole('radio', { name: 'Someone is in danger' }).check();
  await expectAccessible(page, 'a report');
});

test('on a phone the empty list of conversations leaves a member to write to in sight', async ({
  join,
  openBrowser,
}) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  await connect(ana, ben);
  const page = await openBrowser(ana, { width: 375, height: 667 });
  await page.goto('/messages');
  await expect(page.getByText('No conversations yet')).toBeVisible();
  const member = page.getByRole('region', { name: 'Your connections' }).getByRole('link', { name: /^Ben/ });
  const [row, bar] = [member, page.getByRole('navigation', { name: 'Quick links' })].map((each) => each.boundingBox());
  const shown = await row;
  expect((shown?.y ?? Infinity) + (shown?.height ?? 0)).toBeLessThanOrEqual((await bar)?.y ?? 0);
});
