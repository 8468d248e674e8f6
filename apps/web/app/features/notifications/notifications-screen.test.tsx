import { notificationCalls } from '@commons/contract/notifications';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { problem, reply } from '../../../test/api.ts';
import { button, expectAccessible, renderScreen } from '../../../test/screen.tsx';
import NotificationsScreen from './notifications-screen.tsx';

test('notifications that fail to load show an error and can be retried', async () => {
  reply(notificationCalls.listNotifications, problem(500));
  await renderScreen(<NotificationsScreen />);
  await expect.element(page.getByRole('alert')).toMatchTextContent('Your notifications could not be loaded');
  reply(notificationCalls.listNotifications, []);
  await button('Try again').click();
  await expect.element(page.getByRole('heading', { name: 'All quiet' })).toBeVisible();
  await expectAccessible('no notifications');
});
