import ical, { ICalEventStatus } from 'ical-generator';
import type { EventRow } from './events.queries.ts';

type CalendarRow = Pick<
  EventRow,
  | 'id'
  | 'title'
  | 'description'
  | 'eventDate'
  | 'timeZone'
  | 'location'
  | 'createdAt'
  | 'updatedAt'
  | 'calendarSequence'
>;

/** An event as the calendar of one member shows it. */
export type CalendarEvent = CalendarRow & { status?: 'confirmed' | 'tentative' | 'cancelled' };

type CalendarOptions = {
  publicUrl: string;
  productName: string;
  /** Programs that subscribe to the calendar read it again after this time. */
  refreshSeconds?: number;
};

const statuses = {
  confirmed: ICalEventStatus.CONFIRMED,
  tentative: ICalEventStatus.TENTATIVE,
  cancelled: ICalEventStatus.CANCELLED,
};

/**
 * Returns a calendar file (RFC 5545). Times are in UTC, so that outdated time zone rules of a calendar cannot shift an
 * event. The description contains the organizer's local time.
 */
export function calendarFileOf(
  events: readonly CalendarEvent[],
  { publicUrl, productName, refreshSeconds }: CalendarOptions,
): string {
  const { host } = new URL(publicUrl);
  const calendar = ical({
    prodId: { company: productName, product: 'events' },
    ...(refreshSeconds !== undefined && { name: productName, ttl: refreshSeconds }),
  });
  for (const event of events)
    calendar.createEvent({
      id: `${event.id}@${host}`,
      start: new Date(event.eventDate),
      stamp: new Date(event.updatedAt),
      lastModified: new Date(event.updatedAt),
      sequence: event.calendarSequence,
      created: new Date(event.createdAt),
      summary: event.title,
      location: event.location,
      description: withoutControlCharacters([`${localTimeOf(event)}.`, event.description].filter(Boolean).join('\n\n')),
      url: `${publicUrl}/events`,
      ...(event.status && { status: statuses[event.status] }),
    });
  // RFC 5545, 3.1: every line ends with CRLF, including the last one.
  return `${calendar.toString().trimEnd()}\r\n`;
}

/** Removes control characters that RFC 5545, 3.1 forbids. Title and location cannot contain them. */
const withoutControlCharacters = (text: string): string => text.replaceAll(/[^\P{Cc}\t\r\n]/gu, '');

/** "Wednesday, November 25, 2026 at 7:00 PM Central European Standard Time (Europe/Berlin)". */
const localTimeOf = ({ eventDate, timeZone }: Pick<CalendarRow, 'eventDate' | 'timeZone'>): string => {
  const at = new Date(eventDate);
  const localTime = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'short', timeZone }).format(at);
  return `${localTime}, ${timeZone} time`;
};
