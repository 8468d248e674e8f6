import { guidelines, moderationActions } from '@commons/contract/moderation';
import type { Guideline } from '@commons/contract/moderation/schemas';
import { reportReasons, reportSubjectTypes } from '@commons/contract/reports';
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { ModeratedItem } from '../../community/feature.ts';
import { users } from '../../community/members/users.tables.ts';
import { type PersonalData } from '../../community/personal-data.ts';
import { instant, primaryId } from '../../platform/database/columns.ts';
import { reports } from '../reports/reports.tables.ts';

const memberReference = () => uuid().references(() => users.id, { onDelete: 'set null' });

/** The subject of a case or decision. It is not a foreign key: decisions outlive deleted content. */
const subjectColumns = () => ({
  subjectType: text({ enum: reportSubjectTypes }).notNull(),
  subjectId: uuid().notNull(),
  /** The author, or the member themselves. */
  memberId: memberReference(),
});

/** The moderation queue: one open case per subject, with all its reports, and one case per appeal. */
export const moderationCases = pgTable(
  'moderation_cases',
  {
    id: primaryId(),
    ...subjectColumns(),
    isHeld: boolean().notNull().default(false),
    reportsCount: integer().notNull().default(0),
    /** The most urgent reason among the reports. */
    reason: text({ enum: reportReasons }),
    /** Sort key of the queue. Combines urgency and age. */
    dueAt: instant().notNull(),
    appealId: uuid(),
    /** The moderator whose decision is appealed. They may not answer the appeal. */
    firstDeciderId: memberReference(),
    openedAt: instant(),
    claimedById: memberReference(),
    claimedUntil: instant(),
    needsAdmin: boolean().notNull().default(false),
    handOverNote: text(),
    closedAt: instant(),
    createdAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex('moderation_cases_one_open')
      .on(table.subjectType, table.subjectId)
      .where(sql`${table.closedAt} IS NULL AND ${table.appealId} IS NULL`),
    uniqueIndex('moderation_cases_one_per_appeal')
      .on(table.appealId)
      .where(sql`${table.appealId} IS NOT NULL`),
    index('moderation_cases_open_by_due')
      .on(table.dueAt, table.id)
      .where(sql`${table.closedAt} IS NULL`),
    index('moderation_cases_by_closing')
      .on(table.closedAt)
      .where(sql`${table.closedAt} IS NOT NULL`),
    index('moderation_cases_by_member').on(table.memberId),
    check('moderation_cases_hand_over_note_length', sql`char_length(${table.handOverNote}) <= 1000`),
  ],
);

/** The reports in each case. */
export const moderationCaseReports = pgTable(
  'moderation_case_reports',
  {
    reportId: uuid()
      .primaryKey()
      .references(() => reports.id, { onDelete: 'cascade' }),
    caseId: uuid()
      .notNull()
      .references(() => moderationCases.id, { onDelete: 'cascade' }),
  },
  (table) => [index('moderation_case_reports_by_case').on(table.caseId, table.reportId)],
);

/** Decisions of moderators, with the guideline they rest on. */
export const moderationDecisions = pgTable(
  'moderation_decisions',
  {
    id: primaryId(),
    ...subjectColumns(),
    /** Null when a moderator removed content without a case. */
    caseId: uuid().references(() => moderationCases.id, { onDelete: 'set null' }),
    decidedById: memberReference(),
    action: text({ enum: moderationActions }).notNull(),
    reason: text({ enum: Object.keys(guidelines) as [Guideline, ...Guideline[]] }),
    note: text(),
    /** The content as it was at the time of the decision. */
    quote: jsonb().$type<ModeratedItem['quote']>(),
    until: instant(),
    /** Whether the member can read the decision. */
    isTold: boolean().notNull(),
    seenAt: instant(),
    reversedAt: instant(),
    /** When removed content is erased permanently. */
    eraseAt: instant(),
    createdAt: instant().notNull(),
  },
  (table) => [
    index('moderation_decisions_told')
      .on(table.memberId, table.id)
      .where(sql`${table.isTold}`),
    index('moderation_decisions_new')
      .on(table.memberId)
      .where(sql`${table.isTold} AND ${table.seenAt} IS NULL`),
    index('moderation_decisions_by_case').on(table.caseId),
    index('moderation_decisions_to_erase')
      .on(table.eraseAt)
      .where(sql`${table.eraseAt} IS NOT NULL`),
    check('moderation_decisions_note_length', sql`char_length(${table.note}) <= 1000`),
  ],
);

/** Appeals against decisions, at most one per decision. */
export const moderationAppeals = pgTable(
  'moderation_appeals',
  {
    id: primaryId(),
    decisionId: uuid()
      .notNull()
      .references(() => moderationDecisions.id, { onDelete: 'cascade' }),
    text: text().notNull(),
    outcome: text({ enum: ['upheld', 'reversed'] }),
    answer: text(),
    isRestored: boolean().notNull().default(false),
    decidedAt: instant(),
    createdAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex('moderation_appeals_one_per_decision').on(table.decisionId),
    check('moderation_appeals_text_length', sql`char_length(${table.text}) BETWEEN 1 AND 2000`),
  ],
);

/** These rows need no counter update on delete: `reports_count` counts all reports ever received. */
export const cascades = [
  'moderation_case_reports.report_id',
  'moderation_case_reports.case_id',
  'moderation_appeals.decision_id',
];

const aboutOtherMember = { no: 'it is about somebody else, whom you decided about' };
const anonymized = (column: AnyPgColumn) => ({ column, exported: aboutOtherMember, leaving: 'anonymized' }) as const;

export const personalData: PersonalData[] = [
  {
    table: moderationCases,
    description: 'moderation cases about you, or handled by you as a moderator',
    purpose: 'each case is decided once, by one person',
    retention: 'the case is decided; then without names',
    references: [
      { ...anonymized(moderationCases.memberId), exported: { no: 'it could reveal who reported you' } },
      anonymized(moderationCases.firstDeciderId),
      anonymized(moderationCases.claimedById),
    ],
  },
  {
    table: moderationDecisions,
    description: 'moderation decisions about you, with their guideline',
    purpose: 'you are notified, and can appeal',
    retention: 'you leave; then without names and texts',
    references: [
      {
        column: moderationDecisions.memberId,
        condition: ({ id }) => sql`${moderationDecisions.memberId} = ${id} AND ${moderationDecisions.isTold}`,
        exported: true,
        leaving: 'anonymized',
      },
      { ...anonymized(moderationDecisions.memberId), exported: { no: 'nothing was decided against you' } },
      anonymized(moderationDecisions.decidedById),
    ],
    excludedFromExport: [moderationDecisions.decidedById, moderationDecisions.caseId],
  },
];
