import { idParams } from '@commons/contract/common/schemas';
import { eventCalendarPath } from '@commons/contract/events';
import * as contract from '@commons/contract/events/schemas';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { platformError } from '../../platform/errors.ts';
import type { Kit } from '../../platform/feature.ts';
import { cursorOf, instantKey, toPage } from '../../platform/http/pagination.ts';
import { route } from '../../platform/http/routes.ts';
import { limits } from '../../platform/rate-limits/rate-limits.ts';
import { answerEvent, queueOfEvent, seeNotices } from './attendance.service.ts';
import { calendarFileOf } from './calendar-file.ts';
import { eventError } from './event-date.ts';
import { type EventRow, findEvents, listEvents, listNotices, toEventView } from './events.queries.ts';
import { createEvent, deleteEvent, updateEvent } from './events.service.ts';

const eventCursor = cursorOf(z.object({ eventDate: instantKey, id: z.uuid() }));

export function eventRoutes(app: FastifyInstance, { db, transact, media, publicUrl, configuration }: Kit): void {
  const member = { access: 'member' } as const;
  const list = { access: 'member', cursor: eventCursor } as const;
  const answer = { access: 'member', limits: [limits.liking] } as const;
  const organise = { access: 'moderator', limits: [limits.posting] } as const;

  route(app, contract.listEvents, list, async ({ viewer, query: { when, limit }, after, sendPage }) => {
    const rows = await listEvents(db, viewer, when, { after, rowCount: limit + 1 });
    return sendPage(200, toPage(rows, limit, keyOf, toEventView(viewer)));
  });

  route(app, contract.getEvent, member, async ({ viewer, params, send }) => {
    const [found] = await findEvents(db, viewer, params.id);
    if (!found) throw eventError('events.not_found');
    return send(200, toEventView(viewer)(found));
  });

  route(app, contract.createEvent, organise, async ({ viewer, body, once, send }) =>
    send(201, await once((work) => createEvent(work, media, viewer, body))),
  );

  route(app, contract.updateEvent, organise, async ({ viewer, params, body, send }) =>
    send(200, await transact((work) => updateEvent(work, media, viewer, params.id, body), queueOfEvent(params.id))),
  );

  route(app, contract.deleteEvent, { ...organise, access: 'admin' }, async ({ viewer, params, send }) => {
    await transact((work) => deleteEvent(work, media, viewer, params.id), queueOfEvent(params.id));
    return send(204);
  });

  route(app, contract.answerEvent, answer, async ({ viewer, params, body, send }) =>
    send(200, await transact((work) => answerEvent(work, viewer, params.id, body.going), queueOfEvent(params.id))),
  );

  route(app, contract.listEventNotices, member, async ({ viewer, send }) =>
    send(200, await listNotices(db, viewer.id)),
  );

  route(app, contract.seeEventNotices, answer, async ({ viewer, body, send }) => {
    await seeNotices(db, viewer.id, body.ids);
    return send(204);
  });

  app.get<{ Params: { id: string } }>(
    eventCalendarPath(':id'),
    {
      config: { access: 'member' },
      schema: {
        summary: 'An event as a calendar file (RFC 5545)',
        params: idParams,
        response: { 200: { content: { 'text/calendar': { schema: z.string() } } } },
      },
    },
    async ({ viewer, params }, reply) => {
      const [found] = viewer ? await findEvents(db, viewer, params.id) : [];
      if (!found) throw platformError('request.not_found');
      return reply
        .type('text/calendar; charset=utf-8')
        .header('content-disposition', 'attachment; filename="event.ics"')
        .send(calendarFileOf(found, publicUrl, configuration.productName));
    },
  );
}

const keyOf = ({ eventDate, id }: EventRow) => ({ eventDate: new Date(eventDate), id });
