import { sql } from 'drizzle-orm';
import { boolean, check, pgTable, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../../platform/database/columns.ts';
import { own, type PersonalData } from '../../platform/personal-data.ts';
import { users } from './users.tables.ts';

const memberId = () =>
  uuid()
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/**
 * Pairs of members who do not see each other because one blocked the other: two rows for each pair, so that one probe
 * by (viewer, author) answers whoever of them blocked. Both may have blocked; the pair ends with the last block.
 */
export const blocks = pgTable(
  'blocks',
  {
    memberId: memberId(),
    otherId: memberId(),
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

/** Members whose posts a member does not want in their feed. */
export const mutes = pgTable(
  'mutes',
  { memberId: memberId(), otherId: memberId(), createdAt: instant().notNull().defaultNow() },
  (table) => [primaryKey({ name: 'mutes_one_per_pair', columns: [table.memberId, table.otherId] })],
);

/** Nobody counts them. */
export const cascades = ['blocks.member_id', 'blocks.other_id', 'mutes.member_id', 'mutes.other_id'];

const others = { no: 'it would tell what somebody else decided about you' };

export const personalData: PersonalData[] = [
  {
    table: blocks,
    what: 'whom you blocked',
    why: 'you do not see each other',
    until: 'you unblock them',
    mentions: [
      { ...own(blocks.memberId), isTheirs: ({ id }) => sql`${blocks.memberId} = ${id} AND ${blocks.isByMember}` },
      { ...own(blocks.memberId), exported: others },
      { ...own(blocks.otherId), exported: others },
    ],
    secrets: [blocks.isByOther],
  },
  {
    table: mutes,
    what: 'whom you muted',
    why: 'you do not meet them unasked',
    until: 'you unmute them',
    mentions: [own(mutes.memberId), { ...own(mutes.otherId), exported: others }],
  },
];
