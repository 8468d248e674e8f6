import type { CommunityEvent, EventInput } from '@commons/contract/events/schemas';
import { eq, getTableColumns } from 'drizzle-orm';
import { recordAudit } from '../../community/audit/index.ts';
import { enqueueReindex } from '../../community/search-documents/search-source.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import { newId } from '../../platform/database/columns.ts';
import { onlyRow, type Transaction } from '../../platform/database/database.ts';
import { domainEvent } from '../../platform/database/domain-events.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import type { Media } from '../../platform/media/media.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { notifyRespondents, fillFreePlaces } from './attendance.service.ts';
import { markCancelled } from './calendar-subscriptions.ts';
import { eventError, toInstant } from './event-date.ts';
import { findEvents, isOver, toEventView } from './events.queries.ts';
import { eventNotices, events } from './events.tables.ts';

/** Emitted when a manager or an admin adds an event. */
export const eventCreated = domainEvent<{ eventId: string; eventDate: Date }>('events.created');

export const eventDeleted = domainEvent<{ eventId: string }>('events.deleted');

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
  const eventDate = toInstant(input.eventDate, timeZone);
  const createdAt = databaseNow();
  await attachPicture(work.tx, media, viewer, input.imageUrl);
  const event = { ...input, id, timeZone, eventDate, creatorId: viewer.id, createdAt, updatedAt: createdAt };
  await work.tx.insert(events).values(event);
  await enqueueReindex(work, 'events', [id]);
  await work.emit(eventCreated, { eventId: id, eventDate });
  work.publish({ audience: 'everyone', frame: { type: 'event.created', eventId: id } });
  return toEventView(viewer)(onlyRow(await findEvents(work.tx, viewer, id)));
}

/** Locks an event for a change. Concurrent attendance changes wait. */
async function getLockedEvent(tx: Transaction, eventId: string) {
  const rows = await tx
    .select({ ...getTableColumns(events), isOver })
    .from(events)
    .where(eq(events.id, eventId))
    .for('update');
  if (!rows[0]) throw eventError('events.not_found');
  return rows[0];
}

/** The fields in the calendar file. */
const calendarFields = ['title', 'description', 'eventDate', 'timeZone', 'location'] as const;

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
  const before = await getLockedEvent(work.tx, id);
  const timeZone = input.timeZone ?? before.timeZone;
  const after = { ...input, timeZone, eventDate: toInstant(input.eventDate, timeZone) };
  if (after.maxAttendees !== null && after.maxAttendees < before.goingCount) throw eventError('events.more_are_going');
  const differs = (...fields: (keyof typeof after)[]) =>
    fields.some((field) => after[field]?.valueOf() !== before[field]?.valueOf());

  if (differs('imageUrl')) {
    await attachPicture(work.tx, media, viewer, after.imageUrl);
    if (before.imageUrl !== null) await media.detach(work.tx, before.imageUrl);
  }
  await work.tx
    .update(events)
    .set({
      ...after,
      ...(differs('eventDate') && { remindedAt: null }),
      ...(differs(...calendarFields) && { calendarSequence: before.calendarSequence + 1 }),
      ...(differs(...calendarFields, 'maxAttendees', 'imageUrl') && { updatedAt: databaseNow() }),
    })
    .where(eq(events.id, id));
  await fillFreePlaces(work, id);
  if (differs('eventDate', 'location') && after.eventDate > databaseNow())
    await notifyRespondents(work, viewer, id, 'changed');
  await enqueueReindex(work, 'events', [id]);
  work.publish({ audience: 'everyone', frame: { type: 'event.updated', eventId: id } });
  return toEventView(viewer)(onlyRow(await findEvents(work.tx, viewer, id)));
}

/** Deletes an event with its attendance. Notifies attendees and waiting members of an event that is not over. */
export async function deleteEvent(work: UnitOfWork, media: Media, viewer: Viewer, id: string): Promise<void> {
  const event = await getLockedEvent(work.tx, id);
  await work.emit(eventDeleted, { eventId: id });
  await work.tx.delete(eventNotices).where(eq(eventNotices.eventId, id));
  if (!event.isOver) {
    await notifyRespondents(work, viewer, id, 'cancelled');
    await markCancelled(work, id);
  }
  if (event.imageUrl !== null) await media.detach(work.tx, event.imageUrl);
  await work.tx.delete(events).where(eq(events.id, id));
  await enqueueReindex(work, 'events', [id]);
  await recordAudit(work, { actorId: viewer.id, action: 'event.deleted', subjectId: id });
  work.publish({ audience: 'everyone', frame: { type: 'event.deleted', eventId: id } });
}
