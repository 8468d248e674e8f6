import { idParams } from '@commons/contract/common/schemas';
import { eventCalendarPath } from '@commons/contract/events';
import * as contract from '@commons/contract/events/schemas';
import type { FastifyInstance } from 'fastify';
import ical from 'ical-generator';
import { z } from 'zod';
import type { FeatureContext } from '../../community/feature.ts';
import { platformError } from '../../platform/errors.ts';
import { cursorOf, instantKey, toPage } from '../../platform/http/pagination.ts';
import { route } from '../../platform/http/routes.ts';
import { limits } from '../../platform/rate-limits/rate-limits.ts';
import { setAttendance, queueOfEvent, deleteSeenNotices } from './attendance.service.ts';
import { eventError } from './event-date.ts';
import { type EventRow, findEvents, listEvents, listNotices, toEventView } from './events.queries.ts';
import { createEvent, deleteEvent, updateEvent } from './events.service.ts';

const eventCursor = cursorOf(z.object({ eventDate: instantKey, id: z.uuid() }));

export function eventRoutes(app: FastifyInstance, { db, transact, media, publicUrl, settings }: FeatureContext): void {
  const memberRules = { access: 'member' } as const;
  const listRules = { access: 'member', cursor: eventCursor } as const;
  const answerRules = { access: 'member', limits: [limits.liking] } as const;
  const curateRules = { access: 'moderator', limits: [limits.curating] } as const;

  route(app, contract.listEvents, listRules, async ({ viewer, query: { when, limit }, after }) => {
    const rows = await listEvents(db, viewer, when, { after, rowCount: limit + 1 });
    return toPage(rows, limit, toEventView(viewer), keyOf);
  });

  route(app, contract.getEvent, memberRules, async ({ viewer, params }) => {
    const [event] = await findEvents(db, viewer, params.id);
    if (!event) throw eventError('events.not_found');
    return toEventView(viewer)(event);
  });

  route(app, contract.createEvent, curateRules, ({ viewer, body, once }) =>
    once((work) => createEvent(work, media, viewer, body)),
  );

  route(app, contract.updateEvent, curateRules, ({ viewer, params, body }) =>
    transact((work) => updateEvent(work, media, viewer, params.id, body), queueOfEvent(params.id)),
  );

  route(app, contract.deleteEvent, { ...curateRules, access: 'admin' }, ({ viewer, params }) =>
    transact((work) => deleteEvent(work, media, viewer, params.id), queueOfEvent(params.id)),
  );

  route(app, contract.answerEvent, answerRules, ({ viewer, params, body }) =>
    transact((work) => setAttendance(work, viewer, params.id, body.going), queueOfEvent(params.id)),
  );

  route(app, contract.listEventNotices, memberRules, ({ viewer }) => listNotices(db, viewer.id));

  route(app, contract.seeEventNotices, answerRules, ({ viewer, body }) => deleteSeenNotices(db, viewer.id, body.ids));

  app.get<{ Params: { id: string } }>(
    eventCalendarPath(':id'),
    {
      config: { access: 'member' },
      schema: {
        summary: 'Get an event as a calendar file (iCalendar, RFC 5545)',
        params: idParams,
        response: { 200: { content: { 'text/calendar': { schema: z.string() } } } },
      },
    },
    async ({ viewer, params }, reply) => {
      const [event] = viewer ? await findEvents(db, viewer, params.id) : [];
      if (!event) throw platformError('request.not_found');
      return reply
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', 'attachment; filename="event.ics"')
        .send(calendarFileOf(event, publicUrl, settings.current.productName));
    },
  );
}

const keyOf = ({ eventDate, id }: EventRow) => ({ eventDate: new Date(eventDate), id });

/**
 * Returns the calendar file of an event (RFC 5545). Times are in UTC, so that outdated time zone rules of a calendar
 * cannot shift the event. The description contains the organizer's local time.
 */
function calendarFileOf(event: EventRow, publicUrl: string, productName: string): string {
  const { host } = new URL(publicUrl);
  const calendar = ical({ prodId: { company: productName, product: 'events' } });
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
  });
  // RFC 5545, 3.1: every line ends with CRLF, including the last one.
  return `${calendar.toString().trimEnd()}\r\n`;
}

/** Removes control characters that RFC 5545, 3.1 forbids. Title and location cannot contain them. */
const withoutControlCharacters = (text: string): string => text.replaceAll(/[^\P{Cc}\t\r\n]/gu, '');

/** "Wednesday, November 25, 2026 at 7:00 PM Central European Standard Time (Europe/Berlin)". */
const localTimeOf = ({ eventDate, timeZone }: EventRow): string => {
  const at = new Date(eventDate);
  const localTime = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'short', timeZone }).format(at);
  return `${localTime}, ${timeZone} time`;
};
