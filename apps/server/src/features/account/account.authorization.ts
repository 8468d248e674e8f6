import type { Authorization } from '../../../test/scene.ts';

export const authorization: Authorization = {
  rows: `
    GET    /api/account/export   401 200 200 200 200 200 200
    DELETE /api/account          401 204 204 204 204 204 204
  `,
  calls: {
    'DELETE /api/account': () => ({ body: { content: 'anonymise' } }),
  },
};
