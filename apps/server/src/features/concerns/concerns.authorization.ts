import { type Authorization, formFields, type Scene } from '../../../test/scene.ts';
import { newId } from '../../platform/database/columns.ts';
import { concerns } from './concerns.tables.ts';

const concern = { kind: 'complaint', text: 'Nobody answers me' } as const;

/** Stores a concern and returns its address. */
async function createConcern({ community: { db } }: Scene): Promise<string> {
  const id = newId();
  const now = new Date();
  await db.insert(concerns).values({ ...concern, id, receipt: id, dueAt: now, createdAt: now });
  return `/api/moderation/concerns/${id}`;
}

export const authorization: Authorization = {
  rows: `
    POST   /api/concerns                          201 201 201 201 201 201 201
    POST   /report-a-concern                      204 204 204 204 204 204 204
    POST   /api/concerns/confirmation             400 400 400 400 400 400 400
    POST   /confirm-concern                       400 400 400 400 400 400 400
    GET    /api/moderation/concerns               401 403 403 403 403 200 200
    GET    /api/moderation/concerns/:id           401 403 403 403 403 200 200
    POST   /api/moderation/concerns/:id/answer    401 403 403 403 403 201 201
  `,
  // The readers are not moderators.
  visibility: {
    rows: `
      GET /api/moderation/concerns  403 403 403 403 403 401 403
    `,
    lists: {},
  },
  calls: {
    'POST /api/concerns': () => ({ body: concern }),
    'POST /report-a-concern': () => formFields({ ...concern, address: '', name: '', email: '', website: '' }),
    'POST /api/concerns/confirmation': () => ({ body: { token: 'unknown' } }),
    'POST /confirm-concern': () => formFields({}),
    'GET /api/moderation/concerns/:id': async (scene) => ({ path: await createConcern(scene) }),
    'POST /api/moderation/concerns/:id/answer': async (scene) => ({
      path: `${await createConcern(scene)}/answer`,
      body: { answer: 'We have looked into it.' },
    }),
  },
};
