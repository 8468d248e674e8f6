import { setUserRole } from '@commons/contract/admin/schemas';
import type { Authorization, ListScene } from '../../../test/scene.ts';
import { mailTask } from '../../platform/mail/mailer.ts';

/** Only admins can read these lists. Other tests cover their content. */
const adminsOnly = '403 403 403 403 403 401 403';

const makeManager = async ({ community, author }: ListScene) => {
  const admin = await community.member({ role: 'admin' });
  await admin.call(setUserRole, { params: { userId: author.id }, body: { role: 'manager' } });
};

export const authorization: Authorization = {
  rows: `
    GET    /api/admin/users                    401 403 403 403 403 403 200
    GET    /api/admin/stats                    401 403 403 403 403 403 200
    PUT    /api/admin/users/:userId/role       401 403 403 403 403 403 200
    PUT    /api/admin/users/:userId/flag       401 403 403 403 403 403 200
    GET    /api/admin/health                   401 403 403 403 403 403 200
    GET    /api/admin/status                   401 403 403 403 403 403 200
    GET    /api/admin/mails                    401 403 403 403 403 403 200
    GET    /api/admin/audit-log                401 403 403 403 403 403 200
    GET    /api/admin/audit-log/file           401 403 403 403 403 403 200
  `,
  visibility: {
    rows: `
      GET /api/admin/users      ${adminsOnly}
      GET /api/admin/audit-log  ${adminsOnly}
      GET /api/admin/mails      ${adminsOnly}
      GET /api/admin/health     ${adminsOnly}
    `,
    lists: {
      async 'GET /api/admin/users'(scene) {
        await makeManager(scene);
        return { path: '/api/admin/users?role=manager' };
      },
      async 'GET /api/admin/mails'({ community, author }) {
        await community.work((work) => work.enqueue(mailTask, { to: author.email, subject: 'Hello', text: 'Hello.' }));
        await community.runTasks();
      },
      'GET /api/admin/audit-log': makeManager,
    },
  },
  calls: {
    'PUT /api/admin/users/:userId/role': async ({ community }) => ({
      path: `/api/admin/users/${(await community.member()).id}/role`,
      body: { role: 'manager' },
    }),
    'PUT /api/admin/users/:userId/flag': async ({ community }) => ({
      path: `/api/admin/users/${(await community.member()).id}/flag`,
      body: { flagged: true },
    }),
  },
};
