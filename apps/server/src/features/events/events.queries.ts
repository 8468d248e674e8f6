import { eventLimits } from '@commons/contract/events';
import type { CommunityEvent, EventNotice } from '@commons/contract/events/schemas';
import type { AttachedEvent } from '@commons/contract/feed/schemas';
import { and, asc, desc, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import {
  isMemberVisible,
  memberColumns,
  toMemberSummary,
  visibilityParameters,
} from '../../community/members/index.ts';
import { users } from '../../community/members/users.tables.ts';
import type { SearchSource } from '../../community/search-documents/search-source.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { isoText, prepareOnce, preparePages } from '../../platform/database/statements.ts';
import { isModerator, type Viewer } from '../../platform/sessions/viewer.ts';
import { eventAttendances, eventNotices, events } from './events.tables.ts';

export type EventRow = Awaited<ReturnType<typeof findEvents>>[number];

/** Sort key of the last event of a page. */
export type EventKey = { eventDate: Date; id: string };

/** Events that started before this time are over. */
const overThreshold = sql`now() - interval '${sql.raw(String(eventLimits.hoursAfterBeginning))} hours'`;
export const isOver = sql<boolean>`${events.eventDate} <= ${overThreshold}`;

const ownAttendance = sql<
  boolean | null
>`(SELECT ${eventAttendances.isGoing} FROM ${eventAttendances} WHERE ${eventAttendances.eventId} = ${events.id} AND ${eventAttendances.memberId} = ${sql.placeholder('viewerId')})`;

type AttendeeRow = Parameters<typeof toMemberSummary>[0];

/** The first attendees whom the viewer may see. One JSON value, because `pg` parses arrays slowly. */
const attendees = sql<AttendeeRow[]>`(SELECT coalesce(json_agg(attendee), '[]') FROM (
  SELECT json_build_object('id', ${users.id}, 'email', ${users.email}, 'firstName', ${users.firstName},
    'lastName', ${users.lastName}, 'profileImageUrl', ${users.profileImageUrl}, 'title', ${users.title}) AS attendee
  FROM ${eventAttendances} JOIN ${users} ON ${users.id} = ${eventAttendances.memberId}
  WHERE ${eventAttendances.eventId} = ${events.id} AND ${eventAttendances.isGoing}
    AND ${isMemberVisible(eventAttendances.memberId)}
  ORDER BY ${eventAttendances.position} LIMIT ${sql.raw(String(eventLimits.shownAttendees))}) AS shown)`;

const selectEvents = (db: Queryable) =>
  db
    .select({
      id: events.id,
      title: events.title,
      description: events.description,
      eventDate: isoText(events.eventDate),
      timeZone: events.timeZone,
      location: events.location,
      maxAttendees: events.maxAttendees,
      imageUrl: events.imageUrl,
      creator: memberColumns,
      createdAt: isoText(events.createdAt),
      updatedAt: isoText(events.updatedAt),
      calendarSequence: events.calendarSequence,
      going: events.goingCount,
      waiting: events.waitingCount,
      attendanceRevision: events.attendanceRevision,
      isGoing: ownAttendance,
      attendees,
      isOver,
    })
    .from(events)
    .leftJoin(users, and(eq(users.id, events.creatorId), isMemberVisible(users.id)))
    .$dynamic();

const key = sql`(${sql.placeholder('eventDate')}::timestamptz, ${sql.placeholder('id')}::uuid)`;

const createPage = (name: string, condition: SQL, direction: typeof asc) =>
  preparePages(name, (db, { limit, name: statement }) =>
    selectEvents(db)
      .where(condition)
      .orderBy(direction(events.eventDate), direction(events.id))
      .limit(limit)
      .prepare(statement),
  );

const pages = {
  upcoming: createPage(
    'upcoming_event_page',
    sql`${events.eventDate} > ${overThreshold} AND (${events.eventDate}, ${events.id}) > ${key}`,
    asc,
  ),
  past: createPage('past_event_page', sql`${isOver} AND (${events.eventDate}, ${events.id}) < ${key}`, desc),
};

const firstKeys: Record<keyof typeof pages, EventKey> = {
  upcoming: { eventDate: new Date(0), id: '00000000-0000-0000-0000-000000000000' },
  past: { eventDate: new Date('3000-01-02'), id: '00000000-0000-0000-0000-000000000000' },
};

/** Lists events after a key: upcoming ones, next first, or past ones, latest first. */
export const listEvents = (
  db: Database,
  viewer: Viewer,
  when: keyof typeof pages,
  { after = firstKeys[when], rowCount }: { after: EventKey | undefined; rowCount: number },
): Promise<EventRow[]> =>
  pages[when](db, rowCount, {
    ...visibilityParameters(viewer),
    id: after.id,
    eventDate: after.eventDate.toISOString(),
  });

const eventById = prepareOnce((db) =>
  selectEvents(db)
    .where(eq(events.id, sql.placeholder('eventId')))
    .prepare('event_by_id'),
);

/** Returns the event with this id: one row or none. */
export const findEvents = (db: Queryable, viewer: Viewer, eventId: string) =>
  eventById(db).execute({ ...visibilityParameters(viewer), eventId });

export const toEventView =
  (viewer: Viewer) =>
  (row: EventRow): CommunityEvent => {
    const { creator, going, waiting, isGoing, attendees: members, ...rest } = row;
    const { updatedAt: _updatedAt, calendarSequence: _calendarSequence, ...event } = rest;
    return {
      ...event,
      creator: creator && toMemberSummary(creator),
      attendance: { going, waiting, mine: isGoing === null ? null : isGoing ? 'going' : 'waiting' },
      attendees: members.map(toMemberSummary),
      can: { edit: isModerator(viewer), delete: viewer.role === 'admin' },
    };
  };

/**
 * SQL of the event that is attached to a post, or null. Uses the placeholders of `visibilityParameters`.
 */
export const attachedEvent = (eventId: SQLWrapper) =>
  sql<AttachedEvent | null>`(SELECT json_build_object('id', ${events.id}, 'title', ${events.title},
    'eventDate', ${isoText(events.eventDate)}, 'isOver', ${isOver}, 'going', ${events.goingCount},
    'mine', CASE ${ownAttendance} WHEN true THEN 'going' WHEN false THEN 'waiting' END,
    'attendanceRevision', ${events.attendanceRevision})
  FROM ${events} WHERE ${events.id} = ${eventId})`;

/** Maximum number of notices that a client shows at once. */
const maxNotices = 50;

const noticesOfMember = prepareOnce((db) =>
  db
    .select({
      id: eventNotices.id,
      kind: eventNotices.kind,
      eventId: eventNotices.eventId,
      title: eventNotices.title,
      eventDate: isoText(eventNotices.eventDate),
    })
    .from(eventNotices)
    .where(eq(eventNotices.memberId, sql.placeholder('memberId')))
    .orderBy(eventNotices.eventDate, eventNotices.id)
    .limit(maxNotices)
    .prepare('event_notices_of_member'),
);

export const listNotices = (db: Database, memberId: string): Promise<EventNotice[]> =>
  noticesOfMember(db).execute({ memberId });

/** Search of events. Later events count as newer. */
export const eventSearchSource: SearchSource = {
  type: 'events',
  source: events,
  isIndexed: sql`true`,
  title: sql`${events.title}`,
  rest: sql`concat_ws(' ', ${events.location}, ${events.description})`,
  isShown: sql`true`,
  recency: sql`extract(epoch FROM ${events.eventDate})`,
  shown: {
    title: sql`${events.title}`,
    text: sql`nullif(concat_ws(' · ', ${events.location}, ${events.description}), '')`,
    imageUrl: sql`${events.imageUrl}`,
    at: isoText(events.eventDate),
  },
};
