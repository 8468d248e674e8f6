import { reportErrors } from '@commons/contract/reports';
import type { Report, ReportInput, ReportState } from '@commons/contract/reports/schemas';
import { and, desc, eq, exists, inArray, lt, ne } from 'drizzle-orm';
import type { DepartureStep, FindReported, ReportSnapshot } from '../../community/feature.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import { domainEvent } from '../../platform/database/domain-events.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { errorsOf } from '../../platform/errors.ts';
import { detachFiles, keepAttached, lockFiles } from '../../platform/media/attachments.ts';
import { mediaFiles } from '../../platform/media/media.tables.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { reportedPhotos, reports } from './reports.tables.ts';

type ReportRow = typeof reports.$inferSelect;

const reportError = errorsOf(reportErrors);

/** Emitted for each new report. */
export const reportCreated = domainEvent<ReportRow>('reports.created');

/** Emitted when a member or one of their messages is reported. */
export const memberReported = domainEvent<{ reporterId: string; reportedId: string }>('reports.member_reported');

/**
 * Stores a report with a copy of its subject. A member can report each subject once.
 * @throws AppError if the subject is not visible to the viewer, is their own, or was already reported by them.
 */
export async function createReport(
  work: UnitOfWork,
  reportable: ReadonlyMap<string, FindReported>,
  viewer: Viewer,
  input: ReportInput,
): Promise<Report> {
  const subject = await findSubject(work.tx, reportable, viewer, input);
  if (!subject) throw reportError('reports.subject_not_found');
  const { authorId: reportedId, evidence, photoIds } = subject;
  if (reportedId === viewer.id) throw reportError('reports.not_oneself');
  const { subjectType, subjectId, reason, note = null } = input;
  const [report] = await work.tx
    .insert(reports)
    .values({
      reporterId: viewer.id,
      subjectType,
      subjectId,
      reportedId,
      reason,
      note,
      evidence,
      createdAt: databaseNow(),
    })
    .onConflictDoNothing()
    .returning();
  if (!report) throw reportError('reports.already_reported');
  await keepReportedPhotos(work.tx, report.id, photoIds);
  await work.emit(reportCreated, report);
  if (subjectType === 'member' || subjectType === 'message')
    await work.emit(memberReported, { reporterId: viewer.id, reportedId });
  return toReportView(report);
}

/**
 * Returns the current subject of a report, or undefined if the viewer may not see it. A report of a member can share
 * messages with the moderators; removed messages are left out without an error.
 */
async function findSubject(
  tx: Transaction,
  reportable: ReadonlyMap<string, FindReported>,
  viewer: Viewer,
  { subjectType, subjectId, messageIds = [] }: ReportInput,
): Promise<ReportSnapshot | undefined> {
  const find = async (type: string, ids: string[]) => (await reportable.get(type)?.(tx, viewer, ids)) ?? [];
  const [subject] = await find(subjectType, [subjectId]);
  if (!subject || (subjectType !== 'member' && subjectType !== 'message')) return subject;
  const receivedMessages =
    subjectType === 'message' ? [subject] : messageIds.length > 0 ? await find('message', messageIds) : [];
  const sharedMessages = receivedMessages.filter(({ authorId }) => authorId === subject.authorId);
  const messages = { messages: sharedMessages.map(({ evidence }) => evidence) };
  return {
    ...subject,
    evidence: subjectType === 'message' ? messages : { ...subject.evidence, ...messages },
    photoIds: sharedMessages.flatMap(({ photoIds }) => photoIds),
  };
}

/**
 * Keeps reported photos for moderators. Locks the files, so that a concurrent release waits, and re-attaches
 * files that were released just before.
 */
async function keepReportedPhotos(tx: Transaction, reportId: string, photoIds: readonly string[]): Promise<void> {
  if (photoIds.length === 0) return;
  await lockFiles(tx, photoIds);
  await tx.insert(reportedPhotos).values(photoIds.map((photoId) => ({ photoId, reportId })));
  await keepAttached(tx, photoIds);
}

/**
 * Releases the photos of deleted content. Their URLs return 404 immediately. Reported photos stay for moderators; the
 * next orphan cleanup deletes the others.
 */
export async function releasePhotos(tx: Transaction, photoIds: readonly string[]): Promise<void> {
  if (photoIds.length === 0) return;
  await lockFiles(tx, photoIds);
  const reported = tx.select({ photoId: reportedPhotos.photoId }).from(reportedPhotos);
  await detachFiles(tx, photoIds, exists(reported.where(eq(reportedPhotos.photoId, mediaFiles.id))));
}

/** Lists a member's own reports before an id, latest first. */
export async function listOwnReports(
  db: Database,
  viewerId: string,
  { before, rowCount }: { before: string | undefined; rowCount: number },
): Promise<Report[]> {
  const rows = await db
    .select()
    .from(reports)
    .where(and(eq(reports.reporterId, viewerId), before === undefined ? undefined : lt(reports.id, before)))
    .orderBy(desc(reports.id))
    .limit(rowCount);
  return rows.map(toReportView);
}

const toReportView = (row: ReportRow): Report => {
  const { id, subjectType, subjectId, reason, note, state, createdAt } = row;
  return { id, subjectType, subjectId, reason, note, state, createdAt: createdAt.toISOString() };
};

/** Changes the state of reports and notifies their reporters. Closed reports stay closed. */
export async function setReportStates(work: UnitOfWork, ids: string[], state: ReportState): Promise<void> {
  if (ids.length === 0) return;
  const changed = await work.tx
    .update(reports)
    .set({ state })
    .where(and(inArray(reports.id, ids), ne(reports.state, state), ne(reports.state, 'closed')))
    .returning({ reportId: reports.id, reporterId: reports.reporterId });
  for (const { reportId, reporterId } of changed)
    if (reporterId !== null)
      work.publish({ audience: { memberIds: [reporterId] }, frame: { type: 'report.changed', reportId } });
}

/**
 * Deletes evidence about a member who leaves: their profile in any case, and their content if they remove it. In that
 * case it also deletes the notes of their own reports.
 */
export const deleteReportedEvidence: DepartureStep = async ({ transact }, { memberId, content }) =>
  transact(async ({ tx }) => {
    const isAboutMember = eq(reports.reportedId, memberId);
    if (content === 'anonymise') {
      await tx
        .update(reports)
        .set({ evidence: {} })
        .where(and(isAboutMember, eq(reports.subjectType, 'member')));
      return;
    }
    await tx.update(reports).set({ evidence: {} }).where(isAboutMember);
    await tx.update(reports).set({ note: null }).where(eq(reports.reporterId, memberId));
    const reportsAboutMember = tx.select({ id: reports.id }).from(reports).where(isAboutMember);
    const photos = await tx
      .delete(reportedPhotos)
      .where(inArray(reportedPhotos.reportId, reportsAboutMember))
      .returning();
    await detachFiles(
      tx,
      photos.map(({ photoId }) => photoId),
    );
  });
