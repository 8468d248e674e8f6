import type { Page } from '@playwright/test';
import { failRequest, holdRequest, toast } from './support/feed.ts';
import { expect, failedResponse, test } from './support/journey.ts';
import { controlLiveConnection } from './support/live-connection.ts';
import type { Member } from './support/member.ts';
import { connect, idOf } from './support/members.ts';
import { messageList, messageWith, openChat, sendInBrowser, sendMessage, messageField } from './support/messages.ts';

test('nobody appears online while the page is disconnected', async ({ join, openBrowser, tolerate }) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  await connect(ana, ben);
  await sendMessage(ben, ana, 'Here I am');
  await (await openBrowser(ben)).goto('/');
  const page = await openBrowser(ana);
  const connection = await controlLiveConnection(page);
  tolerate(/WebSocket/);
  await openChat(page, ben);
  const onlineLabel = page.getByText('Online', { exact: true });
  const row = page.getByRole('tabpanel').getByRole('link', { name: /Ben Field/ });
  await expect(onlineLabel).toBeVisible();
  await expect(row).toContainText('online');
  await connection.disconnect();
  await expect(onlineLabel).toBeHidden();
  await expect(row).not.toContainText('online');
  await connection.reconnect();
  await expect(onlineLabel).toBeVisible();
});

test('a member who hides their online status no longer sees that of others', async ({ join, openBrowser }) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  await connect(ana, ben);
  await sendMessage(ben, ana, 'Here I am');
  await (await openBrowser(ben)).goto('/');
  const page = await openBrowser(ana);
  await openChat(page, ben);
  const row = page.getByRole('tabpanel').getByRole('link', { name: /Ben Field/ });
  await expect(row).toContainText('online');
  await page.getByRole('button', { name: /^Your menu/ }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await page.getByLabel('Show others when I am online').uncheck();
  await expect(toast(page)).toContainText('Settings saved');
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Messages/ })
    .click();
  await expect(row).toBeVisible();
  await expect(row).not.toContainText('online');
});

test('on a phone an open chat has one header, with links back and to help', async ({ join, openBrowser, tolerate }) => {
  const [ana, ben] = [await join('Ana'), await join('Maximiliane-Friederike', 'von Hohenschwangau')];
  await connect(ana, ben);
  await sendMessage(ben, ana, 'Hello');
  const page = await openBrowser(ana, { width: 375, height: 700 });
  const helpLink = page.getByRole('link', { name: 'Get help now' });
  for (const width of [320, 375]) {
    await page.setViewportSize({ width, height: 700 });
    await openChat(page, ben);
    await expect(page.getByRole('banner')).toHaveCount(0);
    await expect(helpLink).toHaveCount(1);
    await expect(helpLink).toBeInViewport({ ratio: 1 });
    await expect(messageField(page)).toBeInViewport({ ratio: 1 });
  }
  // The links also exist when the chat cannot be shown.
  tolerate(failedResponse(404));
  await page.goto('/messages/00000000-0000-7000-8000-000000000000');
  await expect(page.getByRole('heading', { name: 'Member not found' })).toBeVisible();
  await expect(helpLink).toBeInViewport({ ratio: 1 });
  await page.getByRole('link', { name: 'Back to conversations' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Get help now' })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('navigation', { name: 'Quick links' })).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 768, height: 700 });
  await openChat(page, ben);
  await expect(helpLink).toHaveCount(1);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Get help now' })).toBeVisible();
});

test('on a phone the back arrow leaves no chat in the browser history', async ({ join, openBrowser }) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  await connect(ana, ben);
  await sendMessage(ben, ana, 'Hello');
  const page = await openBrowser(ana, { width: 375, height: 700 });
  const backLink = page.getByRole('link', { name: 'Back to conversations' });
  const row = page.getByRole('tabpanel').getByRole('link', { name: /^Ben Field/ });
  await page.goto('/settings');
  await page.goto('/messages');
  await row.click();
  await backLink.click();
  await expect(row).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/settings');
  // The same applies to a chat that was not opened from the list.
  await openChat(page, ben);
  await backLink.click();
  await expect(row).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/settings');
});

test('a screen has a title while it loads and when it fails to load', async ({ join, openBrowser, tolerate }) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  tolerate(failedResponse(500));
  // There is no meditation with this ID, so its comments respond with 404.
  tolerate(failedResponse(404));
  tolerate(/WebSocket/);
  const id = await idOf(ben);
  for (const { screen, requestPath, title } of [
    { screen: `/messages/${id}`, requestPath: `/api/messages/conversations/${id}`, title: 'Messages' },
    { screen: `/profile/${id}`, requestPath: `/api/users/${id}`, title: 'Profile' },
    { screen: `/meditations/${id}`, requestPath: `/api/meditations/${id}`, title: 'Meditation' },
  ]) {
    const page = await openBrowser(ana);
    await page.routeWebSocket('/ws', (socket) => void socket.close());
    const heldRequest = await holdRequest(page, requestPath);
    await page.goto(screen);
    await heldRequest.arrived;
    await expect(page).toHaveTitle(new RegExp(`^${title} · `));
    heldRequest.fail();
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect(page).toHaveTitle(/^(?:This conversation could not be loaded|Profile|Meditation) · /);
  }
});

