import { and, desc, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import type { Bus } from '../../platform/realtime/bus.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { sessions, verifications } from './auth.tables.ts';

/** The browsers a member is signed in with, the last used first. */
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

/** Ends the session of this token, its open sockets included. */
export async function endSession(db: Database, bus: Bus, token: string): Promise<void> {
  const [ended] = await db
    .delete(sessions)
    .where(eq(sessions.token, token))
    .returning({ id: sessions.id, memberId: sessions.userId });
  if (ended) bus.publish({ endSessionsOf: ended.memberId, sessionId: ended.id });
}

/** Signs a member out everywhere: the next request of any browser is anonymous, every open socket closes. */
export async function endAllSessions(db: Database, bus: Bus, memberId: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.userId, memberId));
  bus.publish({ endSessionsOf: memberId });
}

/** So many rows go in one statement, which is far from its time limit also after a flood of sign-ins. */
const maxForgottenAtOnce = 5_000;

/** Throws away sessions and one-time values whose time is over. Returns how many. */
export async function forgetExpiredSessions(db: Database): Promise<number> {
  let count = 0;
  for (const table of [sessions, verifications]) {
    let gone: number;
    do {
      const expired = db
        .select({ id: table.id })
        .from(table)
        .where(lt(table.expiresAt, sql`now()`));
      const { rowCount } = await db.delete(table).where(inArray(table.id, expired.limit(maxForgottenAtOnce)));
      gone = rowCount ?? 0;
      count += gone;
    } while (gone === maxForgottenAtOnce);
  }
  return count;
}
