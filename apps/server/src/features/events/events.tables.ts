import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core';
import { instant, primaryId } from '../../platform/database/columns.ts';
import { own, type PersonalData, written } from '../../platform/personal-data.ts';
import { users } from '../members/users.tables.ts';

/** What members meet for. Events are the community's own: whoever put one down, all members may come. */
export const events = pgTable(
  'events',
  {
    id: primaryId(),
    creatorId: uuid().references(() => users.id, { onDelete: 'set null' }),
    title: text().notNull(),
    description: text(),
    eventDate: instant().notNull(),
    /** The organiser's, by its name. */
    timeZone: text().notNull(),
    location: text(),
    maxAttendees: integer(),
    imageUrl: text(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    /** The SEQUENCE of the calendar file (RFC 5545, 3.8.7.4). It rises with each change that the file shows. */
    calendarSequence: integer().notNull().default(0),
    /** When those who go were reminded of it; null again once its time was changed. */
    remindedAt: instant(),
    goingCount: integer().notNull().default(0),
    waitingCount: integer().notNull().default(0),
    /** How many ever said that they go: the place of the next one in the order. */
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

/** Who goes to an event, and who waits for a place, in the order in which they said so. */
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
 * What members have to know of events that they answered, until they have seen it. Title and time stand here as they were:
 * an event that was cancelled is not there any more.
 */
export const eventNotices = pgTable(
  'event_notices',
  {
    id: primaryId(),
    memberId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
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

/** The figures of an event go with it, and what it is found by; a notice is its member's own. */
export const cascades = ['event_attendances.event_id', 'event_notices.member_id'];

export const personalData: PersonalData[] = [
  {
    table: events,
    what: 'the events that you put down',
    why: 'they are the community’s: members meet there',
    until: 'an admin deletes them',
    mentions: [{ column: events.creatorId, exported: true, leaving: 'unnamed' }],
  },
  {
    table: eventAttendances,
    what: 'which events you go to, or wait for a place at',
    why: 'those who come see who comes, and places are given in order',
    until: 'you take it back, or the event goes',
    mentions: [written(eventAttendances.memberId)],
  },
  {
    table: eventNotices,
    what: 'what you have to know of events that you answered',
    why: 'you are told of changes and reminded',
    until: 'you have seen it; a week after the event at the latest',
    mentions: [own(eventNotices.memberId)],
  },
];
