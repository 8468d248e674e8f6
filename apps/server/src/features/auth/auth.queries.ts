import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { accounts, sessions } from './auth.tables.ts';

/** Whether this is still the hash of a member's password. */
export const isPasswordHash = async (db: Database, memberId: string, hash: string): Promise<boolean> =>
  (await db.$count(accounts, and(eq(accounts.userId, memberId), eq(accounts.password, hash)))) > 0;

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
