import { sql } from 'drizzle-orm';
import { boolean, check, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { instant } from '../../platform/database/columns.ts';
import { ownedBy, type PersonalData } from '../personal-data.ts';
import { ownerId } from './users.tables.ts';

/**
 * Pairs of members who do not see each other, because one or both blocked the other. Each pair has two rows, so that
 * one lookup by (viewer, author) finds a block of either member. The rows are deleted with the last block.
 */
export const blocks = pgTable(
  'blocks',
  {
    memberId: ownerId(),
    otherId: ownerId(),
    isByMember: boolean().notNull(),
    isByOther: boolean().notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ name: 'blocks_one_per_pair', columns: [table.memberId, table.otherId] }),
    check('blocks_by_someone', sql`${table.isByMember} OR ${table.isByOther}`),
    check('blocks_of_another', sql`${table.memberId} <> ${table.otherId}`),
  ],
);

/** Members whose posts another member has hidden from their feed. */
export const mutes = pgTable(
  'mutes',
  { memberId: ownerId(), otherId: ownerId(), createdAt: instant().notNull().defaultNow() },
  (table) => [primaryKey({ name: 'mutes_one_per_pair', columns: [table.memberId, table.otherId] })],
);

/** No counter includes these rows. */
export const cascades = ['blocks.member_id', 'blocks.other_id', 'mutes.member_id', 'mutes.other_id'];

const hiddenDecision = { no: 'it would reveal the decision of another member about you' };

export const personalData: PersonalData[] = [
  {
    table: blocks,
    description: 'members whom you blocked',
    purpose: 'you and they do not see each other',
    retention: 'you unblock them',
    references: [
      { ...ownedBy(blocks.memberId), condition: ({ id }) => sql`${blocks.memberId} = ${id} AND ${blocks.isByMember}` },
      { ...ownedBy(blocks.memberId), exported: hiddenDecision },
      { ...ownedBy(blocks.otherId), exported: hiddenDecision },
    ],
    excludedFromExport: [blocks.isByOther],
  },
  {
    table: mutes,
    description: 'members whom you muted',
    purpose: 'their posts are hidden from your feed',
    retention: 'you unmute them',
    references: [ownedBy(mutes.memberId), { ...ownedBy(mutes.otherId), exported: hiddenDecision }],
  },
];
