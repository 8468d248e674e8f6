import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { ownerId, users } from '../../community/members/users.tables.ts';
import { ownedBy, type PersonalData, writtenBy } from '../../community/personal-data.ts';
import { instant, primaryId } from '../../platform/database/columns.ts';

/** Events of the community. They are visible to all members, regardless of blocks. */
export const events = pgTable(
  'events',
  {
    id: primaryId(),
    creatorId: uuid().references(() => users.id, { onDelete: 'set null' }),
    title: text().notNull(),
    description: text(),
    eventDate: instant().notNull(),
    /** IANA name of the organizer's time zone. */
    timeZone: text().notNull(),
    location: text(),
    maxAttendees: integer(),
    imageUrl: text(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    /** The SEQUENCE of the calendar file (RFC 5545, 3.8.7.4). Grows with each change that the file contains. */
    calendarSequence: integer().notNull().default(0),
    /** Time of the reminder to attendees. A change of the event's time resets it to null. */
    remindedAt: instant(),
    goingCount: integer().notNull().default(0),
    waitingCount: integer().notNull().default(0),
    /** Number of all sign-ups ever. Determines the position of the next one. */
    answersCount: integer().notNull().default(0),
    attendanceRevision: integer().notNull().default(0),
  },
  (table) => [
    check('events_title_length', sql`char_length(${table.title}) BETWEEN 1 AND 100`),
    check('events_description_length', sql`char_length(${table.description}) <= 5000`),
    check('events_location_length', sql`char_length(${table.location}) <= 200`),
    check('events_never_overfull', sql`${table.goingCount} <= ${table.maxAttendees}`),
    check('events_counts', sql`${table.goingCount} >= 0 AND ${table.waitingCount} >= 0`),
    index('events_by_date').on(table.eventDate, table.id),
    index('events_by_creator').on(table.creatorId),
  ],
);

/** Attendees and waiting members of events, in the order of their sign-up. */
export const eventAttendances = pgTable(
  'event_attendances',
  {
    eventId: uuid()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    memberId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'restrict' }),
    isGoing: boolean().notNull(),
    position: integer().notNull(),
  },
  (table) => [
    primaryKey({ name: 'event_attendances_one_per_member', columns: [table.eventId, table.memberId] }),
    index('event_attendances_in_order').on(table.eventId, table.isGoing, table.position),
    index('event_attendances_by_member').on(table.memberId),
  ],
);

/**
 * Unseen notices about events that members responded to. They contain a copy of title and time, because a cancelled
 * event is deleted.
 */
export const eventNotices = pgTable(
  'event_notices',
  {
    id: primaryId(),
    memberId: ownerId(),
    eventId: uuid().notNull(),
    kind: text({ enum: ['place', 'changed', 'reminder', 'cancelled'] }).notNull(),
    title: text().notNull(),
    eventDate: instant().notNull(),
  },
  (table) => [
    unique('event_notices_one_of_a_kind').on(table.memberId, table.eventId, table.kind),
    index('event_notices_by_event').on(table.eventId),
    index('event_notices_by_date').on(table.eventDate),
  ],
);

/** Private calendar addresses. Each contains the random value and a signature with the session secret. */
export const calendarSubscriptions = pgTable(
  'calendar_subscriptions',
  {
    memberId: ownerId().primaryKey(),
    nonce: text().notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [unique('calendar_subscriptions_one_per_nonce').on(table.nonce)],
);

/** Cancelled events in the calendars of subscribers, because a cancelled event is deleted. */
export const calendarCancellations = pgTable(
  'calendar_cancellations',
  {
    memberId: ownerId(),
    eventId: uuid().notNull(),
    title: text().notNull(),
    eventDate: instant().notNull(),
    timeZone: text().notNull(),
    sequence: integer().notNull(),
    cancelledAt: instant().notNull(),
  },
  (table) => [
    primaryKey({ name: 'calendar_cancellations_one_per_member', columns: [table.memberId, table.eventId] }),
    index('calendar_cancellations_by_date').on(table.eventDate),
  ],
);

/** An event is deleted with its counters. No counter includes notices, and nothing counts calendars. */
export const cascades = [
  'event_attendances.event_id',
  'event_notices.member_id',
  'calendar_subscriptions.member_id',
  'calendar_cancellations.member_id',
];

export const personalData: PersonalData[] = [
  {
    table: events,
    description: 'events that you created',
    purpose: 'they belong to the community: members meet there',
    retention: 'an admin deletes them',
    references: [{ column: events.creatorId, exported: true, leaving: 'anonymized' }],
  },
  {
    table: eventAttendances,
    description: 'events that you attend or wait for',
    purpose: 'members see the attendees, and places are given in order',
    retention: 'you cancel, or the event is deleted',
    references: [writtenBy(eventAttendances.memberId)],
  },
  {
    table: eventNotices,
    description: 'notices about events that you responded to',
    purpose: 'you are notified of changes and reminded',
    retention: 'you have seen the notice; at most a week after the event',
    references: [ownedBy(eventNotices.memberId)],
  },
  {
    table: calendarSubscriptions,
    description: 'the private address of your calendar',
    purpose: 'your calendar program shows your events',
    retention: 'you turn the address off',
    references: [ownedBy(calendarSubscriptions.memberId)],
    excludedFromExport: [calendarSubscriptions.nonce],
  },
  {
    table: calendarCancellations,
    description: 'cancelled events in your calendar: title and time',
    purpose: 'your calendar program shows that an event is cancelled',
    retention: 'you turn the address off; at most 90 days after the event',
    references: [ownedBy(calendarCancellations.memberId)],
  },
];
