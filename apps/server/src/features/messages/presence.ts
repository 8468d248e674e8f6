import { and, eq, gt, lt, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import type { Bus } from '../../platform/realtime/bus.ts';
import type { Sockets } from '../../platform/realtime/sockets.ts';
import { users } from '../members/users.tables.ts';
import { onlineSeconds } from './conversations.queries.ts';
import { conversationMembers, onlineMembers } from './messages.tables.ts';

const heartbeatMilliseconds = 30_000;

/** How many partners are told of a coming or going: those with whom a member wrote last. */
const maxToldPartners = 200;

/**
 * Keeps who is here: a row for each member and server process, renewed while the process lives, so that what a killed
 * process leaves behind grows old by itself. Partners in accepted conversations are told, if both show their presence.
 */
export function keepPresence(
  app: FastifyInstance,
  { db, bus, sockets, processId }: { db: Database; bus: Bus; sockets: Sockets; processId: string },
): void {
  const ofProcess = eq(onlineMembers.processId, processId);
  const change = async (memberId: string, isHere: boolean) => {
    if (isHere)
      await db
        .insert(onlineMembers)
        .values({ memberId, processId, seenAt: new Date() })
        .onConflictDoUpdate({
          target: [onlineMembers.memberId, onlineMembers.processId],
          set: { seenAt: new Date() },
        });
    else await db.delete(onlineMembers).where(and(ofProcess, eq(onlineMembers.memberId, memberId)));
    if (!(await isElsewhere(db, memberId, processId))) await tellPartners(db, bus, memberId, isHere);
  };
  const logged = (task: Promise<unknown>) =>
    void task.catch((error: unknown) => app.log.warn({ err: error }, 'presence was not kept'));

  // A quick reload closes and opens: changes of one member follow each other, and say what is true by then.
  const running = new Map<string, Promise<void>>();
  sockets.onPresence((memberId) => {
    const next = (running.get(memberId) ?? Promise.resolve()).then(() => change(memberId, sockets.has(memberId)));
    running.set(
      memberId,
      next.catch(() => {}),
    );
    logged(next);
  });

  const heartbeat = setInterval(() => {
    running.clear();
    logged(db.update(onlineMembers).set({ seenAt: new Date() }).where(ofProcess));
    logged(db.delete(onlineMembers).where(lt(onlineMembers.seenAt, sql`now() - interval '1 hour'`)));
  }, heartbeatMilliseconds);
  app.addHook('onClose', async () => {
    clearInterval(heartbeat);
    await db.delete(onlineMembers).where(ofProcess);
  });
}

async function isElsewhere(db: Database, memberId: string, processId: string): Promise<boolean> {
  const isFresh = gt(onlineMembers.seenAt, sql`now() - make_interval(secs => ${onlineSeconds})`);
  const rows = await db
    .select({ processId: onlineMembers.processId })
    .from(onlineMembers)
    .where(and(eq(onlineMembers.memberId, memberId), ne(onlineMembers.processId, processId), isFresh))
    .limit(1);
  return rows.length > 0;
}

async function tellPartners(db: Database, bus: Bus, memberId: string, isOnline: boolean): Promise<void> {
  const members = alias(users, 'members');
  const theirs = alias(conversationMembers, 'theirs');
  const partners = await db
    .select({ id: conversationMembers.otherId })
    .from(conversationMembers)
    .innerJoin(members, and(eq(members.id, conversationMembers.memberId), eq(members.showsPresence, true)))
    .innerJoin(users, and(eq(users.id, conversationMembers.otherId), eq(users.showsPresence, true)))
    .innerJoin(
      theirs,
      and(
        eq(theirs.memberId, conversationMembers.otherId),
        eq(theirs.otherId, conversationMembers.memberId),
        eq(theirs.state, 'accepted'),
      ),
    )
    .where(and(eq(conversationMembers.memberId, memberId), eq(conversationMembers.state, 'accepted')))
    .orderBy(sql`${conversationMembers.shownAt} DESC`)
    .limit(maxToldPartners);
  const memberIds = partners.map(({ id }) => id);
  if (memberIds.length > 0)
    bus.publish({
      audience: { memberIds },
      frame: { type: 'presence', userId: memberId, isOnline },
      actorIds: [memberId],
    });
}
