import { type Authorization, pictureUpload } from '../../../test/scene.ts';

export const authorization: Authorization = {
  rows: `
    GET    /api/users/:id                      401 200 200 200 200 200 200
    PUT    /api/auth/user                      401 200 200 200 200 200 200
    POST   /api/auth/user/photo                401 200 200 200 200 200 200
    DELETE /api/auth/user/photo                401 200 200 200 200 200 200
    GET    /api/settings                       401 200 200 200 200 200 200
    PUT    /api/settings                       401 200 200 200 200 200 200
  `,
  calls: {
    'GET /api/users/:id': ({ bystander }) => ({ path: `/api/users/${bystander.id}` }),
    'PUT /api/auth/user': () => ({ body: { bio: 'I walk, and I read.' } }),
    'POST /api/auth/user/photo': () => pictureUpload('photo'),
    'PUT /api/settings': () => ({ body: { emailAudience: 'nobody' } }),
  },
};
