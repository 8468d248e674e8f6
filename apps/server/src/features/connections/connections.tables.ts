import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { ownerId } from '../../community/members/users.tables.ts';
import { ownedBy, type PersonalData } from '../../community/personal-data.ts';
import { instant } from '../../platform/database/columns.ts';

/** States of a connection, from the point of view of the row's member. */
export const storedStates = ['requested', 'incoming', 'connected'] as const;

/** Connections and requests. Each pair has one row for each side, so that one index finds all rows of a member. */
export const connections = pgTable(
  'connections',
  {
    memberId: ownerId(),
    otherId: ownerId(),
    state: text({ enum: storedStates }).notNull(),
    since: instant().notNull(),
  },
  (table) => [
    primaryKey({ name: 'connections_one_per_pair', columns: [table.memberId, table.otherId] }),
    index('connections_by_state').on(table.memberId, table.state, table.since, table.otherId),
    check('connections_with_another', sql`${table.memberId} <> ${table.otherId}`),
  ],
);

/** Foreign keys with ON DELETE CASCADE. No counter includes these rows. */
export const cascades = ['connections.member_id', 'connections.other_id'];

export const personalData: PersonalData[] = [
  {
    table: connections,
    description: 'your connections and connection requests',
    purpose: 'connected members find each other and see content for connections',
    retention: 'one of the two members ends it',
    references: [
      ownedBy(connections.memberId),
      { ...ownedBy(connections.otherId), exported: { no: 'it is the other side of the same connection' } },
    ],
  },
];
