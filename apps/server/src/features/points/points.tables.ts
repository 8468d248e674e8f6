import { sql } from 'drizzle-orm';
import { index, integer, pgTable, uniqueIndex, text, uuid } from 'drizzle-orm/pg-core';
import { instant, primaryId } from '../../platform/database/columns.ts';
import { own, type PersonalData } from '../../platform/personal-data.ts';
import { users } from '../members/users.tables.ts';

/** What the kind of an award ends in where it is taken back. */
export const takenBack = '_deleted';

/** What the kind of an award ends in where it is given again, because what it is for was restored; once for each time. */
export const givenAgain = '_restored';

/**
 * The append-only ledger of mindfulness points and seconds of meditation. One row for each award and one for taking it
 * back; a member's `mindfulnessScore` and `meditationMinutes` are the sums of their rows, kept in the same statement.
 */
export const pointsLedger = pgTable(
  'points_ledger',
  {
    id: primaryId(),
    memberId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The kind of the contribution; ends in `_deleted` (`takenBack`) where its points are taken back. */
    kind: text().notNull(),
    /** What the award is for, with its day or minute where it may come again; null until it is filled in (see `fillOccasions`). */
    occasion: text(),
    /** The contribution whose removal takes the points back. */
    subjectId: uuid(),
    points: integer().notNull(),
    seconds: integer().notNull().default(0),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('points_ledger_one_per_occasion')
      .on(table.memberId, table.kind, table.occasion)
      .where(sql`${table.occasion} IS NOT NULL`),
    uniqueIndex('points_ledger_one_per_subject').on(table.subjectId, table.kind),
    index('points_ledger_by_time').on(table.memberId, table.createdAt, table.id),
  ],
);

/** A score goes with its own member. */
export const cascades = ['points_ledger.member_id'];

export const personalData: PersonalData[] = [
  {
    table: pointsLedger,
    what: 'each entry of your points and listening minutes',
    why: 'your score, streak and history are computed from them',
    until: 'you leave',
    mentions: [own(pointsLedger.memberId)],
  },
];
