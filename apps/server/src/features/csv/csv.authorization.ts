import { randomUUID } from 'node:crypto';
import type { Authorization } from '../../../test/scene.ts';

const path = '/api/admin/csv/books';
/** Returns an import request with a new book. Importing an existing book would change nothing. */
const importRequest = () => ({
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
    'POST /api/admin/csv/:kind': importRequest,
    'POST /api/admin/csv/:kind/check': () => ({ ...importRequest(), path: `${path}/check` }),
  },
};
