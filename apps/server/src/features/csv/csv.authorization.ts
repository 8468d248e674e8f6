import type { Authorization } from '../../../test/scene.ts';

const table = {
  path: '/api/admin/csv/books',
  body: { csv: 'title,author,description,imageUrl,buyLink\r\nWintering,Katherine May,,,\r\n' },
};

export const authorization: Authorization = {
  rows: `
    GET  /api/admin/csv/:kind        401 403 403 403 403 403 200
    POST /api/admin/csv/:kind        401 403 403 403 403 403 200
    POST /api/admin/csv/:kind/check  401 403 403 403 403 403 200
  `,
  calls: {
    'GET /api/admin/csv/:kind': () => ({ path: table.path }),
    'POST /api/admin/csv/:kind': () => table,
    'POST /api/admin/csv/:kind/check': () => ({ ...table, path: `${table.path}/check` }),
  },
};
