import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { failRequest, toast } from './support/feed.ts';
import { expect, failedResponse, test } from './support/journey.ts';
import { connect } from './support/members.ts';
import {
  messageList,
  messageWith,
  openChat,
  readConversation,
  sendInBrowser,
  sendMessage,
  messageField,
} from './support/messages.ts';

/** Blocks the WebSocket and requests that send messages, so that the page cannot send but can still load. */
async function blockSending(page: Page): Promise<void> {
  await page.routeWebSocket('/ws', (socket) => void socket.close());
  await page.route('/api/messages', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  );
}

test('messages written offline are sent once and in order after reconnecting, even after a reload @critical', async ({
  openBrowser,
  join,
  tolerate,
}) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  await connect(ana, ben);
  const page = await openBrowser(ana);
  tolerate(/net::ERR_|WebSocket connection/);
  await blockSending(page);
  await openChat(page, ben);
  const texts = ['First', 'Second', 'Third'];
  for (const text of texts) await sendInBrowser(page, text);
  await expect(messageWith(page, 'Third')).toContainText('Waiting for a connection');
  await page.reload();
  await expect(messageWith(page, 'First')).toContainText('Waiting for a connection');
  expect(await readConversation(ben, ana)).toEqual([]);

  // Unsent messages are also sent while another screen is open.
  await page.unroute('/api/messages');
  await page.goto('/');
  await expect.poll(() => readConversation(ben, ana)).toEqual(texts);
  await openChat(page, ben);
  await expect(messageList(page).getByRole('listitem').filter({ hasText: 'Sent' })).toContainText('Third');
});

test('an unsent message is counted in the list of conversations and can be discarded', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  await connect(ana, ben);
  await sendMessage(ben, ana, 'Hello');
  const page = await openBrowser(ana);
  tolerate(/net::ERR_|WebSocket connection/);
  await blockSending(page);
  await openChat(page, ben);
  const row = page.getByRole('tabpanel').getByRole('link', { name: /^Ben Field/ });
  await expect(row).toContainText('Hello');
  for (const text of ['First', 'Second']) await sendInBrowser(page, text);
  await expect(row).toContainText('2 waiting to be sent');
  await expectAccessible(page, 'unsent messages');
  await messageWith(page, 'Second').getByRole('button', { name: 'Discard' }).click();
  await expect(messageWith(page, 'Second')).toHaveCount(0);
  await expect(toast(page)).toHaveCount(0);
  await expect(row).toContainText('1 waiting to be sent');
  // The page has tried to send the first message, so it may have reached the server.
  await messageWith(page, 'First').getByRole('button', { name: 'Discard' }).press('Enter');
  await expect(toast(page)).toContainText('If it was already sent, it will reappear once you are connected.');
  await expect(messageWith(page, 'First')).toHaveCount(0);
  await expect(messageField(page)).toBeFocused();
  await expect(row).not.toContainText('waiting');

  await page.unroute('/api/messages');
  await sendInBrowser(page, 'Third');
  await expect(messageWith(page, 'Third')).toContainText('Sent');
  expect(await readConversation(ben, ana)).toEqual(['Hello', 'Third']);
});

test('a member attaches and sends a photo, and the other opens it', async ({ join, openBrowser }) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  await connect(ana, ben);
  const [anasPage, bensPage] = [await openBrowser(ana), await openBrowser(ben)];
  await openChat(anasPage, ben);
  await openChat(bensPage, ana);
  const buffer = await anasPage.screenshot();
  await anasPage.getByLabel('Photo file').setInputFiles({ name: 'river.png', mimeType: 'image/png', buffer });
  await expect(anasPage.getByText('Photo ready')).toBeVisible();
  await anasPage.getByRole('button', { name: 'Send message' }).click();
  await bensPage.getByRole('button', { name: 'Photo from Ana Field' }).click();
  await expect(bensPage.getByRole('dialog').getByRole('img', { name: 'Photo from Ana Field' })).toBeVisible();
});

test('a photo that is too large is rejected before it is uploaded', async ({ join, openBrowser }) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  await connect(ana, ben);
  const page = await openBrowser(ana);
  await openChat(page, ben);
  let uploadCount = 0;
  page.on('request', (request) => (uploadCount += Number(request.url().includes('/api/uploads/'))));
  // The browser does not scale down GIF files.
  const oversizedFile = { name: 'huge.gif', mimeType: 'image/gif', buffer: Buffer.alloc(10 * 1024 * 1024 + 1) };
  await page.getByLabel('Photo file').setInputFiles(oversizedFile);
  await expect(page.getByRole('alert')).toContainText('A picture can be up to 10 MB.');
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  expect(uploadCount).toBe(0);
});

test('a photo upload is retried with the same idempotency key, and another photo gets a new key', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  await connect(ana, ben);
  const page = await openBrowser(ana);
  await openChat(page, ben);
  const attach = async (name: string) =>
    page.getByLabel('Photo file').setInputFiles({ name, mimeType: 'image/png', buffer: await page.screenshot() });
  const keys: (string | undefined)[] = [];
  tolerate(failedResponse(500));
  await page.route('/api/uploads/message-photos', (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    return keys.length === 1 ? failRequest(route) : route.continue();
  });
  await attach('river.png');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Photo ready')).toBeVisible();
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByRole('button', { name: 'Your photo' })).toBeVisible();
  await attach('bridge.png');
  await expect(page.getByText('Photo ready')).toBeVisible();
  const [firstKey, retryKey, otherPhotoKey] = keys;
  expect(firstKey).toBeTruthy();
  expect(retryKey).toBe(firstKey);
  expect(otherPhotoKey).not.toBe(firstKey);
});

test('an attached photo and its text are kept while another chat is open', async ({ join, openBrowser }) => {
  const [ana, ben, cleo] = [await join('Ana'), await join('Ben', 'Marsh'), await join('Cleo', 'Reed')];
  await connect(ana, ben);
  await connect(ana, cleo);
  await sendMessage(ben, ana, 'Show me!');
  await sendMessage(cleo, ana, 'Hello');
  const page = await openBrowser(ana);
  await openChat(page, ben);
  const buffer = await page.screenshot();
  await messageField(page).fill('Here it is');
  await page.getByLabel('Photo file').setInputFiles({ name: 'river.png', mimeType: 'image/png', buffer });
  await page
    .getByRole('link', { name: /Cleo Reed/ })
    .first()
    .click();
  await expect(messageWith(page, 'Hello')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Your attachment' })).toHaveCount(0);
  await page
    .getByRole('link', { name: /Ben Marsh/ })
    .first()
    .click();
  await expect(page.getByRole('img', { name: 'Your attachment' })).toBeVisible();
  await expect(page.getByText('Photo ready')).toBeVisible();
  await expect(messageField(page)).toHaveValue('Here it is');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByRole('button', { name: 'Your photo' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Your attachment' })).toHaveCount(0);
});
