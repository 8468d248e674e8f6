import { moderationLimits } from '@commons/contract/moderation';
import type { ModerationCase, ModerationCaseDetails } from '@commons/contract/moderation/schemas';
import { and, asc, desc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Moderation } from '../../community/feature.ts';
import { memberColumns, toMemberSummary } from '../../community/members/index.ts';
import { users } from '../../community/members/users.tables.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { namedStatement } from '../../platform/database/named-statements.ts';
import { isoText, isoTextOrNull, preparePages } from '../../platform/database/statements.ts';
import { isAdmin, type Viewer } from '../../platform/sessions/viewer.ts';
import { concerns } from '../concerns/concerns.tables.ts';
import { reports } from '../reports/reports.tables.ts';
import type { CaseRow } from './cases.opening.ts';
import { findModeratedMember, getDecisionContext } from './cases.service.ts';
import { actionsOf, findHindrance, moderationError } from './moderation.policy.ts';
import { moderationAppeals, moderationCaseReports, moderationCases, moderationDecisions } from './moderation.tables.ts';
import { quotesOf, toQuote, versionOf } from './quotes.ts';

const claimers = alias(users, 'claimers');

const claimerColumns = {
  id: claimers.id,
  email: claimers.email,
  firstName: claimers.firstName,
  lastName: claimers.lastName,
  profileImageUrl: claimers.profileImageUrl,
  title: claimers.title,
};

const isClaimed = sql`${moderationCases.claimedUntil} > now()`;

const selectCases = (db: Queryable) =>
  db
    .select({
      id: moderationCases.id,
      subjectType: moderationCases.subjectType,
      subjectId: moderationCases.subjectId,
      isHeld: moderationCases.isHeld,
      isAppeal: sql<boolean>`${moderationCases.appealId} IS NOT NULL`,
      reportsCount: moderationCases.reportsCount,
      reason: moderationCases.reason,
      createdAt: isoText(moderationCases.createdAt),
      dueAt: isoText(moderationCases.dueAt),
      isOpened: sql<boolean>`${moderationCases.openedAt} IS NOT NULL`,
      needsAdmin: moderationCases.needsAdmin,
      claimedUntil: isoTextOrNull(moderationCases.claimedUntil),
      member: memberColumns,
      claimer: claimerColumns,
    })
    .from(moderationCases)
    .leftJoin(users, and(eq(users.id, moderationCases.memberId), isNull(users.leftAt)))
    .leftJoin(claimers, and(eq(claimers.id, moderationCases.claimedById), isClaimed))
    .$dynamic();

type Row = Awaited<ReturnType<typeof selectCases>>[number];

const toCaseView = ({ member, claimer, claimedUntil, ...row }: Row): ModerationCase => ({
  ...row,
  member: member && toMemberSummary(member),
  claim: claimer && claimedUntil !== null ? { moderator: toMemberSummary(claimer), until: claimedUntil } : null,
});

const viewerId = sql.placeholder('viewerId');

/**
 * Matches open cases that the viewer may decide: not about them, not an appeal against their decision, not reserved for
 * admins.
 */
const isForViewer: SQL = sql`${moderationCases.closedAt} IS NULL
  AND ${moderationCases.memberId} IS DISTINCT FROM ${viewerId}
  AND ${moderationCases.firstDeciderId} IS DISTINCT FROM ${viewerId}
  AND (NOT ${moderationCases.needsAdmin} OR ${sql.placeholder('isAdmin')})`;

const casePage = preparePages('case_page', (db, { limit, name }) =>
  selectCases(db)
    .where(
      and(
        isForViewer,
        sql`(${moderationCases.dueAt}, ${moderationCases.id}) > (${sql.placeholder('dueAt')}::timestamptz, ${sql.placeholder('id')}::uuid)`,
      ),
    )
    .orderBy(asc(moderationCases.dueAt), asc(moderationCases.id))
    .limit(limit)
    .prepare(name),
);

export type CaseKey = { dueAt: Date; id: string };
export const caseKeyOf = ({ dueAt, id }: Row): CaseKey => ({ dueAt: new Date(dueAt), id });

const beforeEveryCase: CaseKey = { dueAt: new Date(0), id: '00000000-0000-0000-0000-000000000000' };
const viewerParameters = (viewer: Viewer) => ({ viewerId: viewer.id, isAdmin: isAdmin(viewer) });

/** Lists the open cases for this moderator, earliest due time first, starting after the case `after`. */
export const listCases = (
  db: Database,
  viewer: Viewer,
  { after = beforeEveryCase, rowCount }: { after: CaseKey | undefined; rowCount: number },
): Promise<Row[]> => casePage(db, rowCount, { ...viewerParameters(viewer), ...after });

export { toCaseView };

const countStatement = namedStatement(
  'count_cases',
  sql`SELECT
    (SELECT count(*)::int FROM (
      SELECT FROM ${moderationCases} WHERE ${isForViewer}
      UNION ALL SELECT FROM ${concerns} WHERE ${concerns.closedAt} IS NULL
      LIMIT ${sql.raw(String(moderationLimits.maxCountedCases))}) AS waiting) AS count,
    (SELECT ${moderationCases.closedAt} FROM ${moderationCases}
      WHERE ${moderationCases.closedAt} IS NOT NULL AND ${moderationCases.memberId} IS DISTINCT FROM ${viewerId}
      ORDER BY ${moderationCases.closedAt} DESC LIMIT 1) AS "lastClosedAt"`,
  {
    values: { viewerId: 'uuid', isAdmin: 'boolean' },
    columns: { count: 'integer', lastClosedAt: 'timestamp with time zone | null' },
  },
);

