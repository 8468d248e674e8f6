import ical from 'ical-generator';
import type { EventRow } from './events.queries.ts';

/**
 * The calendar file of an event (RFC 5545). Its time is in UTC: an event happens once, so that no rule of any time zone can
 * move it, whatever a calendar knows of them. What the clock of the organiser shows stands in the description.
 */
export function calendarFileOf(event: EventRow, publicUrl: string, productName: string): string {
  const { host } = new URL(publicUrl);
  const calendar = ical({ prodId: { company: productName, product: 'events' } });
  calendar.createEvent({
    id: `${event.id}@${host}`,
    start: new Date(event.eventDate),
    stamp: new Date(event.updatedAt),
    lastModified: new Date(event.updatedAt),
    created: new Date(event.createdAt),
    summary: event.title,
    location: event.location,
    description: readable([`${onClock(event)}.`, event.description].filter(Boolean).join('\n\n')),
    url: `${publicUrl}/events`,
  });
  return calendar.toString();
}

/** Without what no text may have there (RFC 5545, 3.1). Title and place are single lines, which have none of it. */
const readable = (text: string): string => text.replaceAll(/[^\P{Cc}\t\r\n]/gu, '');

/** "Wednesday, November 25, 2026 at 7:00 PM Central European Standard Time (Europe/Berlin)". */
const onClock = ({ eventDate, timeZone }: EventRow): string => {
  const at = new Date(eventDate);
  const words = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'short', timeZone }).format(at);
  return `${words}, ${timeZone} time`;
};
