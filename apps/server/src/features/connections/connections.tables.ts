import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../platform/database/columns.ts';
import { own, type PersonalData } from '../../platform/personal-data.ts';
import { users } from '../members/users.tables.ts';

/** How the member of a row stands to the other one. */
export const storedStates = ['requested', 'incoming', 'connected'] as const;

const memberId = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** Connections and requests, a row for each side of a pair: each member's own are found by one index. */
export const connections = pgTable(
  'connections',
  {
    memberId: memberId(),
    otherId: memberId(),
    state: text({ enum: storedStates }).notNull(),
    since: instant().notNull(),
  },
  (table) => [
    primaryKey({ name: 'connections_one_per_pair', columns: [table.memberId, table.otherId] }),
    index('connections_by_state').on(table.memberId, table.state, table.since, table.otherId),
    check('connections_with_another', sql`${table.memberId} <> ${table.otherId}`),
  ],
);

/** Counted when they are asked for. */
export const cascades = ['connections.member_id', 'connections.other_id'];

export const personalData: PersonalData[] = [
  {
    table: connections,
    what: 'whom you are connected with, or asked to be',
    why: 'you find each other, and see what is for connections',
    until: 'one of you ends it',
    mentions: [
      own(connections.memberId),
      { ...own(connections.otherId), exported: { no: 'the same connection, as the other one has it' } },
    ],
  },
];
