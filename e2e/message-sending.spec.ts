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
  await sendMessage(ben, ana, 'Hello');
  const page = await openBrowser(ana);
  tolerate(/net::ERR_|WebSocket connection/);
  await blockSending(page);
  await openChat(page, ben);
  const row = page.getByRole('tabpanel').getByRole('link', { name: /^Ben Field/ });
  await expect(row).toContainText('Hello');
  for (const text of ['First', 'Second', 'Third', 'Fourth']) await sendInBrowser(page, text);
  await expect(messageWith(page, 'Fourth')).toContainText('Waiting for a connection');
  await expect(row).toContainText('4 waiting to be sent');
  await expectAccessible(page, 'unsent messages');

  await test.step('an unsent message can be discarded', async () => {
    await messageWith(page, 'Fourth').getByRole('button', { name: 'Discard' }).click();
    await expect(messageWith(page, 'Fourth')).toHaveCount(0);
    await expect(toast(page)).toHaveCount(0);
    await expect(row).toContainText('3 waiting to be sent');
    // The page has tried to send the first message, so it may have reached the server.
    await messageWith(page, 'First').getByRole('button', { name: 'Discard' }).press('Enter');
    await expect(toast(page)).toContainText('If it was already sent, it will reappear once you are connected.');
    await expect(messageWith(page, 'First')).toHaveCount(0);
    await expect(messageField(page)).toBeFocused();
  });

  await page.reload();
  await expect(messageWith(page, 'Second')).toContainText('Waiting for a connection');
  await expect(row).toContainText('2 waiting to be sent');
  expect(await readConversation(ben, ana)).toEqual(['Hello']);
  // Unsent messages are also sent while another screen is open.
  await page.unroute('/api/messages');
  await page.goto('/');
  await expect.poll(() => readConversation(ben, ana)).toEqual(['Hello', 'Second', 'Third']);
  await openChat(page, ben);
  await expect(messageList(page).getByRole('listitem').filter({ hasText: 'Sent' })).toContainText('Third');
  await expect(row).not.toContainText('waiting');
});

test('a photo is uploaded once, kept with its text while another chat is open, and sent', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  const [ana, ben, cleo] = [await join('Ana'), await join('Ben', 'Marsh'), await join('Cleo', 'Reed')];
  for (const [member, greeting] of [
    [ben, 'Show me!'],
    [cleo, 'Hello'],
  ] as const) {
    await connect(ana, member);
    await sendMessage(member, ana, greeting);
  }
  const [page, bensPage] = [await openBrowser(ana), await openBrowser(ben)];
  await openChat(bensPage, ana);
  await openChat(page, ben);
  const attach = async (name: string) =>
    page.getByLabel('Photo file').setInputFiles({ name, mimeType: 'image/png', buffer: await page.screenshot() });
  const keys: (string | undefined)[] = [];
  tolerate(failedResponse(500));
  await page.route('/api/uploads/message-photos', (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    return keys.length === 1 ? failRequest(route) : route.continue();
  });

  await test.step('a photo that is too large is rejected before it is uploaded', async () => {
    // The browser does not scale down GIF files.
    const oversizedFile = { name: 'huge.gif', mimeType: 'image/gif', buffer: Buffer.alloc(10 * 1024 * 1024 + 1) };
    await page.getByLabel('Photo file').setInputFiles(oversizedFile);
    await expect(page.getByRole('alert')).toContainText('A picture can be up to 10 MB.');
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
    expect(keys).toEqual([]);
  });

  // Four bytes each, and longer than 5,000 UTF-16 units.
  const text = '😀'.repeat(2_600);
  await messageField(page).fill(text);
  await attach('river.png');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Photo ready')).toBeVisible();
  const openRow = (name: RegExp) => page.getByRole('link', { name }).first().click();
  await openRow(/Cleo Reed/);
  await expect(messageWith(page, 'Hello')).toBeVisible();
  const attachment = page.getByRole('img', { name: 'Your attachment' });
  await expect(attachment).toHaveCount(0);
  await openRow(/Ben Marsh/);
  await expect(attachment).toBeVisible();
  await expect(page.getByText('Photo ready')).toBeVisible();
  await expect(messageField(page)).toHaveValue(text);
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByRole('button', { name: 'Your photo' })).toBeVisible();
  await expect(attachment).toHaveCount(0);
  await expect.poll(() => readConversation(ben, ana)).toEqual(['Show me!', text]);
  await bensPage.getByRole('button', { name: 'Photo from Ana Field' }).click();
  await expect(bensPage.getByRole('dialog').getByRole('img', { name: 'Photo from Ana Field' })).toBeVisible();

  await attach('bridge.png');
  await expect(page.getByText('Photo ready')).toBeVisible();
  const [firstKey, retryKey, otherPhotoKey] = keys;
  expect(firstKey).toBeTruthy();
  expect(retryKey).toBe(firstKey);
  expect(otherPhotoKey).not.toBe(firstKey);
});
