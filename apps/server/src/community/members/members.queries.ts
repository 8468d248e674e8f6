import type { MemberSummary } from '@commons/contract/members/schemas';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { type Database, onlyRow, type Queryable, type Transaction } from '../../platform/database/database.ts';
import { namedStatement } from '../../platform/database/named-statements.ts';
import { prepareOnce } from '../../platform/database/statements.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import type { ReportSnapshot } from '../feature.ts';
import type { DataSubject } from '../personal-data.ts';
import type { SearchSource } from '../search-documents/search-source.ts';
import { users } from './users.tables.ts';
import { isActive, isAvailable, isMemberVisible, visibilityParameters } from './visibility.ts';

/** Columns that `toMemberSummary` needs. */
export const memberColumns = {
  id: users.id,
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
  profileImageUrl: users.profileImageUrl,
  title: users.title,
};

type MemberRow = Omit<MemberSummary, 'displayName'> & { email: string };

/** Converts a row to the public summary. Without a name, the summary contains the local part of the email instead. */
export function toMemberSummary({ id, email, firstName, lastName, profileImageUrl, title }: MemberRow): MemberSummary {
  const fullName = `${firstName} ${lastName}`.trim();
  const displayName = fullName || email.split('@', 1)[0] || 'Anonymous';
  return { id, displayName, firstName, lastName, profileImageUrl, title };
}

/** Returns the ids under which personal data of a member is stored. */
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

/** Counts the active members, for the landing page. */
export const countActiveMembers = (db: Database): Promise<number> => db.$count(users, isActive(users));

const visibleMember = prepareOnce((db) =>
  db
    .select(memberColumns)
    .from(users)
    .where(and(eq(users.id, sql.placeholder('memberId')), isNull(users.leftAt), isMemberVisible(users.id)))
    .prepare('visible_member'),
);

/** Returns a member, or undefined if they do not exist, have left or are hidden from the viewer by a block. */
export async function findVisibleMember(
  db: Queryable,
  viewer: Viewer,
  memberId: string,
): Promise<MemberSummary | undefined> {
  const [row] = await visibleMember(db).execute({ ...visibilityParameters(viewer), memberId });
  return row && toMemberSummary(row);
}

/** Returns reported members regardless of blocks, because many reporters block first. */
export async function findReportedMembers(tx: Transaction, _viewer: Viewer, ids: string[]): Promise<ReportSnapshot[]> {
  const rows = await tx
    .select({ ...memberColumns, bio: users.bio })
    .from(users)
    .where(and(inArray(users.id, ids), isNull(users.leftAt)));
  return rows.map(({ bio, ...member }) => {
    const { displayName, title } = toMemberSummary(member);
    return { id: member.id, authorId: member.id, evidence: { displayName, title, bio }, photoIds: [] };
  });
}

/** Locks the pair with this key until the end of the transaction. Pairs with the same hash wait for each other. */
export const pairLock = sql`pg_advisory_xact_lock(hashtextextended(${sql.placeholder('pair')}, 0))`;

/** Returns the key of a pair of members, in whichever order and case their ids are given. */
export const pairKey = (one: string, other: string): string =>
  [one.toLowerCase(), other.toLowerCase()].toSorted().join(' ');

const lockPairStatement = namedStatement('lock_pair', sql`SELECT ${pairLock}`, { values: { pair: 'text' } });

/**
 * Locks a pair of members until the end of the transaction. Serializes connection requests, answers, blocks, messages
 * and read receipts between the two. A separate statement, so that later statements see changes committed while it
 * waited.
 */
export async function lockPair(tx: Transaction, one: string, other: string): Promise<void> {
  await lockPairStatement(tx, { pair: pairKey(one, other) });
}

/** Full name, trimmed, so that a typed first name matches exactly if there is no last name. */
const searchedName = sql<string>`trim(${users.firstName} || ' ' || ${users.lastName})`;

/** Search of members. Includes only fields that every member may see: no email and no restricted fields. */
export const peopleSearchSource: SearchSource = {
  type: 'people',
  source: users,
  isIndexed: sql`${users.leftAt} IS NULL`,
  title: searchedName,
  rest: sql`${users.title}`,
  isShown: sql`NOT ${users.isFlagged} AND coalesce(${users.suspendedUntil}, now()) <= now()
    AND ${isAvailable(users)} AND ${isMemberVisible(users.id)}`,
  // Constant, so that the order of results does not reveal when a member was last active.
  recency: sql`0`,
  shown: {
    title: sql`coalesce(nullif(${searchedName}, ''), split_part(${users.email}, '@', 1))`,
    text: sql`${users.title}`,
    imageUrl: sql`${users.profileImageUrl}`,
  },
};
