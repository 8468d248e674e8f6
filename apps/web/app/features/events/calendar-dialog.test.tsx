import { eventCalls } from '@commons/contract/events/calls';
import { expect, test } from 'vitest';
import { reply, requestsOf } from '../../../test/api.ts';
import { button, dialog, expectAccessible, renderScreen } from '../../../test/screen.tsx';
import CalendarDialog from './calendar-dialog.tsx';

const subscription = (secret: string) => ({
  url: `https://commons.test/calendar/${secret}.ics`,
  createdAt: '2026-01-01T00:00:00.000Z',
});

test('a member makes a calendar address, renews it, and turns it off', async () => {
  reply(eventCalls.getCalendarSubscription, null);
  reply(eventCalls.renewCalendarSubscription, subscription('first'));
  reply(eventCalls.endCalendarSubscription, undefined);
  await renderScreen(<CalendarDialog isOpen onOpenChange={() => undefined} />);
  await button('Make my address').click();
  await expect.element(dialog().getByText('/calendar/first.ics')).toBeVisible();
  const link = dialog().getByRole('link', { name: 'Open in my calendar' });
  await expect.element(link).toHaveAttribute('href', 'webcal://commons.test/calendar/first.ics');
  await expectAccessible('the calendar address');
  reply(eventCalls.renewCalendarSubscription, subscription('second'));
  await button('New address').click();
  await expect.element(dialog().getByText('/calendar/second.ics')).toBeVisible();
  await button('Turn off').click();
  await expect.element(button('Make my address')).toBeVisible();
  expect(requestsOf(eventCalls.endCalendarSubscription)).toHaveLength(1);
});
