import { type Report, reportErrors, type ReportInput } from '@commons/contract/reports';
import { and, desc, eq, lt } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { errorsOf } from '../../platform/http/errors.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { findSubject } from './report-subjects.ts';
import { memberReported } from './reports.events.ts';
import { reportedPhotos, reports } from './reports.tables.ts';

const reportError = errorsOf(reportErrors);

/**
 * Keeps a report and what it is about. One member reports one thing once.
 * @throws AppError when it is not there for them, when it is their own, and when they reported it already.
 */
export async function createReport(work: UnitOfWork, viewer: Viewer, given: ReportInput): Promise<Report> {
  const subject = await findSubject(work.tx, viewer, given);
  if (!subject) throw reportError('reports.subject_not_found');
  const { reportedId, evidence, photoIds } = subject;
  if (reportedId === viewer.id) throw reportError('reports.not_oneself');
  const { subjectType, subjectId, reason, note = null } = given;
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
      createdAt: new Date(),
    })
    .onConflictDoNothing()
    .returning();
  if (!report) throw reportError('reports.already_reported');
  if (photoIds.length > 0)
    await work.tx.insert(reportedPhotos).values(photoIds.map((photoId) => ({ photoId, reportId: report.id })));
  if (subjectType === 'member' || subjectType === 'message')
    await work.emit(memberReported, { reporterId: viewer.id, reportedId });
  return toReportView(report);
}

/** What a member reported, before a report, the latest first. */
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

const toReportView = (row: typeof reports.$inferSelect): Report => {
  const { id, subjectType, subjectId, reason, note, createdAt } = row;
  return { id, subjectType, subjectId, reason, note, createdAt: createdAt.toISOString() };
};
