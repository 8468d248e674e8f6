import { eventCalls } from '@commons/contract/events/calls';
import type { CommunityEvent } from '@commons/contract/events/schemas';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { holdReply, problem, reply, requestsOf } from '../../../test/api.ts';
import {
  admin,
  ana,
  button,
  deliver,
  dialog,
  expectAccessible,
  expectFocus,
  expectLostText,
  focus,
  manager,
  newId,
  renderScreen,
  toast,
  tom,
} from '../../../test/screen.tsx';
import EventsScreen from './events-screen.tsx';
import { live } from './live.ts';

const eventOf = (fields: Partial<CommunityEvent> = {}): CommunityEvent => ({
  id: newId(),
  title: 'A walk',
  description: null,
  eventDate: '2199-05-01T10:00:00.000Z',
  timeZone: 'UTC',
  location: null,
  maxAttendees: null,
  imageUrl: null,
  creator: tom,
  createdAt: '2026-01-01T10:00:00.000Z',
  attendance: { going: 0, waiting: 0, mine: null },
  attendanceRevision: 0,
  attendees: [],
  isOver: false,
  can: { edit: false, delete: false },
  ...fields,
});

const renderEvents = (member = admin, path = '/events') => renderScreen(<EventsScreen />, { path, member, live });
const card = (title: string) => page.getByRole('article', { name: title });
const choose = async (action: string) => {
  await button('Event options, A walk').click();
  await page.getByRole('menuitem', { name: action }).click();
};
const field = (name: string) => dialog().getByLabelText(name);
const submit = () => button('Create Event', dialog()).click();
const responseButton = () => button(/^(?:I’m going|You’re going|Join the waiting list|On the waiting list), /);

test('the event form shows errors, warns about a past time and keeps its input', async () => {
  reply(eventCalls.listEvents, []);
  await renderEvents();
  await button('Create Event').click();
  await submit();
  await expect.element(dialog().getByText('Please give the event a title')).toBeVisible();
  await expect.element(dialog().getByText('Please choose a date and time')).toBeVisible();
  await expectFocus(field('Title'));
  await expectAccessible('the event dialog');
  await field('Title').fill('Night walk');
  for (const invalid of ['0', '-2', '2.5', 'many']) {
    await field('Max attendees').fill(invalid);
    await expect.element(dialog().getByText(/Please enter a (?:whole )?number/)).toBeVisible();
  }
  await field('Max attendees').fill('');
  await field('Date and time').fill('2196-05-01T16:00');
  await expect.element(dialog().getByText('Sunday, 1 May 2196 at 16:00')).toBeVisible();
  await field('Date and time').fill('2001-03-04T20:00');
  await expect.element(dialog().getByText('The event will be listed as past.')).toBeVisible();
  await submit();
  const confirmation = page.getByRole('alertdialog', { name: 'This time is in the past' });
  await expectFocus(button('Change the time', confirmation));
  await userEvent.keyboard('{Enter}');
  await expect.element(confirmation).not.toBeInTheDocument();

  await dialog().getByText('Use an external URL').click();
  await field('Image URL').fill('javascript:alert(1)');
  await submit();
  await expect.element(dialog().getByText('Please enter an address that begins with https://')).toBeVisible();
  await dialog().getByText('Upload a picture').click();
  await submit();
  await expect.element(dialog().getByText('Please choose a picture, or none')).toBeVisible();
  await dialog().getByText('None', { exact: true }).click();
  await userEvent.keyboard('{Escape}');
  await button('Create Event').click();
  await expect.element(field('Title')).toHaveValue('Night walk');
  reply(eventCalls.createEvent, eventOf({ isOver: true }));
  await submit();
  await button('Create anyway', confirmation).click();
  await expect.element(dialog()).not.toBeInTheDocument();
});

test('an event that fails to save keeps its input, cannot be changed while it is sent, and is created once', async () => {
  reply(eventCalls.listEvents, []);
  reply(eventCalls.createEvent, problem(500));
  await renderEvents();
  await button('Create Event').click();
  await field('Title').fill('Tea');
  await field('Date and time').fill('2196-05-01T16:00');
  await submit();
  await expect.element(page.getByText('Failed to create event. Please try again.').first()).toBeVisible();
  const finish = holdReply(eventCalls.createEvent);
  await submit();
  await expect.element(field('Time zone')).toHaveAttribute('aria-disabled', 'true');
  await expect.element(field('Title')).toHaveAttribute('readonly');
  await focus(field('Time zone'));
  const zone = (field('Time zone').element() as HTMLSelectElement).value;
  await userEvent.keyboard('{ArrowDown}a');
  await expect.element(field('Time zone')).toHaveValue(zone);
  finish(eventOf({ title: 'Tea' }));
  await expect.element(toast()).toMatchTextContent('Event created');
  const keys = requestsOf(eventCalls.createEvent).map(({ idempotencyKey }) => idempotencyKey);
  expect(keys).toEqual([keys[0], keys[0]]);
});

