import type { MemberSummary } from '@commons/contract/members';
import { and, eq, sql } from 'drizzle-orm';
import { preparedOnce, type Queryable } from '../../platform/database/database.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { memberColumns, toMemberSummary } from './member-summary.ts';
import { users } from './users.tables.ts';
import { isMemberVisible, visibilityParameters } from './visibility.ts';

const visibleMember = preparedOnce((db) =>
  db
    .select(memberColumns)
    .from(users)
    .where(and(eq(users.id, sql.placeholder('memberId')), isMemberVisible(users.id)))
    .prepare('visible_member'),
);

/** A member whom the viewer may see; undefined for nobody, and for whoever is hidden from the viewer by a block. */
export async function findVisibleMember(
  db: Queryable,
  viewer: Viewer,
  memberId: string,
): Promise<MemberSummary | undefined> {
  const [found] = await visibleMember(db).execute({ ...visibilityParameters(viewer), memberId });
  return found && toMemberSummary(found);
}
