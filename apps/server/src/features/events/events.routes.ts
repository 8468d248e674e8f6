import { idParams } from '@commons/contract/common/schemas';
import { eventCalendarPath } from '@commons/contract/events';
import * as contract from '@commons/contract/events/schemas';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { FeatureContext } from '../../community/feature.ts';
import { platformError } from '../../platform/errors.ts';
import { cursorOf, instantKey, toPage } from '../../platform/http/pagination.ts';
import { route } from '../../platform/http/routes.ts';
import { limits } from '../../platform/rate-limits/rate-limits.ts';
import { setAttendance, queueOfEvent, deleteSeenNotices } from './attendance.service.ts';
import { calendarFileOf } from './calendar-file.ts';
import { eventError } from './event-date.ts';
import { type EventRow, findEvents, listEvents, listNotices, toEventView } from './events.queries.ts';
import { createEvent, deleteEvent, updateEvent } from './events.service.ts';

const eventCursor = cursorOf(z.object({ eventDate: instantKey, id: z.uuid() }));

export function eventRoutes(app: FastifyInstance, { db, transact, media, publicUrl, settings }: FeatureContext): void {
  const memberRules = { access: 'member' } as const;
  const readRules = { access: 'member', scope: 'events:read' } as const;
  const listRules = { ...readRules, cursor: eventCursor } as const;
  const answerRules = { access: 'member', limits: [limits.liking] } as const;
  const curateRules = { access: 'moderator', limits: [limits.curating] } as const;

  route(app, contract.listEvents, listRules, async ({ viewer, query: { when, limit }, after }) => {
    const rows = await listEvents(db, viewer, when, { after, rowCount: limit + 1 });
    return toPage(rows, limit, toEventView(viewer), keyOf);
  });

  route(app, contract.getEvent, readRules, async ({ viewer, params }) => {
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
        .send(calendarFileOf([event], { publicUrl, productName: settings.current.productName }));
    },
  );
}

const keyOf = ({ eventDate, id }: EventRow) => ({ eventDate: new Date(eventDate), id });
