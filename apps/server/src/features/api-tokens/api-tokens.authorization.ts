import { createApiToken } from '@commons/contract/api-tokens/schemas';
import type { Authorization } from '../../../test/scene.ts';

const input = { name: 'Dashboard', scopes: ['statistics:read' as const], days: 30 };

export const authorization: Authorization = {
  rows: `
    GET    /api/admin/api-tokens       401 403 403 403 403 403 200
    POST   /api/admin/api-tokens       401 403 403 403 403 403 200
    DELETE /api/admin/api-tokens/:id   401 403 403 403 403 403 204
  `,
  visibility: {
    rows: `
      GET /api/admin/api-tokens  403 403 403 403 403 401 403
    `,
    lists: {},
  },
  calls: {
    'POST /api/admin/api-tokens': () => ({ body: input }),
    'DELETE /api/admin/api-tokens/:id': async ({ community }) => {
      const admin = await community.member({ role: 'admin' });
      const { apiToken } = (await admin.call(createApiToken, { body: input })).body;
      return { path: `/api/admin/api-tokens/${apiToken.id}` };
    },
  },
};
