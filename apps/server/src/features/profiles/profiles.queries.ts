import { type CurrentUser, currentUserView } from '@commons/contract/auth/schemas';
import type { Audience, Profile, Settings } from '@commons/contract/profiles/schemas';
import { and, eq, getTableColumns, isNull, or, type SQL, sql } from 'drizzle-orm';
import { consentStateOf, currentGuidelinesVersion } from '../../community/consent/index.ts';
import { mutes } from '../../community/members/blocks.tables.ts';
import {
  isMemberVisible,
  isAvailable,
  mutedWordsOfMember,
  toMemberSummary,
  visibilityParameters,
} from '../../community/members/index.ts';
import { users } from '../../community/members/users.tables.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { prepareOnce } from '../../platform/database/statements.ts';
import { platformError } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { connections } from '../connections/connections.tables.ts';
import { posts } from '../feed/posts.tables.ts';

/** The id qualified by its table. Drizzle omits the table in single-table queries, but a subquery has its own `id`. */
const memberId = sql`${users}.${sql.identifier(users.id.name)}`;

/** Counted on each read. An index that starts with the member makes this fast, so no counter column is needed. */
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

const currentUser = prepareOnce((db) =>
  db
    .select({ ...columns, postsCount, connectionsCount, mutedWords: mutedWordsOfMember, currentGuidelinesVersion })
    .from(users)
    .where(and(eq(users.id, sql.placeholder('id')), isNull(users.leftAt)))
    .prepare('current_user'),
);

/**
 * Returns the signed-in member.
 * @throws AppError 401 for a former member, which also rolls back their changes in the same transaction.
 */
export async function getCurrentUser(db: Queryable, { id, role }: Pick<Viewer, 'id' | 'role'>): Promise<CurrentUser> {
  const [row] = await currentUser(db).execute({ id });
  if (!row) throw platformError('request.unauthenticated');
  const {
    lastLoginAt,
    createdAt,
    breakUntil,
    guidelinesAcceptedAt,
    guidelinesVersion,
    currentGuidelinesVersion: current,
    ...user
  } = row;
  return currentUserView.parse({
    ...user,
    ...toMemberSummary(user),
    // The effective role: an admin without a required two-factor sign-in does not act as admin.
    role,
    breakUntil: breakUntil && breakUntil > databaseNow() ? breakUntil.toISOString() : null,
    consent: {
      state: consentStateOf({ accepted: guidelinesVersion, current }),
      guidelinesVersion: current,
      acceptedAt: guidelinesAcceptedAt?.toISOString() ?? null,
    },
    lastLoginAt: lastLoginAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  });
}

const visibleProfile = prepareOnce((db) =>
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
        or(isAvailable(users), eq(users.id, sql.placeholder('viewerId'))),
      ),
    )
    .prepare('visible_profile'),
);

/**
 * Returns a member's profile, without the fields that the viewer may not see. Undefined if the member is not visible.
 */
export async function findProfile(db: Database, viewer: Viewer, memberId: string): Promise<Profile | undefined> {
  const [row] = await visibleProfile(db).execute({ ...visibilityParameters(viewer), memberId });
  if (!row) return undefined;
  const connection = row.id === viewer.id ? 'self' : (row.connection ?? 'none');
  const canSee = (audience: Audience) =>
    connection === 'self' || audience === 'members' || (audience === 'connections' && connection === 'connected');
  const canSeeSocials = canSee(row.socialsAudience);
  return {
    ...toMemberSummary(row),
    email: canSee(row.emailAudience) ? row.email : null,
    bio: row.bio,
    location: canSee(row.locationAudience) ? row.location : null,
    favoriteBook: row.favoriteBook,
    favoriteQuote: row.favoriteQuote,
    favoriteHobby: row.favoriteHobby,
    threeInterestingThings: row.threeInterestingThings,
    currentGoal: row.currentGoal,
    instagram: canSeeSocials ? row.instagram : null,
    facebook: canSeeSocials ? row.facebook : null,
    twitter: canSeeSocials ? row.twitter : null,
    linkedin: canSeeSocials ? row.linkedin : null,
    mindfulnessScore: row.mindfulnessScore,
    meditationMinutes: row.meditationMinutes,
    postsCount: row.postsCount,
    connectionsCount: row.connectionsCount,
    connection,
    isMuted: row.mutedId !== null,
  };
}

export async function getSettings(db: Queryable, memberId: string): Promise<Settings> {
  const isCurrentMember = and(eq(users.id, memberId), isNull(users.leftAt));
  const [settings] = await db.select(settingColumns).from(users).where(isCurrentMember);
  if (!settings) throw platformError('request.unauthenticated');
  return settings;
}
