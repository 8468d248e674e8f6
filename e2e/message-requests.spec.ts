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

test('answering a request in one tab updates the other tabs', async ({ join, openBrowser }) => {
  const [ana, eli, fay, gus] = [await join('Ana'), await join('Eli'), await join('Fay'), await join('Gus')];
  for (const sender of [eli, fay, gus]) await sendMessage(sender, ana, 'Hello');
  const [page, otherTab] = [await openBrowser(ana), await openBrowser(ana)];
  const requests = otherTab.getByRole('tabpanel', { name: /^Requests/ }).getByRole('link');
  await openChat(otherTab, eli);
  await otherTab.getByRole('tab', { name: /^Requests/ }).click();
  await expect(requests).toHaveCount(3);

  await openChat(page, eli);
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(requests).toHaveCount(2);
  await expect(otherTab.getByRole('region', { name: 'Message request' })).toBeHidden();
  await expect(messageField(otherTab)).toBeVisible();

  await openChat(page, fay);
  await sendInBrowser(page, 'Hello Fay');
  await expect(requests).toHaveCount(1);

  await otherTab.getByRole('link', { name: /Gus Field/ }).click();
  await expect(otherTab.getByRole('region', { name: 'Message request' })).toBeVisible();
  await openChat(page, gus);
  await page.getByRole('button', { name: 'Decline' }).click();
  await expect(otherTab.getByText('No requests. When someone')).toBeVisible();
  await expect(otherTab.getByRole('heading', { name: 'Select a conversation' })).toBeVisible();
  await otherTab.getByRole('tab', { name: /^Conversations/ }).click();
  const conversations = otherTab.getByRole('tabpanel', { name: /^Conversations/ }).getByRole('link');
  await expect(conversations).toContainText(['Fay Field', 'Eli Field']);
});

test('reporting a request removes it in every tab', async ({ join, openBrowser }) => {
  const [ana, eli] = [await join('Ana'), await join('Eli')];
  await sendMessage(eli, ana, 'Send me money');
  await sendMessage(eli, ana, 'Or I find you');
  const [page, otherTab] = [await openBrowser(ana), await openBrowser(ana)];
  await otherTab.goto(`/messages/${await idOf(eli)}`);
  await expect(otherTab.getByRole('region', { name: 'Message request' })).toBeVisible();
  await page.goto(`/messages/${await idOf(eli)}`);
  await page.getByRole('button', { name: 'Report' }).click();

  const dialog = page.getByRole('dialog', { name: `Report ${eli.name}` });
  const sendButton = dialog.getByRole('button', { name: 'Send Report' });
  await expect(sendButton).toBeDisabled();
  await expect(dialog.getByRole('link', { name: 'Get help now' })).toBeHidden();
  await dialog.getByRole('radio', { name: 'Someone is in danger' }).check();
  await expect(dialog.getByRole('link', { name: 'Get help now' })).toHaveAttribute('href', '/crisis');
  await dialog.getByRole('radio', { name: 'Harassment or threats' }).check();
  await expect(dialog.getByRole('link', { name: 'Get help now' })).toBeHidden();
  await dialog.getByLabel('Would you like to say more?').fill('We never met.');
  await expect(dialog.getByRole('listitem')).toHaveText(['Send me money', 'Or I find you']);
  await sendButton.click();

  await expect(toast(page)).toContainText('Report sent');
  await expect(dialog).toBeHidden();
  for (const tab of [page, otherTab]) {
    await expect(tab.getByRole('heading', { name: 'Select a conversation' })).toBeVisible();
    await tab.getByRole('tab', { name: /^Requests/ }).click();
    await expect(tab.getByText('No requests. When someone')).toBeVisible();
  }
  const reports = await readReports(ana);
  expect(reports).toMatchObject([{ subjectId: await idOf(eli), reason: 'harassment', note: 'We never met.' }]);
});

