import type { CallsOf } from './endpoint.ts';
import type * as schemas from './events.schemas.ts';
import { defineErrors } from './problem.ts';

export type * from './events.schemas.ts';

export const eventLimits = {
  titleCharacters: 100,
  descriptionCharacters: 5_000,
  locationCharacters: 200,
  urlCharacters: 2_000,
  attendees: 100_000,
  /** An event stands among those to come for so long after it began: latecomers find where it is. */
  hoursAfterBeginning: 3,
  /** So many of those who go are shown with an event. */
  shownAttendees: 5,
} as const;

export const eventErrors = defineErrors({
  'events.not_found': {
    status: 404,
    title: 'Event not found',
    detail: 'This event is not here any more.',
  },
  'events.over': {
    status: 409,
    title: 'This event is over',
    detail: 'This event is over. Who went stays as it was.',
  },
  'events.no_such_time': {
    status: 400,
    path: 'eventDate',
    title: 'No such time',
    detail: 'The clocks go forward then, and leave this time out. Please choose an earlier or a later one.',
  },
  'events.more_are_going': {
    status: 400,
    path: 'maxAttendees',
    title: 'More are going already',
    detail: 'More members than that are going already, and nobody loses a place. Nothing was changed.',
  },
  'events.picture_not_found': {
    status: 400,
    path: 'imageUrl',
    title: 'Picture not found',
    detail: 'This picture is not here any more. Please choose it again.',
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
} as const;

/** Where the calendar file of an event is: one that calendars read, hence no call of ours. */
export const eventCalendarPath = (eventId: string): string => `/api/events/${eventId}/calendar.ics`;

/** The same as calls: a client knows by their types what goes in and what comes out. */
export const eventCalls: CallsOf<typeof eventPaths, typeof schemas> = eventPaths;