test('a chat that loads late does not take focus from the search field', async ({ join, openBrowser }) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  const page = await openBrowser(ana);
  const path = `/messages/${await idOf(ben)}`;
  const heldRequest = await holdRequest(page, `/api/messages/conversations/${await idOf(ben)}`);
  await page.goto(path);
  await heldRequest.arrived;
  const search = page.getByRole('searchbox', { name: 'Search names and messages' });
  await search.pressSequentially('What I ask ');
  heldRequest.release();
  await expect(messageField(page)).toBeVisible();
  await page.keyboard.type('nobody');
  await expect(search).toHaveValue('What I ask nobody');
  await expect(messageField(page)).toHaveValue('');
  // Without focus elsewhere, the message field gets focus.
  await page.reload();
  await expect(messageField(page)).toBeFocused();
});

for (const isTouch of [false, true])
  test(`after a pressed button in a chat disappears, focus moves to the ${isTouch ? 'messages, because a field would open the touch keyboard' : 'message field'}`, async ({
    join,
    openBrowser,
    tolerate,
  }) => {
    const [ana, ben] = [await join('Ana'), await join('Ben')];
    await sendMessage(ben, ana, 'May I write to you?');
    const page = await openBrowser(ana, isTouch ? { hasTouch: true, isMobile: true } : {});
    await page.routeWebSocket('**/ws', (socket) => socket.close());
    tolerate(/WebSocket/);
    await openChat(page, ben);
    // Until the messages have loaded, focus belongs to the chat as a whole.
    await expect(messageWith(page, 'May I write to you?')).toBeVisible();
    const focusTarget = isTouch ? messageList(page) : messageField(page);
    const pressAndExpectFocus = async (name: string) => {
      await page.getByRole('button', { name }).press('Enter');
      await expect(page.getByRole('button', { name })).toHaveCount(0);
      await expect(focusTarget, name).toBeFocused();
    };
    await pressAndExpectFocus('Accept');

    tolerate(failedResponse(500));
    const photos = '/api/uploads/message-photos';
    await page.route(photos, failRequest);
    const photo = { name: 'river.png', mimeType: 'image/png', buffer: await page.screenshot() };
    await page.getByLabel('Photo file').setInputFiles(photo);
    const tryAgainButton = page.getByRole('button', { name: 'Try again' });
    await expect(tryAgainButton).toBeVisible();
    await page.unroute(photos);
    await pressAndExpectFocus('Try again');
    await expect(page.getByText('Photo ready')).toBeVisible();
    await pressAndExpectFocus('Remove photo');

    tolerate(failedResponse(403));
    await page.route('/api/messages', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 403 }) : route.fallback(),
    );
    await sendInBrowser(page, 'Not to be sent');
    await pressAndExpectFocus('Discard');
    await sendInBrowser(page, 'To be sent');
    await expect(messageWith(page, 'To be sent')).toContainText('Not sent.');
    await page.unroute('/api/messages');
    await pressAndExpectFocus('Retry');
    await expect(messageWith(page, 'To be sent')).toContainText('Sent');
  });

async function createLongChat(ana: Member, ben: Member): Promise<void> {
  await connect(ana, ben);
  for (let index = 1; index <= 95; index += 1)
    await sendMessage(index % 3 ? ben : ana, index % 3 ? ana : ben, `Word ${index}.`);
}

const earlierMessages = (page: Page) => messageList(page).getByRole('button', { name: 'Earlier messages' });

test('loading earlier messages keeps the focus on its button, or in the message field while typing', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  await createLongChat(ana, ben);
  const page = await openBrowser(ana);
  tolerate(failedResponse(500));
  const earlierMessagesUrl = /\/api\/messages\?.*cursor=/;
  const tryAgainButton = messageList(page).getByRole('button', { name: 'Try again' });
  const failToLoad = async () => {
    await page.route(earlierMessagesUrl, failRequest);
    await openChat(page, ben);
    await messageList(page).evaluate((element) => element.scrollTo({ top: 0 }));
    await expect(tryAgainButton).toBeVisible();
    await page.unroute(earlierMessagesUrl);
  };
  await failToLoad();
  await tryAgainButton.press('Enter');
  await expect(messageWith(page, 'Word 20.')).toHaveCount(1);
  await expect(earlierMessages(page)).toBeFocused();

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
