import { isIP } from 'node:net';
import { webhookLimits } from '@commons/contract/webhooks';
import type { Webhook, WebhookInput } from '@commons/contract/webhooks/schemas';
import { desc, eq, sql } from 'drizzle-orm';
import { recordAudit } from '../../community/audit/index.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import { newId } from '../../platform/database/columns.ts';
import { onlyRow, type Queryable } from '../../platform/database/database.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import type { Encryption } from '../../platform/settings/encryption.ts';
import { isPublicAddress } from '../../platform/webhooks/public-address.ts';
import { createWebhookSecret } from '../../platform/webhooks/signature.ts';
import { webhookError } from './deliveries.ts';
import { webhooks } from './webhooks.tables.ts';

type WebhookRow = typeof webhooks.$inferSelect;
type WithSecret = { webhook: Webhook; secret: string };

const toWebhookView = (row: WebhookRow): Webhook => ({
  id: row.id,
  url: row.url,
  description: row.description,
  events: row.events,
  state: row.pausedAt ? (row.isPausedByServer ? 'failing' : 'paused') : 'active',
  createdAt: row.createdAt.toISOString(),
  failingSince: row.failingSince?.toISOString() ?? null,
  lastDeliveredAt: row.lastDeliveredAt?.toISOString() ?? null,
});

export const listWebhooks = async (db: Queryable): Promise<Webhook[]> =>
  (await db.select().from(webhooks).orderBy(desc(webhooks.id))).map(toWebhookView);

export async function getWebhook(db: Queryable, id: string): Promise<Webhook> {
  const [row] = await db.select().from(webhooks).where(eq(webhooks.id, id));
  if (!row) throw webhookError('webhooks.not_found');
  return toWebhookView(row);
}

/**
 * Tells an admin at once that a literal address is private. The sender checks every address again when it connects.
 * @throws AppError `webhooks.address_refused`.
 */
function assertUsable(url: string): void {
  const host = new URL(url).hostname.replace(/^\[(.*)\]$/, '$1');
  const isLocalName = /^localhost\.?$|\.localhost\.?$/.test(host);
  if (isLocalName || (isIP(host) !== 0 && !isPublicAddress(host))) throw webhookError('webhooks.address_refused');
}

/** The path of an address can be secret, so the audit log has only its host. */
const auditDetails = ({ url, events }: WebhookInput) => ({ host: new URL(url).host, events: events.join(', ') });

export async function createWebhook(
  work: UnitOfWork,
  { encrypt }: Encryption,
  viewer: Viewer,
  input: WebhookInput,
): Promise<WithSecret> {
  assertUsable(input.url);
  if ((await work.tx.$count(webhooks)) >= webhookLimits.webhooks) throw webhookError('webhooks.too_many');
  const id = newId();
  const secret = createWebhookSecret();
  const row = { ...input, id, creatorId: viewer.id, secret: encrypt(id, secret), createdAt: databaseNow() };
  const webhook = onlyRow(await work.tx.insert(webhooks).values(row).returning());
  const details = auditDetails(input);
  await recordAudit(work, { actorId: viewer.id, action: 'webhook.created', subjectId: id, details });
  return { webhook: toWebhookView(webhook), secret };
}

export async function updateWebhook(
  work: UnitOfWork,
  viewer: Viewer,
  id: string,
  { isPaused, ...input }: WebhookInput & { isPaused: boolean },
): Promise<Webhook> {
  assertUsable(input.url);
  const { pausedAt } = webhooks;
  const [row] = await work.tx
    .update(webhooks)
    .set({
      ...input,
      ...(isPaused
        ? { pausedAt: sql`coalesce(${pausedAt}, now())` }
        : { pausedAt: null, isPausedByServer: false, failingSince: null }),
    })
    .where(eq(webhooks.id, id))
    .returning();
  if (!row) throw webhookError('webhooks.not_found');
  const details = { ...auditDetails(input), isPaused };
  await recordAudit(work, { actorId: viewer.id, action: 'webhook.changed', subjectId: id, details });
  return toWebhookView(row);
}

export async function deleteWebhook(work: UnitOfWork, viewer: Viewer, id: string): Promise<void> {
  const { rowCount } = await work.tx.delete(webhooks).where(eq(webhooks.id, id));
  if (rowCount === 0) throw webhookError('webhooks.not_found');
  await recordAudit(work, { actorId: viewer.id, action: 'webhook.deleted', subjectId: id });
}

/** Replaces the secret. The previous one also signs for a day, so that a receiver can change in the meantime. */
export async function rotateSecret(
  work: UnitOfWork,
  { encrypt }: Encryption,
  viewer: Viewer,
  id: string,
): Promise<WithSecret> {
  const secret = createWebhookSecret();
  const until = sql`now() + make_interval(hours => ${webhookLimits.previousSecretHours})`;
  const [row] = await work.tx
    .update(webhooks)
    .set({ secret: encrypt(id, secret), previousSecret: sql`${webhooks.secret}`, previousSecretUntil: until })
    .where(eq(webhooks.id, id))
    .returning();
  if (!row) throw webhookError('webhooks.not_found');
  await recordAudit(work, { actorId: viewer.id, action: 'webhook.secret_rotated', subjectId: id });
  return { webhook: toWebhookView(row), secret };
}
