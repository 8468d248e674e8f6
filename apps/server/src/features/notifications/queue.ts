import { and, eq, inArray, sql } from 'drizzle-orm';
import {
  type Contribution,
  contributionHeld,
  contributionPublished,
  contributionsRemoved,
  reactionsChanged,
} from '../../community/contributions/contribution-events.ts';
import { availabilityChanged } from '../../community/members/index.ts';
import { newId } from '../../platform/database/columns.ts';
import { type Subscriber, subscriber } from '../../platform/database/domain-events.ts';
import { prepareOnce } from '../../platform/database/statements.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { connectionChanged } from '../connections/index.ts';
import { eventNotices } from '../events/events.tables.ts';
import { eventDeleted, eventLeft, eventNoticesStored } from '../events/index.ts';
import { unreadMessageStored } from '../messages/index.ts';
import { moderationDecided } from '../moderation/index.ts';
import { notificationQueue } from './notifications.tables.ts';
import { notifyRequestReceivers } from './unread-count.ts';

/** The job that turns the rows of the queue into notifications. */
export const processQueueJob = 'notifications-due';

type NewQueueRow = Pick<typeof notificationQueue.$inferInsert, 'kind' | 'subjectType' | 'subjectId'> &
  Partial<Pick<typeof notificationQueue.$inferInsert, 'memberId' | 'actorId' | 'occasionId' | 'detail'>>;

const insertRow = prepareOnce((db) =>
  db
    .insert(notificationQueue)
    .values({
      kind: sql.placeholder('kind'),
      memberId: sql.placeholder('memberId'),
      actorId: sql.placeholder('actorId'),
      subjectType: sql.placeholder('subjectType'),
      subjectId: sql.placeholder('subjectId'),
      occasionId: sql.placeholder('occasionId'),
      detail: sql.placeholder('detail'),
    })
    .prepare('queue_notification'),
);

/**
 * Queues an event in the transaction that caused it. The single insert locks no other row, so likes and comments never
 * wait for notifications. A job processes the queue in batches a moment later.
 */
async function queue(work: UnitOfWork, row: NewQueueRow): Promise<void> {
  work.runSoon(processQueueJob);
  await insertRow(work.tx).execute({ memberId: null, actorId: null, occasionId: null, detail: null, ...row });
}

async function queueDeletions(work: UnitOfWork, deleted: { type: string; id: string }[]): Promise<void> {
  if (deleted.length === 0) return;
  work.runSoon(processQueueJob);
  const rows = deleted.map(({ type, id }) => ({ kind: 'gone', subjectType: type, subjectId: id }) as const);
  await work.tx.insert(notificationQueue).values(rows);
}

/**
 * Queues a comment. Without a recipient (own or authorless subject), only the other members of the thread are notified.
 */
async function queueComment(work: UnitOfWork, { kind, id, authorId, subject }: Contribution): Promise<void> {
  if (!subject) return;
  await queue(work, {
    kind: 'commented',
    memberId: subject.authorId === authorId ? null : subject.authorId,
    actorId: authorId,
    subjectType: subject.kind,
    subjectId: subject.id,
    occasionId: id,
    detail: kind.name,
  });
}

/** Groups all connection requests to a member. Each request is a new event, even if it is repeated. */
const aboutMember = (subjectId: string) => ({ subjectType: 'member', subjectId, occasionId: newId() });

/** Subscribers that queue the domain events which cause or withdraw notifications. */
export const subscribers: readonly Subscriber[] = [
  subscriber(
    reactionsChanged,
    'Queues a notification to the author, or withdraws it.',
    async (work, { subject, memberId, by }) => {
      // Without a member, the reactions were removed together with their subject, which queues its own `gone` row.
      if (memberId === null || subject.authorId === null || subject.authorId === memberId) return;
      await queue(work, {
        kind: by > 0 ? 'liked' : 'unliked',
        memberId: subject.authorId,
        actorId: memberId,
        subjectType: subject.kind,
        subjectId: subject.id,
        occasionId: memberId,
      });
    },
  ),
  subscriber(contributionPublished, 'Queues notifications about a comment.', queueComment),
  subscriber(contributionHeld, 'Withdraws the notifications about it.', (work, { kind, id }) =>
    queueDeletions(work, [{ type: kind.name, id }]),
  ),
  subscriber(contributionsRemoved, 'Withdraws the notifications about them.', (work, { contributions }) =>
    queueDeletions(
      work,
      contributions.map(({ kind, id }) => ({ type: kind.name, id })),
    ),
  ),
  subscriber(
    connectionChanged,
    'Queues or withdraws notifications about the request.',
    async (work, { memberId, otherId, to }) => {
      if (to === 'requested')
        await queue(work, {
          kind: 'connection_requested',
          memberId: otherId,
          actorId: memberId,
          ...aboutMember(otherId),
        });
      else
        await queue(work, {
          kind: to === 'connected' ? 'unrequested' : 'unconnected',
          memberId,
          actorId: otherId,
          ...aboutMember(memberId),
        });
      if (to === 'connected')
        await queue(work, {
          kind: 'connection_accepted',
          memberId: otherId,
          actorId: memberId,
          ...aboutMember(otherId),
        });
    },
  ),
  subscriber(
    availabilityChanged,
    'Updates the badges of members with a connection request from this member.',
    (work, { memberId }) => notifyRequestReceivers(work, memberId),
  ),
  subscriber(eventNoticesStored, 'Queues notifications to the participants.', async (work, notice) => {
    work.runSoon(processQueueJob);
    const isOfNotice = and(
      inArray(eventNotices.eventId, notice.eventIds),
      eq(eventNotices.kind, notice.kind),
      inArray(eventNotices.memberId, notice.memberIds),
    );
    // Takes the title from the notice, because a cancelled event is already deleted.
    await work.tx.execute(sql`INSERT INTO ${notificationQueue} (kind, member_id, subject_type, subject_id, detail)
      SELECT 'event_' || kind, member_id, 'event', event_id, title FROM ${eventNotices} WHERE ${isOfNotice}`);
  }),
  subscriber(eventLeft, 'Withdraws the member’s notifications about the event.', (work, { eventId, memberId }) =>
    queue(work, { kind: 'event_left', memberId, subjectType: 'event', subjectId: eventId }),
  ),
  subscriber(eventDeleted, 'Withdraws the notifications about the event.', (work, { eventId }) =>
    queueDeletions(work, [{ type: 'event', id: eventId }]),
  ),
  subscriber(unreadMessageStored, 'Queues a notification to the receiver.', (work, { receiverId, senderId }) =>
    queue(work, {
      kind: 'message',
      memberId: receiverId,
      actorId: senderId,
      subjectType: 'conversation',
      subjectId: senderId,
      occasionId: newId(),
    }),
  ),
  subscriber(moderationDecided, 'Queues a notification to the member.', (work, { decisionId, memberId }) =>
    queue(work, { kind: 'decision', memberId, subjectType: 'decision', subjectId: decisionId }),
  ),
];
