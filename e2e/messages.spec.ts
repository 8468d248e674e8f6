import { expectAccessible } from './support/accessible.ts';
import { holdAnswer, holdCall, toast } from './support/feed.ts';
import { expect, failedAnswer, test } from './support/journey.ts';
import { holdLiveLine, untilLive } from './support/live-line.ts';
import { unique } from './support/member.ts';
import { connect, idOf } from './support/members.ts';
import {
  badge,
  messagesIn,
  messagesOf,
  messageWith,
  openChat,
  readConversation,
  say,
  write,
  writingPlace,
} from './support/messages.ts';

test('two members write to each other, and each sees what the other does @critical', async ({ join, openBrowser }) => {
  const [ana, ben] = [await join('Ana', 'Lund'), await join('Ben', 'Marsh')];
  await connect(ana, ben);
  await write(ana, ben, 'Are you there?');
  const hers = await openBrowser(ana);
  const his = await openBrowser(ben);
  await his.goto('/');
  await expect(badge(his)).toHaveAccessibleName('Messages 1 unread conversation');

  await openChat(hers, ben);
  await badge(his).click();
  await his.getByRole('link', { name: /Ana Lund/ }).click();
  await expect(messageWith(his, 'Are you there?')).toBeVisible();
  await expect(badge(his)).toHaveAccessibleName('Messages');
  await expect(messageWith(hers, 'Are you there?')).toContainText('Read');
  await expect(hers.getByText('Online', { exact: true })).toBeVisible();

  const seen = expect(hers.getByRole('status').filter({ hasText: 'Ben is typing' })).toBeVisible();
  await writingPlace(his).pressSequentially('I am');
  await seen;
  await writingPlace(his).press('Enter');
  await expect(messageWith(hers, 'I am')).toBeVisible();
  await expect(hers.getByRole('log')).toContainText('Ben Marsh: I am');
  await expect(hers.getByText('Ben is typing')).toBeHidden();
  await expect(messageWith(his, 'I am')).toContainText('Read');

  await hers.goto('/');
  await say(his, 'Over two lines');
  await expect(badge(hers)).toHaveAccessibleName('Messages 1 unread conversation');
  await openChat(hers, ben);
  await expect(badge(hers)).toHaveAccessibleName('Messages');
});

test('a conversation begins on a member’s profile, and never on one’s own', async ({ join, openBrowser }) => {
  const [ana, ben] = [await join('Ana'), await join('Ben', 'Marsh')];
  const page = await openBrowser(ana);
  await page.goto(`/profile/${await idOf(ben)}`);
  await page.getByRole('link', { name: 'Message Ben Marsh' }).click();
  await expect(page).toHaveURL(`/messages/${await idOf(ben)}`);
  await expect(page.getByRole('heading', { name: 'Start a conversation' })).toBeVisible();
  await say(page, 'Hello Ben');
  await expect(messageWith(page, 'Hello Ben')).toContainText('Sent');
  await page.goto('/profile');
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: /^Message/ })).toHaveCount(0);
});

test('a blank message is not sent, and Shift with Enter begins a line', async ({ join, openBrowser }) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  await connect(ana, ben);
  const page = await openBrowser(ana);
  await openChat(page, ben);
  await expect(page.getByRole('heading', { name: 'Start a conversation' })).toBeVisible();
  await writingPlace(page).press('Enter');
  await writingPlace(page).fill('   ');
  await expect(page.getByRole('button', { name: 'Send message' })).toBeDisabled();
  await writingPlace(page).fill('One');
  await writingPlace(page).press('Shift+Enter');
  await writingPlace(page).pressSequentially('https://example.org/two');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(messagesIn(page).getByRole('link', { name: 'https://example.org/two' })).toBeVisible();
  await expect(messagesIn(page)).toContainText('Sent');
  expect(await readConversation(ana, ben)).toEqual(['One\nhttps://example.org/two']);
});

