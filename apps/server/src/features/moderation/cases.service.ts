import { type HandOverInput, moderationLimits } from '@commons/contract/moderation';
import type { ReportReason } from '@commons/contract/reports';
import { and, asc, eq, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm';
import type { Contribution } from '../../platform/contributions.ts';
import { newId } from '../../platform/database/columns.ts';
import { type Database, onlyRow, type Queryable, type Transaction } from '../../platform/database/database.ts';
import { named } from '../../platform/database/statements.ts';
import type { Transact, UnitOfWork } from '../../platform/database/unit-of-work.ts';
import type { Moderated } from '../../platform/feature.ts';
import { isAdmin, type Viewer } from '../../platform/sessions/viewer.ts';
import { recordAudit } from '../audit/index.ts';
import { users } from '../members/users.tables.ts';
import { moveReports } from '../reports/index.ts';
import { reports } from '../reports/reports.tables.ts';
import { findModeratedMember } from './moderated-member.ts';
import { type About, hindrance, moderationError } from './moderation.policy.ts';
import { moderationAppeals, moderationCaseReports, moderationCases, moderationDecisions } from './moderation.tables.ts';

/** How soon a moderator should have looked. */
const hoursFor: Readonly<Record<ReportReason, number>> = {
  danger: 1,
  worried: 1,
  harassment: 24,
  hate: 24,
  spam: 72,
  sexual: 72,
  medical_misinformation: 72,
  other: 72,
};
/** Somebody waits to be read by others: that is not kinder for being a few days later. */
const hoursForHeld = 24;
const hoursForAppeal = 72;

const dueIn = (hours: number, since = new Date()): Date => new Date(since.getTime() + hours * 3_600_000);

export type CaseRow = typeof moderationCases.$inferSelect;

const [id, caseReport] = [sql.placeholder('id'), sql.placeholder('reportId')];

/** Puts a report or the wait of something held into the open case of its subject, or opens one. */
const gather = named<{ id: string }>(
  'gather_in_case',
  sql`WITH gathered AS (
      INSERT INTO ${moderationCases} AS known
        (id, subject_type, subject_id, member_id, is_held, reports_count, reason, due_at, created_at)
      VALUES (${id}, ${sql.placeholder('subjectType')}, ${sql.placeholder('subjectId')}, ${sql.placeholder('memberId')},
        ${sql.placeholder('isHeld')}, ${sql.placeholder('reportsCount')}, ${sql.placeholder('reason')},
        ${sql.placeholder('dueAt')}, ${sql.placeholder('createdAt')})
      ON CONFLICT (subject_type, subject_id) WHERE closed_at IS NULL AND appeal_id IS NULL DO UPDATE SET
        is_held = known.is_held OR excluded.is_held,
        reports_count = known.reports_count + excluded.reports_count,
        reason = CASE
          WHEN known.reason IS NULL OR (excluded.reason IS NOT NULL AND excluded.due_at < known.due_at) THEN excluded.reason
          ELSE known.reason
        END,
        due_at = least(known.due_at, excluded.due_at)
      RETURNING id
    ), linked AS (
      INSERT INTO ${moderationCaseReports} (report_id, case_id)
      SELECT ${caseReport}::uuid, id FROM gathered WHERE ${caseReport}::uuid IS NOT NULL
    )
    SELECT id FROM gathered`,
);

type ReportRow = typeof reports.$inferSelect;

/** A report joins the case of what it is about. */
export async function openCaseOfReport(work: UnitOfWork, report: ReportRow): Promise<void> {
  const { subjectType, subjectId, reportedId: memberId, reason, createdAt } = report;
  const opened = await gather(work.tx, {
    id: newId(),
    subjectType,
    subjectId,
    memberId,
    isHeld: false,
    reportsCount: 1,
    reason,
    dueAt: dueIn(hoursFor[reason], createdAt),
    createdAt,
    reportId: report.id,
  });
  await tellModerators(work, { id: onlyRow(opened).id, memberId });
}

/** What a flagged member wrote waits for a moderator. */
export const openCaseOfHeld = (work: UnitOfWork, { kind, id, authorId }: Contribution): Promise<void> =>
  openHeld(work, { subjectType: kind.name, subjectId: id, memberId: authorId, dueAt: dueIn(hoursForHeld) });

/** What is still held after a decision about its author waits on in a case of its own, due as before. */
export const keepHeld = (work: UnitOfWork, { subjectType, subjectId, memberId, dueAt }: CaseRow): Promise<void> =>
  openHeld(work, { subjectType, subjectId, memberId, dueAt });

type Held = { subjectType: string; subjectId: string; memberId: string | null; dueAt: Date };

async function openHeld(work: UnitOfWork, held: Held): Promise<void> {
  const opened = await gather(work.tx, {
    id: newId(),
    ...held,
    isHeld: true,
    reportsCount: 0,
    reason: null,
    createdAt: new Date(),
    reportId: null,
  });
  await tellModerators(work, { id: onlyRow(opened).id, memberId: held.memberId });
}

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
    dueAt: dueIn(hoursForAppeal),
    createdAt: new Date(),
  });
  await tellModerators(work, { id: caseId, memberId });
}

