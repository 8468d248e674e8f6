import type { AuditAction } from '@commons/contract/audit';
import { sql } from 'drizzle-orm';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { isAdmin, type Viewer } from '../../platform/sessions/viewer.ts';
import { type AuditDetails, auditLog } from './audit.tables.ts';

export type AuditEntry = {
  /** Null for the command line, access codes and automatic changes, such as an expiry. */
  actorId: string | null;
  action: AuditAction;
  /** Default: the part of the action before the dot. */
  subjectType?: string;
  subjectId: string | null;
  /** The affected member, if any. */
  memberId?: string | null;
  /** Codes, ids, numbers and times only: no names, emails or texts of members. */
  details?: AuditDetails;
};

/** Returns the actor of a change to a list that admins and holders of an access code can edit. */
export const byAdminOrCode = (viewer: Viewer | undefined): Pick<AuditEntry, 'actorId' | 'details'> =>
  isAdmin(viewer) && viewer ? { actorId: viewer.id } : { actorId: null, details: { by: 'access code' } };

/** Adds entries to the audit log, in the same transaction as the actions. */
export async function recordAudit(
  { tx }: Pick<UnitOfWork, 'tx'>,
  ...entries: readonly [AuditEntry, ...AuditEntry[]]
): Promise<void> {
  await tx.insert(auditLog).values(
    entries.map(({ action, subjectType = action.split('.', 1)[0] ?? action, details = {}, ...entry }) => ({
      ...entry,
      action,
      subjectType,
      details,
      createdAt: sql`now()`,
    })),
  );
}
