import { eventAttendances, events } from '../../../apps/server/src/features/events/events.tables.ts';
import { newIdAt } from '../../../apps/server/src/platform/database/columns.ts';
import { type FillContext, insertAll } from './fill-context.ts';
import { day } from './planned-times.ts';
import { SeededRandom } from './seeded-random.ts';

/** Adds past and upcoming events with their attendees and, if full, a waiting list. */
export async function fillEvents({ tx, demo, now, pictures, idOf, demoMember }: FillContext): Promise<void> {
  for (const [index, { by, answers, photo, ...event }] of demo.events.entries()) {
    const announcedAt = Math.min(event.eventDate.getTime() - 14 * day, now.getTime() - (1 + index) * day);
    const createdAt = new Date(announcedAt);
    const id = newIdAt(createdAt);
    const others = new SeededRandom(`going to ${event.title}`)
      .shuffled(demo.members.map(({ handle }) => handle))
      .filter((handle) => handle !== demoMember);
    // The demo member attends every second event.
    const attending = (index % 2 === 0 ? [demoMember, ...others] : others).slice(0, answers);
    const places = event.maxAttendees ?? attending.length;
    await tx.insert(events).values({
      ...event,
      id,
      creatorId: idOf(by),
      imageUrl: (photo && pictures.photos.get(photo)?.url) || null,
      createdAt,
      updatedAt: createdAt,
      remindedAt: event.eventDate < now ? new Date(event.eventDate.getTime() - day) : null,
      goingCount: Math.min(places, attending.length),
      waitingCount: Math.max(0, attending.length - places),
      answersCount: attending.length,
    });
    const attendances = attending.map((handle, position) => ({
      eventId: id,
      memberId: idOf(handle),
      isGoing: position < places,
      position: position + 1,
    }));
    await insertAll(tx, eventAttendances, attendances);
  }
}
