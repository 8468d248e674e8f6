import { notificationCalls } from '@commons/contract/notifications/calls';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { problem, reply } from '../../../test/api.ts';
import { button, expectAccessible, newId, renderScreen, tom } from '../../../test/screen.tsx';
import { DeviceChoice } from './device-choice.tsx';
import NotificationsScreen from './notifications-screen.tsx';
import { UnreadNotificationsBadge } from './unread-badge.tsx';

test('notifications that fail to load show an error and can be retried', async () => {
  reply(notificationCalls.listNotifications, problem(500));
  await renderScreen(<NotificationsScreen />);
  await expect.element(page.getByRole('alert')).toMatchTextContent('Your notifications could not be loaded');
  reply(notificationCalls.listNotifications, []);
  await button('Try again').click();
  await expect.element(page.getByRole('heading', { name: 'All quiet' })).toBeVisible();
  await expectAccessible('no notifications');
});

test('notifications are below the period in which they arrived', async () => {
  const hour = 3_600_000;
  const noon = new Date().setHours(12, 0, 0, 0);
  const notifications = [noon, noon - hour, noon - 24 * hour, noon - 8 * 24 * hour].map((time) => ({
    id: newId(),
    kind: 'liked' as const,
    actors: [tom],
    actorsCount: 1,
    subject: { type: 'post' as const, id: newId(), shelf: null },
    title: null,
    at: new Date(time).toISOString(),
    isRead: true,
  }));
  reply(notificationCalls.listNotifications, notifications);
  await renderScreen(<NotificationsScreen />);
  await expect.element(page.getByRole('heading', { name: 'Today' })).toBeVisible();
  expect(
    page
      .getByRole('heading', { level: 2 })
      .all()
      .map((heading) => heading.element().textContent),
  ).toEqual(['Today', 'This week', 'Earlier']);
  await expectAccessible('notifications of three periods');
});

test('a badge shows "99+" above 99', async () => {
  reply(notificationCalls.getUnreadNotifications, { count: 120, revision: 1 });
  await renderScreen(<UnreadNotificationsBadge />);
  await expect.element(page.getByText('99+')).toBeVisible();
});

test.each([
  [undefined, 'This browser cannot show notifications'],
  [{ scope: '/' } as ServiceWorkerRegistration, 'Notifications are blocked in this browser'],
])('the settings say when a browser cannot show notifications or has denied them', async (registration, text) => {
  vi.spyOn(navigator.serviceWorker, 'getRegistration').mockResolvedValue(registration);
  vi.spyOn(Notification, 'permission', 'get').mockReturnValue('denied');
  onTestFinished(() => void vi.restoreAllMocks());
  await renderScreen(<DeviceChoice />);
  await expect.element(page.getByText(text)).toBeVisible();
});
