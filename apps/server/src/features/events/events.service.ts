import type { CommunityEvent, EventInput } from '@commons/contract/events/schemas';
import { eq, sql } from 'drizzle-orm';
import { recordAudit } from '../../community/audit/index.ts';
import { enqueueReindex } from '../../community/search-documents/search-source.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import { newId } from '../../platform/database/columns.ts';
import { onlyRow, pipelined, type Transaction } from '../../platform/database/database.ts';
import { domainEvent } from '../../platform/database/domain-events.ts';
import { namedStatement } from '../../platform/database/named-statements.ts';
import { prepareOnce } from '../../platform/database/statements.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import type { Media } from '../../platform/media/media.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { notifyRespondents, fillFreePlaces } from './attendance.service.ts';
import { eventError, toInstant } from './event-date.ts';
import { findEvents, isOver, toEventView } from './events.queries.ts';
import { eventNotices, events } from './events.tables.ts';

export const eventDeleted = domainEvent<{ eventId: string }>('events.deleted');

const insertEvent = prepareOnce((db) =>
  db
    .insert(events)
    .values({
      id: sql.placeholder('id'),
      creatorId: sql.placeholder('creatorId'),
      title: sql.placeholder('title'),
      description: sql.placeholder('description'),
      eventDate: sql.placeholder('eventDate'),
      timeZone: sql.placeholder('timeZone'),
      location: sql.placeholder('location'),
      maxAttendees: sql.placeholder('maxAttendees'),
      imageUrl: sql.placeholder('imageUrl'),
      createdAt: sql.placeholder('createdAt'),
      updatedAt: sql.placeholder('createdAt'),
    })
    .prepare('insert_event'),
);

/** Attaches an uploaded picture of the viewer to an event. Does nothing for a picture on another site. */
async function attachPicture(tx: Transaction, media: Media, viewer: Viewer, imageUrl: string | null): Promise<void> {
  if (imageUrl?.startsWith('/') && !(await media.attachUploaded(tx, imageUrl, { ownerId: viewer.id, kind: 'image' })))
    throw eventError('events.picture_not_found');
}

export async function createEvent(
  work: UnitOfWork,
  media: Media,
  viewer: Viewer,
  { timeZone = 'UTC', ...input }: EventInput,
): Promise<CommunityEvent> {
  const id = newId();
  const event = {
    ...input,
    id,
    timeZone,
    eventDate: toInstant(input.eventDate, timeZone),
    creatorId: viewer.id,
    createdAt: databaseNow(),
  };
  const [, , eventRows] = await pipelined(
    attachPicture(work.tx, media, viewer, event.imageUrl),
    insertEvent(work.tx).execute(event),
    findEvents(work.tx, viewer, id),
    enqueueReindex(work, 'events', [id]),
  );
  work.publish({ audience: 'everyone', frame: { type: 'event.created', eventId: id } });
  return toEventView(viewer)(onlyRow(eventRows));
}

/** Locks an event for a change. Concurrent attendance changes wait. */
const lockEventToChange = prepareOnce((db) =>
  db
    .select({
      eventDate: events.eventDate,
      timeZone: events.timeZone,
      location: events.location,
      imageUrl: events.imageUrl,
      goingCount: events.goingCount,
      isOver,
    })
    .from(events)
    .where(eq(events.id, sql.placeholder('eventId')))
    .for('update')
    .prepare('lock_event_to_change'),
);

