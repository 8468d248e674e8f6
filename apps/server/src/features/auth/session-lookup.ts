import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Appearance } from '@commons/contract/members';
import type { Role } from '@commons/contract/members/schemas';
import { parseCookie } from 'cookie';
import DataLoader from 'dataloader';
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { hasConsented } from '../../community/consent/index.ts';
import {
  type AdminRules,
  hiddenMemberIds,
  memberColumns,
  mutedMemberIds,
  toMemberSummary,
} from '../../community/members/index.ts';
import { users } from '../../community/members/users.tables.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import { type Database, isDatabaseUnavailable } from '../../platform/database/database.ts';
import { prepareOnce } from '../../platform/database/statements.ts';
import type { SessionSecrets } from '../../platform/secrets.ts';
import { suspensionOf } from '../../platform/sessions/suspension.ts';
import type { Authenticate, CheckSessions } from '../../platform/sessions/viewer.ts';
import { sessions } from './auth.tables.ts';
import { absoluteLifetimeSeconds, type sessionCookie, sessionLifetimeSeconds } from './sessions.ts';

/** Sessions are renewed at most once an hour, so that most reads cause no write. */
const renewalMilliseconds = 60 * 60 * 1000;

/** If admins need two-factor sign-in, an admin without it has the permissions of a member. */
const actingRole = sql<Role>`CASE WHEN ${users.role} = 'admin' AND NOT ${users.twoFactorEnabled} AND ${sql.placeholder('adminsNeedTwoFactor')}::boolean THEN 'user' ELSE ${users.role} END`;

const sessionsByToken = prepareOnce((db) =>
  db
    .select({
      token: sessions.token,
      sessionId: sessions.id,
      lastUsedAt: sessions.updatedAt,
      role: actingRole,
      isFlagged: users.isFlagged,
      suspendedUntil: users.suspendedUntil,
      suspensionReason: users.suspensionReason,
      hasConsented,
      member: memberColumns,
      theme: sql<Appearance['theme']>`${users.theme}`,
      motion: sql<Appearance['motion']>`${users.motion}`,
      textSize: sql<Appearance['textSize']>`${users.textSize}`,
    })
    .from(sessions)
    // A sign-in may have created a session while the member left.
    .innerJoin(users, and(eq(users.id, sessions.userId), isNull(users.leftAt)))
    // The subquery hides the array's length from the planner, which would otherwise replan for short arrays.
    .where(
      and(
        sql`${sessions.token} = ANY(ARRAY(SELECT unnest(${sql.placeholder('tokens')}::text[])))`,
        gt(sessions.expiresAt, sql`now()`),
      ),
    )
    .prepare('sessions_by_token'),
);

/**
 * Creates the session lookup. Each request reads the database: nothing is cached, so that signing out, a new role or a
 * flag takes effect with the next request on every process. Requests in the same turn of the event loop share a query.
 * The signature is checked first, so a forged cookie costs no query.
 */
export function createSessionLookup(
  db: Database,
  secrets: SessionSecrets,
  cookie: ReturnType<typeof sessionCookie>,
  rules: AdminRules,
): Authenticate {
  // Does not wait for an earlier query, so a hanging connection blocks only its own requests.
  const sessionLoader = new DataLoader(
    async (tokens: readonly string[]) => {
      const { adminsNeedTwoFactor } = rules;
      const rows = await sessionsByToken(db).execute({ tokens: [...new Set(tokens)], adminsNeedTwoFactor });
      const found = new Map(rows.map((session) => [session.token, session]));
      return tokens.map((token) => found.get(token));
    },
    { cache: false, batchScheduleFn: setImmediate },
  );

  return async (cookieHeader, { admit, onEnded } = {}) => {
    const token = requestToken(cookieHeader, cookie.name, secrets);
    if (!token) return undefined;
    admit?.();
    const session = await sessionLoader.load(token);
    if (!session) {
      onEnded?.();
      return undefined;
    }
    const {
      sessionId,
      role,
      isFlagged,
      hasConsented: isConsenting,
      member,
      lastUsedAt,
      theme,
      motion,
      textSize,
    } = session;
    const suspension = suspensionOf(session);
    const viewer = {
      sessionId,
      id: member.id,
      role,
      isFlagged,
      summary: toMemberSummary(member),
      appearance: { theme, motion, textSize },
      ...(suspension && { suspension }),
      ...(!isConsenting && { needsConsent: true as const }),
    };
    if (databaseNow().getTime() - lastUsedAt.getTime() < renewalMilliseconds) return { viewer };
    const isRenewed = await tryToExtend(db, sessionId, member.id);
    return { viewer, ...(isRenewed && { renewedCookie: cookie.renewed(signedValue(token, secrets[0])) }) };
  };
}

