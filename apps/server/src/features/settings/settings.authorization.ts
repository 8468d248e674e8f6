import { type Authorization, pictureUpload, type Scene } from '../../../test/scene.ts';

const currentChange = ({ community }: Scene) => ({
  body: { revision: community.settings.current.revision, changes: { staffedHours: 'Monday to Friday' } },
});

export const authorization: Authorization = {
  rows: `
    GET    /api/admin/settings            401 403 403 403 403 403 200
    PATCH  /api/admin/settings            401 403 403 403 403 403 200
    PUT    /api/admin/settings/:picture   401 403 403 403 403 403 200
    DELETE /api/admin/settings/:picture   401 403 403 403 403 403 200
    GET    /api/community                 200 200 200 200 200 200 200
  `,
  calls: {
    'PATCH /api/admin/settings': currentChange,
    'PUT /api/admin/settings/:picture': async () => ({
      path: '/api/admin/settings/logo',
      ...(await pictureUpload('file')),
    }),
    'DELETE /api/admin/settings/:picture': () => ({ path: '/api/admin/settings/icon' }),
  },
};
