import type { MemberSummary } from '@commons/contract/members';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { onlyRow, type Queryable, type Transaction } from '../../platform/database/database.ts';
import { preparedOnce } from '../../platform/database/statements.ts';
import type { Reported } from '../../platform/feature.ts';
import type { DataSubject } from '../../platform/personal-data.ts';
import type { Searched } from '../../platform/search/searched.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { users } from './users.tables.ts';
import { isHere, isMemberVisible, visibilityParameters } from './visibility.ts';

/** The columns a query selects to show a member as an author. */
export const memberColumns = {
  id: users.id,
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
  profileImageUrl: users.profileImageUrl,
  title: users.title,
};

type MemberRow = Omit<MemberSummary, 'displayName'> & { email: string };

/** A member as others see them; the email stays behind, but for the part that may have to stand for a name. */
export function toMemberSummary({ id, email, firstName, lastName, profileImageUrl, title }: MemberRow): MemberSummary {
  const fullName = `${firstName} ${lastName}`.trim();
  const displayName = fullName || email.split('@', 1)[0] || 'Anonymous';
  return { id, displayName, firstName, lastName, profileImageUrl, title };
}

/** Whom data is about, of a member. */
export const toDataSubject = (
  member: Pick<typeof users.$inferSelect, 'id' | 'email' | 'emailVerified'>,
): DataSubject => ({
  id: member.id,
  confirmedEmail: member.emailVerified ? member.email : null,
});

export async function findDataSubject(db: Queryable, memberId: string): Promise<DataSubject> {
  const { id, email, emailVerified } = users;
  return toDataSubject(onlyRow(await db.select({ id, email, emailVerified }).from(users).where(eq(id, memberId))));
}

const visibleMember = preparedOnce((db) =>
  db
    .select(memberColumns)
    .from(users)
    .where(and(eq(users.id, sql.placeholder('memberId')), isNull(users.leftAt), isMemberVisible(users.id)))
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

/** Also somebody whom a block hides: blocking comes first for many, and who blocks does not escape a report by it. */
export async function findReportedMembers(tx: Transaction, _viewer: Viewer, ids: string[]): Promise<Reported[]> {
  const rows = await tx
    .select({ ...memberColumns, bio: users.bio })
    .from(users)
    .where(and(inArray(users.id, ids), isNull(users.leftAt)));
  return rows.map(({ bio, ...member }) => {
    const { displayName, title } = toMemberSummary(member);
    return { id: member.id, authorId: member.id, evidence: { displayName, title, bio }, photoIds: [] };
  });
}

/**
 * Holds what stands between two members until the transaction ends: requests, answers, blocks, messages and the reading
 * of them follow each other, whichever of the two begins. Pairs whose hashes meet only wait for each other. It is a
 * statement of its own, so that those after it see what was committed while it waited.
 */
export async function lockPair(tx: Transaction, one: string, other: string): Promise<void> {
  await tx.execute(sql`SELECT lock_pair(${one}::uuid, ${other}::uuid)`);
}

/** Without the space before a last name that is not there: who typed it all gets this member first. */
const searchedName = sql<string>`trim(${users.firstName} || ' ' || ${users.lastName})`;

/** By what every member sees of another: what only some may see, and the email, is not searched. */
export const peopleSearched: Searched = {
  type: 'people',
  source: users,
  isIndexed: sql`${users.leftAt} IS NULL`,
  title: searchedName,
  rest: sql`${users.title}`,
  isShown: sql`NOT ${users.isFlagged} AND coalesce(${users.suspendedUntil}, now()) <= now()
    AND ${isHere(users)} AND ${isMemberVisible(users.id)}`,
  // When somebody was here last is not told by their place in a list, either.
  newness: sql`0`,
  shown: {
    title: sql`coalesce(nullif(${searchedName}, ''), split_part(${users.email}, '@', 1))`,
    text: sql`${users.title}`,
    imageUrl: sql`${users.profileImageUrl}`,
  },
};
