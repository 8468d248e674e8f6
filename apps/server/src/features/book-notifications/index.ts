import { createHmac } from 'node:crypto';
import { bookNotificationErrors } from '@commons/contract/book-notifications';
import type { bookNotificationInput } from '@commons/contract/book-notifications/schemas';
import * as contract from '@commons/contract/book-notifications/schemas';
import { desc, eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { allAccessCodesOf, createAccessCodeCheck } from '../../community/access-codes.ts';
import { byAdminOrCode, recordAudit } from '../../community/audit/index.ts';
import type { Feature, FeatureContext } from '../../community/feature.ts';
import { form } from '../../pages/forms.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import { newId } from '../../platform/database/columns.ts';
import { violatedConstraint } from '../../platform/database/database.ts';
import { errorsOf } from '../../platform/errors.ts';
import { route } from '../../platform/http/routes.ts';
import type { Once } from '../../platform/idempotency/idempotency.ts';
import { limits } from '../../platform/rate-limits/rate-limits.ts';
import { isOneOfSecrets, type SessionSecrets } from '../../platform/secrets.ts';
import { isAdmin } from '../../platform/sessions/viewer.ts';
import { bookNotifications as notifications } from './book-notifications.tables.ts';
import { personalData } from './book-notifications.tables.ts';

const bookNotificationError = errorsOf(bookNotificationErrors);

/** Adds a subscriber, for the API call and for the form without JavaScript. */
async function subscribe(input: z.output<typeof bookNotificationInput>, once: Once) {
  const notification = { ...input, id: newId(), createdAt: databaseNow() };
  try {
    return await once(async ({ tx }) => {
      await tx.insert(notifications).values(notification);
      return { ...notification, createdAt: notification.createdAt.toISOString() };
    });
  } catch (error) {
    if (violatedConstraint(error) === 'book_notifications_one_per_email')
      throw bookNotificationError('book_notifications.email_exists', { cause: error });
    throw error;
  }
}

function subscriptionRoutes(app: FastifyInstance): void {
  const rules = { access: 'public', limits: [limits.bookNotification] } as const;
  route(app, contract.createBookNotification, rules, ({ body, once }) => subscribe(body, once));

  const fields = { firstName: 'shown', lastName: 'shown', email: 'shown' } as const;
  form(app, '/dmtools', contract.createBookNotification, { ...rules, fields }, async ({ body, request }) => {
    await subscribe(body, app.runOnce(request));
    return 'done';
  });
}

function adminRoutes(app: FastifyInstance, { db, transact, attempt, settings, sessionSecrets }: FeatureContext): void {
  const accessCodes = () => allAccessCodesOf(settings.current, sessionSecrets).book;
  const checkAccessCode = createAccessCodeCheck(attempt, accessCodes, (text) => text.toLowerCase());
  const tokens = createAccessTokens(sessionSecrets, accessCodes);
  const assertAccess = ({ viewer, headers }: FastifyRequest) => {
    if (!isAdmin(viewer) && !tokens.isValid(headers.authorization))
      throw bookNotificationError('book_notifications.locked');
  };

  route(app, contract.openBookNotifications, { access: 'public' }, async ({ request, body }) => {
    await checkAccessCode(request, body.accessCode);
    return tokens.issue();
  });

  route(app, contract.listBookNotifications, { access: 'optional-session' }, async ({ request, reply }) => {
    assertAccess(request);
    // Not stored, because the device may be shared.
    void reply.header('cache-control', 'no-store');
    const rows = await db.select().from(notifications).orderBy(desc(notifications.id));
    return rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }));
  });

  route(app, contract.deleteBookNotification, { access: 'optional-session' }, async ({ request, params }) => {
    assertAccess(request);
    await transact(async ({ tx }) => {
      const { rowCount } = await tx.delete(notifications).where(eq(notifications.id, params.id));
      if (rowCount === 0) throw bookNotificationError('book_notifications.not_found');
      await recordAudit(
        { tx },
        { ...byAdminOrCode(request.viewer), action: 'book_notification.deleted', subjectId: params.id },
      );
    });
  });
}

const lifetimeMilliseconds = 30 * 60 * 1000;

/**
 * Signed tokens for the book list that contain their expiry. They are not stored, so every process accepts them. The
 * signature includes the access code, so a new code invalidates old tokens. `accessCodes` has one code for each secret.
 */
function createAccessTokens(sessionSecrets: SessionSecrets, accessCodes: () => readonly string[]) {
  const signaturesOf = (expiry: string) =>
    sessionSecrets.map((secret, index) =>
      createHmac('sha256', secret).update(`book list\0${accessCodes()[index]}\0${expiry}`).digest('base64url'),
    );
  return {
    issue(): { token: string; expiresAt: string } {
      const expiresAt = new Date(databaseNow().getTime() + lifetimeMilliseconds);
      const expiry = String(expiresAt.getTime());
      return { token: `${expiry}.${signaturesOf(expiry)[0]}`, expiresAt: expiresAt.toISOString() };
    },

    /** Returns whether an `Authorization` header contains a valid token that has not expired. */
    isValid(header: string | undefined): boolean {
      const [, expiry, signature] = /^bearer (\d{1,15})\.([\w-]{43})$/i.exec(header ?? '') ?? [];
      return (
        expiry !== undefined &&
        signature !== undefined &&
        isOneOfSecrets(signature, signaturesOf(expiry)) &&
        Number(expiry) > databaseNow().getTime()
      );
    },
  };
}

export const bookNotifications: Feature = {
  name: 'book-notifications',
  registerRoutes(app, context) {
    subscriptionRoutes(app);
    adminRoutes(app, context);
  },
  personalData,
};
