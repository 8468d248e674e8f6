import { failRequest } from './support/feed.ts';
import { expect, failedResponse, test } from './support/journey.ts';
import { connect } from './support/members.ts';
import { messageList, messageWith, openChat, sendInBrowser, sendMessage, messageField } from './support/messages.ts';

test('on a phone an open chat has one header, whose back link leaves no chat in the browser history', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  const [ana, ben] = [await join('Ana'), await join('Maximiliane-Friederike', 'von Hohenschwangau')];
  await connect(ana, ben);
  const page = await openBrowser(ana, { width: 375, height: 667 });
  await page.goto('/messages');
  await expect(page.getByText('No conversations yet')).toBeVisible();
  const quickLinks = page.getByRole('navigation', { name: 'Quick links' });
  const memberBox = (await page
    .getByRole('region', { name: 'Your connections' })
    .getByRole('link', { name: /^Maximiliane/ })
    .boundingBox())!;
  expect(memberBox.y + memberBox.height).toBeLessThanOrEqual((await quickLinks.boundingBox())!.y);

  await sendMessage(ben, ana, 'Hello');
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
  const backLink = page.getByRole('link', { name: 'Back to conversations' });
  await backLink.click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Get help now' })).toBeInViewport({ ratio: 1 });
  await expect(quickLinks).toBeInViewport({ ratio: 1 });

  const row = page.getByRole('tabpanel').getByRole('link', { name: /^Maximiliane/ });
  const goBackToSettings = async () => {
    await backLink.click();
    await expect(row).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL('/settings');
  };
  await page.goto('/settings');
  await page.goto('/messages');
  await row.click();
  await goBackToSettings();
  // The same applies to a chat that was not opened from the list.
  await openChat(page, ben);
  await goBackToSettings();

  await page.setViewportSize({ width: 768, height: 700 });
  await openChat(page, ben);
  await expect(helpLink).toHaveCount(1);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Get help now' })).toBeVisible();
});

test('after a pressed button in a chat disappears, focus moves to the message field, and on touch screens to the messages', async ({
  join,
  openBrowser,
  tolerate,
}) => {
  tolerate(/WebSocket/);
  tolerate(failedResponse(500));
  tolerate(failedResponse(403));
  for (const isTouch of [false, true]) {
    const [ana, ben] = [await join('Ana'), await join('Ben')];
    await sendMessage(ben, ana, 'May I write to you?');
    const page = await openBrowser(ana, isTouch ? { hasTouch: true, isMobile: true } : {});
    await page.routeWebSocket('**/ws', (socket) => socket.close());
    await openChat(page, ben);
    // Until the messages have loaded, focus belongs to the chat as a whole.
    await expect(messageWith(page, 'May I write to you?')).toBeVisible();
    // On a touch screen, focusing a field would open the keyboard.
    const focusTarget = isTouch ? messageList(page) : messageField(page);
    const pressAndExpectFocus = async (name: string) => {
      await page.getByRole('button', { name }).press('Enter');
      await expect(page.getByRole('button', { name })).toHaveCount(0);
      await expect(focusTarget, name).toBeFocused();
    };
    await pressAndExpectFocus('Accept');

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
  }
});
