import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { toast } from './support/feed.ts';
import { expect, failedResponse, test } from './support/journey.ts';
import { connect, idOf, request } from './support/members.ts';
import {
  messagesLink,
  changeSettings,
  messageWith,
  openChat,
  readReports,
  sendInBrowser,
  sendMessage,
  messageField,
} from './support/messages.ts';

test('a stranger’s first message is a request that can be accepted, declined or blocked @critical', async ({
  join,
  openBrowser,
}) => {
  const [ana, eli, fay, gus] = [await join('Ana'), await join('Eli'), await join('Fay'), await join('Gus')];
  await sendMessage(eli, ana, 'Your post helped me.');
  await sendMessage(fay, ana, 'Buy my course');
  await sendMessage(gus, ana, 'Hey');
  const page = await openBrowser(ana);
  await page.goto('/messages');
  await expect(messagesLink(page)).toHaveAccessibleName('Messages 3 unread conversations');
  await expect(page.getByText('No conversations yet')).toBeVisible();
  await page.getByRole('tab', { name: /^Requests/ }).click();

  await page.getByRole('link', { name: /Eli Field/ }).click();
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByRole('region', { name: 'Message request' })).toBeHidden();

  await page.getByRole('link', { name: /Fay Field/ }).click();
  await page.getByRole('button', { name: 'Decline' }).click();
  await expect(toast(page)).toContainText('Request declined');
  await expect(page.getByRole('link', { name: /Fay Field/ })).toHaveCount(0);

  await page.getByRole('link', { name: /Gus Field/ }).click();
  await page.getByRole('button', { name: 'Block' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Block' }).click();
  await expect(page.getByText('No requests. When someone')).toBeVisible();
  await page.getByRole('tab', { name: /^Conversations/ }).click();
  await expect(page.getByRole('link', { name: /Eli Field/ })).toBeVisible();
});

test('answering or reporting a request in one tab updates the other tabs', async ({ join, openBrowser }) => {
  const [ana, dora, eli] = [await join('Ana'), await join('Dora'), await join('Eli')];
  const [fay, gus] = [await join('Fay'), await join('Gus')];
  await sendMessage(dora, ana, 'Send me money');
  for (const sender of [dora, eli, fay, gus]) await sendMessage(sender, ana, 'Hello');
  const [page, otherTab] = [await openBrowser(ana), await openBrowser(ana)];
  const requests = otherTab.getByRole('tabpanel', { name: /^Requests/ }).getByRole('link');
  const requestBanner = otherTab.getByRole('region', { name: 'Message request' });
  await openChat(otherTab, eli);
  await otherTab.getByRole('tab', { name: /^Requests/ }).click();
  await expect(requests).toHaveCount(4);

  await openChat(page, eli);
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(requests).toHaveCount(3);
  await expect(requestBanner).toBeHidden();
  await expect(messageField(otherTab)).toBeVisible();

  // A reply accepts the request.
  await openChat(page, fay);
  await sendInBrowser(page, 'Hello Fay');
  await expect(requests).toHaveCount(2);

  await requests.filter({ hasText: 'Dora Field' }).click();
  await expect(requestBanner).toBeVisible();
  await openChat(page, dora);
  await page.getByRole('button', { name: 'Report' }).click();
  const dialog = page.getByRole('dialog', { name: `Report ${dora.name}` });
  const sendButton = dialog.getByRole('button', { name: 'Send Report' });
  await expect(sendButton).toBeDisabled();
  await expect(dialog.getByRole('link', { name: 'Get help now' })).toBeHidden();
  await dialog.getByRole('radio', { name: 'Someone is in danger' }).check();
  await expect(dialog.getByRole('link', { name: 'Get help now' })).toHaveAttribute('href', '/crisis');
  await dialog.getByRole('radio', { name: 'Harassment or threats' }).check();
  await expect(dialog.getByRole('link', { name: 'Get help now' })).toBeHidden();
  await dialog.getByLabel('Would you like to say more?').fill('We never met.');
  await expect(dialog.getByRole('listitem')).toHaveText(['Send me money', 'Hello']);
  await sendButton.click();
  await expect(toast(page)).toContainText('Report sent');
  await expect(dialog).toBeHidden();
  await expect(requests).toHaveCount(1);
  for (const tab of [page, otherTab])
    await expect(tab.getByRole('heading', { name: 'Select a conversation' })).toBeVisible();
  expect(await readReports(ana)).toMatchObject([
    { subjectId: await idOf(dora), reason: 'harassment', note: 'We never met.' },
  ]);

  await requests.filter({ hasText: 'Gus Field' }).click();
  await expect(requestBanner).toBeVisible();
  await openChat(page, gus);
  await page.getByRole('button', { name: 'Decline' }).click();
  await expect(otherTab.getByText('No requests. When someone')).toBeVisible();
  await expect(otherTab.getByRole('heading', { name: 'Select a conversation' })).toBeVisible();
  await otherTab.getByRole('tab', { name: /^Conversations/ }).click();
  const conversations = otherTab.getByRole('tabpanel', { name: /^Conversations/ }).getByRole('link');
  await expect(conversations).toContainText(['Fay Field', 'Eli Field']);
});

/** Opens the chat from the list, which shows the unsent message even without a conversation. */
const openUnsent = async (page: Page) => {
  await page.goto('/messages');
  await page.getByRole('tabpanel').getByRole('link', { name: 'Ben Field 1 not sent' }).click();
};

test('a message that the recipient’s settings reject is kept with the reason, and found after a block', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  tolerate(/WebSocket|net::ERR_/);
  tolerate(failedResponse(403));
  tolerate(failedResponse(404));
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  await changeSettings(ben, { messagesFrom: 'connections' });
  const [socketPage, httpPage] = [await openBrowser(ana), await openBrowser(ana)];
  // Messages use the socket if it is open, otherwise HTTP. Test each separately.
  await socketPage.route('/api/messages', (route) => route.abort());
  await httpPage.routeWebSocket('/ws', (socket) => void socket.close());
  for (const page of [socketPage, httpPage]) {
    await openChat(page, ben);
    await sendInBrowser(page, 'Hello Ben');
    await expect(toast(page)).toContainText(/Failed to send message(?! to)/);
    await expect(messageWith(page, 'Hello Ben')).toContainText('accepts messages only from their connections');
    await openUnsent(page);
    await expect(messageWith(page, 'Hello Ben')).toContainText('Not sent.');
  }
  await test.step('unsent messages to an unavailable member can be read and discarded', async () => {
    const page = httpPage;
    await messageField(page).fill('I only wanted to say');
    await request(ben, 'POST', `/api/blocks/${await idOf(ana)}`);
    await openUnsent(page);
    await expect(page.getByRole('heading', { name: 'Member not found' })).toBeVisible();
    for (const text of ['Hello Ben', 'I only wanted to say']) await expect(page.getByText(text)).toBeVisible();
    await expectAccessible(page, 'unsent messages to an unavailable member');
    await page.getByRole('button', { name: 'Discard' }).press('Enter');
    await expect(page.getByRole('region', { name: 'Member not found' })).toBeFocused();
    await expect(page.getByRole('tabpanel').getByRole('link', { name: 'not sent' })).toHaveCount(0);
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')))).toEqual([]);
  });

  await request(ben, 'DELETE', `/api/blocks/${await idOf(ana)}`);
  await connect(ana, ben);
  await socketPage.reload();
  await socketPage.getByRole('button', { name: 'Retry' }).click();
  await expect(messageWith(socketPage, 'Hello Ben')).toContainText('Sent');
});
