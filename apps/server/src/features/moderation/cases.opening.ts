// Opens cases for reports, held contributions and appeals, and closes a case when its held contribution is deleted.
import type { ReportReason } from '@commons/contract/reports/schemas';
import { and, inArray, ne, sql } from 'drizzle-orm';
import type { Contribution } from '../../community/contributions/contribution-events.ts';
import { users } from '../../community/members/users.tables.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import { newId } from '../../platform/database/columns.ts';
import { onlyRow } from '../../platform/database/database.ts';
import { domainEvent } from '../../platform/database/domain-events.ts';
import { columnsOf, namedStatement } from '../../platform/database/named-statements.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import type { reports } from '../reports/reports.tables.ts';
import { moderationCaseReports, moderationCases, type moderationDecisions } from './moderation.tables.ts';

/** Hours within which a moderator should look at a report, by its reason. */
const hoursByReason: Readonly<Record<ReportReason, number>> = {
  danger: 1,
  worried: 1,
  harassment: 24,
  hate: 24,
  spam: 72,
  sexual: 72,
  medical_misinformation: 72,
  other: 72,
};
/** Held contributions are due within a day: the author is waiting for them to be published. */
const heldHours = 24;
const appealHours = 72;

const dueIn = (hours: number, since = databaseNow()): Date => new Date(since.getTime() + hours * 3_600_000);

/** Emitted for each report, with the case that it opened or joined. */
export const reportOpened = domainEvent<Pick<CaseRow, 'subjectType'> & { caseId: string; reason: ReportReason }>(
  'moderation.report_opened',
);

export type CaseRow = typeof moderationCases.$inferSelect;

/** Adds a report or a held contribution to the open case of its subject, or opens a case. Returns the case's id. */
async function addToOpenCase(
  work: UnitOfWork,
  newCase: Omit<typeof moderationCases.$inferInsert, 'id'>,
  reportId?: string,
): Promise<string> {
  const { subjectType, subjectId, closedAt, appealId, isHeld, reportsCount, reason, dueAt } = moderationCases;
  const isMoreUrgent = sql`(${reason} IS NULL OR (excluded.reason IS NOT NULL AND excluded.due_at < ${dueAt}))`;
  const openCase = onlyRow(
    await work.tx
      .insert(moderationCases)
      .values({ id: newId(), ...newCase })
      .onConflictDoUpdate({
        target: [subjectType, subjectId],
        targetWhere: sql`${closedAt} IS NULL AND ${appealId} IS NULL`,
        set: {
          isHeld: sql`${isHeld} OR excluded.is_held`,
          reportsCount: sql`${reportsCount} + excluded.reports_count`,
          reason: sql`CASE WHEN ${isMoreUrgent} THEN excluded.reason ELSE ${reason} END`,
          dueAt: sql`least(${dueAt}, excluded.due_at)`,
        },
      })
      .returning({ id: moderationCases.id }),
  );
  if (reportId !== undefined) await work.tx.insert(moderationCaseReports).values({ reportId, caseId: openCase.id });
  await notifyModerators(work, { id: openCase.id, memberId: newCase.memberId ?? null });
  return openCase.id;
}

type ReportRow = typeof reports.$inferSelect;

/** Adds a report to the open case of its subject, or opens one. */
export async function openCaseOfReport(work: UnitOfWork, report: ReportRow): Promise<void> {
  const { subjectType, subjectId, reportedId: memberId, reason, createdAt } = report;
  const newCase = { subjectType, subjectId, memberId, reason, createdAt, reportsCount: 1 };
  const caseId = await addToOpenCase(work, { ...newCase, dueAt: dueIn(hoursByReason[reason], createdAt) }, report.id);
  await work.emit(reportOpened, { caseId, subjectType, reason });
}

/** Opens a case for a contribution of a flagged member, which waits for a moderator's approval. */
export const openCaseOfHeldContribution = (work: UnitOfWork, { kind, id, authorId }: Contribution): Promise<void> =>
  openHeldCase(work, {
    subjectType: kind.name as CaseRow['subjectType'],
    subjectId: id,
    memberId: authorId,
    dueAt: dueIn(heldHours),
  });

/** Opens a new case for a contribution that is still held after its case was decided. The due time stays the same. */
export const reopenHeldCase = (work: UnitOfWork, { subjectType, subjectId, memberId, dueAt }: CaseRow): Promise<void> =>
  openHeldCase(work, { subjectType, subjectId, memberId, dueAt });

const openHeldCase = async (
  work: UnitOfWork,
  contribution: Pick<CaseRow, 'subjectType' | 'subjectId' | 'memberId' | 'dueAt'>,
): Promise<void> => {
  await addToOpenCase(work, { ...contribution, isHeld: true, createdAt: databaseNow() });
};

/** Opens a case for an appeal. Only admins may answer appeals against flags and suspensions. */
export async function openCaseOfAppeal(
  work: UnitOfWork,
  appealId: string,
  decision: typeof moderationDecisions.$inferSelect,
): Promise<void> {
  const { subjectType, subjectId, memberId, decidedById, action } = decision;
  const caseId = newId();
  await work.tx.insert(moderationCases).values({
    id: caseId,
    subjectType,
    subjectId,
    memberId,
    appealId,
    firstDeciderId: decidedById,
    needsAdmin: action === 'flag' || action === 'suspend',
    dueAt: dueIn(appealHours),
    createdAt: databaseNow(),
  });
  await notifyModerators(work, { id: caseId, memberId });
}

const releaseHeldCases = namedStatement(
  'cases_without_held',
  sql`UPDATE ${moderationCases} AS waiting
    SET is_held = false, closed_at = CASE WHEN reports_count = 0 THEN now() END
    FROM unnest(${sql.placeholder('types')}::text[], ${sql.placeholder('ids')}::uuid[]) AS gone (subject_type, subject_id)
    WHERE waiting.subject_type = gone.subject_type AND waiting.subject_id = gone.subject_id
      AND closed_at IS NULL AND appeal_id IS NULL AND is_held
    RETURNING waiting.id, waiting.member_id AS "memberId"`,
  { values: { types: 'text[]', ids: 'uuid[]' }, columns: columnsOf<CaseReference>({ id: 'uuid', memberId: 'uuid' }) },
);

/** Closes the cases of deleted contributions. A case with reports stays open, because its reports need an answer. */
export async function closeCasesOfDeleted(
  work: UnitOfWork,
  { contributions }: { contributions: Contribution[] },
): Promise<void> {
  const closed = await releaseHeldCases(work.tx, {
    types: contributions.map(({ kind }) => kind.name),
    ids: contributions.map((contribution) => contribution.id),
  });
  for (const closedCase of closed) await notifyModerators(work, closedCase);
}

export type CaseReference = Pick<CaseRow, 'id' | 'memberId'>;

/**
 * Notifies all connected moderators that a case changed, except the member the case is about. Reads the moderators each
 * time: there are few of them.
 */
export async function notifyModerators(
  { tx, publish }: UnitOfWork,
  { id: caseId, memberId }: CaseReference,
): Promise<void> {
  const moderators = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.role, ['manager', 'admin']), memberId === null ? undefined : ne(users.id, memberId)));
  if (moderators.length > 0)
    publish({
      audience: { memberIds: moderators.map((moderator) => moderator.id) },
      frame: { type: 'moderation.changed', caseId },
    });
}
