import { auditActions } from '@commons/contract/audit';
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { instant, primaryId } from '../../platform/database/columns.ts';
import { type PersonalData } from '../../platform/personal-data.ts';

/**
 * Who did what, to whom. Nobody changes a row or takes one away: the database refuses it (migration 0017). So it refers to
 * members without foreign keys, and a row outlives them; what it keeps of somebody who left is an id that leads nowhere.
 */
export const auditLog = pgTable(
  'audit_log',
  {
    id: primaryId(),
    /** Null for the command line and for what ends by itself. */
    actorId: uuid(),
    action: text({ enum: auditActions }).notNull(),
    subjectType: text().notNull(),
    /** Journal categories have numbers, the rest UUIDs; null where the subject is a whole table. */
    subjectId: text(),
    /** The member whom it concerns. */
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

/** Values out of lists, ids, numbers and times: never a name, an email or a text that somebody wrote. */
export type AuditDetails = Readonly<Record<string, string | number | boolean | null>>;

const lasting = {
  kept: 'the database lets nobody change a line; it has your number, which then leads nowhere',
} as const;

export const personalData: PersonalData[] = [
  {
    table: auditLog,
    what: 'what those who look after the community did, and to whom: roles, flags, suspensions, what was deleted',
    why: 'they can be held to account',
    until: 'the community ends',
    mentions: [
      { column: auditLog.actorId, exported: true, leaving: lasting },
      {
        column: auditLog.memberId,
        exported: { no: 'it tells who did it; ask those who look after the community' },
        leaving: lasting,
      },
    ],
  },
];
