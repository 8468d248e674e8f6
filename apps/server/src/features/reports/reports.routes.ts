import * as contract from '@commons/contract/reports';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import { decodeIdCursor, toPage } from '../../platform/http/pagination.ts';
import { route } from '../../platform/http/routes.ts';
import { limits } from '../../platform/rate-limits/rate-limits.ts';
import { createReport, listOwnReports } from './reports.service.ts';

export function reportRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  const report = { access: 'member', limits: [limits.reporting] } as const;

  route(app, contract.createReport, report, async ({ viewer, body, once, send }) =>
    send(201, await once((work) => createReport(work, viewer, body))),
  );

  route(app, contract.listOwnReports, { access: 'member' }, async ({ viewer, query, sendPage }) => {
    const page = { before: decodeIdCursor(query.cursor), rowCount: query.limit + 1 };
    const rows = await listOwnReports(db, viewer.id, page);
    return sendPage(
      200,
      toPage(
        rows,
        query.limit,
        ({ id }) => id,
        (view) => view,
      ),
    );
  });
}