/**
 * Counts the open cases for this moderator, up to `moderationLimits.maxCountedCases`, and tells when the last case was
 * closed. A case about the moderator is not mentioned.
 */
export async function countCases(db: Database, viewer: Viewer) {
  const [row] = await countStatement(db, viewerParameters(viewer));
  return { count: row?.count ?? 0, lastClosedAt: row?.lastClosedAt?.toISOString() ?? null };
}

const maxShownReports = 50;
const maxShownDecisions = 10;

/**
 * Returns a case with everything a moderator needs to decide it.
 *
 * @throws AppError when the case does not exist, is about the viewer or is closed.
 */
export async function getCase(
  db: Database,
  moderated: ReadonlyMap<string, Moderation>,
  viewer: Viewer,
  caseId: string,
): Promise<ModerationCaseDetails> {
  const [row] = await selectCases(db).where(eq(moderationCases.id, caseId));
  const [caseRow] = await db.select().from(moderationCases).where(eq(moderationCases.id, caseId));
  if (!row || !caseRow || caseRow.memberId === viewer.id) throw moderationError('moderation.case_not_found');
  if (caseRow.closedAt) throw moderationError('moderation.already_decided');
  const moderation = moderated.get(caseRow.subjectType);
  const content = await moderation?.find(db, caseRow.subjectId, false);
  const context = await getDecisionContext(db, viewer, caseRow, content);
  const [caseReports, contextItems, memberState, appeal] = await Promise.all([
    listReports(db, caseId),
    moderation?.listContext(db, caseRow.subjectId) ?? [],
    findMemberState(db, caseRow),
    findAppeal(db, caseRow),
  ]);
  return {
    ...toCaseView(row),
    reports: caseReports,
    around: contextItems.map(({ author, isSubject, ...item }) => ({ ...toQuote(item), author, isSubject })),
    version: versionOf(content),
    handOverNote: caseRow.handOverNote,
    memberState,
    appeal,
    can: { actions: actionsOf(viewer, context), hindrance: findHindrance(viewer, context) ?? null },
  };
}

/** Lists the reports of a case without the reporters. */
async function listReports(db: Database, caseId: string): Promise<ModerationCaseDetails['reports']> {
  const { id, reason, note, evidence, createdAt } = reports;
  const rows = await db
    .select({ id, reason, note, evidence, createdAt })
    .from(moderationCaseReports)
    .innerJoin(reports, eq(id, moderationCaseReports.reportId))
    .where(eq(moderationCaseReports.caseId, caseId))
    .orderBy(asc(moderationCaseReports.reportId))
    .limit(maxShownReports);
  return rows.map((row) => ({
    id: row.id,
    reason: row.reason,
    note: row.note,
    createdAt: row.createdAt.toISOString(),
    quotes: quotesOf(row.evidence),
  }));
}

const decisionColumns = {
  action: moderationDecisions.action,
  reason: moderationDecisions.reason,
  createdAt: isoText(moderationDecisions.createdAt),
  isReversed: sql<boolean>`${moderationDecisions.reversedAt} IS NOT NULL`,
};

async function findMemberState(db: Database, { memberId }: CaseRow): Promise<ModerationCaseDetails['memberState']> {
  const member = await findModeratedMember(db, memberId);
  if (memberId === null || !member) return null;
  const decisions = await db
    .select(decisionColumns)
    .from(moderationDecisions)
    .where(and(eq(moderationDecisions.memberId, memberId), moderationDecisions.isTold))
    .orderBy(desc(moderationDecisions.id))
    .limit(maxShownDecisions);
  return { ...member, decisions };
}

async function findAppeal(db: Database, { appealId }: CaseRow): Promise<ModerationCaseDetails['appeal']> {
  if (appealId === null) return null;
  const [row] = await db
    .select({
      text: moderationAppeals.text,
      createdAt: isoText(moderationAppeals.createdAt),
      decision: { ...decisionColumns, note: moderationDecisions.note, quote: moderationDecisions.quote },
    })
    .from(moderationAppeals)
    .innerJoin(moderationDecisions, eq(moderationDecisions.id, moderationAppeals.decisionId))
    .where(eq(moderationAppeals.id, appealId));
  if (!row) return null;
  const { quote, ...decision } = row.decision;
  return { ...row, decision: { ...decision, quotes: quote ? [toQuote(quote)] : [] } };
}

/** Lists the moderators that a case can be handed over to. */
export const listModerators = async (db: Database) => {
  const rows = await db
    .select({ ...memberColumns, role: users.role })
    .from(users)
    .where(inArray(users.role, ['manager', 'admin']))
    .orderBy(asc(users.firstName), asc(users.id))
    .limit(100);
  return rows.map(({ role, ...member }) => ({ ...toMemberSummary(member), role }));
};
