import { reportReasons, reportStates, reportSubjectTypes } from '@commons/contract/reports';
import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from '../../community/members/users.tables.ts';
import { type PersonalData } from '../../community/personal-data.ts';
import { instant, primaryId } from '../../platform/database/columns.ts';

/** Reports of content and members. They stay when the reporter or the reported member leaves. */
export const reports = pgTable(
  'reports',
  {
    id: primaryId(),
    reporterId: uuid().references(() => users.id, { onDelete: 'set null' }),
    subjectType: text({ enum: reportSubjectTypes }).notNull(),
    subjectId: uuid().notNull(),
    /** The reported member, or the author of the reported content. */
    reportedId: uuid().references(() => users.id, { onDelete: 'set null' }),
    reason: text({ enum: reportReasons }).notNull(),
    note: text(),
    /** A copy of the reported content, because its author can change or delete it. */
    evidence: jsonb().$type<Record<string, unknown>>().notNull(),
    /** Progress, as shown to the reporter. */
    state: text({ enum: reportStates }).notNull().default('received'),
    createdAt: instant().notNull(),
  },
  (table) => [
    uniqueIndex('reports_one_per_reporter').on(table.reporterId, table.subjectType, table.subjectId),
    index('reports_by_reporter').on(table.reporterId, table.id),
    index('reports_by_subject').on(table.subjectType, table.subjectId),
    index('reports_by_reported').on(table.reportedId, table.id),
    check('reports_note_length', sql`char_length(${table.note}) <= 1000`),
  ],
);

/** Photos of reported content. They stay when the content is deleted. */
export const reportedPhotos = pgTable(
  'reported_photos',
  {
    photoId: uuid().notNull(),
    reportId: uuid()
      .notNull()
      .references(() => reports.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ name: 'reported_photos_one_per_report', columns: [table.photoId, table.reportId] }),
    index('reported_photos_by_report').on(table.reportId),
  ],
);

/** Foreign keys with a cascading delete. No counter includes their rows. */
export const cascades = ['reported_photos.report_id'];

export const personalData: PersonalData[] = [
  {
    table: reports,
    description: 'your reports, and reports about you',
    purpose: 'moderators keep members safe; reporters stay anonymous',
    retention: 'the report is decided; then without names',
    references: [
      { column: reports.reporterId, exported: true, leaving: 'anonymized' },
      { column: reports.reportedId, exported: { no: 'it could reveal who reported you' }, leaving: 'anonymized' },
    ],
    excludedFromExport: [reports.evidence, reports.reportedId],
  },
];
