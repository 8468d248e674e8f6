import { index, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { ownedBy, type PersonalData } from '../../community/personal-data.ts';
import { instant } from '../../platform/database/columns.ts';

/** Running server processes. Each renews its row by a heartbeat. The table is unlogged. */
export const liveProcesses = pgTable('live_processes', {
  processId: uuid().primaryKey(),
  seenAt: instant().notNull().defaultNow(),
});

/** Members with an open socket, by server process. The table is unlogged: after a database crash it is empty. */
export const onlineMembers = pgTable(
  'online_members',
  { memberId: uuid().notNull(), processId: uuid().notNull(), seenAt: instant().notNull().defaultNow() },
  (table) => [
    primaryKey({ name: 'online_members_one_per_process', columns: [table.memberId, table.processId] }),
    index('online_members_by_process').on(table.processId),
  ],
);

export const personalData: PersonalData[] = [
  {
    table: onlineMembers,
    description: 'your online state',
    purpose: 'your connections see that you are online, if you allow it',
    retention: 'you close the community',
    references: [{ ...ownedBy(onlineMembers.memberId), exported: { no: 'it is valid for seconds only' } }],
  },
];
