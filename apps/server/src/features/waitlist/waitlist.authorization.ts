import { newcomer } from '../../../test/accounts.ts';
import { type Authorization, type Scene, formFields } from '../../../test/scene.ts';
import { newId } from '../../platform/database/columns.ts';
import { waitlistEntries } from './waitlist.tables.ts';

const entry = () => ({ firstName: 'Ana', lastName: 'Lund', email: newcomer().email });

/** Creates a waitlist entry and returns its id. */
async function createEntry({ community: { db } }: Scene): Promise<string> {
  const id = newId();
  await db.insert(waitlistEntries).values({ ...entry(), id, createdAt: new Date() });
  return id;
}

export const authorization: Authorization = {
  rows: `
    POST   /api/waitlist                       201 201 201 201 201 201 201
    POST   /waitlist                           204 204 204 204 204 204 204
    POST   /api/waitlist/admin                 403 403 403 403 403 403 200
    DELETE /api/waitlist/admin/:id             403 403 403 403 403 403 204
    POST   /api/waitlist/admin/invitations     401 403 403 403 403 403 201
  `,
  calls: {
    'POST /api/waitlist': () => ({ body: entry() }),
    'POST /waitlist': () => formFields({ ...entry(), message: '' }),
    'DELETE /api/waitlist/admin/:id': async (scene) => ({ path: `/api/waitlist/admin/${await createEntry(scene)}` }),
    'POST /api/waitlist/admin/invitations': async (scene) => ({ body: { id: await createEntry(scene) } }),
  },
};
