import { defineErrors } from './problem.ts';

export const eventLimits = {
  titleCharacters: 100,
  descriptionCharacters: 5_000,
  locationCharacters: 200,
  urlCharacters: 2_000,
  attendees: 100_000,
  /** Hours for which an event stays in the upcoming list after its start, so that latecomers find it. */
  hoursAfterBeginning: 3,
  /** Maximum number of attendees shown with an event. */
  shownAttendees: 5,
} as const;

export const eventErrors = defineErrors({
  'events.not_found': {
    status: 404,
    title: 'Event not found',
    detail: 'This event is no longer available.',
  },
  'events.over': {
    status: 409,
    title: 'This event is over',
    detail: 'This event is over, so its attendance can no longer change.',
  },
  'events.no_such_time': {
    status: 400,
    path: 'eventDate',
    title: 'No such time',
    detail: 'Clocks skip this time when they go forward. Please choose an earlier or a later time.',
  },
  'events.more_are_going': {
    status: 400,
    path: 'maxAttendees',
    title: 'More members are already going',
    detail: 'More members than that are already going, and none of them loses their place. Nothing was changed.',
  },
  'events.picture_not_found': {
    status: 400,
    path: 'imageUrl',
    title: 'Picture not found',
    detail: 'This picture is no longer available. Please upload it again.',
  },
});

export const eventPaths = {
  listEvents: { method: 'GET', path: '/api/events' },
  getEvent: { method: 'GET', path: '/api/events/{id}' },
  createEvent: { method: 'POST', path: '/api/events', creates: true },
  updateEvent: { method: 'PUT', path: '/api/events/{id}' },
  deleteEvent: { method: 'DELETE', path: '/api/events/{id}' },
  answerEvent: { method: 'PUT', path: '/api/events/{id}/attendance' },
  listEventNotices: { method: 'GET', path: '/api/event-notices' },
  seeEventNotices: { method: 'POST', path: '/api/event-notices/seen' },
  getCalendarSubscription: { method: 'GET', path: '/api/calendar-subscription' },
  renewCalendarSubscription: { method: 'PUT', path: '/api/calendar-subscription' },
  endCalendarSubscription: { method: 'DELETE', path: '/api/calendar-subscription' },
} as const;

/** Returns the path of an event's calendar file (iCalendar). */
export const eventCalendarPath = (eventId: string): string => `/api/events/${eventId}/calendar.ics`;

/** Returns the path of a member's calendar, for calendar programs without a session. */
export const calendarFeedPath = (secret: string): string => `/calendar/${secret}.ics`;
