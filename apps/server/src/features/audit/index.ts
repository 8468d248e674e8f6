import type { AuditAction } from '@commons/contract/audit';
import { sql } from 'drizzle-orm';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { isAdmin, type Viewer } from '../../platform/sessions/viewer.ts';
import { type AuditDetails, auditLog } from './audit.tables.ts';

export type AuditEntry = {
  /** Null for the command line and for what ends by itself. */
  actorId: string | null;
  action: AuditAction;
  /** What stands before the dot of the action, unless it is something else. */
  subjectType?: string;
  subjectId: string | null;
  /** The member whom it concerns, if any. */
  memberId?: string | null;
  /** Values out of lists, ids, numbers and times: never a name, an email or a text that somebody wrote. */
  details?: AuditDetails;
};

/** Who deletes from a list that an access code opens as well: a code tells nobody's name. */
export const byAdminOrCode = (viewer: Viewer | undefined): Pick<AuditEntry, 'actorId' | 'details'> =>
  isAdmin(viewer) && viewer ? { actorId: viewer.id } : { actorId: null, details: { by: 'access code' } };

/** Writes down who did what, in the transaction in which it is done: neither is ever there without the other. */
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
