import { auditLogFile } from '@commons/contract/admin';
import * as contract from '@commons/contract/admin/schemas';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { personalData } from '../../community/audit/audit.tables.ts';
import { writeCsv } from '../../community/csv/csv.ts';
import type { Feature, FeatureContext } from '../../community/feature.ts';
import { adminRulesOf, setFlag, setRole } from '../../community/members/index.ts';
import { parseForm } from '../../pages/parse-form.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import { platformError } from '../../platform/errors.ts';
import { idCursor, toPage } from '../../platform/http/pagination.ts';
import { route } from '../../platform/http/routes.ts';
import { listStoredMails } from '../../platform/mail/stored-mails.ts';
import { limits } from '../../platform/rate-limits/rate-limits.ts';
import { auditColumns, auditPages, listAuditLog } from './audit-log.queries.ts';
import { countDays, getHealth } from './health.ts';
import { getStatus } from './status.ts';
import { countUsers, getUser, cursorKeyOf, listUsers, toManagedUser, userCursor } from './users.queries.ts';

function adminRoutes(app: FastifyInstance, context: FeatureContext): void {
  const { db, transact, configuration } = context;
  const readRules = { access: 'admin' } as const;
  const statisticsRules = { access: 'admin', scope: 'statistics:read' } as const;
  const changeRules = { access: 'admin', limits: [limits.moderating] } as const;

  route(
    app,
    contract.listUsers,
    { ...readRules, scope: 'members:read', cursor: userCursor },
    async ({ query, after }) => {
      if (after && after[0] !== query.sort)
        throw platformError('request.invalid', {
          errors: [{ path: 'cursor', message: 'belongs to a list with another sort order' }],
        });
      const rows = await listUsers(db, query, after, query.limit + 1);
      return toPage(rows, query.limit, toManagedUser, (row) => cursorKeyOf(query.sort, row));
    },
  );

  route(app, contract.getUserCounts, statisticsRules, () => countUsers(db));

  route(app, contract.setUserRole, changeRules, ({ viewer, params, body }) =>
    transact(async (work) => {
      await setRole(work, { actorId: viewer.id, memberId: params.userId, ...body, ...adminRulesOf(context) });
      return getUser(work.tx, params.userId);
    }),
  );

  route(app, contract.setUserFlag, changeRules, ({ viewer, params, body }) =>
    transact(async (work) => {
      await setFlag(work, { actorId: viewer.id, memberId: params.userId, isFlagged: body.flagged });
      return getUser(work.tx, params.userId);
    }),
  );

  route(app, contract.getHealth, statisticsRules, ({ query }) => getHealth(db, query.days));

  route(app, contract.getStatus, statisticsRules, () => getStatus(context));

  route(app, contract.listStoredMails, { ...readRules, cursor: idCursor }, async ({ query: { limit }, after }) => {
    const mails = await listStoredMails(configuration.dataDirectory, { before: after, rowCount: limit + 1 });
    return toPage(mails, limit);
  });

  route(
    app,
    contract.listAuditLog,
    { ...readRules, scope: 'audit:read', cursor: idCursor },
    async ({ query, after }) => {
      const { limit, cursor: _, ...filter } = query;
      const rows = await listAuditLog(db, filter, { before: after, rowCount: limit + 1 });
      return toPage(rows, limit);
    },
  );

  app.get(
    auditLogFile,
    {
      config: readRules,
      schema: {
        summary: 'Export the audit log as a CSV file (RFC 4180, UTF-8 with a byte order mark)',
        querystring: contract.auditFilter,
        response: { 200: { content: { 'text/csv': { schema: z.string() } } } },
      },
    },
    async ({ query }, reply) => {
      const filter = parseForm(contract.auditFilter, query);
      const day = databaseNow().toISOString().slice(0, 10);
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="audit-log-${day}.csv"`)
        .send(await writeCsv(auditColumns, auditPages(db, filter)));
    },
  );
}

export const admin: Feature = {
  name: 'admin',
  registerRoutes: adminRoutes,
  jobs: ({ db, features }) => {
    const figures = features.flatMap(({ healthFigures = [] }) => healthFigures);
    return [{ name: 'daily-figures', cron: '*/10 * * * *', run: () => countDays(db, figures) }];
  },
  personalData,
};