const version = sql<string>`hash_record_extended(ROW(${actingRole}, ${users.twoFactorEnabled}, ${users.isFlagged}, ${users.email}, ${users.firstName}, ${users.lastName}, ${users.profileImageUrl}, ${users.title}, ${hiddenMemberIds(users.id)}, ${mutedMemberIds(users.id)}), 0)`;

const changedSessions = prepareOnce((db) =>
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
    // The caller closes sockets of suspended and former members.
    .leftJoin(
      users,
      and(eq(users.id, sessions.userId), isNull(users.leftAt), sql`coalesce(${users.suspendedUntil}, now()) <= now()`),
    )
    .where(or(isNull(users.id), sql`${version} IS DISTINCT FROM known.version`))
    .prepare('changed_sessions'),
);

/** Creates a check that returns ended sessions (as null) and sessions whose viewer, hidden or muted members changed. */
export function createSessionCheck(db: Database, rules: AdminRules): CheckSessions {
  return async (knownVersions) => {
    const ids = [...knownVersions.keys()];
    const versions = [...knownVersions.values()].map((value) => value ?? null);
    const { adminsNeedTwoFactor } = rules;
    const changedRows = await changedSessions(db).execute({ ids, versions, adminsNeedTwoFactor });
    return new Map(
      changedRows.map(({ sessionId, role, isFlagged, member, ...rest }) => {
        if (!member || role === null || isFlagged === null) return [sessionId, null];
        const viewer = { sessionId, id: member.id, role, isFlagged, summary: toMemberSummary(member) };
        return [
          sessionId,
          {
            viewer,
            hiddenMemberIds: new Set(rest.hiddenMemberIds),
            mutedMemberIds: new Set(rest.mutedMemberIds),
            version: rest.version,
          },
        ];
      }),
    );
  };
}

/**
 * Extends a session, up to its absolute lifetime, and records the member's activity. Returns false if the database
 * accepts no writes, so that members can still read.
 */
async function tryToExtend(db: Database, sessionId: string, memberId: string): Promise<boolean> {
  try {
    await extendSession(db, sessionId, memberId);
    return true;
  } catch (error) {
    if (isDatabaseUnavailable(error)) return false;
    throw error;
  }
}

async function extendSession(db: Database, sessionId: string, memberId: string): Promise<void> {
  await db
    .update(sessions)
    .set({
      updatedAt: databaseNow(),
      expiresAt: sql`least(now() + make_interval(secs => ${sessionLifetimeSeconds}), ${sessions.createdAt} + make_interval(secs => ${absoluteLifetimeSeconds}))`,
    })
    .where(eq(sessions.id, sessionId));
  await db.update(users).set({ lastActiveAt: databaseNow() }).where(eq(users.id, memberId));
}

/** Returns the token of a request's session cookie if its signature is valid. */
export function requestToken(
  cookieHeader: string | undefined,
  name: string,
  secrets: SessionSecrets,
): string | undefined {
  const value = findCookie(cookieHeader, name);
  return value && verifiedToken(value, secrets);
}

export const findCookie = (header: string | undefined, name: string): string | undefined =>
  parseCookie(header ?? '')[name];

/** Returns the token of a cookie value `token.signature`. The signature is a base64 HMAC-SHA-256, as in the library. */
function verifiedToken(value: string, secrets: SessionSecrets): string | undefined {
  const dot = value.lastIndexOf('.');
  if (dot < 1) return undefined;
  const token = value.slice(0, dot);
  const signature = Buffer.from(value.slice(dot + 1), 'base64');
  const isSignedBy = (secret: string) => {
    const expected = createHmac('sha256', secret).update(token).digest();
    return signature.length === expected.length && timingSafeEqual(signature, expected);
  };
  return secrets.some(isSignedBy) ? token : undefined;
}

/** Returns the signed cookie value for a token, in the library's format. */
export const signedValue = (token: string, secret: string): string =>
  encodeURIComponent(`${token}.${createHmac('sha256', secret).update(token).digest('base64')}`);
