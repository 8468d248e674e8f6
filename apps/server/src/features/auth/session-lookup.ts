import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Role } from '@commons/contract/members';
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { batched } from '../../platform/database/batched.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import { type Database, isDatabaseUnavailable } from '../../platform/database/database.ts';
import { preparedOnce } from '../../platform/database/statements.ts';
import type { SessionSecrets } from '../../platform/secrets.ts';
import { suspensionOf } from '../../platform/sessions/suspension.ts';
import type { Authenticate, CheckSessions } from '../../platform/sessions/viewer.ts';
import { type AdminRules, hiddenMemberIds, memberColumns, mutedMemberIds, toMemberSummary } from '../members/index.ts';
import { users } from '../members/users.tables.ts';
import { sessions } from './auth.tables.ts';
import { absoluteLifetimeSeconds, type sessionCookie, sessionLifetimeSeconds } from './sessions.ts';

/** A session is renewed once an hour at most, so that reading does not write. */
const renewalMilliseconds = 60 * 60 * 1000;

/** Some 10 MB at the most. */
const maxKnownSessions = 50_000;

/** Where admins need two-factor sign-in, one without it acts as a member until it is on. */
const actingRole = sql<Role>`CASE WHEN ${users.role} = 'admin' AND NOT ${users.twoFactorEnabled} AND ${sql.placeholder('adminsNeedTwoFactor')}::boolean THEN 'user' ELSE ${users.role} END`;

const sessionsByToken = preparedOnce((db) =>
  db
    .select({
      token: sessions.token,
      sessionId: sessions.id,
      lastUsedAt: sessions.updatedAt,
      role: actingRole,
      isFlagged: users.isFlagged,
      suspendedUntil: users.suspendedUntil,
      suspensionReason: users.suspensionReason,
      member: memberColumns,
    })
    .from(sessions)
    // Signing in may have crossed with leaving.
    .innerJoin(users, and(eq(users.id, sessions.userId), isNull(users.leftAt)))
    // Of a list of unknown length PostgreSQL expects ten, and plans anew each time that it sees fewer: here it sees none.
    .where(
      and(
        sql`${sessions.token} = ANY(ARRAY(SELECT unnest(${sql.placeholder('tokens')}::text[])))`,
        gt(sessions.expiresAt, sql`now()`),
      ),
    )
    .prepare('sessions_by_token'),
);

/**
 * Looks sessions up by an indexed query that begins after the request came: nothing is cached, so that signing out, a
 * new role or a flag holds from the next request on, on every process. Requests read in one turn share a query. The
 * signature is checked first; a forged cookie costs no query.
 */
export function createSessionLookup(
  db: Database,
  secrets: SessionSecrets,
  cookie: ReturnType<typeof sessionCookie>,
  { adminsNeedTwoFactor }: AdminRules,
): Authenticate {
  const findSession = batched(async (tokens: string[]) => {
    const found = await sessionsByToken(db).execute({ tokens, adminsNeedTwoFactor });
    return new Map(found.map((session) => [session.token, session]));
  });
  /**
   * Whose each session was the last time it was found: a session never becomes somebody else's. It is taken out while it
   * is looked up, so that of many calls at once with a session that is over only one has to do with its member.
   */
  const memberIds = new Map<string, string>();
  const remember = (token: string, memberId: string) => {
    if (memberIds.size >= maxKnownSessions) memberIds.clear();
    memberIds.set(token, memberId);
  };

  return async (cookieHeader, { admit, onKnownMember, onEnded } = {}) => {
    const encodedValue = findCookie(cookieHeader, cookie.name);
    const token = encodedValue && verifiedToken(encodedValue, secrets);
    if (!token) return undefined;
    admit?.();
    const knownMember = memberIds.get(token);
    memberIds.delete(token);
    if (knownMember !== undefined) onKnownMember?.(knownMember);
    const found = await findSession(token);
    if (!found) {
      onEnded?.();
      return undefined;
    }
    remember(token, found.member.id);
    const { sessionId, role, isFlagged, member, lastUsedAt } = found;
    const suspension = suspensionOf(found);
    const viewer = {
      sessionId,
      id: member.id,
      role,
      isFlagged,
      summary: toMemberSummary(member),
      ...(suspension && { suspension }),
    };
    if (databaseNow().getTime() - lastUsedAt.getTime() < renewalMilliseconds) return { viewer };
    const isRenewed = await renew(db, sessionId, member.id);
    return { viewer, ...(isRenewed && { renewedCookie: cookie.renewed(signedValue(token, secrets[0])) }) };
  };
}

