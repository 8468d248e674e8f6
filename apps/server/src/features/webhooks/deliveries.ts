import { retryPauses, testEvent, webhookErrors, webhookLimits } from '@commons/contract/webhooks';
import type { WebhookDelivery } from '@commons/contract/webhooks/schemas';
import { and, desc, eq, getTableColumns, isNull, lt, sql } from 'drizzle-orm';
import { recordAudit } from '../../community/audit/index.ts';
import type { FeatureContext } from '../../community/feature.ts';
import { adminRulesOf, canActAsAdmin } from '../../community/members/index.ts';
import { users } from '../../community/members/users.tables.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import { newId } from '../../platform/database/columns.ts';
import { type Database, onlyRow } from '../../platform/database/database.ts';
import { taskName } from '../../platform/database/tasks.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { errorsOf } from '../../platform/errors.ts';
import { mailTask } from '../../platform/mail/mailer.ts';
import type { WebhookResult } from '../../platform/webhooks/sender.ts';
import { signedHeaders } from '../../platform/webhooks/signature.ts';
import { signingSecrets, webhookEncryption } from './webhook-secrets.ts';
import { webhookDeliveries, webhooks } from './webhooks.tables.ts';

export const webhookError = errorsOf(webhookErrors);

type DeliveryRow = typeof webhookDeliveries.$inferSelect;

/** Task that makes one attempt. `isManual`: an admin asked for it, so it is also sent to a paused webhook. */
export const deliveryTask = taskName<{ deliveryId: string; run: number; isManual?: boolean }>('webhook-delivery');

/** Stores a message for each webhook, and sends it after the commit. */
export async function addDeliveries(
  work: UnitOfWork,
  webhookIds: readonly string[],
  event: DeliveryRow['event'],
  data: DeliveryRow['data'],
): Promise<DeliveryRow[]> {
  if (webhookIds.length === 0) return [];
  const memberId = typeof data['memberId'] === 'string' ? data['memberId'] : null;
  const createdAt = databaseNow();
  const rows = await work.tx
    .insert(webhookDeliveries)
    .values(
      webhookIds.map((webhookId) => ({
        id: newId(),
        webhookId,
        event,
        memberId,
        data,
        status: 'pending' as const,
        nextAttemptAt: createdAt,
        createdAt,
      })),
    )
    .returning();
  for (const { id, run } of rows)
    await work.enqueue(deliveryTask, { deliveryId: id, run, ...(event === testEvent && { isManual: true }) });
  return rows;
}

/** Sends a delivery again now. The message keeps its id, so that a receiver recognizes it. */
export async function redeliver(work: UnitOfWork, webhookId: string, deliveryId: string): Promise<WebhookDelivery> {
  const [row] = await work.tx
    .update(webhookDeliveries)
    .set({ status: 'pending', run: sql`${webhookDeliveries.run} + 1`, attempts: 0, nextAttemptAt: databaseNow() })
    .where(and(eq(webhookDeliveries.id, deliveryId), eq(webhookDeliveries.webhookId, webhookId)))
    .returning();
  if (!row) throw webhookError('webhooks.delivery_not_found');
  await work.enqueue(deliveryTask, { deliveryId, run: row.run, isManual: true });
  return toDeliveryView(row);
}

type DeliveryContext = Pick<
  FeatureContext,
  'db' | 'transact' | 'sendWebhook' | 'sessionSecrets' | 'settings' | 'publicUrl' | 'log'
>;

/** Makes one attempt. A failure is an ordinary result, so the task itself succeeds and the next attempt is a new task. */
export async function attemptDelivery(
  context: DeliveryContext,
  { deliveryId, run, isManual = false }: NonNullable<(typeof deliveryTask)['data']>,
): Promise<void> {
  const isThisRun = and(
    eq(webhookDeliveries.id, deliveryId),
    eq(webhookDeliveries.run, run),
    eq(webhookDeliveries.status, 'pending'),
  );
  const [found] = await context.db
    .select({ delivery: getTableColumns(webhookDeliveries), webhook: getTableColumns(webhooks) })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
    .where(isThisRun);
  if (!found) return;
  const { delivery, webhook } = found;
  const secrets = signingSecrets(webhookEncryption(context), webhook);
  const result =
    webhook.pausedAt && !isManual
      ? notSent('paused')
      : secrets.length === 0
        ? notSent('secret_unreadable')
        : await send(context, webhook.url, delivery, secrets);
  await context.transact((work) => recordResult(context, work, { delivery, result }));
}

const notSent = (failure: 'paused' | 'secret_unreadable'): WebhookResult => ({
  failure,
  status: null,
  body: null,
  milliseconds: 0,
});

async function send(
  { sendWebhook }: DeliveryContext,
  url: string,
  { id, event, createdAt, data }: DeliveryRow,
  secrets: readonly string[],
): Promise<WebhookResult> {
  const body = JSON.stringify({ type: event, timestamp: createdAt.toISOString(), data });
  return sendWebhook({ url, headers: signedHeaders({ id, at: databaseNow(), body }, secrets), body });
}

