import { index, integer, pgTable, uniqueIndex, text, uuid } from 'drizzle-orm/pg-core';
import { users } from '../../community/members/users.tables.ts';
import { ownedBy, type PersonalData } from '../../community/personal-data.ts';
import { instant, primaryId } from '../../platform/database/columns.ts';

/** Appended to the kind of an award in the row that reverses it. */
export const reversedSuffix = '_deleted';

/** Appended to the kind of an award in the row that restores it, once per restoration. */
export const restoredSuffix = '_restored';

/**
 * The append-only ledger of mindfulness points and seconds of meditation. Each award and each reversal is a row. A
 * member's `mindfulnessScore` and `meditationMinutes` are the sums of their rows, updated in the same statement.
 */
export const pointsLedger = pgTable(
  'points_ledger',
  {
    id: primaryId(),
    memberId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The kind of the contribution. Ends in `_deleted` (`reversedSuffix`) for a reversal. */
    kind: text().notNull(),
    /**
     * Key against duplicate awards: the contribution, whose removal reverses them, or the subject plus the day or
     * minute if the award can recur.
     */
    occasion: text().notNull(),
    points: integer().notNull(),
    seconds: integer().notNull().default(0),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('points_ledger_one_per_occasion').on(table.memberId, table.occasion, table.kind),
    index('points_ledger_by_time').on(table.memberId, table.createdAt, table.id),
  ],
);

/** Deleting these rows needs no counter update: the member's score is deleted too. */
export const cascades = ['points_ledger.member_id'];

export const personalData: PersonalData[] = [
  {
    table: pointsLedger,
    description: 'each entry of your points and listening minutes',
    purpose: 'your score, streak and history are computed from them',
    retention: 'you leave',
    references: [ownedBy(pointsLedger.memberId)],
  },
];