test('a member reports another member by keyboard, and a second report is rejected', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  await connect(ana, ben);
  await sendMessage(ben, ana, 'Stop your tablets, eat turmeric');
  const page = await openBrowser(ana);
  await openChat(page, ben);
  const menuButton = page.getByRole('button', { name: `More about ${ben.name}` });
  const dialog = page.getByRole('dialog', { name: `Report ${ben.name}` });
  const report = async () => {
    await menuButton.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Report' })).toBeFocused();
    await page.keyboard.press('Enter');
    // Focus moves into the dialog when it opens.
    await expect(dialog.locator(':focus')).toHaveCount(1);
    await dialog.getByRole('radio', { name: 'Someone is in danger' }).focus();
    await page.keyboard.press('Space');
    for (let presses = 0; presses < 6; presses += 1) await page.keyboard.press('ArrowDown');
    await expect(dialog.getByRole('radio', { name: 'Harmful health advice' })).toBeChecked();
    await dialog.getByRole('button', { name: 'Send Report' }).focus();
    await page.keyboard.press('Enter');
  };
  await report();
  await expect(toast(page)).toContainText('Report sent');
  await expect(menuButton).toBeFocused();
  await expect(messageWith(page, 'turmeric')).toBeVisible();

  await page.reload();
  tolerate(failedResponse(409));
  await report();
  await expect(dialog.getByRole('alert')).toContainText('You have reported this already.');
  await page.keyboard.press('Escape');
  await expect(menuButton).toBeFocused();
});

for (const transport of ['socket', 'HTTP'] as const)
  test(`over ${transport}, a message that the recipient’s settings reject is kept, with the reason`, async ({
    join,
    openBrowser,
    tolerate,
  }) => {
    const [ana, ben] = [await join('Ana'), await join('Ben')];
    await changeSettings(ben, { messagesFrom: 'connections' });
    const page = await openBrowser(ana);
    // Messages use the socket if it is open, otherwise HTTP. Test each separately.
    if (transport === 'socket') {
      tolerate(/net::ERR_/);
      await page.route('/api/messages', (route) => route.abort());
    } else {
      tolerate(/WebSocket/);
      tolerate(failedResponse(403));
      await page.routeWebSocket('/ws', (socket) => void socket.close());
    }
    await openChat(page, ben);
    await sendInBrowser(page, 'Hello Ben');
    await expect(toast(page)).toContainText(/Failed to send message(?! to)/);
    await expect(messageWith(page, 'Hello Ben')).toContainText('accepts messages only from their connections');
    // Without a conversation, the list still shows the unsent message.
    await page.goto('/messages');
    await page.getByRole('tabpanel').getByRole('link', { name: 'Ben Field 1 not sent' }).click();
    await expect(messageWith(page, 'Hello Ben')).toContainText('Not sent.');
    await connect(ana, ben);
    await page.reload();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(messageWith(page, 'Hello Ben')).toContainText('Sent');
  });

test('unsent messages to an unavailable member can be found, read and discarded', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  const [ana, ben] = [await join('Ana'), await join('Ben')];
  await changeSettings(ben, { messagesFrom: 'connections' });
  tolerate(failedResponse(403));
  tolerate(failedResponse(404));
  const page = await openBrowser(ana);
  await openChat(page, ben);
  await sendInBrowser(page, 'Are you there?');
  await expect(messageWith(page, 'Are you there?')).toContainText('Not sent.');
  await messageField(page).fill('I only wanted to say');
  await request(ben, 'POST', `/api/blocks/${await idOf(ana)}`);
  await page.goto('/messages');
  const row = page.getByRole('tabpanel').getByRole('link', { name: 'Ben Field 1 not sent' });
  await row.click();
  await expect(page.getByRole('heading', { name: 'Member not found' })).toBeVisible();
  for (const text of ['Are you there?', 'I only wanted to say']) await expect(page.getByText(text)).toBeVisible();
  await expectAccessible(page, 'unsent messages to an unavailable member');
  await page.getByRole('button', { name: 'Discard' }).press('Enter');
  await expect(page.getByRole('region', { name: 'Member not found' })).toBeFocused();
  await expect(row).toHaveCount(0);
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')))).toEqual([]);
});
