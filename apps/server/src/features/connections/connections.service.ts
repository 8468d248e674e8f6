import { connectionErrors } from '@commons/contract/connections';
import type { Connection, ConnectionState } from '@commons/contract/connections/schemas';
import { and, eq, or } from 'drizzle-orm';
import { findVisibleMember, isActive, lockPair } from '../../community/members/index.ts';
import { users } from '../../community/members/users.tables.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { domainEvent } from '../../platform/database/domain-events.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { errorsOf } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { connections } from './connections.tables.ts';

const connectionError = errorsOf(connectionErrors);

/** Emitted when a member sends, accepts or ends a connection or request. */
export const connectionChanged = domainEvent<{
  memberId: string;
  otherId: string;
  to: 'requested' | 'connected' | 'none';
}>('connections.changed');

/** Sends a connection request. Idempotent. Accepts the other member's request if there is one. */
export async function requestConnection(work: UnitOfWork, viewer: Viewer, userId: string): Promise<Connection> {
  if (userId === viewer.id) throw connectionError('connections.not_oneself');
  await lockPair(work.tx, viewer.id, userId);
  const member = await getVisibleMember(work.tx, viewer, userId);
  const existingConnection = await findConnection(work.tx, viewer.id, userId);
  if (existingConnection?.state === 'incoming') return connect(work, viewer, member);
  if (existingConnection)
    return { member, state: existingConnection.state, since: existingConnection.since.toISOString() };

  const since = databaseNow();
  await work.tx.insert(connections).values([
    { memberId: viewer.id, otherId: userId, state: 'requested', since },
    { memberId: userId, otherId: viewer.id, state: 'incoming', since },
  ]);
  publishStates(work, viewer.id, userId, { viewer: 'requested', other: 'incoming' });
  await work.emit(connectionChanged, { memberId: viewer.id, otherId: userId, to: 'requested' });
  return { member, state: 'requested', since: since.toISOString() };
}

/** Accepts a member's request. Idempotent. */
export async function acceptConnection(work: UnitOfWork, viewer: Viewer, userId: string): Promise<Connection> {
  await lockPair(work.tx, viewer.id, userId);
  const existingConnection = await findConnection(work.tx, viewer.id, userId);
  if (!existingConnection) throw connectionError('connections.not_found');
  if (existingConnection.state === 'requested') throw connectionError('connections.not_yours_to_accept');
  const member = await getVisibleMember(work.tx, viewer, userId);
  if (existingConnection.state === 'connected')
    return { member, state: 'connected', since: existingConnection.since.toISOString() };
  if (!(await isActiveMember(work.tx, userId))) throw connectionError('connections.not_found');
  return connect(work, viewer, member);
}

/** Declines a request, withdraws one's own request, or ends a connection. */
export async function removeConnection(work: UnitOfWork, viewer: Viewer, userId: string): Promise<void> {
  await lockPair(work.tx, viewer.id, userId);
  if (!(await endConnection(work, viewer.id, userId))) throw connectionError('connections.not_found');
}

/** Deletes the connection or request between two members. Returns false if there was none. */
export async function endConnection(work: UnitOfWork, memberId: string, otherId: string): Promise<boolean> {
  const endedRows = await work.tx.delete(connections).where(isPair(memberId, otherId)).returning();
  if (endedRows.length === 0) return false;
  publishStates(work, memberId, otherId, { viewer: 'none', other: 'none' });
  await work.emit(connectionChanged, { memberId, otherId, to: 'none' });
  return true;
}

/** Notifies all connections of a member who leaves. The rows are deleted with the member's other data. */
export async function endAllConnections(work: UnitOfWork, { memberId }: { memberId: string }): Promise<void> {
  const { otherId } = connections;
  const otherRows = await work.tx.select({ otherId }).from(connections).where(eq(connections.memberId, memberId));
  if (otherRows.length === 0) return;
  const memberIds = otherRows.map((row) => row.otherId);
  work.publish({ audience: { memberIds }, frame: connectionFrame(memberId, 'none') });
}

/** Notifies all receivers of a member's requests that their request list changed. */
export async function notifyRequestReceivers(work: UnitOfWork, { memberId }: { memberId: string }): Promise<void> {
  const receivers = await work.tx
    .select({ id: connections.otherId })
    .from(connections)
    .where(and(eq(connections.memberId, memberId), eq(connections.state, 'requested')));
  if (receivers.length === 0) return;
  const memberIds = receivers.map(({ id }) => id);
  work.publish({
    audience: { memberIds },
    frame: connectionFrame(memberId, (await isActiveMember(work.tx, memberId)) ? 'incoming' : 'none'),
  });
}

const isActiveMember = async (tx: Transaction, memberId: string): Promise<boolean> =>
  (await tx.$count(users, and(eq(users.id, memberId), isActive(users)))) > 0;

async function connect(work: UnitOfWork, viewer: Viewer, member: Connection['member']): Promise<Connection> {
  const since = databaseNow();
  await work.tx.update(connections).set({ state: 'connected', since }).where(isPair(viewer.id, member.id));
  publishStates(work, viewer.id, member.id, { viewer: 'connected', other: 'connected' });
  await work.emit(connectionChanged, { memberId: viewer.id, otherId: member.id, to: 'connected' });
  return { member, state: 'connected', since: since.toISOString() };
}

const isPair = (one: string, other: string) =>
  or(
    and(eq(connections.memberId, one), eq(connections.otherId, other)),
    and(eq(connections.memberId, other), eq(connections.otherId, one)),
  );

async function findConnection(tx: Transaction, memberId: string, otherId: string) {
  const [existingConnection] = await tx
    .select({ state: connections.state, since: connections.since })
    .from(connections)
    .where(and(eq(connections.memberId, memberId), eq(connections.otherId, otherId)));
  return existingConnection;
}

async function getVisibleMember(tx: Transaction, viewer: Viewer, userId: string): Promise<Connection['member']> {
  const member = await findVisibleMember(tx, viewer, userId);
  if (!member) throw connectionError('connections.member_not_found');
  return member;
}

function publishStates(
  work: UnitOfWork,
  memberId: string,
  otherId: string,
  states: { viewer: ConnectionState; other: ConnectionState },
) {
  work.publish({ audience: { memberIds: [memberId] }, frame: connectionFrame(otherId, states.viewer) });
  work.publish({ audience: { memberIds: [otherId] }, frame: connectionFrame(memberId, states.other) });
}

const connectionFrame = (userId: string, state: ConnectionState) =>
  ({ type: 'connection.changed', userId, state }) as const;
