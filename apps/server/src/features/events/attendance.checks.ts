import { and, eq, not, sql } from 'drizzle-orm';
import { type Check, counted, unexpected } from '../../platform/checks/checks.ts';
import { eventAttendances, events } from './events.tables.ts';

const answersTo = (isGoing: boolean) => {
  const { eventId, isGoing: goes } = eventAttendances;
  return sql`SELECT count(*) FROM ${eventAttendances} WHERE ${and(eq(eventId, events.id), isGoing ? goes : not(goes))}`;
};
const also = { attendanceRevision: sql`attendance_revision + 1` };

export const attendanceChecks: Check[] = [
  counted({
    name: 'event: going',
    table: events,
    keys: [events.id],
    figure: 'goingCount',
    should: answersTo(true),
    also,
  }),
  counted({
    name: 'event: waiting',
    table: events,
    keys: [events.id],
    figure: 'waitingCount',
    should: answersTo(false),
    also,
  }),
  // Who waited longest has to be told, too: the next answer to the event does both.
  unexpected(
    'event: a place is free while somebody waits',
    sql`SELECT ${events.id} AS id, ${events.goingCount} AS "is", ${events.maxAttendees} AS should FROM ${events}
      WHERE ${events.waitingCount} > 0 AND ${events.goingCount} < coalesce(${events.maxAttendees}, 2147483647)`,
  ),
];
