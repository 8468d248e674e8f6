import { auditActions } from '@commons/contract/audit';
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant, primaryId } from '../../platform/database/columns.ts';
import { type PersonalData } from '../personal-data.ts';

/**
 * The audit log. The database rejects updates and deletions of its rows. It refers to members without
 * foreign keys, so entries outlive the member. They contain only the id of a former member.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: primaryId(),
    /** Null for the command line, access codes, and the server itself, such as an expiry. */
    actorId: uuid(),
    action: text({ enum: auditActions }).notNull(),
    subjectType: text().notNull(),
    /** A number for journal categories, a UUID for other subjects, null for a whole table. */
    subjectId: text(),
    /** The affected member. */
    memberId: uuid(),
    details: jsonb().$type<AuditDetails>().notNull(),
    createdAt: instant().notNull(),
  },
  (table) => [
    index('audit_log_by_actor').on(table.actorId, table.id),
    index('audit_log_by_member').on(table.memberId, table.id),
    index('audit_log_by_action').on(table.action, table.id),
  ],
);

/** Codes, ids, numbers and times only: no names, emails or texts of members. */
export type AuditDetails = Readonly<Record<string, string | number | boolean | null>>;

const keptOnLeaving = {
  kept: 'entries cannot be changed; they contain only your id, which no longer leads to you',
} as const;

export const personalData: PersonalData[] = [
  {
    table: auditLog,
    description: 'the audit log of actions by moderators and admins: roles, flags, suspensions, deletions',
    purpose: 'their actions can be reviewed',
    retention: 'the community is shut down',
    references: [
      { column: auditLog.actorId, exported: true, leaving: keptOnLeaving },
      {
        column: auditLog.memberId,
        exported: { no: 'it would reveal who acted; please ask the admins' },
        leaving: keptOnLeaving,
      },
    ],
  },
];
