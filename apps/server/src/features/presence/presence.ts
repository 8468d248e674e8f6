import { and, eq, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { FastifyInstance } from 'fastify';
import { type Database, onlyRow, type Queryable } from '../../platform/database/database.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import type { Bus } from '../../platform/realtime/bus.ts';
import type { Sockets } from '../../platform/realtime/sockets.ts';
import { blocks } from '../../community/members/blocks.tables.ts';
import { isAvailable } from '../../community/members/index.ts';
import { users } from '../../community/members/users.tables.ts';
import { conversationMembers, liveProcesses, onlineMembers } from '../messages/messages.tables.ts';

const heartbeatMilliseconds = 15_000;

/** A process without a heartbeat for this long is considered dead, together with its sockets. */
const leaseSeconds = 60;

/** Maximum number of conversation partners notified of a presence change, latest conversations first. */
const maxNotifiedPartners = 200;

/**
 * Tracks which members are online. A member has one row per server process where they have a tab. It is written when
 * the first tab opens and deleted when the last one closes. Each process renews its own row by a heartbeat, which also
 * deletes the rows of dead processes and their members. Partners in accepted conversations are notified if both members
 * show their presence.
 */
export async function trackPresence(
  app: FastifyInstance,
  options: {
    db: Database;
    bus: Pick<Bus, 'publish'>;
    sockets: Pick<Sockets, 'has' | 'onPresence'>;
    processId: string;
  },
): Promise<{ heartbeat: () => Promise<void>; waitForChanges: () => Promise<unknown> }> {
  const { db, bus, sockets, processId } = options;
  const online = new Set<string>();
  /** Members with a pending change. Further changes of the same member are merged into it. */
  const pending = new Set<string>();
  /** Members with a failed change, retried at the next heartbeat. A stale row would show them online indefinitely. */
  const failed = new Set<string>();
  const isOwnRow = eq(onlineMembers.processId, processId);

  const notifyPartners = async (memberId: string, isOnline: boolean) => {
    publishPresence(bus, memberId, await listPartners(db, memberId, isShown), isOnline);
  };
  const change = async (memberId: string) => {
    pending.delete(memberId);
    failed.delete(memberId);
    const isConnected = sockets.has(memberId);
    if (isConnected) {
      online.add(memberId);
      await db.insert(onlineMembers).values({ memberId, processId }).onConflictDoNothing();
    } else {
      online.delete(memberId);
      await db.delete(onlineMembers).where(and(isOwnRow, eq(onlineMembers.memberId, memberId)));
    }
    if (!(await isOnlineElsewhere(db, memberId, processId))) await notifyPartners(memberId, isConnected);
  };

  // A quick reload closes and opens a socket. Changes of one member run one after another and write the latest state.
  const runningChanges = new Map<string, Promise<void>>();
  const queueChange = (memberId: string): Promise<void> => {
    const previous = runningChanges.get(memberId) ?? Promise.resolve();
    if (pending.has(memberId)) return previous;
    pending.add(memberId);
    const next = previous
      .then(() => change(memberId))
      .catch((error: unknown) => {
        failed.add(memberId);
        app.log.warn({ err: error }, 'updating presence failed');
      })
      .finally(() => {
        if (runningChanges.get(memberId) === next) runningChanges.delete(memberId);
      });
    runningChanges.set(memberId, next);
    return next;
  };

  const heartbeat = async () => {
    const { isNew } = onlyRow(await renewProcess(db, processId));
    // A new row means that other processes declared this one dead after a stall, or that the database crashed.
    const changedIds = isNew ? online.union(failed) : failed;
    await Promise.all([...changedIds].map(queueChange));
    for (const memberId of await deleteDeadProcesses(db)) await notifyPartners(memberId, false);
  };

  // Presence failures must not stop the server. A later heartbeat retries when the database accepts writes again.
  const tryHeartbeat = () =>
    heartbeat().catch((error: unknown) => app.log.warn({ err: error }, 'writing the presence heartbeat failed'));
  await tryHeartbeat();
  sockets.onPresence((memberId) => void queueChange(memberId));
  let pendingHeartbeat = Promise.resolve();
  const timer = setInterval(() => {
    pendingHeartbeat = pendingHeartbeat.then(tryHeartbeat);
  }, heartbeatMilliseconds);
  app.addHook('onClose', async () => {
    clearInterval(timer);
    await pendingHeartbeat;
    await Promise.all(runningChanges.values());
    try {
      await db.delete(onlineMembers).where(isOwnRow);
      await db.delete(liveProcesses).where(eq(liveProcesses.processId, processId));
    } catch (error) {
      // The lease expires by itself, so shutdown continues.
      app.log.warn({ err: error }, 'removing presence at shutdown failed');
    }
  });
  return { heartbeat, waitForChanges: () => Promise.all(runningChanges.values()) };
}

const renewProcess = (db: Database, processId: string) =>
  db
    .insert(liveProcesses)
    .values({ processId })
    .onConflictDoUpdate({ target: liveProcesses.processId, set: { seenAt: sql`now()` } })
    // `xmax` is 0 for an inserted row and set for an updated one.
    .returning({ isNew: sql<boolean>`xmax = 0` });

/**
 * Deletes dead processes and their members. Concurrent calls skip each other's rows. Returns members that are no
 * longer online. Members can be left without a process: after a stall its row is gone, and it may die before it renews it.
 */
async function deleteDeadProcesses(db: Database): Promise<string[]> {
  const isExpired = sql`seen_at < now() - make_interval(secs => ${leaseSeconds})`;
  const { rows } = await db.execute<{ member_id: string }>(sql`
    WITH dead_processes AS (
      DELETE FROM ${liveProcesses} WHERE process_id IN (
        SELECT process_id FROM ${liveProcesses} WHERE ${isExpired} ORDER BY process_id FOR UPDATE SKIP LOCKED)
      RETURNING process_id
    ), orphaned_processes AS (
      SELECT DISTINCT process_id FROM ${onlineMembers} AS members
      WHERE ${isExpired} AND NOT EXISTS (SELECT FROM ${liveProcesses} AS living WHERE living.process_id = members.process_id)
    ), deleted_members AS (
      DELETE FROM ${onlineMembers}
      WHERE process_id IN (SELECT process_id FROM dead_processes UNION ALL SELECT process_id FROM orphaned_processes)
      RETURNING member_id, process_id
    )
    SELECT DISTINCT member_id FROM deleted_members
    WHERE NOT EXISTS (
      SELECT FROM ${onlineMembers} AS others
      WHERE others.member_id = deleted_members.member_id
        AND others.process_id NOT IN (SELECT process_id FROM dead_processes UNION ALL SELECT process_id FROM orphaned_processes))`);
  return rows.map((row) => row.member_id);
}

async function isOnlineElsewhere(db: Database, memberId: string, processId: string): Promise<boolean> {
  const rows = await db
    .select({ processId: onlineMembers.processId })
    .from(onlineMembers)
    .where(and(eq(onlineMembers.memberId, memberId), sql`${onlineMembers.processId} <> ${processId}`))
    .limit(1);
  return rows.length > 0;
}

const isBlocked = sql`EXISTS (SELECT FROM ${blocks} WHERE ${blocks.memberId} = ${conversationMembers.memberId} AND ${blocks.otherId} = ${conversationMembers.otherId})`;

const members = alias(users, 'members');
const otherSide = alias(conversationMembers, 'other_side');

const isShown = and(eq(members.showsPresence, true), isAvailable(members));
const isOnline = sql`EXISTS (SELECT FROM ${onlineMembers} WHERE ${onlineMembers.memberId} = ${conversationMembers.memberId})`;

/** Lists the partners to notify of a member's presence, latest conversations first. */
async function listPartners(db: Queryable, memberId: string, condition: SQL | undefined): Promise<string[]> {
  const rows = await selectPartners(db, memberId, and(sql`NOT ${isBlocked}`, condition))
    .orderBy(sql`${conversationMembers.shownAt} DESC`)
    .limit(maxNotifiedPartners);
  return rows.map(({ id }) => id);
}

/** Selects partners who show their presence and share a conversation with the member that both accepted. */
const selectPartners = (db: Queryable, memberId: string, condition: SQL | undefined) =>
  db
    .select({ id: conversationMembers.otherId })
    .from(conversationMembers)
    .innerJoin(members, eq(members.id, conversationMembers.memberId))
    .innerJoin(users, and(eq(users.id, conversationMembers.otherId), eq(users.showsPresence, true), isAvailable(users)))
    .innerJoin(
      otherSide,
      and(
        eq(otherSide.memberId, conversationMembers.otherId),
        eq(otherSide.otherId, conversationMembers.memberId),
        eq(otherSide.state, 'accepted'),
      ),
    )
    .where(and(eq(conversationMembers.memberId, memberId), eq(conversationMembers.state, 'accepted'), condition));

function publishPresence(
  publisher: Pick<UnitOfWork, 'publish'>,
  userId: string,
  memberIds: string[],
  isConnected: boolean,
) {
  const frame = { type: 'presence', userId, isOnline: isConnected } as const;
  if (memberIds.length > 0) publisher.publish({ audience: { memberIds }, frame });
}

/** Notifies partners after an online member changed their presence setting, which is already stored. */
export async function changePresence(work: UnitOfWork, memberId: string, isNowShown: boolean): Promise<void> {
  publishPresence(work, memberId, await listPartners(work.tx, memberId, isOnline), isNowShown);
}

/** Shows a departing member as offline to their partners. After the account is deleted, the partners are unknown. */
export async function endPresence(work: UnitOfWork, memberId: string): Promise<void> {
  publishPresence(work, memberId, await listPartners(work.tx, memberId, and(isShown, isOnline)), false);
}

/**
 * Shows the blocker as offline, but only if the blocked member saw them online. Otherwise the frame reveals the block.
 */
export async function hidePresence(work: UnitOfWork, blockerId: string, blockedId: string): Promise<void> {
  const isBlockedMember = eq(conversationMembers.otherId, blockedId);
  const visiblePartners = await selectPartners(work.tx, blockerId, and(isBlockedMember, isShown, isOnline)).limit(1);
  publishPresence(
    work,
    blockerId,
    visiblePartners.map(({ id }) => id),
    false,
  );
}
