import { type Authorization, pictureUpload, type Scene } from '../../../test/scene.ts';

const currentChange = ({ community }: Scene) => ({
  body: { revision: community.settings.current.revision, changes: { staffedHours: 'Monday to Friday' } },
});

// Anybody may read the pictures. The community of the test has no icon.
export const authorization: Authorization = {
  rows: `
    GET    /api/admin/settings            401 403 403 403 403 403 200
    PATCH  /api/admin/settings            401 403 403 403 403 403 200
    PUT    /api/admin/settings/:picture   401 403 403 403 403 403 200
    DELETE /api/admin/settings/:picture   401 403 403 403 403 403 200
    GET    /api/community                 200 200 200 200 200 200 200
    GET    /brand/logo.png                200 200 200 200 200 200 200
    GET    /brand/icon-:size.png          302 302 302 302 302 302 302
    GET    /brand/accent-:color.css       200 200 200 200 200 200 200
    GET    /brand/favicon                 302 302 302 302 302 302 302
  `,
  calls: {
    'PATCH /api/admin/settings': currentChange,
    'PUT /api/admin/settings/:picture': async () => ({
      path: '/api/admin/settings/logo',
      ...(await pictureUpload('file')),
    }),
    'GET /brand/logo.png': async ({ member }) => {
      const admin = await member('admin');
      await admin.send('PUT', '/api/admin/settings/logo', await pictureUpload('file'));
      return {};
    },
    'GET /brand/accent-:color.css': () => ({ path: '/brand/accent-7a4fa3.css' }),
    'GET /brand/icon-:size.png': () => ({ path: '/brand/icon-180.png' }),
    'DELETE /api/admin/settings/:picture': () => ({ path: '/api/admin/settings/icon' }),
  },
};
