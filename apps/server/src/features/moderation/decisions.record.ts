// Records a decision in the audit log and notifies the member it is about.
import { guidelines } from '@commons/contract/moderation';
import type { Guideline, ModerationAction } from '@commons/contract/moderation/schemas';
import { type AuditEntry, recordAudit } from '../../community/audit/index.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import { domainEvent } from '../../platform/database/domain-events.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { decisionMailTask } from './decisions.mail.ts';
import type { moderationDecisions } from './moderation.tables.ts';

export type DecisionRow = typeof moderationDecisions.$inferSelect;

/** A moderator decided something about a member or answered their appeal. */
export const moderationDecided = domainEvent<{ decisionId: string; memberId: string; action: ModerationAction }>(
  'moderation.decided',
);

const auditActions: Record<ModerationAction, AuditEntry['action']> = {
  dismiss: 'case.dismissed',
  approve: 'content.published',
  remove: 'content.removed',
  warn: 'member.warned',
  // The change to the member gets an audit entry of its own.
  flag: 'case.flagged',
  unflag: 'case.unflagged',
  suspend: 'case.suspended',
  uphold: 'appeal.upheld',
  reverse: 'appeal.reversed',
};

/** Returns the time that is `days` days after `since`. */
export const daysAhead = (days: number, since = databaseNow()): Date => new Date(since.getTime() + days * 86_400_000);

/** The reasons that a moderator gives for a decision, and the end of a suspension. */
export type DecisionReason = {
  reason?: Guideline | null | undefined;
  note?: string | null | undefined;
  until?: Date | null;
};

/** Returns the guideline and the moderator's note as one text for the member. */
export const decisionText = ({ reason, note }: DecisionReason): string =>
  [reason ? `${guidelines[reason]}.` : '', note ?? ''].filter(Boolean).join('\n\n');

/** Writes a decision to the audit log. */
export const recordDecision = (work: UnitOfWork, viewer: Viewer, decision: DecisionRow): Promise<void> =>
  recordAudit(work, {
    actorId: viewer.id,
    action: auditActions[decision.action],
    subjectType: decision.subjectType,
    subjectId: decision.subjectId,
    memberId: decision.memberId,
    details: { decisionId: decision.id, caseId: decision.caseId, reason: decision.reason },
  });

/** Notifies a member of a decision in the app and by mail. */
export async function notifyMember(work: UnitOfWork, { id: decisionId, memberId, action }: DecisionRow): Promise<void> {
  if (memberId === null) return;
  await work.emit(moderationDecided, { decisionId, memberId, action });
  work.publish({ audience: { memberIds: [memberId] }, frame: { type: 'decision.made', decisionId } });
  // Suspending a member already sends a mail.
  if (action !== 'suspend') await work.enqueue(decisionMailTask, { decisionId });
}
