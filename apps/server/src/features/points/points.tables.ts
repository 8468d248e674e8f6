import { index, integer, pgTable, uniqueIndex, text, uuid } from 'drizzle-orm/pg-core';
import { instant, primaryId } from '../../platform/database/columns.ts';
import { users } from '../members/users.tables.ts';

export const pointKinds = ['post', 'post_deleted', 'comment', 'comment_deleted'] as const;

/**
 * The append-only ledger of mindfulness points. One row for each award and one for taking it back; a member's
 * `mindfulnessScore` is the sum of their rows, kept in the same transaction.
 */
export const pointsLedger = pgTable(
  'points_ledger',
  {
    id: primaryId(),
    memberId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text({ enum: pointKinds }).notNull(),
    subjectId: uuid().notNull(),
    points: integer().notNull(),
    createdAt: instant().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('points_ledger_one_per_subject').on(table.subjectId, table.kind),
    index('points_ledger_by_member').on(table.memberId, table.id),
  ],
);
