import { requestConnection } from '@commons/contract/connections/schemas';
import { sessionSecret } from '../../../test/community.ts';
import type { Authorization, Scene } from '../../../test/scene.ts';
import { unsubscribeToken } from './unsubscribe-token.ts';

const token = ({ bystander }: Scene) => unsubscribeToken(bystander.id, sessionSecret);

const subscription = {
  endpoint: 'https://push.example.com/a-device',
  keys: {
    p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
    auth: 'tBHItJI5svbpez7KI4CCXg',
  },
};

export const authorization: Authorization = {
  rows: `
    GET    /api/notifications                    401 200 200 200 200 200 200
    GET    /api/notifications/unread-count       401 200 200 200 200 200 200
    POST   /api/notifications/read               401 200 200 200 200 200 200
    GET    /api/notifications/settings           401 200 200 200 200 200 200
    PUT    /api/notifications/settings           401 200 200 200 200 200 200
    GET    /api/notifications/push-key           401 200 200 200 200 200 200
    PUT    /api/notifications/push-subscription  401 204 204 204 204 204 204
    DELETE /api/notifications/push-subscription  401 204 204 204 204 204 204
    POST   /api/notifications/unsubscribe        204 204 204 204 204 204 204
    POST   /unsubscribe                          204 204 204 204 204 204 204
  `,
  visibility: {
    rows: 'GET /api/notifications  shown shown hidden hidden hidden 401 shown',
    lists: {
      async 'GET /api/notifications'({ community, author, reader }) {
        await author.call(requestConnection, { body: { userId: reader.id } });
        await community.jobs.find(({ name }) => name === 'notifications-due')?.run();
      },
    },
  },
  calls: {
    'POST /api/notifications/read': () => ({ body: { ids: [] } }),
    'PUT /api/notifications/settings': () => ({ body: { digest: 'weekly' } }),
    'PUT /api/notifications/push-subscription': () => ({ body: subscription }),
    'POST /api/notifications/unsubscribe': (scene) => ({ body: { token: token(scene) } }),
    'POST /unsubscribe': (scene) => ({
      path: `/unsubscribe?token=${token(scene)}`,
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }),
  },
};
