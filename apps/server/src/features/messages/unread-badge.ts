import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { liveCount } from '../../platform/realtime/live-counts.ts';

/** The live count of unread conversations. */
export const unreadBadge = liveCount('messages.unread');

/** Recounts the badge in every tab of the members after the transaction commits. */
export const publishUnreadCount = (work: UnitOfWork, memberIds: string[]): void => unreadBadge.notify(work, memberIds);
