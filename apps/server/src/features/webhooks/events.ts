import type { WebhookEvent } from '@commons/contract/webhooks';
import type { WebhookData } from '@commons/contract/webhooks/schemas';
import { and, arrayContains, isNull } from 'drizzle-orm';
import { memberLeaving } from '../../community/personal-data.ts';
import { type Subscriber, subscriber } from '../../platform/database/domain-events.ts';
import type { DomainEvent, UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { memberJoined } from '../auth/index.ts';
import { backupFailed } from '../backups/index.ts';
import { eventCreated, eventDeleted } from '../events/index.ts';
import { meditationPublished } from '../meditations/index.ts';
import { reportOpened, reportsClosed } from '../moderation/index.ts';
import { addDeliveries } from './deliveries.ts';
import { webhooks } from './webhooks.tables.ts';

/** Stores a message for each webhook that receives the event. It is sent after the commit. */
async function notifyWebhooks<Event extends WebhookEvent>(
  work: UnitOfWork,
  event: Event,
  data: WebhookData[Event],
): Promise<void> {
  const receivers = await work.tx
    .select({ id: webhooks.id })
    .from(webhooks)
    .where(and(isNull(webhooks.pausedAt), arrayContains(webhooks.events, [event])));
  const webhookIds = receivers.map(({ id }) => id);
  await addDeliveries(work, webhookIds, event, data);
}

const forward = <Payload, Event extends WebhookEvent>(
  domainEvent: DomainEvent<Payload>,
  event: Event,
  toData: (payload: Payload) => WebhookData[Event],
): Subscriber =>
  subscriber(domainEvent, `Sends \`${event}\` to the webhooks that receive it.`, (work, payload) =>
    notifyWebhooks(work, event, toData(payload)),
  );

/** The messages contain ids, kinds and times. Texts of members stay in the community. */
export const webhookSubscribers: readonly Subscriber[] = [
  forward(memberJoined, 'member.joined', ({ memberId }) => ({ memberId })),
  forward(memberLeaving, 'member.left', ({ memberId }) => ({ memberId })),
  forward(reportOpened, 'report.opened', ({ caseId, subjectType, reason }) => ({ caseId, subjectType, reason })),
  forward(reportsClosed, 'report.closed', ({ caseId, subjectType, reportsCount }) => ({
    caseId,
    subjectType,
    reports: reportsCount,
  })),
  forward(eventCreated, 'event.created', ({ eventId, eventDate }) => ({ eventId, startsAt: eventDate.toISOString() })),
  forward(eventDeleted, 'event.deleted', ({ eventId }) => ({ eventId })),
  forward(meditationPublished, 'meditation.published', ({ meditationId }) => ({ meditationId })),
  forward(backupFailed, 'backup.failed', () => ({})),
];
