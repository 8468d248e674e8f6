import { eq } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import type { Bus } from '../../platform/realtime/bus.ts';
import { sessions } from './auth.tables.ts';

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
