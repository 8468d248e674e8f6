import { type Notification, topicOfKind } from '@commons/contract/notifications';
import { eq } from 'drizzle-orm';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { isActive } from '../members/index.ts';
import { users } from '../members/users.tables.ts';
import { findUnread } from './notifications.queries.ts';
import { findSettings } from './settings.ts';
import { outsideQuietHours } from './times.ts';

/** Nobody who is suspended, on a break or gone is told anything outside of the community. */
export const isReached = isActive(users);

/** What goes to a member by mail or to their devices, and when: null for at once. */
export type Going = { told: Notification[]; notBefore: Date | null };

/**
 * What of these goes to a member, asked at the moment of sending: hours may lie between, in which they read it, hid
 * somebody, wanted to be told no more, went on a break, or their quiet hours began.
 */
export async function findGoing(
  db: Database,
  memberId: string,
  channel: 'email' | 'push',
  ids: string[],
): Promise<Going> {
  const [member] = await db.select({ isReached }).from(users).where(eq(users.id, memberId));
  const settings = (await findSettings(db, [memberId])).get(memberId);
  if (!member?.isReached || !settings) return { told: [], notBefore: null };
  const waiting = await findUnread(db, ids);
  const now = databaseNow();
  const moment = outsideQuietHours(now, settings);
  return {
    told: waiting.filter(({ kind }) => settings[channel].includes(topicOfKind[kind])),
    notBefore: moment > now ? moment : null,
  };
}
