import type { Authorization } from '../../../test/scene.ts';

// No list contains content of members.
export const authorization: Authorization = {
  rows: `
    GET    /api/admin/mails/previews        401 403 403 403 403 403 200
    GET    /api/admin/mails/previews/:name  401 403 403 403 403 403 200
    POST   /api/admin/mails/test            401 403 403 403 403 403 200
  `,
  visibility: {
    rows: `
      GET /api/admin/mails/previews  403 403 403 403 403 401 403
    `,
    lists: {},
  },
  calls: {
    'GET /api/admin/mails/previews/:name': () => ({ path: '/api/admin/mails/previews/test' }),
  },
};
