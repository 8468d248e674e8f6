import { type Connection, connectionErrors, type ConnectionState } from '@commons/contract/connections';
import { and, eq, or } from 'drizzle-orm';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { domainEvent } from '../../platform/database/domain-events.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { errorsOf } from '../../platform/errors.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { findVisibleMember, isActive, lockPair } from '../members/index.ts';
import { users } from '../members/users.tables.ts';
import { connections } from './connections.tables.ts';

const connectionError = errorsOf(connectionErrors);

/** A member asked another to connect, accepted what the other asked, or ended what stood between the two. */
export const connectionMoved = domainEvent<{
  memberId: string;
  otherId: string;
  to: 'requested' | 'connected' | 'none';
}>('connections.moved');

/** Asks a member to connect. Asking again changes nothing; asking who has asked already accepts. */
export async function requestConnection(work: UnitOfWork, viewer: Viewer, userId: string): Promise<Connection> {
  if (userId === viewer.id) throw connectionError('connections.not_oneself');
  await lockPair(work.tx, viewer.id, userId);
  const member = await getVisibleMember(work.tx, viewer, userId);
  const standing = await findStanding(work.tx, viewer.id, userId);
  if (standing?.state === 'incoming') return connect(work, viewer, member);
  if (standing) return { member, state: standing.state, since: standing.since.toISOString() };

  const since = databaseNow();
  await work.tx.insert(connections).values([
    { memberId: viewer.id, otherId: userId, state: 'requested', since },
    { memberId: userId, otherId: viewer.id, state: 'incoming', since },
  ]);
  tell(work, viewer.id, userId, { viewer: 'requested', other: 'incoming' });
  await work.emit(connectionMoved, { memberId: viewer.id, otherId: userId, to: 'requested' });
  return { member, state: 'requested', since: since.toISOString() };
}

/** Accepts a member's request; accepting twice changes nothing. */
export async function acceptConnection(work: UnitOfWork, viewer: Viewer, userId: string): Promise<Connection> {
  await lockPair(work.tx, viewer.id, userId);
  const standing = await findStanding(work.tx, viewer.id, userId);
  if (!standing) throw connectionError('connections.not_found');
  if (standing.state === 'requested') throw connectionError('connections.not_yours_to_accept');
  const member = await getVisibleMember(work.tx, viewer, userId);
  if (standing.state === 'connected') return { member, state: 'connected', since: standing.since.toISOString() };
  const [asker] = await work.tx
    .select({ isActive: isActive(users) })
    .from(users)
    .where(eq(users.id, userId));
  if (!asker?.isActive) throw connectionError('connections.not_found');
  return connect(work, viewer, member);
}

/** Declines a request, takes one's own back, or ends a connection. */
export async function removeConnection(work: UnitOfWork, viewer: Viewer, userId: string): Promise<void> {
  await lockPair(work.tx, viewer.id, userId);
  if (!(await endConnection(work, viewer.id, userId))) throw connectionError('connections.not_found');
}

/** Ends whatever stands between two members; whether there was anything. */
export async function endConnection(work: UnitOfWork, memberId: string, otherId: string): Promise<boolean> {
  const ended = await work.tx.delete(connections).where(isPair(memberId, otherId)).returning();
  if (ended.length === 0) return false;
  tell(work, memberId, otherId, { viewer: 'none', other: 'none' });
  await work.emit(connectionMoved, { memberId, otherId, to: 'none' });
  return true;
}

/** Tells whomever a member had to do with who leaves; the rows go with the member's other ones. */
export async function endAllConnections(work: UnitOfWork, memberId: string): Promise<void> {
  const { otherId } = connections;
  const others = await work.tx.select({ otherId }).from(connections).where(eq(connections.memberId, memberId));
  if (others.length === 0) return;
  const memberIds = others.map((row) => row.otherId);
  work.publish({ audience: { memberIds }, frame: changed(memberId, 'none') });
}

/** Updates the request lists of all receivers of a member's requests. */
export async function notifyAskedMembers(work: UnitOfWork, memberId: string): Promise<void> {
  const [asker] = await work.tx
    .select({ isActive: isActive(users) })
    .from(users)
    .where(eq(users.id, memberId));
  const asked = await work.tx
    .select({ id: connections.otherId })
    .from(connections)
    .where(and(eq(connections.memberId, memberId), eq(connections.state, 'requested')));
  if (asked.length === 0) return;
  const memberIds = asked.map(({ id }) => id);
  work.publish({ audience: { memberIds }, frame: changed(memberId, asker?.isActive ? 'incoming' : 'none') });
}

async function connect(work: UnitOfWork, viewer: Viewer, member: Connection['member']): Promise<Connection> {
  const since = databaseNow();
  await work.tx.update(connections).set({ state: 'connected', since }).where(isPair(viewer.id, member.id));
  tell(work, viewer.id, member.id, { viewer: 'connected', other: 'connected' });
  await work.emit(connectionMoved, { memberId: viewer.id, otherId: member.id, to: 'connected' });
  return { member, state: 'connected', since: since.toISOString() };
}

const isPair = (one: string, other: string) =>
  or(
    and(eq(connections.memberId, one), eq(connections.otherId, other)),
    and(eq(connections.memberId, other), eq(connections.otherId, one)),
  );

async function findStanding(tx: Transaction, memberId: string, otherId: string) {
  const [standing] = await tx
    .select({ state: connections.state, since: connections.since })
    .from(connections)
    .where(and(eq(connections.memberId, memberId), eq(connections.otherId, otherId)));
  return standing;
}

async function getVisibleMember(tx: Transaction, viewer: Viewer, userId: string): Promise<Connection['member']> {
  const member = await findVisibleMember(tx, viewer, userId);
  if (!member) throw connectionError('connections.member_not_found');
  return member;
}

function tell(
  work: UnitOfWork,
  memberId: string,
  otherId: string,
  states: { viewer: ConnectionState; other: ConnectionState },
) {
  work.publish({ audience: { memberIds: [memberId] }, frame: changed(otherId, states.viewer) });
  work.publish({ audience: { memberIds: [otherId] }, frame: changed(memberId, states.other) });
}

const changed = (userId: string, state: ConnectionState) => ({ type: 'connection.changed', userId, state }) as const;
