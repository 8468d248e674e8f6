import { and, eq } from 'drizzle-orm';
import type { DomainEvents } from '../../platform/database/domain-events.ts';
import { memberBlocked } from '../members/index.ts';
import { conversationMembers } from './messages.tables.ts';
import { tellUnread } from './unread.ts';

export { openLiveMessages } from './live-messages.ts';
export { messageFrames } from './messages.frames.ts';
export { messageRoutes } from './messages.routes.ts';
export { createMessages } from './messages.service.ts';
export { hidePresenceOnBlock, keepPresence } from './presence.ts';
export { declineRequestOnReport } from './requests.ts';
export { openUnreadBadges } from './unread.ts';

/** What waits from somebody whom the member blocked is not counted any more. */
export function forgetUnreadOnBlock(domainEvents: DomainEvents): void {
  domainEvents.on(memberBlocked, async (work, { blockerId, blockedId }) => {
    await work.tx
      .update(conversationMembers)
      .set({ unreadCount: 0 })
      .where(and(eq(conversationMembers.memberId, blockerId), eq(conversationMembers.otherId, blockedId)));
    tellUnread(work, [blockerId]);
  });
}
