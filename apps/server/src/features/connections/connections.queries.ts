import type { Connection, SuggestedConnection } from '@commons/contract/connections/schemas';
import { and, desc, eq, lt, or, type SQLWrapper, sql } from 'drizzle-orm';
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
type Row = Awaited<ReturnType<typeof listConnections>>[number];

/** Lists a member's connections in one state, newest first, after a key. */
export function listConnections(
  db: Database,
  viewer: Viewer,
  state: (typeof storedStates)[number],
  page: { after: ConnectionKey | undefined; rowCount: number },
) {
  const { after, rowCount } = page;
  const isAfter =
    after &&
    or(
      lt(connections.since, after.since),
      and(eq(connections.since, after.since), lt(connections.otherId, after.otherId)),
    );
  return db
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
}

export const toConnection = ({ member, state, since }: Row): Connection => ({
  member: toMemberSummary(member),
  state,
  since: since.toISOString(),
});
export const connectionKeyOf = ({ member, since }: Row): ConnectionKey => ({ since, otherId: member.id });

const viewerId = sql.placeholder('viewerId');

const isSuggestible = (memberId: SQLWrapper) => sql`${memberId} <> ${viewerId}
  AND NOT EXISTS (SELECT FROM ${connections} AS existing WHERE existing.member_id = ${viewerId} AND existing.other_id = ${memberId})
  AND ${isMemberVisible(memberId)} AND ${isNotMuted(memberId)}`;

/**
 * Members who share connections with the viewer, and recently active members. The limits bound the cost for members
 * with many connections. They are literals: for a parameter, the generic plan expects a tenth of the table. Most members
 * with shared connections are already connected to the viewer, so they are left out before the limits.
 */
const candidates = sql`(
  (SELECT theirs.id, count(*) AS shared
    FROM (SELECT other_id AS id FROM ${connections} WHERE member_id = ${viewerId} AND state = 'connected'
      ORDER BY since DESC LIMIT 100) AS own
    CROSS JOIN LATERAL (SELECT other_id AS id FROM ${connections} WHERE member_id = own.id AND state = 'connected'
      ORDER BY since DESC LIMIT 100) AS theirs
    WHERE ${isSuggestible(sql`theirs.id`)} GROUP BY theirs.id ORDER BY count(*) DESC LIMIT 200)
  UNION ALL
  (SELECT id, 0 FROM ${users} WHERE NOT is_flagged AND ${isAvailable(users)} AND ${isSuggestible(users.id)}
    ORDER BY last_active_at DESC LIMIT 3)) AS candidates`;

const sharedConnections = sql<number>`max(candidates.shared)::int`;
const suggestionLimit = sql.raw('3') as unknown as number;

const suggestions = prepareOnce((db) =>
  db
    .select({ ...memberColumns, sharedConnections })
    .from(candidates)
    .innerJoin(users, sql`${users.id} = candidates.id`)
    .where(and(eq(users.isFlagged, false), isAvailable(users)))
    .groupBy(users.id)
    .orderBy(desc(sharedConnections), desc(users.lastActiveAt), desc(users.id))
    .limit(suggestionLimit)
    .prepare('suggested_connections'),
);

/** Lists members to connect with: those with the most shared connections first, then the most recently active ones. */
export async function listSuggestedConnections(db: Database, viewer: Viewer): Promise<SuggestedConnection[]> {
  const rows = await suggestions(db).execute(visibilityParameters(viewer));
  return rows.map(({ sharedConnections, ...member }) => ({ ...toMemberSummary(member), sharedConnections }));
}