test('after time away, a page catches up on what it missed', async ({ join, openBrowser, tolerate }) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  await connect(ana, ben);
  await write(ben, ana, 'Before');
  const page = await openBrowser(ana);
  const line = await holdLiveLine(page);
  tolerate(/WebSocket/);
  await openChat(page, ben);
  await expect(messageWith(page, 'Before')).toBeVisible();
  await line.cut();
  for (let index = 1; index <= 5; index += 1) await write(ben, ana, `Missed ${index}`);
  await line.restore();
  await expect(messageWith(page, 'Missed 5')).toBeVisible();
  const texts = await messagesIn(page).getByRole('listitem').filter({ hasText: 'Missed' }).allInnerTexts();
  expect(texts.map((text) => /Missed \d/.exec(text)?.[0])).toEqual([1, 2, 3, 4, 5].map((one) => `Missed ${one}`));
});

test('a list of conversations that was read before a message and comes after it does not take it back', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  await connect(ana, ben);
  // Nothing waits to be read: a count that disagrees would have the list read again.
  await write(ana, ben, 'Before');
  const page = await openBrowser(ana);
  const line = await holdLiveLine(page);
  tolerate(/WebSocket/);
  await page.goto('/messages');
  const listed = page.getByRole('tabpanel').getByRole('link');
  await expect(listed).toContainText('Before');
  await line.cut();
  const held = await holdAnswer(page, '/api/messages/conversations');
  await line.restore();
  await held.arrived;
  await write(ana, ben, 'From my phone');
  await expect(listed).toContainText('From my phone');
  held.letThrough();
  await line.caughtUp();
  await expect(listed).toContainText('From my phone');
});

