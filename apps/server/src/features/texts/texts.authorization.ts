import type { Authorization, Scene } from '../../../test/scene.ts';

/** Only admins can read names in the history. `texts.test.ts` covers its content. Crisis lines name no members. */
const adminsOnly = '403 403 403 403 403 401 403';

/** Publishes a welcome text, so that it has a version. */
const publish = async ({ member }: Pick<Scene, 'member'>): Promise<number> => {
  const admin = await member('admin');
  const path = '/api/admin/texts/welcome';
  const { revision } = (await admin.send<{ revision: number | null }>('GET', path)).body;
  const body = { content: `Hello. ${revision ?? 0}`, revision };
  return (await admin.send<{ revision: number }>('PUT', path, { body })).body.revision;
};

export const authorization: Authorization = {
  rows: `
    GET    /api/admin/texts                             401 403 403 403 403 403 200
    GET    /api/admin/texts/:name                       401 403 403 403 403 403 200
    PUT    /api/admin/texts/:name                       401 403 403 403 403 403 200
    POST   /api/admin/texts/preview                     401 403 403 403 403 403 200
    GET    /api/admin/texts/:name/versions              401 403 403 403 403 403 200
    GET    /api/admin/texts/:name/versions/:revision    401 403 403 403 403 403 200
    GET    /api/admin/crisis-lines                      401 403 403 403 403 403 200
    PUT    /api/admin/crisis-lines                      401 403 403 403 403 403 200
    GET    /api/texts/:name                             200 200 200 200 200 200 200
    GET    /api/crisis-lines                            200 200 200 200 200 200 200
  `,
  visibility: {
    rows: `
      GET /api/admin/texts                 ${adminsOnly}
      GET /api/admin/texts/:name/versions  ${adminsOnly}
      GET /api/crisis-lines                hidden hidden hidden hidden hidden hidden hidden
    `,
    lists: {
      'GET /api/admin/texts/:name/versions': async () => ({ path: '/api/admin/texts/privacy/versions' }),
    },
  },
  calls: {
    'GET /api/admin/texts/:name': () => ({ path: '/api/admin/texts/privacy' }),
    'PUT /api/admin/texts/:name': () => ({
      path: '/api/admin/texts/accessibility',
      body: { content: null, revision: null },
    }),
    'POST /api/admin/texts/preview': () => ({ body: { content: 'Hello' } }),
    'GET /api/admin/texts/:name/versions': () => ({ path: '/api/admin/texts/privacy/versions' }),
    'GET /api/admin/texts/:name/versions/:revision': async (scene) => ({
      path: `/api/admin/texts/welcome/versions/${await publish(scene)}`,
    }),
    'PUT /api/admin/crisis-lines': () => ({ body: { countries: null, revision: null } }),
    'GET /api/texts/:name': () => ({ path: '/api/texts/welcome' }),
  },
};
