import { reportReasons, reportStates, reportSubjectTypes } from '@commons/contract/reports';
import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { instant, primaryId } from '../../platform/database/columns.ts';
import { type PersonalData } from '../../platform/personal-data.ts';
import { users } from '../members/users.tables.ts';

/** Reports wait for moderators in the order of their ids. They outlive those who made them and those they are about. */
export const reports = pgTable(
  'reports',
  {
    id: primaryId(),
    reporterId: uuid().references(() => users.id, { onDelete: 'set null' }),
    subjectType: text({ enum: reportSubjectTypes }).notNull(),
    subjectId: uuid().notNull(),
    /** The member who was reported, or who wrote what was. */
    reportedId: uuid().references(() => users.id, { onDelete: 'set null' }),
    reason: text({ enum: reportReasons }).notNull(),
    note: text(),
    /** What was reported as it was then: its author may change it, take it back or leave. */
    evidence: jsonb().$type<Record<string, unknown>>().notNull(),
    /** How far it has come, as its reporter may know. */
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

/** Photos of reported messages. They stay when their message is taken back. */
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

/** Nobody counts them. */
export const cascades = ['reported_photos.report_id'];

export const personalData: PersonalData[] = [
  {
    table: reports,
    what: 'what you reported, and what was reported of you',
    why: 'moderators keep people safe; who reported is told to nobody',
    until: 'it is decided; then without names',
    mentions: [
      { column: reports.reporterId, exported: true, leaving: 'unnamed' },
      { column: reports.reportedId, exported: { no: 'it could tell who reported you' }, leaving: 'unnamed' },
    ],
    secrets: [reports.evidence, reports.reportedId],
  },
];
