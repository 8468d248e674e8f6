import { randomUUID } from 'node:crypto';
import type { Authorization } from '../../../test/scene.ts';

const path = '/api/admin/csv/books';
/** Creates a table with a new book, because importing an existing one would change nothing. */
const table = () => ({
  path,
  body: { csv: `title,author,description,imageUrl,buyLink\r\n${randomUUID()},Katherine May,,,\r\n` },
});

export const authorization: Authorization = {
  rows: `
    GET  /api/admin/csv/:kind        401 403 403 403 403 403 200
    POST /api/admin/csv/:kind        401 403 403 403 403 403 200
    POST /api/admin/csv/:kind/check  401 403 403 403 403 403 200
  `,
  calls: {
    'GET /api/admin/csv/:kind': () => ({ path }),
    'POST /api/admin/csv/:kind': table,
    'POST /api/admin/csv/:kind/check': () => ({ ...table(), path: `${path}/check` }),
  },
};
