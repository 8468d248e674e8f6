import { type CurrentUser, currentUserView } from '@commons/contract/auth/schemas';
import type { Audience, Profile, Settings } from '@commons/contract/profiles';
import { and, eq, getTableColumns, isNull, or, type SQL, sql } from 'drizzle-orm';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { preparedOnce } from '../../platform/database/statements.ts';
import { platformError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { connections } from '../connections/connections.tables.ts';
import { posts } from '../feed/posts.tables.ts';
import { mutes } from '../members/blocks.tables.ts';
import {
  isMemberVisible,
  isHere,
  mutedWordsOfMember,
  toMemberSummary,
  visibilityParameters,
} from '../members/index.ts';
import { users } from '../members/users.tables.ts';

/** Named with its table: in a query of one table drizzle leaves that out, and a subquery's own `id` would be meant. */
const memberId = sql`${users}.${sql.identifier(users.id.name)}`;

/** Counted when asked for, by the index that begins with the member: nothing to keep in step. */
const postsCount: SQL<number> = sql<number>`(SELECT count(*)::int FROM ${posts} WHERE ${posts.authorId} = ${memberId} AND NOT ${posts.isAwaitingReview} AND NOT ${posts.isRemoved})`;
const connectionsCount: SQL<number> = sql<number>`(SELECT count(*)::int FROM ${connections} WHERE ${connections.memberId} = ${memberId} AND ${connections.state} = 'connected')`;

const settingColumns = {
  emailAudience: users.emailAudience,
  locationAudience: users.locationAudience,
  socialsAudience: users.socialsAudience,
  messagesFrom: users.messagesFrom,
  sendsReadReceipts: users.sendsReadReceipts,
  showsPresence: users.showsPresence,
  showsOnLeaderboard: users.showsOnLeaderboard,
  theme: users.theme,
  motion: users.motion,
  textSize: sql<Settings['textSize']>`${users.textSize}`,
};

const columns = getTableColumns(users);

const currentUser = preparedOnce((db) =>
  db
    .select({ ...columns, postsCount, connectionsCount, mutedWords: mutedWordsOfMember })
    .from(users)
    .where(and(eq(users.id, sql.placeholder('id')), isNull(users.leftAt)))
    .prepare('current_user'),
);

/**
 * The signed-in member as they see themselves.
 * @throws AppError 401 for whoever left: what they changed in the same moment is undone with its transaction.
 */
export async function getCurrentUser(db: Queryable, { id, role }: Pick<Viewer, 'id' | 'role'>): Promise<CurrentUser> {
  const [found] = await currentUser(db).execute({ id });
  if (!found) throw platformError('request.unauthenticated');
  const { lastLoginAt, createdAt, breakUntil, guidelinesAcceptedAt, ...user } = found;
  return currentUserView.parse({
    ...user,
    ...toMemberSummary(user),
    // As they act: where admins need two-factor sign-in, one without it does not act as one.
    role,
    breakUntil: breakUntil && breakUntil > databaseNow() ? breakUntil.toISOString() : null,
    hasAcceptedGuidelines: guidelinesAcceptedAt !== null,
    lastLoginAt: lastLoginAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  });
}

const visibleProfile = preparedOnce((db) =>
  db
    .select({ ...columns, postsCount, connectionsCount, connection: connections.state, mutedId: mutes.otherId })
    .from(users)
    .leftJoin(
      connections,
      and(eq(connections.memberId, sql.placeholder('viewerId')), eq(connections.otherId, users.id)),
    )
    .leftJoin(mutes, and(eq(mutes.memberId, sql.placeholder('viewerId')), eq(mutes.otherId, users.id)))
    .where(
      and(
        eq(users.id, sql.placeholder('memberId')),
        isMemberVisible(users.id),
        or(isHere(users), eq(users.id, sql.placeholder('viewerId'))),
      ),
    )
    .prepare('visible_profile'),
);

/** A member as the viewer may see them; undefined for nobody, and for whoever is hidden from the viewer by a block. */
export async function findProfile(db: Database, viewer: Viewer, memberId: string): Promise<Profile | undefined> {
  const [row] = await visibleProfile(db).execute({ ...visibilityParameters(viewer), memberId });
  if (!row) return undefined;
  const connection = row.id === viewer.id ? 'self' : (row.connection ?? 'none');
  const shown = (audience: Audience) =>
    connection === 'self' || audience === 'members' || (audience === 'connections' && connection === 'connected');
  const socials = shown(row.socialsAudience);
  return {
    ...toMemberSummary(row),
    email: shown(row.emailAudience) ? row.email : null,
    bio: row.bio,
    location: shown(row.locationAudience) ? row.location : null,
    favoriteBook: row.favoriteBook,
    favoriteQuote: row.favoriteQuote,
    favoriteHobby: row.favoriteHobby,
    threeInterestingThings: row.threeInterestingThings,
    currentGoal: row.currentGoal,
    instagram: socials ? row.instagram : null,
    facebook: socials ? row.facebook : null,
    twitter: socials ? row.twitter : null,
    linkedin: socials ? row.linkedin : null,
    mindfulnessScore: row.mindfulnessScore,
    meditationMinutes: row.meditationMinutes,
    postsCount: row.postsCount,
    connectionsCount: row.connectionsCount,
    connection,
    isMuted: row.mutedId !== null,
  };
}

export async function getSettings(db: Queryable, memberId: string): Promise<Settings> {
  const isThere = and(eq(users.id, memberId), isNull(users.leftAt));
  const [settings] = await db.select(settingColumns).from(users).where(isThere);
  if (!settings) throw platformError('request.unauthenticated');
  return settings;
}
