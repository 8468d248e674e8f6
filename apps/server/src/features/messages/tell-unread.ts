import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { countUnread } from './messages.queries.ts';

/** The badge in every tab of a member. */
export async function tellUnread(work: UnitOfWork, memberId: string): Promise<void> {
  const count = await countUnread(work.tx, memberId);
  work.publish({ audience: { memberIds: [memberId] }, frame: { type: 'unread', count } });
}
