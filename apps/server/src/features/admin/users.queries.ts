import type { ManagedUser, SortOrder, UserCounts, UsersQuery, UserStatus } from '@commons/contract/admin/schemas';
import { splitWords } from '@commons/contract/words';
import { and, asc, desc, eq, gt, isNull, not, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { memberColumns, toMemberSummary } from '../../community/members/index.ts';
import {
  lastLoginSortKey,
  nameSortKey,
  searchableText,
  statusSortKey,
  users,
} from '../../community/members/users.tables.ts';
import { searchDocuments } from '../../community/search-documents/search.tables.ts';
import { type Database, onlyRow, type Queryable } from '../../platform/database/database.ts';
import { cursorOf, instantKey } from '../../platform/http/pagination.ts';
import { suspensionOf } from '../../platform/sessions/suspension.ts';

const columns = {
  ...memberColumns,
  role: users.role,
  isFlagged: users.isFlagged,
  suspendedUntil: users.suspendedUntil,
  suspensionReason: users.suspensionReason,
  lastLoginAt: users.lastLoginAt,
  createdAt: users.createdAt,
  mindfulnessScore: users.mindfulnessScore,
  meditationMinutes: users.meditationMinutes,
  nameInOrder: nameSortKey(users),
  statusInOrder: statusSortKey(users),
};

/** Sort expressions. Each has an index that ends with the id (`members/users.tables.ts`). */
const sortKeys: Record<UsersQuery['sort'], SQL> = {
  name: nameSortKey(users),
  email: sql`${users.email}`,
  role: sql`${users.role}`,
  lastLogin: lastLoginSortKey(users),
  status: statusSortKey(users),
};

const text = z
  .string()
  .max(400)
  .refine((value) => !value.includes('\0') && value.isWellFormed());

/** A cursor position. Contains the sort column, because it is valid only for that order. */
const userKey = z.union([
  z.tuple([z.enum(['name', 'email', 'role']), text, z.uuid()]),
  z.tuple([z.literal('lastLogin'), instantKey.nullable(), z.uuid()]),
  z.tuple([z.literal('status'), z.int().min(0).max(2), z.uuid()]),
]);
type UserKey = z.output<typeof userKey>;
export const userCursor = cursorOf(userKey);

const statusConditions: Record<UserStatus, SQL | undefined> = {
  active: and(not(users.isFlagged), sql`coalesce(${users.suspendedUntil}, now()) <= now()`),
  flagged: sql`${users.isFlagged}`,
  suspended: gt(users.suspendedUntil, sql`now()`),
};

/** Returns a tsquery for members whose name has words with these prefixes. Empty if the text contains no words. */
const nameQuery = (text: string): string => {
  const words = [...splitWords(text)].filter(({ kind }) => kind !== 'tail');
  return words.length === 0 ? '' : `':people' & ${words.map((word) => `'${word.text}':*A`).join(' & ')}`;
};

/**
 * SQL condition: the search text occurs in the name or email, or is a prefix of words of the name in any spelling. The
 * trigram index needs three characters, so shorter texts match only at the start of a word. Many members share the end
 * of their email, so a text with "@" is matched as a prefix of the email.
 */
const matchesSearch = (search: string): SQL => {
  const pattern = search.replaceAll(/[\\%_]/g, String.raw`\$&`);
  if (/^\S+@\S*$/.test(search)) return sql`${users.email} LIKE ${`${pattern.toLowerCase()}%`}`;
  const searchText = searchableText(users);
  const containsText =
    search.length < 3
      ? sql`(${searchText} ILIKE ${`${pattern}%`} OR ${searchText} ILIKE ${`% ${pattern}%`})`
      : sql`${searchText} ILIKE ${`%${pattern}%`}`;
  const tsquery = nameQuery(search);
  if (tsquery === '') return containsText;
  return sql`${users.id} IN (SELECT id FROM ${users} WHERE ${containsText}
    UNION ALL SELECT id FROM ${searchDocuments} WHERE type = 'people' AND words @@ ${tsquery}::tsquery)`;
};

function isAfter([sort, value, id]: UserKey, order: SortOrder): SQL {
  const keyValue = sort === 'lastLogin' && value === null ? sql`'-infinity'::timestamptz` : sql`${value}`;
  const key = sql`(${sortKeys[sort]}, ${users.id})`;
  return order === 'asc' ? sql`${key} > (${keyValue}, ${id}::uuid)` : sql`${key} < (${keyValue}, ${id}::uuid)`;
}

export type UserRow = Awaited<ReturnType<typeof listUsers>>[number];

/**
 * Lists members in the order of a column. Not prepared, so that the database plans each search for its values. For rare
 * words and filters, the index of the sort column is not the best one.
 */
export const listUsers = (db: Database, query: UsersQuery, after: UserKey | undefined, rowCount: number) => {
  const { search, role, status, sort, order } = query;
  const direction = order === 'asc' ? asc : desc;
  return db
    .select(columns)
    .from(users)
    .where(
      and(
        isNull(users.leftAt),
        role && eq(users.role, role),
        status && statusConditions[status],
        search ? matchesSearch(search) : undefined,
        after && isAfter(after, order),
      ),
    )
    .orderBy(direction(sortKeys[sort]), direction(users.id))
    .limit(rowCount);
};

export function cursorKeyOf(sort: UsersQuery['sort'], row: UserRow): UserKey {
  switch (sort) {
    case 'name':
      return [sort, row.nameInOrder, row.id];
    case 'email':
    case 'role':
      return [sort, row[sort], row.id];
    case 'lastLogin':
      return [sort, row.lastLoginAt, row.id];
    case 'status':
      return [sort, row.statusInOrder, row.id];
  }
}

export function toManagedUser(row: UserRow): ManagedUser {
  const { email, role, isFlagged, lastLoginAt, createdAt, mindfulnessScore, meditationMinutes } = row;
  const suspension = suspensionOf(row);
  return {
    ...toMemberSummary(row),
    email,
    role,
    isFlagged,
    status: suspension ? 'suspended' : isFlagged ? 'flagged' : 'active',
    suspendedUntil: suspension?.until.toISOString() ?? null,
    lastLoginAt: lastLoginAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    mindfulnessScore,
    meditationMinutes,
  };
}

export async function getUser(db: Queryable, userId: string): Promise<ManagedUser> {
  return toManagedUser(onlyRow(await db.select(columns).from(users).where(eq(users.id, userId))));
}

export async function countUsers(db: Database): Promise<UserCounts> {
  const [all, admins, managers, flagged] = await Promise.all([
    db.$count(users, isNull(users.leftAt)),
    db.$count(users, eq(users.role, 'admin')),
    db.$count(users, eq(users.role, 'manager')),
    db.$count(users, sql`${users.isFlagged}`),
  ]);
  return { users: all, admins, managers, flagged };
}
