import { and, desc, eq, gt, inArray, lt, ne, sql } from 'drizzle-orm';
import type { FastifyReply } from 'fastify';
import { users } from '../../community/members/users.tables.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { clearBrowserCache } from '../../platform/http/security-headers.ts';
import type { Bus } from '../../platform/realtime/bus.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { sessions, verifications } from './auth.tables.ts';

/** A session lasts 30 days after its last use and at most 90 days (OWASP ASVS 5.0, 7.3). */
export const sessionLifetimeSeconds = 30 * 24 * 60 * 60;
/** Maximum lifetime of a session, regardless of use. */
export const absoluteLifetimeSeconds = 90 * 24 * 60 * 60;

/** Lifetime of the known-browser cookie. Browsers limit cookies to 400 days (RFC 6265bis, 5.5). */
const knownBrowserSeconds = 400 * 24 * 60 * 60;

/** Describes the session cookie. On HTTPS, the `__Host-` prefix binds it to this host and to secure connections. */
export function sessionCookie(publicUrl: string) {
  const secure = publicUrl.startsWith('https:');
  const name = secure ? '__Host-commons-session' : 'commons-session';
  const attributes = `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
  return {
    name,
    secure,
    /** The `Set-Cookie` value that renews an encoded session value for another lifetime. */
    renewed: (encodedValue: string) => `${name}=${encodedValue}; Max-Age=${sessionLifetimeSeconds}; ${attributes}`,
    /** Name of the cookie that marks browsers with an earlier sign-in. It outlives sessions. */
    knownBrowserName: `${secure ? '__Host-' : ''}commons-known-browser`,
    /** The `Set-Cookie` value that marks a browser as known. */
    knownBrowser(value: string) {
      return `${this.knownBrowserName}=${value}; Max-Age=${knownBrowserSeconds}; ${attributes}`;
    },
    /** Name of the cookie that stores an invitation while the browser visits the OpenID provider. */
    invitationName: `${secure ? '__Host-' : ''}commons-invitation`,
    /** The `Set-Cookie` value that stores an invitation. */
    invitation(value: string) {
      return `${this.invitationName}=${value}; Max-Age=${60 * 60}; ${attributes}`;
    },
    /** The `Set-Cookie` value that deletes the session cookie. */
    cleared: `${name}=; Max-Age=0; ${attributes}`,
  };
}

/** Signs out the browser that receives this reply: clears its session cookie and its HTTP cache. */
export const signOutBrowser = (reply: FastifyReply, publicUrl: string): FastifyReply =>
  clearBrowserCache(reply.header('set-cookie', sessionCookie(publicUrl).cleared));

/** Records the time of a sign-in as the member's last sign-in and last activity. */
export async function recordSignIn(db: Queryable, memberId: string): Promise<void> {
  const now = databaseNow();
  await db.update(users).set({ lastLoginAt: now, lastActiveAt: now }).where(eq(users.id, memberId));
}

/** Lists the browsers where a member is signed in, last used first. */
export async function listSessionsOf(db: Database, viewer: Viewer) {
  const rows = await db
    .select({
      id: sessions.id,
      createdAt: sessions.createdAt,
      lastUsedAt: sessions.updatedAt,
      userAgent: sessions.userAgent,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, viewer.id), gt(sessions.expiresAt, sql`now()`)))
    .orderBy(desc(sessions.updatedAt))
    .limit(100);
  return rows.map((session) => ({
    ...session,
    createdAt: session.createdAt.toISOString(),
    lastUsedAt: session.lastUsedAt.toISOString(),
    isCurrent: session.id === viewer.sessionId,
  }));
}

/** Ends the session with this token and closes its sockets. */
export async function endSession(db: Database, bus: Bus, token: string): Promise<void> {
  const [endedSession] = await db
    .delete(sessions)
    .where(eq(sessions.token, token))
    .returning({ id: sessions.id, memberId: sessions.userId });
  if (endedSession) bus.publish({ endSessionsOf: endedSession.memberId, sessionId: endedSession.id });
}

/** Signs a member out everywhere: the next request of each browser is anonymous, and every open socket closes. */
export const endAllSessions = (db: Database, bus: Bus, memberId: string): Promise<void> =>
  endSessionsOf({ tx: db, publish: (envelope) => bus.publish(envelope) }, memberId);

/** Like `endAllSessions`, within a unit of work. Sockets close after it commits. */
export async function endSessionsOf(
  { tx, publish }: { tx: Queryable; publish: UnitOfWork['publish'] },
  memberId: string,
): Promise<void> {
  await tx.delete(sessions).where(eq(sessions.userId, memberId));
  publish({ endSessionsOf: memberId });
}

/** Signs a member out in one browser. Returns false when the session does not exist. */
export async function endSessionById(db: Database, bus: Bus, memberId: string, sessionId: string): Promise<boolean> {
  const isOfMember = and(eq(sessions.id, sessionId), eq(sessions.userId, memberId));
  const { rowCount } = await db.delete(sessions).where(isOfMember);
  if (rowCount) bus.publish({ endSessionsOf: memberId, sessionId });
  return rowCount !== 0;
}

/** Signs a member out in every browser except the current one. */
export async function endOtherSessions(
  work: Pick<UnitOfWork, 'tx' | 'publish'>,
  viewer: Pick<Viewer, 'id' | 'sessionId'>,
): Promise<void> {
  const isOtherSession = and(eq(sessions.userId, viewer.id), ne(sessions.id, viewer.sessionId));
  for (const { id } of await work.tx.delete(sessions).where(isOtherSession).returning({ id: sessions.id }))
    work.publish({ endSessionsOf: viewer.id, sessionId: id });
}

/** Rows deleted per statement. Keeps each statement well below its timeout, even after a flood of sign-ins. */
const batchSize = 5_000;

/** Deletes expired sessions and one-time values. Returns the number of deleted rows. */
export async function deleteExpiredSessions(db: Database): Promise<number> {
  let count = 0;
  for (const table of [sessions, verifications]) {
    let deletedCount: number;
    do {
      const expiredRows = db
        .select({ id: table.id })
        .from(table)
        .where(lt(table.expiresAt, sql`now()`));
      const { rowCount } = await db.delete(table).where(inArray(table.id, expiredRows.limit(batchSize)));
      deletedCount = rowCount ?? 0;
      count += deletedCount;
    } while (deletedCount === batchSize);
  }
  return count;
}
