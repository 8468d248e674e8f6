import { answerEvent, createEvent, renewCalendarSubscription, updateEvent } from '@commons/contract/events/schemas';
import type { Authorization, ListScene, Scene } from '../../../test/scene.ts';

const event = { title: 'A walk', eventDate: '2199-05-01T10:00', timeZone: 'Europe/Berlin', location: 'The old gate' };

const createEventAsAdmin = async ({ member }: Pick<Scene, 'member'>) =>
  (await (await member('admin')).call(createEvent, { body: event })).body.id;

const eventRequest =
  (subpath = '', body?: object) =>
  async (scene: Scene) => ({ path: `/api/events/${await createEventAsAdmin(scene)}${subpath}`, body });

/** Creates an event that the author attends. */
const attendedEvent = async ({ community, author }: ListScene) => {
  const manager = await community.member({ role: 'manager' });
  const params = { id: (await manager.call(createEvent, { body: event })).body.id };
  await author.call(answerEvent, { params, body: { going: true } });
  return { manager, params };
};

export const authorization: Authorization = {
  rows: `
    GET    /api/events                   401 200 200 200 200 200 200
    POST   /api/events                   401 403 403 403 403 201 201
    GET    /api/events/:id               401 200 200 200 200 200 200
    PUT    /api/events/:id               401 403 403 403 403 200 200
    DELETE /api/events/:id               401 403 403 403 403 403 204
    PUT    /api/events/:id/attendance    401 200 200 200 200 200 200
    GET    /api/events/:id/calendar.ics  401 200 200 200 200 200 200
    GET    /api/calendar-subscription    401 200 200 200 200 200 200
    PUT    /api/calendar-subscription    401 200 200 200 200 200 200
    DELETE /api/calendar-subscription    401 204 204 204 204 204 204
    GET    /calendar/:file               200 200 200 200 200 200 200
    GET    /api/event-notices            401 200 200 200 200 200 200
    POST   /api/event-notices/seen       401 204 204 204 204 204 204
  `,
  visibility: {
    // These rows are about attendees. Another test covers that events themselves are visible to all members.
    rows: `
      GET /api/events         shown  shown  hidden hidden shown  401 shown
      GET /api/event-notices  hidden hidden hidden hidden hidden 401 hidden
    `,
    lists: {
      async 'GET /api/events'(scene) {
        await attendedEvent(scene);
      },
      async 'GET /api/event-notices'(scene) {
        const { manager, params } = await attendedEvent(scene);
        await scene.reader.call(answerEvent, { params, body: { going: true } });
        await manager.call(updateEvent, { params, body: { ...event, location: 'The new gate' } });
      },
    },
  },
  calls: {
    'POST /api/events': () => ({ body: event }),
    'GET /api/events/:id': eventRequest(),
    'PUT /api/events/:id': eventRequest('', { ...event, maxAttendees: 10 }),
    'DELETE /api/events/:id': eventRequest(),
    'PUT /api/events/:id/attendance': eventRequest('/attendance', { going: true }),
    'GET /api/events/:id/calendar.ics': eventRequest('/calendar.ics'),
    'GET /calendar/:file': async ({ community }) => {
      const { body } = await (await community.member()).call(renewCalendarSubscription, {});
      return { path: new URL(body.url).pathname };
    },
    'POST /api/event-notices/seen': () => ({ body: { ids: [] } }),
  },
};
