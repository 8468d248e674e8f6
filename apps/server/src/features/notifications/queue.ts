import { sql } from 'drizzle-orm';
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
import { namedStatement } from '../../platform/database/named-statements.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { connectionChanged } from '../connections/index.ts';
import { eventNotices } from '../events/events.tables.ts';
import { eventDeleted, eventLeft, eventNoticesStored } from '../events/index.ts';
import { unreadMessageStored } from '../messages/index.ts';
import { moderationDecided } from '../moderation/index.ts';
import { notificationQueue } from './notifications.tables.ts';
import { publishUnreadCountOfReceivers } from './unread-count.ts';

/** The job that turns the rows of the queue into notifications. */
export const processQueueJob = 'notifications-due';

type NewQueueRow = Pick<typeof notificationQueue.$inferInsert, 'kind' | 'subjectType' | 'subjectId'> &
  Partial<Pick<typeof notificationQueue.$inferInsert, 'memberId' | 'actorId' | 'occasionId' | 'detail'>>;

const insertRow = namedStatement(
  'queue_notification',
  sql`INSERT INTO ${notificationQueue} (kind, member_id, actor_id, subject_type, subject_id, occasion_id, detail)
    VALUES (${sql.placeholder('kind')}, ${sql.placeholder('memberId')}, ${sql.placeholder('actorId')},
      ${sql.placeholder('subjectType')}, ${sql.placeholder('subjectId')}, ${sql.placeholder('occasionId')},
      ${sql.placeholder('detail')})`,
  {
    values: {
      kind: 'text',
      memberId: 'uuid | null',
      actorId: 'uuid | null',
      subjectType: 'text | null',
      subjectId: 'uuid | null',
      occasionId: 'uuid | null',
      detail: 'text | null',
    },
  },
);

const insertDeletions = namedStatement(
  'queue_gone',
  sql`INSERT INTO ${notificationQueue} (kind, subject_type, subject_id)
    SELECT 'gone', gone.type, gone.id
    FROM unnest(${sql.placeholder('types')}::text[], ${sql.placeholder('ids')}::uuid[]) AS gone (type, id)`,
  { values: { types: 'text[]', ids: 'uuid[]' } },
);

/** Takes the title from the notice, because a cancelled event is already deleted. */
const insertNotices = namedStatement(
  'queue_event_notices',
  sql`INSERT INTO ${notificationQueue} (kind, member_id, subject_type, subject_id, detail)
    SELECT 'event_' || kind, member_id, 'event', event_id, title
    FROM ${eventNotices}
    WHERE event_id = ANY(${sql.placeholder('eventIds')}::uuid[]) AND kind = ${sql.placeholder('kind')}
      AND member_id = ANY(${sql.placeholder('memberIds')}::uuid[])`,
  { values: { eventIds: 'uuid[]', kind: 'text', memberIds: 'uuid[]' } },
);

/**
 * Queues an event in the transaction that caused it. The single insert locks no other row, so likes and comments never
 * wait for notifications. A job processes the queue in batches a moment later.
 */
async function queue(work: UnitOfWork, row: NewQueueRow): Promise<void> {
  work.runSoon(processQueueJob);
  await insertRow(work.tx, { memberId: null, actorId: null, occasionId: null, detail: null, ...row });
}

async function queueDeletions(work: UnitOfWork, deleted: { type: string; id: string }[]): Promise<void> {
  if (deleted.length === 0) return;
  work.runSoon(processQueueJob);
  await insertDeletions(work.tx, { types: deleted.map(({ type }) => type), ids: deleted.map(({ id }) => id) });
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
  subscriber(reactionsChanged, async (work, { subject, memberId, by }) => {
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
  }),
  subscriber(contributionPublished, queueComment),
  subscriber(contributionHeld, (work, { kind, id }) => queueDeletions(work, [{ type: kind.name, id }])),
  subscriber(contributionsRemoved, (work, { contributions }) =>
    queueDeletions(
      work,
      contributions.map(({ kind, id }) => ({ type: kind.name, id })),
    ),
  ),
  subscriber(connectionChanged, async (work, { memberId, otherId, to }) => {
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
      await queue(work, { kind: 'connection_accepted', memberId: otherId, actorId: memberId, ...aboutMember(otherId) });
  }),
  subscriber(availabilityChanged, (work, { memberId }) => publishUnreadCountOfReceivers(work, memberId)),
  subscriber(eventNoticesStored, async (work, notice) => {
    work.runSoon(processQueueJob);
    await insertNotices(work.tx, notice);
  }),
  subscriber(eventLeft, (work, { eventId, memberId }) =>
    queue(work, { kind: 'event_left', memberId, subjectType: 'event', subjectId: eventId }),
  ),
  subscriber(eventDeleted, (work, { eventId }) => queueDeletions(work, [{ type: 'event', id: eventId }])),
  subscriber(unreadMessageStored, (work, { receiverId, senderId }) =>
    queue(work, {
      kind: 'message',
      memberId: receiverId,
      actorId: senderId,
      subjectType: 'conversation',
      subjectId: senderId,
      occasionId: newId(),
    }),
  ),
  subscriber(moderationDecided, (work, { decisionId, memberId }) =>
    queue(work, { kind: 'decision', memberId, subjectType: 'decision', subjectId: decisionId }),
  ),
];