const version = sql<string>`hash_record_extended(ROW(${users.role}, ${users.twoFactorEnabled}, ${users.isFlagged}, ${users.email}, ${users.firstName}, ${users.lastName}, ${users.profileImageUrl}, ${users.title}, ${hiddenMemberIds(users.id)}, ${mutedMemberIds(users.id)}), 0)`;

const changedSessions = preparedOnce((db) =>
  db
    .select({
      sessionId: sql<string>`known.id`,
      role: actingRole,
      isFlagged: users.isFlagged,
      member: memberColumns,
      hiddenMemberIds: hiddenMemberIds(users.id),
      mutedMemberIds: mutedMemberIds(users.id),
      version,
    })
    .from(
      sql`unnest(${sql.placeholder('ids')}::uuid[], ${sql.placeholder('versions')}::bigint[]) AS known (id, version)`,
    )
    .leftJoin(sessions, and(sql`${sessions.id} = known.id`, gt(sessions.expiresAt, sql`now()`)))
    // A suspended member is nobody to a socket, and neither is one who left.
    .leftJoin(
      users,
      and(eq(users.id, sessions.userId), isNull(users.leftAt), sql`coalesce(${users.suspendedUntil}, now()) <= now()`),
    )
    .where(or(isNull(users.id), sql`${version} IS DISTINCT FROM known.version`))
    .prepare('changed_sessions'),
);

/** Finds out which of many sessions are over, and whose viewer, hidden or muted members are not as they were. */
export function createSessionCheck(db: Database, { adminsNeedTwoFactor }: AdminRules): CheckSessions {
  return async (known) => {
    const ids = [...known.keys()];
    const versions = [...known.values()].map((value) => value ?? null);
    const changed = await changedSessions(db).execute({ ids, versions, adminsNeedTwoFactor });
    return new Map(
      changed.map(({ sessionId, role, isFlagged, member, ...live }) => {
        if (!member || role === null || isFlagged === null) return [sessionId, null];
        const viewer = { sessionId, id: member.id, role, isFlagged, summary: toMemberSummary(member) };
        return [
          sessionId,
          {
            viewer,
            hiddenMemberIds: new Set(live.hiddenMemberIds),
            mutedMemberIds: new Set(live.mutedMemberIds),
            version: live.version,
          },
        ];
      }),
    );
  };
}

/**
 * Slides the end of a session forward, up to its absolute lifetime, and notes that its member was here; false when the
 * database cannot write that now, which keeps nobody from reading.
 */
async function renew(db: Database, sessionId: string, memberId: string): Promise<boolean> {
  try {
    await slideForward(db, sessionId, memberId);
    return true;
  } catch (error) {
    if (isDatabaseUnavailable(error)) return false;
    throw error;
  }
}

async function slideForward(db: Database, sessionId: string, memberId: string): Promise<void> {
  await db
    .update(sessions)
    .set({
      updatedAt: databaseNow(),
      expiresAt: sql`least(now() + make_interval(secs => ${sessionLifetimeSeconds}), ${sessions.createdAt} + make_interval(secs => ${absoluteLifetimeSeconds}))`,
    })
    .where(eq(sessions.id, sessionId));
  await db.update(users).set({ lastActiveAt: databaseNow() }).where(eq(users.id, memberId));
}

/** The token of a request's session cookie, if its signature is ours. */
export function requestToken(
  cookieHeader: string | undefined,
  name: string,
  secrets: SessionSecrets,
): string | undefined {
  const encodedValue = findCookie(cookieHeader, name);
  return encodedValue && verifiedToken(encodedValue, secrets);
}

/** The value of a cookie, still encoded. */
export function findCookie(header: string | undefined, name: string): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === name) return value;
  }
  return undefined;
}

/** The token of a cookie value `token.signature`, where the signature is base64 HMAC-SHA-256 as the library makes it. */
function verifiedToken(encodedValue: string, secrets: SessionSecrets): string | undefined {
  let value: string;
  try {
    value = decodeURIComponent(encodedValue);
  } catch {
    // Not one of our cookies.
    return undefined;
  }
  const dot = value.lastIndexOf('.');
  if (dot < 1) return undefined;
  const token = value.slice(0, dot);
  const given = Buffer.from(value.slice(dot + 1), 'base64');
  const isSignedBy = (secret: string) => {
    const expected = createHmac('sha256', secret).update(token).digest();
    return given.length === expected.length && timingSafeEqual(given, expected);
  };
  return secrets.some(isSignedBy) ? token : undefined;
}

/** A signed cookie value for a token, as the library would make it. */
export const signedValue = (token: string, secret: string): string =>
  encodeURIComponent(`${token}.${createHmac('sha256', secret).update(token).digest('base64')}`);
