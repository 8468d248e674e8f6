import { topicOfKind } from '@commons/contract/notifications';
import type { Notification } from '@commons/contract/notifications/schemas';
import { eq } from 'drizzle-orm';
import { isActive } from '../../community/members/index.ts';
import { users } from '../../community/members/users.tables.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { findUnread } from './notifications.queries.ts';
import { findSettings } from './settings.ts';
import { outsideQuietHours } from './times.ts';

/** Suspended members, members on a break and departed members get no mails and pushes. */
export const isReachable = isActive(users);

/** Notifications to send to a member by mail or push, and the earliest time to send them. Null means now. */
export type Deliverable = { deliverable: Notification[]; notBefore: Date | null };

/**
 * Selects the notifications that may still be sent to a member. Called right before sending, because hours may have
 * passed: the member may have read them, hidden the actor, changed their settings, gone on a break, or be in quiet
 * hours.
 */
export async function findDeliverable(
  db: Database,
  memberId: string,
  channel: 'email' | 'push',
  ids: string[],
): Promise<Deliverable> {
  const [member] = await db.select({ isReachable }).from(users).where(eq(users.id, memberId));
  const settings = (await findSettings(db, [memberId])).get(memberId);
  if (!member?.isReachable || !settings) return { deliverable: [], notBefore: null };
  const unread = await findUnread(db, ids);
  const now = databaseNow();
  const earliest = outsideQuietHours(now, settings);
  return {
    deliverable: unread.filter(({ kind }) => settings[channel].includes(topicOfKind[kind])),
    notBefore: earliest > now ? earliest : null,
  };
}
