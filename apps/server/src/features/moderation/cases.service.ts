import { moderationLimits } from '@commons/contract/moderation';
import type { HandOverInput } from '@commons/contract/moderation/schemas';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { recordAudit } from '../../community/audit/index.ts';
import type { ModeratedItem } from '../../community/feature.ts';
import { users } from '../../community/members/users.tables.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import { onlyRow, type Queryable, type Transaction } from '../../platform/database/database.ts';
import { domainEvent } from '../../platform/database/domain-events.ts';
import { isoText } from '../../platform/database/statements.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { isAdmin, type Viewer } from '../../platform/sessions/viewer.ts';
import { setReportStates } from '../reports/index.ts';
import { reports } from '../reports/reports.tables.ts';
import { type CaseReference, type CaseRow, notifyModerators } from './cases.opening.ts';
import { type DecisionContext, findHindrance, moderationError } from './moderation.policy.ts';
import { moderationAppeals, moderationCaseReports, moderationCases, moderationDecisions } from './moderation.tables.ts';

const isClaimedByAnother = ({ claimedById, claimedUntil }: CaseRow, viewer: Viewer): boolean =>
  claimedById !== null && claimedById !== viewer.id && claimedUntil !== null && claimedUntil > databaseNow();

/**
 * Returns an open case, locked until the end of the transaction.
 *
 * @throws AppError when the case is unknown, closed or claimed by another moderator.
 */
export async function getLockedCase(tx: Transaction, viewer: Viewer, caseId: string): Promise<CaseRow> {
  const [caseRow] = await tx.select().from(moderationCases).where(eq(moderationCases.id, caseId)).for('update');
  // A case about the viewer is reported as missing: they must not learn that it exists.
  if (!caseRow || caseRow.memberId === viewer.id) throw moderationError('moderation.case_not_found');
  if (caseRow.closedAt) throw moderationError('moderation.already_decided');
  if (isClaimedByAnother(caseRow, viewer)) throw moderationError('moderation.claimed');
  return caseRow;
}

/** Reads the current state that a decision about a case depends on. */
export async function getDecisionContext(
  db: Queryable,
  viewer: Viewer,
  caseRow: CaseRow,
  content: ModeratedItem | undefined,
): Promise<DecisionContext> {
  const { memberId, isHeld, needsAdmin, appealId, firstDeciderId } = caseRow;
  const member = await findModeratedMember(db, memberId);
  const [appealedDecision] = appealId
    ? await db
        .select({ action: moderationDecisions.action, caseId: moderationDecisions.caseId })
        .from(moderationAppeals)
        .innerJoin(moderationDecisions, eq(moderationDecisions.id, moderationAppeals.decisionId))
        .where(eq(moderationAppeals.id, appealId))
    : [];
  // For an appeal, the reports of the original case count as well.
  const caseIds = [caseRow.id, appealedDecision?.caseId].filter((caseId) => typeof caseId === 'string');
  const ownReports = await db.$count(
    sql`${moderationCaseReports} JOIN ${reports} ON reports.id = report_id`,
    sql`case_id = ANY(${sql.param(caseIds)}::uuid[]) AND reporter_id = ${viewer.id}`,
  );
  return {
    memberId,
    member,
    isHeld: isHeld && content?.isAwaitingReview === true,
    needsAdmin,
    appeal: appealedDecision && { firstDeciderId, action: appealedDecision.action },
    isPresent: content !== undefined && !content.isRemoved,
    isReporter: ownReports > 0,
  };
}

/** Returns the member a case or decision is about. Undefined after they left, even if their content stays. */
export async function findModeratedMember(db: Queryable, memberId: string | null) {
  if (memberId === null) return undefined;
  const [member] = await db
    .select({ role: users.role, isFlagged: users.isFlagged, joinedAt: isoText(users.createdAt) })
    .from(users)
    .where(and(eq(users.id, memberId), isNull(users.leftAt)));
  return member;
}

const reportIdsOf = async (tx: Transaction, caseId: string): Promise<string[]> => {
  const { reportId } = moderationCaseReports;
  const rows = await tx
    .select({ reportId })
    .from(moderationCaseReports)
    .where(eq(moderationCaseReports.caseId, caseId));
  return rows.map((row) => row.reportId);
};