// Prepared, so that statements are sent in call order. A query builder would send its statement later.
const changeEvent = namedStatement(
  'change_event',
  sql`UPDATE ${events} SET title = ${sql.placeholder('title')}, description = ${sql.placeholder('description')},
      reminded_at = CASE WHEN event_date = ${sql.placeholder('eventDate')} THEN reminded_at END,
      event_date = ${sql.placeholder('eventDate')}, time_zone = ${sql.placeholder('timeZone')},
      location = ${sql.placeholder('location')}, max_attendees = ${sql.placeholder('maxAttendees')},
      image_url = ${sql.placeholder('imageUrl')},
      calendar_sequence = calendar_sequence + CASE WHEN (title, description, event_date, time_zone, location)
        IS DISTINCT FROM (${sql.placeholder('title')}, ${sql.placeholder('description')},
          ${sql.placeholder('eventDate')}::timestamptz, ${sql.placeholder('timeZone')}, ${sql.placeholder('location')})
        THEN 1 ELSE 0 END,
      updated_at = CASE WHEN (title, description, event_date, time_zone, location, max_attendees, image_url)
        IS DISTINCT FROM (${sql.placeholder('title')}, ${sql.placeholder('description')},
          ${sql.placeholder('eventDate')}::timestamptz, ${sql.placeholder('timeZone')}, ${sql.placeholder('location')},
          ${sql.placeholder('maxAttendees')}::int, ${sql.placeholder('imageUrl')})
        THEN now() ELSE updated_at END
    WHERE id = ${sql.placeholder('eventId')}`,
  {
    values: {
      title: 'text',
      description: 'text | null',
      eventDate: 'timestamp with time zone',
      timeZone: 'text',
      location: 'text | null',
      maxAttendees: 'integer | null',
      imageUrl: 'text | null',
      eventId: 'uuid',
    },
  },
);
const deleteNotices = namedStatement(
  'forget_notices_of_event',
  sql`DELETE FROM ${eventNotices} WHERE event_id = ${sql.placeholder('eventId')}`,
  { values: { eventId: 'uuid' } },
);
const removeEvent = namedStatement(
  'remove_event',
  sql`DELETE FROM ${events} WHERE id = ${sql.placeholder('eventId')}`,
  { values: { eventId: 'uuid' } },
);

/**
 * Changes an event. A higher maximum moves members up from the waiting list. A new time or place notifies attendees and
 * waiting members.
 * @throws AppError `events.more_are_going` for a maximum below the number of attendees.
 */
export async function updateEvent(
  work: UnitOfWork,
  media: Media,
  viewer: Viewer,
  id: string,
  input: EventInput,
): Promise<CommunityEvent> {
  const [existingEvent] = await lockEventToChange(work.tx).execute({ eventId: id });
  if (!existingEvent) throw eventError('events.not_found');
  const timeZone = input.timeZone ?? existingEvent.timeZone;
  const eventDate = toInstant(input.eventDate, timeZone);
  if (input.maxAttendees !== null && input.maxAttendees < existingEvent.goingCount)
    throw eventError('events.more_are_going');

  const { imageUrl, location } = input;
  const hasNewPicture = imageUrl !== existingEvent.imageUrl;
  const hasMoved = eventDate.getTime() !== existingEvent.eventDate.getTime() || location !== existingEvent.location;
  const [, , , , , eventRows] = await pipelined(
    hasNewPicture ? attachPicture(work.tx, media, viewer, imageUrl) : undefined,
    hasNewPicture && existingEvent.imageUrl !== null ? media.detach(work.tx, existingEvent.imageUrl) : undefined,
    changeEvent(work.tx, { ...input, eventId: id, timeZone, eventDate }),
    fillFreePlaces(work, id),
    hasMoved && eventDate > databaseNow() ? notifyRespondents(work, viewer, id, 'changed') : undefined,
    findEvents(work.tx, viewer, id),
    enqueueReindex(work, 'events', [id]),
  );
  work.publish({ audience: 'everyone', frame: { type: 'event.updated', eventId: id } });
  return toEventView(viewer)(onlyRow(eventRows));
}

/** Deletes an event with its attendance. Notifies attendees and waiting members of an event that is not over. */
export async function deleteEvent(work: UnitOfWork, media: Media, viewer: Viewer, id: string): Promise<void> {
  const [existingEvent] = await lockEventToChange(work.tx).execute({ eventId: id });
  if (!existingEvent) throw eventError('events.not_found');
  await work.emit(eventDeleted, { eventId: id });
  await pipelined(
    deleteNotices(work.tx, { eventId: id }),
    existingEvent.isOver ? undefined : notifyRespondents(work, viewer, id, 'cancelled'),
    existingEvent.imageUrl === null ? undefined : media.detach(work.tx, existingEvent.imageUrl),
    removeEvent(work.tx, { eventId: id }),
    enqueueReindex(work, 'events', [id]),
    recordAudit(work, { actorId: viewer.id, action: 'event.deleted', subjectId: id }),
  );
  work.publish({ audience: 'everyone', frame: { type: 'event.deleted', eventId: id } });
}