const unheld = named<CaseOf>(
  'cases_without_held',
  sql`UPDATE ${moderationCases} AS waiting
    SET is_held = false, closed_at = CASE WHEN reports_count = 0 THEN now() END
    FROM unnest(${sql.placeholder('types')}::text[], ${sql.placeholder('ids')}::uuid[]) AS gone (subject_type, subject_id)
    WHERE waiting.subject_type = gone.subject_type AND waiting.subject_id = gone.subject_id
      AND closed_at IS NULL AND appeal_id IS NULL AND is_held
    RETURNING waiting.id, waiting.member_id AS "memberId"`,
);

/** What is gone waits for nobody any more; what was reported of it still does. */
export async function closeCasesOfHeld(work: UnitOfWork, contributions: Contribution[]): Promise<void> {
  const closed = await unheld(work.tx, {
    types: contributions.map(({ kind }) => kind.name),
    ids: contributions.map((contribution) => contribution.id),
  });
  for (const gone of closed) await tellModerators(work, gone);
}

type CaseOf = Pick<CaseRow, 'id' | 'memberId'>;

/**
 * Tells everybody who moderates that there is something, but whom it is about. Few do: they are read when something
 * happens.
 */
async function tellModerators({ tx, publish }: UnitOfWork, { id: caseId, memberId }: CaseOf): Promise<void> {
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

const isClaimedByAnother = ({ claimedById, claimedUntil }: CaseRow, viewer: Viewer): boolean =>
  claimedById !== null && claimedById !== viewer.id && claimedUntil !== null && claimedUntil > new Date();

/** An open case, to the end of the transaction. @throws AppError when it is closed, or somebody else's. */
export async function getLockedCase(tx: Transaction, viewer: Viewer, caseId: string): Promise<CaseRow> {
  const [found] = await tx.select().from(moderationCases).where(eq(moderationCases.id, caseId)).for('update');
  // Whoever a case is about does not learn that there is one.
  if (!found || found.memberId === viewer.id) throw moderationError('moderation.case_not_found');
  if (found.closedAt) throw moderationError('moderation.already_decided');
  if (isClaimedByAnother(found, viewer)) throw moderationError('moderation.claimed');
  return found;
}

/** What a decision about a case depends on, as it is now. */
export async function getAbout(
  db: Queryable,
  viewer: Viewer,
  found: CaseRow,
  thing: Moderated | undefined,
): Promise<About> {
  const { memberId, isHeld, needsAdmin, appealId, firstDeciderId } = found;
  const member = await findModeratedMember(db, memberId);
  const [appealed] = appealId
    ? await db
        .select({ action: moderationDecisions.action, caseId: moderationDecisions.caseId })
        .from(moderationAppeals)
        .innerJoin(moderationDecisions, eq(moderationDecisions.id, moderationAppeals.decisionId))
        .where(eq(moderationAppeals.id, appealId))
    : [];
  // What is appealed against was decided on reports, too: those of the case before.
  const caseIds = [found.id, appealed?.caseId].filter((caseId) => typeof caseId === 'string');
  const ownReports = await db.$count(
    sql`${moderationCaseReports} JOIN ${reports} ON reports.id = report_id`,
    sql`case_id = ANY(${sql.param(caseIds)}::uuid[]) AND reporter_id = ${viewer.id}`,
  );
  return {
    memberId,
    member,
    isHeld: isHeld && thing?.isAwaitingReview === true,
    needsAdmin,
    appeal: appealed && { firstDeciderId, action: appealed.action },
    isThere: thing !== undefined && !thing.isRemoved,
    isReporter: ownReports > 0,
  };
}

const reportIdsOf = async (tx: Transaction, caseId: string): Promise<string[]> => {
  const { reportId } = moderationCaseReports;
  const rows = await tx
    .select({ reportId })
    .from(moderationCaseReports)
    .where(eq(moderationCaseReports.caseId, caseId));
  return rows.map((row) => row.reportId);
};

/** Opens a case and takes it: whoever reported what is in it sees that somebody looked. */
export async function claimCase(work: UnitOfWork, viewer: Viewer, caseId: string): Promise<void> {
  const found = await getLockedCase(work.tx, viewer, caseId);
  const code = hindrance(viewer, await getAbout(work.tx, viewer, found, undefined));
  if (code) throw moderationError(code);
  await work.tx
    .update(moderationCases)
    .set({ claimedById: viewer.id, claimedUntil: claimEnd(), openedAt: found.openedAt ?? new Date() })
    .where(eq(moderationCases.id, caseId));
  await moveReports(work, await reportIdsOf(work.tx, caseId), 'looked_at');
  await tellModerators(work, found);
}

const claimEnd = (): Date => new Date(Date.now() + moderationLimits.claimMinutes * 60_000);

/**
 * Gives a case to the admins, to one moderator, or back to all. Whoever may not decide it may do so, too: a manager hands it
 * to the admins. Only who decided what is appealed against has no say in who answers, and nobody takes by it what they may
 * not decide.
 */
export async function handOverCase(
  work: UnitOfWork,
  viewer: Viewer,
  caseId: string,
  { to, note = null }: HandOverInput,
): Promise<void> {
  const found = await getLockedCase(work.tx, viewer, caseId);
  const about = await getAbout(work.tx, viewer, found, undefined);
  const code = hindrance(viewer, about);
  if (code && (to === viewer.id || code === 'moderation.own_decision')) throw moderationError(code);
  const needsAdmin = to === 'admins' || (found.needsAdmin && !isAdmin(viewer));
  const toOne = to === 'anybody' || to === 'admins' ? undefined : to;
  if (toOne) await assertSuited(work.tx, toOne, { ...about, needsAdmin });
  await work.tx
    .update(moderationCases)
    .set({
      claimedById: toOne ?? null,
      claimedUntil: toOne ? claimEnd() : null,
      needsAdmin,
      handOverNote: note,
    })
    .where(eq(moderationCases.id, caseId));
  await recordAudit(work, {
    actorId: viewer.id,
    action: 'case.handed_over',
    subjectType: found.subjectType,
    subjectId: found.subjectId,
    memberId: found.memberId,
    details: { caseId, to },
  });
  await tellModerators(work, found);
}

/** @throws AppError when a member may not decide about it. Whether they reported it is told to nobody, and not asked. */
async function assertSuited(tx: Transaction, memberId: string, about: About): Promise<void> {
  const [member] = await tx.select({ id: users.id, role: users.role }).from(users).where(eq(users.id, memberId));
  const isSuited = member && member.role !== 'user' && !hindrance(member, { ...about, isReporter: false });
  if (!isSuited) throw moderationError('moderation.no_such_moderator');
}

/** Closes a locked case with all that was reported in it. */
export async function closeCase(work: UnitOfWork, found: CaseOf): Promise<void> {
  await work.tx
    .update(moderationCases)
    .set({ closedAt: new Date(), claimedById: null, claimedUntil: null })
    .where(eq(moderationCases.id, found.id));
  await moveReports(work, await reportIdsOf(work.tx, found.id), 'closed');
  await tellModerators(work, found);
}

/** The open case of a thing, locked. */
export async function findOpenCase(
  tx: Transaction,
  subjectType: string,
  subjectId: string,
): Promise<CaseRow | undefined> {
  const isTheirs = sql`${moderationCases.subjectType} = ${subjectType} AND ${moderationCases.subjectId} = ${subjectId}`;
  const [found] = await tx
    .select()
    .from(moderationCases)
    .where(and(isTheirs, isNull(moderationCases.closedAt), isNull(moderationCases.appealId)))
    .for('update');
  return found;
}

const maxGatheredAtOnce = 1_000;

/** Opens cases for what was reported to the version before, which knew of none. Returns how many reports joined one. */
export async function gatherReports(db: Database, transact: Transact): Promise<number> {
  const isGathered: SQL = sql`SELECT FROM ${moderationCaseReports} WHERE report_id = reports.id`;
  const waiting = await db
    .select()
    .from(reports)
    .where(and(eq(reports.state, 'received'), sql`NOT EXISTS (${isGathered})`))
    .orderBy(asc(reports.id))
    .limit(maxGatheredAtOnce);
  for (const report of waiting) await transact((work) => openCaseOfReport(work, report));
  return waiting.length;
}
