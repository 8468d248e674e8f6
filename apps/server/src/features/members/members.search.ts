import { sql } from 'drizzle-orm';
import type { Searched } from '../../platform/search/searched.ts';
import { searchedUsers, users } from './users.tables.ts';
import { isHere, isMemberVisible } from './visibility.ts';

/** Without the space before a last name that is not there: who typed it all gets this member first. */
const fullName = sql<string>`trim(${users.firstName} || ' ' || ${users.lastName})`;

/** By what every member sees of another: what only some may see, and the email, is not searched. */
export const peopleSearched: Searched = {
  type: 'people',
  source: users,
  index: searchedUsers,
  title: fullName,
  rest: sql`${users.title}`,
  isOpen: sql`NOT ${users.isFlagged}`,
  isShown: sql`NOT ${users.isFlagged} AND coalesce(${users.suspendedUntil}, now()) <= now()
    AND ${isHere(users)} AND ${isMemberVisible(users.id)}`,
  // When somebody was here last is not told by their place in a list, either.
  newness: sql`0`,
  shown: {
    title: sql`coalesce(nullif(${fullName}, ''), split_part(${users.email}, '@', 1))`,
    text: sql`${users.title}`,
    imageUrl: sql`${users.profileImageUrl}`,
  },
};
