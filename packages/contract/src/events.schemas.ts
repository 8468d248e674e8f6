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

/** How many go and wait, with a revision that grows with each change: of two, a client keeps the higher. */
const attendanceCounts = { going: z.int(), waiting: z.int(), attendanceRevision: z.int() };

export const eventView = z
  .object({
    id,
    title: z.string(),
    description: z.string().nullable(),
    eventDate: timestamp,
    /** The organiser's: in which the event was put down. */
    timeZone: z.string(),
    location: z.string().nullable(),
    /** Null where there is room for all. */
    maxAttendees: z.int().nullable(),
    /** An address of ours (`/media/…`), or one elsewhere by https. */
    imageUrl: z.string().nullable(),
    /** Null for who is not here any more, and for whom a block hides. */
    creator: memberSummary.nullable(),
    createdAt: timestamp,
    attendance: z.object({
      going: attendanceCounts.going,
      waiting: attendanceCounts.waiting,
      mine: z.enum(['going', 'waiting']).nullable(),
    }),
    attendanceRevision: attendanceCounts.attendanceRevision,
    /** The first of those who go, as far as the viewer may see them. */
    attendees: z.array(memberSummary),
    isOver: z.boolean(),
    can: permissions,
  })
  .meta({ id: 'Event' });
export type CommunityEvent = z.infer<typeof eventView>;

/** Within what every calendar and the database can hold. */
const isPlausible = (text: string): boolean => /^(?:19(?:7[1-9]|[89]\d)|2\d{3})-/.test(text);

export const eventInput = z.strictObject({
  title: singleLine(eventLimits.titleCharacters).min(1, 'Please give the event a title'),
  description: optionalText(eventLimits.descriptionCharacters).nullable().default(null),
  /** ISO 8601: a moment with its offset or `Z`, or without one the time on a clock in `timeZone`, as forms give it. */
  eventDate: z.iso
    .datetime({ offset: true, local: true, error: 'Please choose a date and time' })
    .refine(isPlausible, 'Please choose a year between 1971 and 2999')
    // More no clock of JavaScript reads.
    .refine((text) => !/\.\d{10}/.test(text), 'Please give no more than nine digits of a second'),
  /** The organiser's; UTC, or that of before, unless told. */
  timeZone: optionalField(timeZone),
  location: optionalLine(eventLimits.locationCharacters).nullable().default(null),
  maxAttendees: z
    .int('Please enter a whole number, or nothing')
    .min(1, 'Please enter a number from 1, or nothing')
    .max(eventLimits.attendees, `Please enter a number up to ${eventLimits.attendees.toLocaleString('en')}, or nothing`)
    .nullable()
    .default(null),
  imageUrl: pictureAddress(eventLimits.urlCharacters).nullable().default(null),
});
export type EventInput = z.output<typeof eventInput>;

export const listEvents = endpoint({
  ...eventPaths.listEvents,
  summary: 'Events to come, the next one first; or those that are over, the latest first',
  query: pageQuery.extend({ when: z.enum(['upcoming', 'past']).default('upcoming') }),
  replies: { 200: z.array(eventView) },
  paged: true,
});

export const getEvent = endpoint({
  ...eventPaths.getEvent,
  summary: 'One event, as in the list',
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
  summary: 'Change an event; what makes room lets those who wait move up',
  params: idParams,
  body: eventInput,
  replies: { 200: eventView },
  errors: eventErrors,
});

export const deleteEvent = endpoint({
  ...eventPaths.deleteEvent,
  summary: 'Delete an event with its answers; who answered is told that it does not take place',
  params: idParams,
  replies: { 204: null },
  errors: eventErrors,
});

export const answerEvent = endpoint({
  ...eventPaths.answerEvent,
  summary: 'Say that one goes, or does not: who finds no place waits for one, in order',
  params: idParams,
  body: z.strictObject({ going: z.boolean() }),
  replies: { 200: eventView },
  errors: eventErrors,
});

/** Something that a member has to know of an event that they answered; its title and time as they were then. */
export const eventNoticeView = z
  .object({
    id,
    /** They moved up; it changed its time or place; it begins within a day; it does not take place. */
    kind: z.enum(['place', 'changed', 'reminder', 'cancelled']),
    eventId: id,
    title: z.string(),
    eventDate: timestamp,
  })
  .meta({ id: 'EventNotice' });
export type EventNotice = z.infer<typeof eventNoticeView>;

export const listEventNotices = endpoint({
  ...eventPaths.listEventNotices,
  summary: 'What the member has to know of events and has not seen, the next event first; up to 50',
  replies: { 200: z.array(eventNoticeView) },
});

export const seeEventNotices = endpoint({
  ...eventPaths.seeEventNotices,
  summary: 'The member has seen these notices; others and unknown ones stay as they are',
  body: z.strictObject({ ids: z.array(id).max(50) }),
  replies: { 204: null },
});

export const eventEvents = {
  'event.created': z.object({ type: z.literal('event.created'), eventId: id }),
  'event.updated': z.object({ type: z.literal('event.updated'), eventId: id }),
  'event.deleted': z.object({ type: z.literal('event.deleted'), eventId: id }),
  'event.attendance': z.object({ type: z.literal('event.attendance'), eventId: id, ...attendanceCounts }),
  /** To all tabs of a member whose own answer changed, by themselves or because they moved up. */
  'event.answered': z.object({ type: z.literal('event.answered'), eventId: id }),
  /** There is a notice for the member. */
  'event.notice': z.object({ type: z.literal('event.notice'), eventId: id }),
};
