import * as contract from '@commons/contract/reports/schemas';
import type { FastifyInstance } from 'fastify';
import { type Feature, type FeatureContext, reportableOf } from '../../community/feature.ts';
import { idCursor, toPage } from '../../platform/http/pagination.ts';
import { route } from '../../platform/http/routes.ts';
import { limits } from '../../platform/rate-limits/rate-limits.ts';
import { createReport, deleteReportedEvidence, listOwnReports } from './reports.service.ts';
import { personalData } from './reports.tables.ts';

export { memberReported, setReportStates, releasePhotos, reportCreated } from './reports.service.ts';

function reportRoutes(app: FastifyInstance, { db, features }: FeatureContext): void {
  const reportable = reportableOf(features);
  const report = { access: 'member', limits: [limits.reporting] } as const;

  route(app, contract.createReport, report, ({ viewer, body, once }) =>
    once((work) => createReport(work, reportable, viewer, body)),
  );

  const list = { access: 'member', cursor: idCursor } as const;
  route(app, contract.listOwnReports, list, async ({ viewer, query, after }) => {
    const rows = await listOwnReports(db, viewer.id, { before: after, rowCount: query.limit + 1 });
    return toPage(rows, query.limit);
  });
}

export const reports: Feature = {
  name: 'reports',
  registerRoutes: reportRoutes,
  personalData,
  departures: [deleteReportedEvidence],
};
