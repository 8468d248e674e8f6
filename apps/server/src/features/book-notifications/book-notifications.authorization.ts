import { newcomer } from '../../../test/accounts.ts';
import { sessionSecret } from '../../../test/community.ts';
import { type Authorization, type Scene, formFields } from '../../../test/scene.ts';
import { accessCodesOf } from '../../community/access-codes.ts';
import { newId } from '../../platform/database/columns.ts';
import { bookNotifications } from './book-notifications.tables.ts';

const subscriberFields = () => ({ firstName: 'Ana', lastName: 'Lund', email: newcomer().email });

/** Creates a subscriber and returns their id. */
async function createSubscriber({ community: { db } }: Scene): Promise<string> {
  const id = newId();
  await db.insert(bookNotifications).values({ ...subscriberFields(), id, createdAt: new Date() });
  return id;
}

const { book } = accessCodesOf({ waitlistAccessCode: undefined, bookAccessCode: undefined }, sessionSecret);

export const authorization: Authorization = {
  rows: `
    POST   /api/book-notifications             201 201 201 201 201 201 201
    POST   /dmtools                            204 204 204 204 204 204 204
    POST   /api/book-notifications/admin       200 200 200 200 200 200 200
    GET    /api/book-notifications             401 401 401 401 401 401 200
    DELETE /api/book-notifications/:id         401 401 401 401 401 401 204
  `,
  visibility: {
    rows: 'GET /api/book-notifications    401 401 401 401 401 401 401',
    lists: {},
  },
  calls: {
    'POST /api/book-notifications': () => ({ body: subscriberFields() }),
    'POST /dmtools': () => formFields(subscriberFields()),
    'POST /api/book-notifications/admin': () => ({ body: { accessCode: book } }),
    'DELETE /api/book-notifications/:id': async (scene) => ({
      path: `/api/book-notifications/${await createSubscriber(scene)}`,
    }),
  },
};
