import { and, eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { type Database, onlyRow, type Queryable } from '../../platform/database/database.ts';
import { domainEvent } from '../../platform/database/domain-events.ts';
import type { Transact } from '../../platform/database/unit-of-work.ts';
import type { Sockets } from '../../platform/realtime/sockets.ts';
import { liveProcesses, onlineMembers } from './presence.tables.ts';

/** A member opened their first tab or closed their last one, on any server process. */
export const presenceChanged = domainEvent<{ memberId: string; isOnline: boolean }>('member.presence_changed');

const heartbeatMilliseconds = 15_000;

/** A process without a heartbeat for this long is considered dead, together with its sockets. */
const leaseSeconds = 60;

/**
 * Tracks which members are online. A member has one row per server process where they have a tab. It is written when
 * the first tab opens and deleted when the last one closes. Each process renews its own row by a heartbeat, which also
 * deletes the rows of dead processes and their members.
 */
export async function trackPresence(
  app: FastifyInstance,
  options: {
    db: Database;
    transact: Transact;
    sockets: Pick<Sockets, 'has' | 'onPresence'>;
    processId: string;
  },
): Promise<{ heartbeat: () => Promise<void>; waitForChanges: () => Promise<unknown> }> {
  const { db, transact, sockets, processId } = options;
  const online = new Set<string>();
  /** Members with a pending change. Further changes of the same member are merged into it. */
  const pending = new Set<string>();
  /** Members with a failed change, retried at the next heartbeat. A stale row would show them online indefinitely. */
  const failed = new Set<string>();
  const isOwnRow = eq(onlineMembers.processId, processId);

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
    // After the commit above: if two processes change the same member at once, at least one sees the other's row.
    await transact(async (work) => {
      if (await isOnlineElsewhere(work.tx, memberId, processId)) return;
      await work.emit(presenceChanged, { memberId, isOnline: isConnected });
    });
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
    const offlineIds = await deleteDeadProcesses(db);
    await transact(async (work) => {
      for (const memberId of offlineIds) await work.emit(presenceChanged, { memberId, isOnline: false });
    });
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

async function isOnlineElsewhere(db: Queryable, memberId: string, processId: string): Promise<boolean> {
  const rows = await db
    .select({ processId: onlineMembers.processId })
    .from(onlineMembers)
    .where(and(eq(onlineMembers.memberId, memberId), sql`${onlineMembers.processId} <> ${processId}`))
    .limit(1);
  return rows.length > 0;
}