/** Stores the result of an attempt and plans the next one. Does nothing if an admin has started another run. */
async function recordResult(
  context: DeliveryContext,
  work: UnitOfWork,
  { delivery, result }: { delivery: DeliveryRow; result: WebhookResult },
): Promise<void> {
  const { id, webhookId, event, run } = delivery;
  const now = databaseNow();
  const attempts = delivery.attempts + 1;
  const pause = retryPauses[delivery.attempts];
  const willRetry =
    result.failure !== null && result.failure !== 'paused' && event !== testEvent && pause !== undefined;
  const nextAttemptAt = willRetry ? new Date(now.getTime() + pause * 1_000) : null;
  const { rowCount } = await work.tx
    .update(webhookDeliveries)
    .set({
      status: result.failure === null ? 'delivered' : willRetry ? 'pending' : 'failed',
      run: run + 1,
      attempts,
      lastAttemptAt: now,
      nextAttemptAt,
      durationMilliseconds: result.milliseconds,
      replyStatus: result.status,
      replyBody: result.body,
      failure: result.failure,
    })
    .where(and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.run, run)));
  if (rowCount === 0) return;
  if (nextAttemptAt) await work.enqueue(deliveryTask, { deliveryId: id, run: run + 1 }, nextAttemptAt);
  if (result.failure === null)
    await work.tx.update(webhooks).set({ failingSince: null, lastDeliveredAt: now }).where(eq(webhooks.id, webhookId));
  else if (result.failure !== 'paused') await recordFailure(context, work, webhookId);
}

/** Pauses a webhook that has failed for days without a success, and tells the admins. */
async function recordFailure(context: DeliveryContext, work: UnitOfWork, webhookId: string): Promise<void> {
  const { failingSince, pausedAt } = webhooks;
  const now = databaseNow();
  await work.tx
    .update(webhooks)
    .set({ failingSince: sql`coalesce(${failingSince}, ${now.toISOString()}::timestamptz)` })
    .where(eq(webhooks.id, webhookId));
  const failsForDays = lt(failingSince, sql`now() - make_interval(days => ${webhookLimits.pausedAfterDays})`);
  const [paused] = await work.tx
    .update(webhooks)
    .set({ pausedAt: now, isPausedByServer: true })
    .where(and(eq(webhooks.id, webhookId), isNull(pausedAt), failsForDays))
    .returning({ url: webhooks.url });
  if (!paused) return;
  context.log.error({ webhook: webhookId }, 'a webhook failed for days and was paused');
  await recordAudit(work, { actorId: null, action: 'webhook.paused', subjectId: webhookId });
  const admins = await work.tx
    .select({ email: users.email })
    .from(users)
    .where(canActAsAdmin(adminRulesOf(context)));
  for (const { email } of admins) await work.enqueue(mailTask, { to: email, ...pausedMail(context, paused.url) });
}

/** The path of an address can be secret, so the mail contains only its host. */
const pausedMail = ({ settings, publicUrl }: DeliveryContext, url: string) => ({
  subject: `${settings.current.productName}: a webhook was paused`,
  text: `Hello,

The webhook to ${new URL(url).host} has failed for ${webhookLimits.pausedAfterDays} days, so it was paused. It receives no new events.

Please check the receiving program. You can then send a test, resume the webhook, and send missed events again:

${publicUrl}/admin/webhooks
`,
});

export const toDeliveryView = (row: DeliveryRow): WebhookDelivery => {
  const { webhookId: _webhook, memberId: _member, data: _data, run: _run, ...view } = row;
  return {
    ...view,
    createdAt: row.createdAt.toISOString(),
    lastAttemptAt: row.lastAttemptAt?.toISOString() ?? null,
    nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
  };
};

/** Lists the deliveries of a webhook before an id, newest first. */
export const listDeliveries = (
  db: Database,
  webhookId: string,
  { before, rowCount }: { before: string | undefined; rowCount: number },
): Promise<DeliveryRow[]> =>
  db
    .select()
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.webhookId, webhookId),
        before === undefined ? undefined : lt(webhookDeliveries.id, before),
      ),
    )
    .orderBy(desc(webhookDeliveries.id))
    .limit(rowCount);

export async function sendTest(work: UnitOfWork, webhookId: string): Promise<WebhookDelivery> {
  const [webhook] = await work.tx.select({ id: webhooks.id }).from(webhooks).where(eq(webhooks.id, webhookId));
  if (!webhook) throw webhookError('webhooks.not_found');
  return toDeliveryView(onlyRow(await addDeliveries(work, [webhookId], testEvent, {})));
}

/** Deletes old entries of the log. Pending ones are younger. */
export async function deleteOldDeliveries(db: Database): Promise<void> {
  const isOld = lt(webhookDeliveries.createdAt, sql`now() - make_interval(days => ${webhookLimits.logDays})`);
  await db.delete(webhookDeliveries).where(isOld);
}
