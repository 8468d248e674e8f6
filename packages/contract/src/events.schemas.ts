import { z } from 'zod';
import {
  id,
  idParams,
  optionalField,
  optionalLine,
  optionalText,
  pageQuery,
  singleLine,
  timestamp,
  timeZone,
} from './common.schemas.ts';
import { permissions } from './contributions.schemas.ts';
import { endpoint } from './endpoint.ts';
import { eventErrors, eventLimits, eventPaths } from './events.ts';
import { pictureAddress } from './media.schemas.ts';
import { memberSummary } from './members.schemas.ts';

/** Numbers of attendees and of members on the waiting list. A client keeps the counts with the higher revision. */
const attendanceCounts = { going: z.int(), waiting: z.int(), attendanceRevision: z.int() };

export const eventView = z
  .object({
    id,
    title: z.string(),
    description: z.string().nullable(),
    eventDate: timestamp,
    /** The organizer's time zone, in which the date was entered. */
    timeZone: z.string(),
    location: z.string().nullable(),
    /** Null if there is no limit. */
    maxAttendees: z.int().nullable(),
    /** A path of this server (`/media/…`), or an https address. */
    imageUrl: z.string().nullable(),
    /** Null if the organizer has left, or if a block hides them from the viewer. */
    creator: memberSummary.nullable(),
    createdAt: timestamp,
    attendance: z.object({
      going: attendanceCounts.going,
      waiting: attendanceCounts.waiting,
      mine: z.enum(['going', 'waiting']).nullable(),
    }),
    attendanceRevision: attendanceCounts.attendanceRevision,
    /** The first attendees whom the viewer may see. */
    attendees: z.array(memberSummary),
    isOver: z.boolean(),
    can: permissions,
  })
  .meta({ id: 'Event' });
export type CommunityEvent = z.infer<typeof eventView>;

/** Limits years to a range that all calendars and the database support. */
const isPlausible = (text: string): boolean => /^(?:19(?:7[1-9]|[89]\d)|2\d{3})-/.test(text);

export const eventInput = z.strictObject({
  title: singleLine(eventLimits.titleCharacters).min(1, 'Please give the event a title'),
  description: optionalText(eventLimits.descriptionCharacters).nullable().default(null),
  /** ISO 8601. With an offset or `Z` it is an instant; without one it is local time in `timeZone`. */
  eventDate: z.iso
    .datetime({ offset: true, local: true, error: 'Please choose a date and time' })
    .refine(isPlausible, 'Please choose a year between 1971 and 2999')
    // JavaScript cannot parse more digits.
    .refine((text) => !/\.\d{10}/.test(text), 'Please use at most nine digits for the fraction of a second'),
  /** The organizer's time zone. Default: the event's current one, or UTC for a new event. */
  timeZone: optionalField(timeZone),
  location: optionalLine(eventLimits.locationCharacters).nullable().default(null),
  maxAttendees: z
    .int('Please enter a whole number, or leave this empty')
    .min(1, 'Please enter a number from 1, or leave this empty')
    .max(
      eventLimits.attendees,
      `Please enter a number up to ${eventLimits.attendees.toLocaleString('en')}, or leave this empty`,
    )
    .nullable()
    .default(null),
  imageUrl: pictureAddress(eventLimits.urlCharacters).nullable().default(null),
});
export type EventInput = z.output<typeof eventInput>;

export const listEvents = endpoint({
  ...eventPaths.listEvents,
  summary: 'List upcoming events, next first, or past events, latest first',
  query: pageQuery.extend({ when: z.enum(['upcoming', 'past']).default('upcoming') }),
  replies: { 200: z.array(eventView) },
  paged: true,
});

export const getEvent = endpoint({
  ...eventPaths.getEvent,
  summary: 'Get an event',
  params: idParams,
  replies: { 200: eventView },
  errors: eventErrors,
});

export const createEvent = endpoint({
  ...eventPaths.createEvent,
  summary: 'Add an event',
  body: eventInput,
  replies: { 201: eventView },
  errors: eventErrors,
});

export const updateEvent = endpoint({
  ...eventPaths.updateEvent,
  summary: 'Change an event; a higher limit moves members up from the waiting list',
  params: idParams,
  body: eventInput,
  replies: { 200: eventView },
  errors: eventErrors,
});

export const deleteEvent = endpoint({
  ...eventPaths.deleteEvent,
  summary: 'Delete an event; members who responded are notified of the cancellation',
  params: idParams,
  replies: { 204: null },
  errors: eventErrors,
});

export const answerEvent = endpoint({
  ...eventPaths.answerEvent,
  summary: 'Attend an event or cancel; a full event puts the member on its waiting list',
  params: idParams,
  body: z.strictObject({ going: z.boolean() }),
  replies: { 200: eventView },
  errors: eventErrors,
});

/** A notice about an event that the member responded to, with the event's title and time at that moment. */
export const eventNoticeView = z
  .object({
    id,
    /** `place`: the member moved up from the waiting list. `changed`: new time or place. `reminder`: within a day. */
    kind: z.enum(['place', 'changed', 'reminder', 'cancelled']),
    eventId: id,
    title: z.string(),
    eventDate: timestamp,
  })
  .meta({ id: 'EventNotice' });
export type EventNotice = z.infer<typeof eventNoticeView>;

export const listEventNotices = endpoint({
  ...eventPaths.listEventNotices,
  summary: 'List up to 50 unseen event notices, next event first',
  replies: { 200: z.array(eventNoticeView) },
});

export const seeEventNotices = endpoint({
  ...eventPaths.seeEventNotices,
  summary: 'Mark event notices as seen; ids of other members and unknown ids are ignored',
  body: z.strictObject({ ids: z.array(id).max(50) }),
  replies: { 204: null },
});

export const calendarSubscriptionView = z
  .object({
    /** The private address. It works without a session until it is renewed or turned off. */
    url: z.string(),
    createdAt: timestamp,
  })
  .meta({ id: 'CalendarSubscription' });
export type CalendarSubscription = z.infer<typeof calendarSubscriptionView>;

export const getCalendarSubscription = endpoint({
  ...eventPaths.getCalendarSubscription,
  summary: 'Get the private address of the calendar with one’s own events, if it is on',
  replies: { 200: calendarSubscriptionView.nullable() },
});

export const renewCalendarSubscription = endpoint({
  ...eventPaths.renewCalendarSubscription,
  summary: 'Turn on the private calendar address, or replace it; the previous address stops working',
  replies: { 200: calendarSubscriptionView },
});

export const endCalendarSubscription = endpoint({
  ...eventPaths.endCalendarSubscription,
  summary: 'Turn off the private calendar address',
  replies: { 204: null },
});

export const eventEvents = {
  'event.created': z.object({ type: z.literal('event.created'), eventId: id }),
  'event.updated': z.object({ type: z.literal('event.updated'), eventId: id }),
  'event.deleted': z.object({ type: z.literal('event.deleted'), eventId: id }),
  'event.attendance': z.object({ type: z.literal('event.attendance'), eventId: id, ...attendanceCounts }),
  /** For all tabs of a member whose attendance changed, also by moving up from the waiting list. */
  'event.answered': z.object({ type: z.literal('event.answered'), eventId: id }),
  /** The member has a new notice. */
  'event.notice': z.object({ type: z.literal('event.notice'), eventId: id }),
};
