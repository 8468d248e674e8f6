import type { ManagedUser, SortOrder, UserCounts, UsersQuery, UserStatus } from '@commons/contract/admin';
import { splitWords } from '@commons/contract/words';
import { and, asc, desc, eq, gt, isNull, not, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Database, onlyRow, type Queryable } from '../../platform/database/database.ts';
import { cursorOf, instantKey } from '../../platform/http/pagination.ts';
import { searchDocuments } from '../../platform/search/search.tables.ts';
import { suspensionOf } from '../../platform/sessions/suspension.ts';
import { memberColumns, toMemberSummary } from '../members/index.ts';
import { lastLoginInOrder, nameInOrder, searchedWords, statusInOrder, users } from '../members/users.tables.ts';

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
  nameInOrder: nameInOrder(users),
  statusInOrder: statusInOrder(users),
};

/** What each order is by; each has an index, ended by the id (`members/users.tables.ts`). */
const sortKeys: Record<UsersQuery['sort'], SQL> = {
  name: nameInOrder(users),
  email: sql`${users.email}`,
  role: sql`${users.role}`,
  lastLogin: lastLoginInOrder(users),
  status: statusInOrder(users),
};

const text = z
  .string()
  .max(400)
  .refine((given) => !given.includes('\0') && given.isWellFormed());

/** Names its order: in another one it leads nowhere. */
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

/** Returns a query for people whose name has words that begin so; empty where nothing typed is a word. */
const nameQuery = (text: string): string => {
  const words = [...splitWords(text)].filter(({ kind }) => kind !== 'tail');
  return words.length === 0 ? '' : `':people' & ${words.map((word) => `'${word.text}':*A`).join(' & ')}`;
};

/**
 * Finds members by any part of their name or email, and by beginnings of the words of their name in any spelling. The first
 * index holds three characters at a time, so shorter texts are found only at the beginning of a word. Most members share
 * the end of an email, so an email typed up to its "@" is looked up from its beginning.
 */
const isFound = (search: string): SQL => {
  const words = search.replaceAll(/[\\%_]/g, String.raw`\$&`);
  if (/^\S+@\S*$/.test(search)) return sql`${users.email} LIKE ${`${words.toLowerCase()}%`}`;
  const found = searchedWords(users);
  const isWithin =
    search.length < 3
      ? sql`(${found} ILIKE ${`${words}%`} OR ${found} ILIKE ${`% ${words}%`})`
      : sql`${found} ILIKE ${`%${words}%`}`;
  const inName = nameQuery(search);
  if (inName === '') return isWithin;
  return sql`${users.id} IN (SELECT id FROM ${users} WHERE ${isWithin}
    UNION ALL SELECT id FROM ${searchDocuments} WHERE type = 'people' AND words @@ ${inName}::tsquery)`;
};

function isAfter([sort, value, id]: UserKey, order: SortOrder): SQL {
  const given = sort === 'lastLogin' && value === null ? sql`'-infinity'::timestamptz` : sql`${value}`;
  const key = sql`(${sortKeys[sort]}, ${users.id})`;
  return order === 'asc' ? sql`${key} > (${given}, ${id}::uuid)` : sql`${key} < (${given}, ${id}::uuid)`;
}

export type UserRow = Awaited<ReturnType<typeof listUsers>>[number];

/**
 * Members in the order of a column. Not prepared: the database plans each search for its words and filters, because it
 * is the rare ones that want another index than the order does.
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
        search ? isFound(search) : undefined,
        after && isAfter(after, order),
      ),
    )
    .orderBy(direction(sortKeys[sort]), direction(users.id))
    .limit(rowCount);
};

export function keyOf(sort: UsersQuery['sort'], row: UserRow): UserKey {
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

/** Counting everybody takes longer in a larger community: a count holds so many times as long as it took. */
const timesAsLong = 1_000;

/** Counts all members anew where the last count is old, and admins, managers and flagged ones, who are few, each time. */
export const createUserCounts = (db: Database): (() => Promise<UserCounts>) => {
  let counting = Promise.resolve(0);
  let staleAt = 0;
  const count = async (): Promise<number> => {
    const begunAt = performance.now();
    const all = await db.$count(users, isNull(users.leftAt));
    const endedAt = performance.now();
    staleAt = endedAt + (endedAt - begunAt) * timesAsLong;
    return all;
  };
  const countAll = (): Promise<number> => {
    if (performance.now() >= staleAt) {
      staleAt = Infinity;
      counting = count();
      // The callers get the error; the next one counts again.
      counting.catch(() => {
        staleAt = 0;
      });
    }
    return counting;
  };
  return async () => {
    const [all, admins, managers, flagged] = await Promise.all([
      countAll(),
      db.$count(users, eq(users.role, 'admin')),
      db.$count(users, eq(users.role, 'manager')),
      db.$count(users, sql`${users.isFlagged}`),
    ]);
    return { users: all, admins, managers, flagged };
  };
};
