import { newcomer } from '../../../test/accounts.ts';
import { type Authorization, typed } from '../../../test/scene.ts';

const entry = () => ({ firstName: 'Ana', lastName: 'Lund', email: newcomer().email });

export const authorization: Authorization = {
  rows: `
    POST   /api/waitlist                       201 201 201 201 201 201 201
    POST   /waitlist                           204 204 204 204 204 204 204
  `,
  calls: {
    'POST /api/waitlist': () => ({ body: entry() }),
    'POST /waitlist': () => typed({ ...entry(), message: '' }),
  },
};