/** Claims a case for the viewer. Its reporters see that a moderator has looked at it. */
export async function claimCase(work: UnitOfWork, viewer: Viewer, caseId: string): Promise<void> {
  const caseRow = await getLockedCase(work.tx, viewer, caseId);
  const code = findHindrance(viewer, await getDecisionContext(work.tx, viewer, caseRow, undefined));
  if (code) throw moderationError(code);
  await work.tx
    .update(moderationCases)
    .set({ claimedById: viewer.id, claimedUntil: claimEnd(), openedAt: caseRow.openedAt ?? databaseNow() })
    .where(eq(moderationCases.id, caseId));
  await setReportStates(work, await reportIdsOf(work.tx, caseId), 'looked_at');
  await notifyModerators(work, caseRow);
}

const claimEnd = (): Date => new Date(databaseNow().getTime() + moderationLimits.claimMinutes * 60_000);

/**
 * Hands a case over to the admins, to one moderator, or back to all moderators. A moderator who may not decide a case
 * can still hand it over, for example to the admins. Exceptions: a moderator cannot hand over an appeal against their
 * own decision, nor give themselves a case that they may not decide.
 */
export async function handOverCase(
  work: UnitOfWork,
  viewer: Viewer,
  caseId: string,
  { to, note = null }: HandOverInput,
): Promise<void> {
  const caseRow = await getLockedCase(work.tx, viewer, caseId);
  const context = await getDecisionContext(work.tx, viewer, caseRow, undefined);
  const code = findHindrance(viewer, context);
  if (code && (to === viewer.id || code === 'moderation.own_decision')) throw moderationError(code);
  const needsAdmin = to === 'admins' || (caseRow.needsAdmin && !isAdmin(viewer));
  const moderatorId = to === 'anybody' || to === 'admins' ? undefined : to;
  if (moderatorId) await assertMayTakeOver(work.tx, moderatorId, { ...context, needsAdmin });
  await work.tx
    .update(moderationCases)
    .set({
      claimedById: moderatorId ?? null,
      claimedUntil: moderatorId ? claimEnd() : null,
      needsAdmin,
      handOverNote: note,
    })
    .where(eq(moderationCases.id, caseId));
  await recordAudit(work, {
    actorId: viewer.id,
    action: 'case.handed_over',
    subjectType: caseRow.subjectType,
    subjectId: caseRow.subjectId,
    memberId: caseRow.memberId,
    details: { caseId, to },
  });
  await notifyModerators(work, caseRow);
}

/**
 * @throws AppError when the member may not decide the case. Ignores whether they reported it: the answer would reveal
 *   that.
 */
async function assertMayTakeOver(tx: Transaction, memberId: string, context: DecisionContext): Promise<void> {
  const [member] = await tx.select({ id: users.id, role: users.role }).from(users).where(eq(users.id, memberId));
  const mayTakeOver = member && member.role !== 'user' && !findHindrance(member, { ...context, isReporter: false });
  if (!mayTakeOver) throw moderationError('moderation.no_such_moderator');
}

/** Emitted when a case with reports is closed. */
export const reportsClosed = domainEvent<Pick<CaseRow, 'subjectType' | 'reportsCount'> & { caseId: string }>(
  'moderation.reports_closed',
);

/** Closes a locked case and all its reports. */
export async function closeCase(work: UnitOfWork, caseRow: CaseReference): Promise<void> {
  const { subjectType, reportsCount } = moderationCases;
  const closed = onlyRow(
    await work.tx
      .update(moderationCases)
      .set({ closedAt: databaseNow(), claimedById: null, claimedUntil: null })
      .where(eq(moderationCases.id, caseRow.id))
      .returning({ subjectType, reportsCount }),
  );
  await setReportStates(work, await reportIdsOf(work.tx, caseRow.id), 'closed');
  await notifyModerators(work, caseRow);
  if (closed.reportsCount > 0) await work.emit(reportsClosed, { caseId: caseRow.id, ...closed });
}

/** Returns the open case about a contribution or member, locked until the end of the transaction. */
export async function findOpenCase(
  tx: Transaction,
  subjectType: string,
  subjectId: string,
): Promise<CaseRow | undefined> {
  const isAboutSubject = sql`${moderationCases.subjectType} = ${subjectType} AND ${moderationCases.subjectId} = ${subjectId}`;
  const [caseRow] = await tx
    .select()
    .from(moderationCases)
    .where(and(isAboutSubject, isNull(moderationCases.closedAt), isNull(moderationCases.appealId)))
    .for('update');
  return caseRow;
}
