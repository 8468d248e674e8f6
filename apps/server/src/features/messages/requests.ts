import { and, eq } from 'drizzle-orm';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
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