test('an organizer edits an event in its time zone, and an edit of a deleted event stays visible', async () => {
  const event = eventOf({ timeZone: 'Asia/Kolkata', maxAttendees: 2, can: { edit: true, delete: true } });
  reply(eventCalls.listEvents, [event]);
  const updated = { ...event, location: 'Under the lime tree' };
  reply(eventCalls.updateEvent, () => {
    reply(eventCalls.listEvents, [updated]);
    return updated;
  });
  await renderEvents();
  await choose('Edit Event');
  await expect.element(field('Date and time')).toHaveValue('2199-05-01T15:30');
  await expect.element(field('Time zone')).toHaveValue('Asia/Kolkata');
  await field('Location').fill('Under the lime tree');
  await button('Save', dialog()).click();
  await expect.element(toast()).toMatchTextContent('Event updated');
  await expect.element(card('A walk')).toMatchTextContent('Under the lime tree');

  await choose('Edit Event');
  await field('Description').fill('Be gentle with yourself');
  deliver({ type: 'event.deleted', eventId: event.id });
  await expectLostText('This event was deleted. Your changes were not saved.', 'Be gentle with yourself');
});

test('an admin deletes an event after a confirmation, and managers and members have fewer actions', async () => {
  const event = eventOf({ can: { edit: true, delete: true } });
  reply(eventCalls.listEvents, [event]);
  reply(eventCalls.deleteEvent, undefined);
  const { leave } = await renderEvents();
  await choose('Delete Event');
  await expect.element(page.getByRole('alertdialog')).toMatchTextContent('Everyone who responded is told');
  await button('Delete', page.getByRole('alertdialog')).click();
  await expect.element(toast()).toMatchTextContent('Event deleted');
  await expect.element(card('A walk')).not.toBeInTheDocument();
  await leave();

  reply(eventCalls.listEvents, [eventOf()]);
  await renderEvents({ ...manager, role: 'user' });
  await expect.element(card('A walk')).toBeVisible();
  expect(button(/^Event options|Create Event/).elements()).toEqual([]);
});

test('a member responds and gives up a place that others wait for', async () => {
  const event = eventOf({ maxAttendees: 1 });
  reply(eventCalls.listEvents, [event]);
  const going = { ...event, attendance: { going: 1, waiting: 0, mine: 'going' as const }, attendanceRevision: 1 };
  reply(eventCalls.answerEvent, { ...going, attendees: [ana] });
  await renderEvents();
  await expect.element(responseButton()).toMatchTextContent('I’m going');
  await focus(responseButton());
  await userEvent.keyboard('{Enter}');
  await expect.element(toast()).toMatchTextContent('You are going');
  await expect.element(responseButton()).toHaveAttribute('aria-pressed', 'true');
  await expectFocus(responseButton());
  await expect.element(card('A walk').getByRole('link', { name: 'Ana Lund' })).toBeInTheDocument();
  deliver({ type: 'event.attendance', eventId: event.id, going: 1, waiting: 2, attendanceRevision: 2 });
  await expect.element(card('A walk')).toMatchTextContent('1 of 1 place taken, 2 waiting');
  await responseButton().click();
  await expect.element(page.getByRole('alertdialog')).toMatchTextContent('The next person gets your place right away');
  reply(eventCalls.answerEvent, problem(500));
  await button('Give it up', page.getByRole('alertdialog')).click();
  await expect.element(toast()).toMatchTextContent('Failed to save your response. Please try again.');
  await expect.element(responseButton()).toHaveAttribute('aria-pressed', 'true');
});

test('a picture from another site loads only after the member agrees', async () => {
  reply(eventCalls.listEvents, [eventOf({ imageUrl: 'https://pictures.test/gate.webp' })]);
  await renderEvents();
  await expect.element(button('Show the picture from pictures.test')).toBeVisible();
  expect(document.querySelector('article img')).toBeNull();
});

test('past events are listed separately and accept no responses', async () => {
  reply(eventCalls.listEvents, ({ query }) =>
    query.get('when') === 'past' ? [eventOf({ title: 'Last summer', isOver: true })] : [],
  );
  const { url } = await renderEvents();
  await expect.element(page.getByRole('heading', { name: 'No upcoming events' })).toBeVisible();
  await button('Past').click();
  await expect.element(card('Last summer')).toMatchTextContent('This event is over');
  expect(button(/./, card('Last summer')).elements()).toEqual([]);
  expect(url()).toBe('/events?when=past');
});

test('the events show an empty state, a load error with a retry, and long words without overflow', async () => {
  reply(eventCalls.listEvents, []);
  const { leave } = await renderEvents(admin, '/events?when=past');
  await expect.element(page.getByRole('heading', { name: 'No past events yet' })).toBeVisible();
  await expectAccessible('no events');
  await leave();
  reply(eventCalls.listEvents, problem(500));
  await renderEvents();
  await expect.element(page.getByRole('heading', { name: 'The events could not be loaded' })).toBeVisible();
  const attendees = Array.from({ length: 5 }, () => ({ ...tom, id: newId() }));
  reply(eventCalls.listEvents, [
    eventOf({
      title: 'Unbreakable'.repeat(9),
      location: 'Somewhere'.repeat(20),
      description: 'and so on '.repeat(40),
      timeZone: 'Pacific/Auckland',
      maxAttendees: 20,
      attendance: { going: 7, waiting: 0, mine: null },
      attendees,
    }),
  ]);
  await button('Try again').click();
  await expect.element(page.getByText('+2')).toBeVisible();
  await expect.element(page.getByText('and 2 more')).toBeInTheDocument();
  await expect.element(page.getByText(/^Host’s time: /)).toBeVisible();
  await expectAccessible('events');
});
