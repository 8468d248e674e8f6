import type { CommunityEvent } from '@commons/contract/events/schemas';
import { and, eq, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { type Check, createCounterCheck, createUnexpectedRowsCheck } from '../../community/checks/checks.ts';
import type { DepartureStep } from '../../community/feature.ts';
import { newIdInDatabase } from '../../platform/database/columns.ts';
import { onlyRow, type Queryable, pipelined } from '../../platform/database/database.ts';
import { domainEvent } from '../../platform/database/domain-events.ts';
import { namedStatement } from '../../platform/database/named-statements.ts';
import type { Transact, UnitOfWork } from '../../platform/database/unit-of-work.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { eventError } from './event-date.ts';
import { findEvents, isOver, toEventView } from './events.queries.ts';
import { eventAttendances, eventNotices, events } from './events.tables.ts';

/** Returns the queue for transactions that change an event or its attendance. */
export const queueOfEvent = (eventId: string) => ({ queue: `event ${eventId}` });

/** Emitted after the server has stored notices for members. */
export const eventNoticesStored = domainEvent<{
  eventIds: string[];
  kind: 'place' | 'changed' | 'reminder' | 'cancelled';
  memberIds: string[];
}>('events.notices_stored');

/** Emitted when a member cancels their attendance or leaves the waiting list. */
export const eventLeft = domainEvent<{ eventId: string; memberId: string }>('events.left');

const eventId = sql.placeholder('eventId');
const memberId = sql.placeholder('memberId');

const lockEvent = namedStatement(
  'lock_event',
  sql`SELECT ${isOver} AS "isOver" FROM ${events} WHERE id = ${eventId} FOR NO KEY UPDATE`,
  { values: { eventId: 'uuid' }, columns: { isOver: 'boolean' } },
);

const findAttendance = namedStatement(
  'event_answer_of_member',
  sql`SELECT is_going AS "isGoing" FROM ${eventAttendances} WHERE event_id = ${eventId} AND member_id = ${memberId}`,
  { values: { eventId: 'uuid', memberId: 'uuid' }, columns: { isGoing: 'boolean' } },
);

/** Adds a member as an attendee, or to the end of the waiting list of a full event. */
const joinEvent = namedStatement(
  'join_event',
  sql`WITH joined AS (
      INSERT INTO ${eventAttendances} (event_id, member_id, is_going, position)
      SELECT id, ${memberId}, max_attendees IS NULL OR going_count < max_attendees, answers_count + 1
      FROM ${events} WHERE id = ${eventId}
      RETURNING is_going
    )
    UPDATE ${events} SET going_count = going_count + is_going::int, waiting_count = waiting_count + (NOT is_going)::int,
      answers_count = answers_count + 1, attendance_revision = attendance_revision + 1
    FROM joined WHERE id = ${eventId}`,
  { values: { memberId: 'uuid', eventId: 'uuid' } },
);

const leaveEvent = namedStatement(
  'leave_event',
  sql`WITH deleted AS (
      DELETE FROM ${eventAttendances} WHERE event_id = ${eventId} AND member_id = ${memberId} RETURNING is_going
    ), deleted_notices AS (
      DELETE FROM ${eventNotices} WHERE event_id = ${eventId} AND member_id = ${memberId}
    )
    UPDATE ${events} SET going_count = going_count - is_going::int, waiting_count = waiting_count - (NOT is_going)::int,
      attendance_revision = attendance_revision + 1
    FROM deleted WHERE id = ${eventId}`,
  { values: { eventId: 'uuid', memberId: 'uuid' } },
);

const replaceExisting = sql`ON CONFLICT (member_id, event_id, kind)
    DO UPDATE SET id = excluded.id, title = excluded.title, event_date = excluded.event_date`;

/** SQL that stores notices with the current title and time. Replaces unseen notices of the same kind. */
const insertNotices = (kind: 'place' | 'changed' | 'cancelled', event: string | SQLWrapper, members: SQL) =>
  sql`INSERT INTO ${eventNotices} (id, member_id, event_id, kind, title, event_date)
    SELECT ${newIdInDatabase}, members.member_id, events.id, ${sql.raw(`'${kind}'`)}, title, event_date
    FROM ${members} AS members, ${events} WHERE events.id = ${event}
    ${replaceExisting}
    RETURNING member_id`;

/**
 * Gives free places to the waiting list in order, and stores notices for these members. Nobody gets a place after the
 * event. The caller must have locked the event.
 */
const fillPlaces = namedStatement(
  'fill_places_of_event',
  sql`WITH moved AS (
      UPDATE ${eventAttendances} SET is_going = true
      WHERE event_id = ${eventId} AND member_id IN (
        SELECT member_id FROM ${eventAttendances} WHERE event_id = ${eventId} AND NOT is_going ORDER BY position
        LIMIT (
          SELECT CASE WHEN ${isOver} THEN 0 ELSE coalesce(max_attendees - going_count, waiting_count) END
          FROM ${events} WHERE id = ${eventId}
        )
      )
      RETURNING member_id
    ), stored AS (${insertNotices('place', eventId, sql`moved`)}), moves AS (
      SELECT count(*)::int AS number, coalesce(array_agg(member_id::text), '{}') AS member_ids FROM stored
    )
    UPDATE ${events} SET going_count = going_count + number, waiting_count = waiting_count - number,
      attendance_revision = attendance_revision + sign(number)::int
    FROM moves WHERE id = ${eventId}
    RETURNING going_count AS going, waiting_count AS waiting, attendance_revision AS "attendanceRevision",
      member_ids AS "movedUp"`,
  {
    values: { eventId: 'uuid' },
    columns: { going: 'integer', waiting: 'integer', attendanceRevision: 'integer', movedUp: 'text[]' },
  },
);

/** Stores and publishes a notice for all attendees and waiting members of a locked event, except the viewer. */
export async function notifyRespondents(
  work: UnitOfWork,
  viewer: Viewer,
  id: string,
  kind: 'changed' | 'cancelled',
): Promise<void> {
  const others = sql`(SELECT member_id FROM ${eventAttendances} WHERE event_id = ${id} AND member_id <> ${viewer.id})`;
  const { rows } = await work.tx.execute<{ member_id: string }>(insertNotices(kind, id, others));
  await publishNotices(work, kind, [{ eventId: id, memberIds: rows.map((row) => row.member_id) }]);
}

type EventNotices = { eventId: string; memberIds: string[] };

async function publishNotices(
  work: UnitOfWork,
  kind: 'place' | 'changed' | 'reminder' | 'cancelled',
  notices: EventNotices[],
): Promise<void> {
  const nonEmptyNotices = notices.filter(({ memberIds }) => memberIds.length > 0);
  if (nonEmptyNotices.length === 0) return;
  for (const { eventId: id, memberIds } of nonEmptyNotices)
    work.publish({ audience: { memberIds }, frame: { type: 'event.notice', eventId: id } });
  const memberIds = [...new Set(nonEmptyNotices.flatMap((notice) => notice.memberIds))];
  await work.emit(eventNoticesStored, { kind, eventIds: nonEmptyNotices.map((notice) => notice.eventId), memberIds });
}

/** Fills the free places of a locked event from its waiting list, and publishes the new counts. */
export async function fillFreePlaces(work: UnitOfWork, id: string): Promise<void> {
  const { movedUp, ...counts } = onlyRow(await fillPlaces(work.tx, { eventId: id }));
  work.publish({
    audience: 'everyone',
    frame: { type: 'event.attendance', eventId: id, ...counts },
    latest: { name: `attendance of ${id}`, revision: counts.attendanceRevision },
  });
  if (movedUp.length > 0)
    work.publish({ audience: { memberIds: movedUp }, frame: { type: 'event.answered', eventId: id } });
  await publishNotices(work, 'place', [{ eventId: id, memberIds: movedUp }]);
}

/**
 * Adds a member to an event or removes them. Locks the event before it reads the member's current state, so that
 * concurrent calls never give a place twice. Idempotent.
 * @throws AppError `events.not_found`, or `events.over` for a change after the event.
 */
export async function setAttendance(
  work: UnitOfWork,
  viewer: Viewer,
  id: string,
  isGoing: boolean,
): Promise<CommunityEvent> {
  const ids = { eventId: id, memberId: viewer.id };
  const [[event], [attendance]] = await pipelined(lockEvent(work.tx, ids), findAttendance(work.tx, ids));
  if (!event) throw eventError('events.not_found');
  if ((attendance !== undefined) !== isGoing) {
    if (event.isOver) throw eventError('events.over');
    const statements = isGoing ? [joinEvent(work.tx, ids)] : [leaveEvent(work.tx, ids), work.emit(eventLeft, ids)];
    await pipelined(...statements, fillFreePlaces(work, id));
    work.publish({ audience: { memberIds: [viewer.id] }, frame: { type: 'event.answered', eventId: id } });
  }
  return toEventView(viewer)(onlyRow(await findEvents(work.tx, viewer, id)));
}

/** Deletes notices that their member has seen. */
export async function deleteSeenNotices(db: Queryable, viewerId: string, ids: string[]): Promise<void> {
  await db.delete(eventNotices).where(and(eq(eventNotices.memberId, viewerId), inArray(eventNotices.id, ids)));
}

const isDue = sql`event_date > now() AND event_date <= now() + interval '1 day' AND reminded_at IS NULL`;

/** Reminds attendees once of events that start within a day, and again after a change of the time. */
export const remindOfEvents = (transact: Transact): Promise<void> =>
  transact(async (work) => {
    // A separate statement, so that the next one skips members who cancelled while this one waited for the lock.
    await work.tx.execute(sql`SELECT FROM ${events} WHERE ${isDue} ORDER BY id FOR NO KEY UPDATE`);
    const { rows } = await work.tx.execute<EventNotices>(sql`
      WITH due AS (
        UPDATE ${events} SET reminded_at = now() WHERE ${isDue} RETURNING id, title, event_date
      ), stored AS (
        INSERT INTO ${eventNotices} (id, member_id, event_id, kind, title, event_date)
        SELECT ${newIdInDatabase}, member_id, due.id, 'reminder', title, event_date
        FROM due JOIN ${eventAttendances} AS answers ON answers.event_id = due.id AND is_going
        ${replaceExisting}
        RETURNING event_id, member_id
      )
      SELECT event_id AS "eventId", array_agg(member_id::text) AS "memberIds" FROM stored GROUP BY event_id`);
    await publishNotices(work, 'reminder', rows);
  });

/** Deletes unseen notices a week after their event. */
export const deleteOldNotices = (db: Queryable) =>
  db.delete(eventNotices).where(sql`${eventNotices.eventDate} < now() - interval '7 days'`);

/** Frees the places of a former member, so that the waiting lists move up. */
export const leaveAllEvents: DepartureStep = async ({ db, transact }, member) => {
  const attendances = db
    .select({ eventId: eventAttendances.eventId })
    .from(eventAttendances)
    .where(eq(eventAttendances.memberId, member.memberId));
  for (const { eventId: id } of await attendances)
    await transact(async (work) => {
      const ids = { eventId: id, memberId: member.memberId };
      const [[event], [attendance]] = await pipelined(lockEvent(work.tx, ids), findAttendance(work.tx, ids));
      if (event && attendance) await pipelined(leaveEvent(work.tx, ids), fillFreePlaces(work, id));
    }, queueOfEvent(id));
};

const countResponses = (isGoing: boolean) =>
  sql`SELECT count(*) FROM ${eventAttendances}
    WHERE ${and(eq(eventAttendances.eventId, events.id), eq(eventAttendances.isGoing, isGoing))}`;
const also = { attendanceRevision: sql`attendance_revision + 1` };

export const attendanceChecks: Check[] = [
  createCounterCheck({
    name: 'event: going',
    table: events,
    keys: [events.id],
    columnName: 'goingCount',
    expected: countResponses(true),
    alsoSet: also,
  }),
  createCounterCheck({
    name: 'event: waiting',
    table: events,
    keys: [events.id],
    columnName: 'waitingCount',
    expected: countResponses(false),
    alsoSet: also,
  }),
  // Not repaired automatically: the next change of the event's attendance fills the place and notifies the member.
  createUnexpectedRowsCheck(
    'event: a place is free while somebody waits',
    sql`SELECT ${events.id} AS id, ${events.goingCount} AS actual, ${events.maxAttendees} AS expected FROM ${events}
      WHERE ${events.waitingCount} > 0 AND ${events.goingCount} < coalesce(${events.maxAttendees}, 2147483647)`,
  ),
];
