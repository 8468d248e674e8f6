import { createWebhook, sendWebhookTest } from '@commons/contract/webhooks/schemas';
import type { Authorization, Scene } from '../../../test/scene.ts';
import { webhooks } from './webhooks.tables.ts';

const input = { url: 'https://hooks.example.com/a', description: 'Chat', events: ['member.joined' as const] };

/** The scenes of all callers share a community, which would otherwise reach its maximum. */
const addWebhook = async (community: Scene['community']) => {
  await community.db.delete(webhooks);
  const admin = await community.member({ role: 'admin' });
  const { webhook } = (await admin.call(createWebhook, { body: input })).body;
  return { admin, id: webhook.id };
};

const webhookRequest =
  (suffix = '', body?: object) =>
  async ({ community }: Pick<Scene, 'community'>) => ({
    path: `/api/admin/webhooks/${(await addWebhook(community)).id}${suffix}`,
    body,
  });

export const authorization: Authorization = {
  rows: `
    GET    /api/admin/webhooks                                        401 403 403 403 403 403 200
    POST   /api/admin/webhooks                                        401 403 403 403 403 403 200
    PUT    /api/admin/webhooks/:id                                    401 403 403 403 403 403 200
    DELETE /api/admin/webhooks/:id                                    401 403 403 403 403 403 204
    POST   /api/admin/webhooks/:id/secret                             401 403 403 403 403 403 200
    POST   /api/admin/webhooks/:id/test                               401 403 403 403 403 403 201
    GET    /api/admin/webhooks/:id/deliveries                         401 403 403 403 403 403 200
    POST   /api/admin/webhooks/:id/deliveries/:deliveryId/redelivery  401 403 403 403 403 403 200
  `,
  visibility: {
    rows: `
      GET /api/admin/webhooks                 403 403 403 403 403 401 403
      GET /api/admin/webhooks/:id/deliveries  403 403 403 403 403 401 403
    `,
    lists: {},
  },
  calls: {
    'POST /api/admin/webhooks': () => ({ body: input }),
    'PUT /api/admin/webhooks/:id': webhookRequest('', { ...input, isPaused: true }),
    'DELETE /api/admin/webhooks/:id': webhookRequest(),
    'POST /api/admin/webhooks/:id/secret': webhookRequest('/secret'),
    'POST /api/admin/webhooks/:id/test': webhookRequest('/test'),
    'GET /api/admin/webhooks/:id/deliveries': webhookRequest('/deliveries'),
    'POST /api/admin/webhooks/:id/deliveries/:deliveryId/redelivery': async ({ community }) => {
      const { admin, id } = await addWebhook(community);
      const { body } = await admin.call(sendWebhookTest, { params: { id } });
      return { path: `/api/admin/webhooks/${id}/deliveries/${body.id}/redelivery` };
    },
  },
};
