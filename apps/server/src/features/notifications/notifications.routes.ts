import * as contract from '@commons/contract/notifications/schemas';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { FeatureContext } from '../../community/feature.ts';
import { form } from '../../pages/forms.ts';
import { cursorOf, instantKey, toPage } from '../../platform/http/pagination.ts';
import { route } from '../../platform/http/routes.ts';
import { limits } from '../../platform/rate-limits/rate-limits.ts';
import { keyOf, listNotifications, readNotifications, toNotification } from './notifications.queries.ts';
import { endSubscription, saveSubscription } from './pushes.ts';
import { changeSettings, getSettings, turnOffMails } from './settings.ts';
import { unreadBadge } from './unread-count.ts';
import { readUnsubscribeToken, unsubscribePath } from './unsubscribe-token.ts';

const notificationCursor = cursorOf(z.object({ at: instantKey, id: z.uuid() }));

/** Routes for notifications, their settings, push subscriptions and the unsubscribe link. */
export function notificationRoutes(
  app: FastifyInstance,
  { db, transact, pusher, sessionSecrets }: FeatureContext,
): void {
  const member = { access: 'member' } as const;
  const list = { access: 'member', cursor: notificationCursor } as const;
  const change = { access: 'member', limits: [limits.changingConnections] } as const;

  route(app, contract.listNotifications, list, async ({ viewer, query, after }) => {
    const rows = await listNotifications(db, viewer.id, { before: after, rowCount: query.limit + 1 });
    return toPage(rows, query.limit, toNotification, keyOf);
  });

  route(app, contract.getUnreadNotifications, member, ({ viewer }) => unreadBadge.get(db, viewer.id));

  route(app, contract.readNotifications, member, async ({ viewer, body }) => {
    await transact((work) => readNotifications(work, viewer.id, body.ids));
    return unreadBadge.get(db, viewer.id);
  });

  route(app, contract.getNotificationSettings, member, ({ viewer }) => getSettings(db, viewer.id));

  route(app, contract.updateNotificationSettings, change, ({ viewer, body }) =>
    transact((work) => changeSettings(work, viewer.id, body)),
  );

  route(app, contract.getPushKey, member, () => ({ publicKey: pusher.publicKey }));

  route(app, contract.savePushSubscription, change, async ({ viewer, body }) => {
    const { endpoint, keys } = body;
    await transact((work) => saveSubscription(work, pusher, viewer, { endpoint, ...keys }));
  });

  route(app, contract.endPushSubscription, member, ({ viewer }) => transact((work) => endSubscription(work, viewer)));

  const unsubscribe = async ({ token }: { token: string }) => {
    const memberId = readUnsubscribeToken(token, sessionSecrets);
    await transact((work) => turnOffMails(work, memberId));
  };
  const unsubscribeOptions = { access: 'public', limits: [limits.unsubscribing] } as const;

  route(app, contract.unsubscribe, unsubscribeOptions, ({ body }) => unsubscribe(body));

  // Accepts the page's button and the one-click request of mail programs (RFC 8058). Opening the link changes nothing.
  form(
    app,
    unsubscribePath,
    contract.unsubscribe,
    { ...unsubscribeOptions, fields: {}, takesAnyForm: true, toInput: (_typed, { token = '' }) => ({ token }) },
    async ({ body }) => {
      await unsubscribe(body);
      return 'done';
    },
  );
}
