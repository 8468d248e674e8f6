import type { Connection, SuggestedConnection } from '@commons/contract/connections/schemas';
import { type AnyColumn, and, desc, eq, lt, ne, notExists, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import {
  isActive,
  isMemberVisible,
  isNotMuted,
  isAvailable,
  memberColumns,
  toMemberSummary,
  visibilityParameters,
} from '../../community/members/index.ts';
import { users } from '../../community/members/users.tables.ts';
import type { Database } from '../../platform/database/database.ts';
import { prepareOnce } from '../../platform/database/statements.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { connections, type storedStates } from './connections.tables.ts';

export type ConnectionKey = { since: Date; otherId: string };

/** Lists a member's connections in one state, newest first, after a key. */
export async function listConnections(
  db: Database,
  viewer: Viewer,
  state: (typeof storedStates)[number],
  page: { after: ConnectionKey | undefined; rowCount: number },
): Promise<(Connection & { key: ConnectionKey })[]> {
  const { after, rowCount } = page;
  const isAfter =
    after &&
    or(
      lt(connections.since, after.since),
      and(eq(connections.since, after.since), lt(connections.otherId, after.otherId)),
    );
  const rows = await db
    .select({ member: memberColumns, state: connections.state, since: connections.since })
    .from(connections)
    .innerJoin(users, eq(users.id, connections.otherId))
    .where(
      and(
        eq(connections.memberId, viewer.id),
        eq(connections.state, state),
        // Hides requests of suspended members and members on a break until they return.
        state === 'incoming' ? isActive(users) : undefined,
        isAfter,
      ),
    )
    .orderBy(desc(connections.since), desc(connections.otherId))
    .limit(rowCount);
  return rows.map(({ member, since, ...row }) => ({
    ...row,
    member: toMemberSummary(member),
    since: since.toISOString(),
    key: { since, otherId: member.id },
  }));
}

/** Limits of the search for suggestions, to bound its cost for members with many connections. */
const searchLimits = { ownConnections: 100, connectionsOfEach: 100, shared: 200 } as const;
const suggestionCount = 3;

/**
 * A LIMIT as a literal instead of a parameter. For an unknown LIMIT the generic plan expects a tenth of the table and
 * uses a sequential scan.
 */
const literalLimit = (rows: number) => sql.raw(String(rows)) as unknown as number;

const suggestions = prepareOnce((db) => {
  const viewerId = sql.placeholder('viewerId');
  const existingConnections = alias(connections, 'existing');
  // Applied before the limits, because most members with shared connections are already connected to the viewer.
  const isSuggestible = (memberId: AnyColumn) =>
    and(
      ne(memberId, viewerId),
      notExists(
        db
          .select({ id: existingConnections.otherId })
          .from(existingConnections)
          .where(and(eq(existingConnections.memberId, viewerId), eq(existingConnections.otherId, memberId))),
      ),
      isMemberVisible(memberId),
      isNotMuted(memberId),
    );
  const connectedMembers = db
    .select({ id: connections.otherId })
    .from(connections)
    .where(and(eq(connections.memberId, viewerId), eq(connections.state, 'connected')))
    .orderBy(desc(connections.since))
    .limit(literalLimit(searchLimits.ownConnections))
    .as('own');
  const connectionsOfConnections = db
    .select({ id: connections.otherId })
    .from(connections)
    .where(and(eq(connections.memberId, connectedMembers.id), eq(connections.state, 'connected')))
    .orderBy(desc(connections.since))
    .limit(literalLimit(searchLimits.connectionsOfEach))
    .as('theirs');
  const withSharedConnections = db
    .select({ id: connectionsOfConnections.id, sharedConnections: sql<number>`count(*)::int`.as('shared_connections') })
    .from(connectedMembers)
    .innerJoinLateral(connectionsOfConnections, sql`true`)
    .where(isSuggestible(connectionsOfConnections.id))
    .groupBy(connectionsOfConnections.id)
    .orderBy(desc(sql`count(*)`))
    .limit(literalLimit(searchLimits.shared))
    .as('sharing');
  const recentlyActive = db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.isFlagged, false), isAvailable(users), isSuggestible(users.id)))
    .orderBy(desc(users.lastActiveAt))
    .limit(literalLimit(suggestionCount))
    .as('active');
  const candidates = db
    .select({ id: withSharedConnections.id, sharedConnections: withSharedConnections.sharedConnections })
    .from(withSharedConnections)
    .unionAll(
      db
        .select({ id: recentlyActive.id, sharedConnections: sql<number>`0`.as('shared_connections') })
        .from(recentlyActive),
    )
    .as('candidates');
  const sharedConnections = sql<number>`max(${candidates.sharedConnections})::int`;
  return db
    .select({ ...memberColumns, sharedConnections })
    .from(candidates)
    .innerJoin(users, eq(users.id, candidates.id))
    .where(and(eq(users.isFlagged, false), isAvailable(users)))
    .groupBy(users.id)
    .orderBy(desc(sharedConnections), desc(users.lastActiveAt), desc(users.id))
    .limit(literalLimit(suggestionCount))
    .prepare('suggested_connections');
});

/** Lists members to connect with: those with the most shared connections first, then the most recently active ones. */
export async function listSuggestedConnections(db: Database, viewer: Viewer): Promise<SuggestedConnection[]> {
  const rows = await suggestions(db).execute(visibilityParameters(viewer));
  return rows.map(({ sharedConnections, ...member }) => ({ ...toMemberSummary(member), sharedConnections }));
}
