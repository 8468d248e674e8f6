import { and, eq } from 'drizzle-orm';
import type { DomainEvents } from '../../platform/database/domain-events.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { memberReported } from '../reports/index.ts';
import { conversationMembers } from './messages.tables.ts';
import { tellUnread } from './unread.ts';

/** Accepts the request of a member or declines it, in every tab of its receiver. Returns false when none waits. */
export async function answerRequest(
  work: UnitOfWork,
  memberId: string,
  otherId: string,
  isAccepted: boolean,
): Promise<boolean> {
  const answered = await work.tx
    .update(conversationMembers)
    .set(isAccepted ? { state: 'accepted' } : { state: 'declined', unreadCount: 0 })
    .where(
      and(
        eq(conversationMembers.memberId, memberId),
        eq(conversationMembers.otherId, otherId),
        eq(conversationMembers.state, 'request'),
      ),
    )
    .returning({ memberId: conversationMembers.memberId });
  if (answered.length === 0) return false;
  work.publish({
    audience: { memberIds: [memberId] },
    frame: { type: 'request.answered', userId: otherId, isAccepted },
  });
  tellUnread(work, [memberId]);
  return true;
}

/** Whoever reports a member does not have to decline their request as well. */
export function declineRequestOnReport(domainEvents: DomainEvents): void {
  domainEvents.on(memberReported, async (work, { reporterId, reportedId }) => {
    await answerRequest(work, reporterId, reportedId, false);
  });
}
