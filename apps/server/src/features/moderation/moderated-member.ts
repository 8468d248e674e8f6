import { and, eq, isNull } from 'drizzle-orm';
import { users } from '../../community/members/users.tables.ts';
import type { Queryable } from '../../platform/database/database.ts';
import { isoText } from '../../platform/database/statements.ts';

/** Returns the member a case or decision is about. Undefined after they left, even if their content stays. */
export async function findModeratedMember(db: Queryable, memberId: string | null) {
  if (memberId === null) return undefined;
  const [member] = await db
    .select({ role: users.role, isFlagged: users.isFlagged, joinedAt: isoText(users.createdAt) })
    .from(users)
    .where(and(eq(users.id, memberId), isNull(users.leftAt)));
  return member;
}