test('a link leads to a conversation that is not among the loaded ones, also to that of a namesake', async ({
  join,
  openBrowser,
}) => {
  const [ana, cleo, dan] = [await join('Ana'), await join('Cleo'), await join('Dan')];
  const [ben, namesake] = [await join('Ben', 'Marsh'), await join('Ben', 'Marsh')];
  await connect(ana, ben);
  await connect(ana, cleo);
  await write(ben, ana, 'Long ago');
  await write(namesake, ana, 'I am another Ben');
  await write(cleo, ana, 'Today');
  await write(dan, ana, 'Hello');
  // Beside a chat a phone shows no list that would load its next page.
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

test('who has many connections finds each of them to begin a chat with', async ({ join, openBrowser, server }) => {
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
  await expect(writingPlace(page)).toHaveAccessibleName(`Message to ${old} 101`);
});

test('a message is taken back for both', async ({ join, openBrowser }) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  await connect(ana, ben);
  const [hers, his] = [await openBrowser(ana), await openBrowser(ben)];
  await openChat(hers, ben);
  await openChat(his, ana);
  await say(hers, 'Wrong window');
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

test('read is only what was on the screen of somebody who looks at it', async ({ join, openBrowser }) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  await connect(ana, ben);
  for (let index = 1; index <= 35; index += 1) await write(ben, ana, `Word ${index}.`);
  const states = async () => (await messagesOf(ben, ana)).map(({ state }) => state);
  const isRead = async (index: number) => (await states())[index - 1] === 'read';

  const page = await openBrowser(ana);
  // Nobody looks at the page while its window is behind another.
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
  await write(ben, ana, 'Word 36.');
  await expect(page.getByRole('button', { name: '1 new message' })).toBeVisible();
  expect(await states()).not.toContain('read');

  await page.evaluate(() => window.dispatchEvent(new Event('come-forward')));
  await expect.poll(() => isRead(1)).toBe(true);
  expect(await isRead(35)).toBe(false);
  await expect(badge(page)).toHaveAccessibleName('Messages 1 unread conversation');
  await write(ben, ana, 'Word 37.');
  await expect(page.getByRole('button', { name: '2 new messages' })).toBeVisible();
  expect(await isRead(37)).toBe(false);

  await messagesIn(page).evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
  await expect.poll(() => isRead(37)).toBe(true);
  await expect(badge(page)).toHaveAccessibleName('Messages');
  await write(ben, ana, 'Word 38.');
  await expect.poll(() => isRead(38)).toBe(true);
});

test('earlier messages come without a jump', async ({ join, openBrowser }) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  await connect(ana, ben);
  for (let index = 1; index <= 95; index += 1)
    await write(index % 3 ? ben : ana, index % 3 ? ana : ben, `Word ${index}.`);
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
  // Near enough to the oldest loaded message for the page before it to be fetched.
  const anchor = messageWith(page, 'Word 60.');
  await anchor.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const topOf = () => anchor.evaluate((element) => Math.round(element.getBoundingClientRect().top));
  const before = await topOf();
  earlier.resolve();
  await expect(messageWith(page, 'Word 20.')).toHaveCount(1);
  // The list is put right after it has changed, and before it is painted.
  await expect.poll(async () => Math.abs((await topOf()) - before)).toBeLessThanOrEqual(1);
  await write(ben, ana, 'And one more.');
  const toLatest = page.getByRole('button', { name: '1 new message' });
  await expect(toLatest).toBeVisible();
  await expect.poll(async () => Math.abs((await topOf()) - before)).toBeLessThanOrEqual(1);
  await toLatest.click();
  await expect(messageWith(page, 'And one more.')).toBeInViewport();
  await list.evaluate((element) => element.scrollTo({ top: 0 }));
  await expect(messageWith(page, 'Word 1.')).toHaveCount(1);
});

test('conversations are found by name and by words', async ({ join, openBrowser }) => {
  const [ana, ben, cleo] = [await join('Ana'), await join('Ben', 'Marsh'), await join('Cleo', 'Reed')];
  await connect(ana, ben);
  await connect(ana, cleo);
  await write(ben, ana, 'The heron came back');
  await write(cleo, ana, 'Soup on Sunday');
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
  // The server speaks first: a connection that is still being opened would be refused instead of closed.
  const live = untilLive(page);
  await openChat(page, ben);
  await say(page, 'Good night');
  await expect(messageWith(page, 'Good night')).toContainText('Sent');
  const closed = (await live).waitForEvent('close');
  // What is said stays half a second, until the page is left.
  const leaving = await holdCall(page, '/api/login');
  tolerate(failedAnswer(401));
  await ana.signOutEverywhere();
  await closed;
  await expect(toast(page)).toContainText('You are logged out. Logging in again...');
  leaving.letThrough();
  await expect(page).toHaveURL(/\/login\?returnTo=/);
});

test('a whole conversation is had with the keyboard alone', async ({ join, openBrowser }) => {
  const [ana, ben] = [await join('Ana'), await join('Ben', 'Marsh')];
  await connect(ana, ben);
  const page = await openBrowser(ana);
  await page.goto('/messages');
  await page.getByRole('button', { name: 'Start New Chat' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Start New Chat' });
  // Other journeys have a Ben Marsh, too.
  await dialog.locator(`a[href$="${await idOf(ben)}"]`).focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(writingPlace(page)).toBeFocused();
  await page.keyboard.type('From the keys');
  await page.keyboard.press('Enter');
  await expect(messageWith(page, 'From the keys')).toContainText(/Sent|Delivered/);
  await expect(writingPlace(page)).toBeFocused();
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

test('nothing stands in anyone’s way in the messages', async ({ join, openBrowser }) => {
  const [ana, ben, eli] = [await join('Ana'), await join('Ben'), await join('Eli')];
  await connect(ana, ben);
  await write(ben, ana, 'Good morning https://example.org');
  await write(ana, ben, 'Good morning, Ben.');
  await write(eli, ana, 'May I?');
  const page = await openBrowser(ana);
  for (const path of ['/messages', `/messages/${await idOf(ben)}`, `/messages/${await idOf(eli)}`]) {
    await page.goto(path);
    const settled = path === '/messages' ? page.getByRole('tabpanel').getByRole('link') : writingPlace(page);
    await expect(settled).toBeVisible();
    await expectAccessible(page, path);
  }
  await page.getByRole('button', { name: 'Report' }).click();
  await page.getByRole('radio', { name: 'Somebody is in danger' }).check();
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
