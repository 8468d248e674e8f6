import * as contract from '@commons/contract/webhooks/schemas';
import type { FastifyInstance } from 'fastify';
import type { Feature, FeatureContext } from '../../community/feature.ts';
import { idCursor, toPage } from '../../platform/http/pagination.ts';
import { route } from '../../platform/http/routes.ts';
import { task } from '../../platform/jobs/jobs.ts';
import { limits } from '../../platform/rate-limits/rate-limits.ts';
import {
  attemptDelivery,
  deleteOldDeliveries,
  deliveryTask,
  listDeliveries,
  redeliver,
  sendTest,
  toDeliveryView,
} from './deliveries.ts';
import { webhookSubscribers } from './events.ts';
import { reencryptSecrets, webhookEncryption } from './webhook-secrets.ts';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateSecret,
  updateWebhook,
} from './webhooks.service.ts';
import { personalData } from './webhooks.tables.ts';

function webhookRoutes(app: FastifyInstance, context: FeatureContext): void {
  const { db, transact } = context;
  const encryption = webhookEncryption(context);
  const read = { access: 'admin' } as const;
  const change = { access: 'admin', limits: [limits.integrating] } as const;

  route(app, contract.listWebhooks, read, () => listWebhooks(db));

  route(app, contract.createWebhook, change, ({ viewer, body }) =>
    transact((work) => createWebhook(work, encryption, viewer, body)),
  );

  route(app, contract.updateWebhook, change, ({ viewer, params, body }) =>
    transact((work) => updateWebhook(work, viewer, params.id, body)),
  );

  route(app, contract.deleteWebhook, change, ({ viewer, params }) =>
    transact((work) => deleteWebhook(work, viewer, params.id)),
  );

  route(app, contract.rotateWebhookSecret, change, ({ viewer, params }) =>
    transact((work) => rotateSecret(work, encryption, viewer, params.id)),
  );

  route(app, contract.sendWebhookTest, change, ({ params, once }) => once((work) => sendTest(work, params.id)));

  const list = { ...read, cursor: idCursor } as const;
  route(app, contract.listWebhookDeliveries, list, async ({ params, query: { limit }, after }) => {
    await getWebhook(db, params.id);
    const rows = await listDeliveries(db, params.id, { before: after, rowCount: limit + 1 });
    return toPage(rows, limit, toDeliveryView);
  });

  route(app, contract.redeliverWebhook, change, ({ params }) =>
    transact((work) => redeliver(work, params.id, params.deliveryId)),
  );
}

export const webhooks: Feature = {
  name: 'webhooks',
  async registerRoutes(app, context) {
    await reencryptSecrets(context);
    webhookRoutes(app, context);
  },
  // Last: it only stores messages.
  lockOrder: 80,
  subscribers: webhookSubscribers,
  tasks: (context) => [task(deliveryTask, (data) => attemptDelivery(context, data))],
  jobs: ({ db }) => [{ name: 'old-webhook-deliveries', cron: '19 4 * * *', run: () => deleteOldDeliveries(db) }],
  personalData,
};
