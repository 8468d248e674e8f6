import { accountExport } from '@commons/contract/account';
import * as contract from '@commons/contract/account/schemas';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Feature, FeatureContext } from '../../community/feature.ts';
import { findDataSubject } from '../../community/members/index.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import { platformError } from '../../platform/errors.ts';
import { route } from '../../platform/http/routes.ts';
import { task } from '../../platform/jobs/jobs.ts';
import { limits } from '../../platform/rate-limits/rate-limits.ts';
import { signOutBrowser } from '../auth/index.ts';
import { exportAccount } from './export.ts';
import { departureTask, farewellMail, finishDeparture, finishDepartures, leaveCommunity } from './leaving.ts';

const readmeText = (productName: string, createdAt: string): string => `Everything that ${productName} keeps about you.

Created at ${createdAt}. Each .json file is one table. docs/privacy.md in the source code and the privacy page explain what
each table contains, why it is kept and for how long. The folder "files" has the pictures and sounds that you uploaded.
Passwords, keys and decisions that others made about you are left out.
`;

function accountRoutes(app: FastifyInstance, context: FeatureContext): void {
  const { db, settings } = context;

  app.get(
    accountExport,
    {
      config: { access: 'member', isOpenToSuspended: true, limits: [limits.exporting] },
      schema: {
        summary: 'Export the member’s personal data as a ZIP file of JSON and media',
        response: { 200: { content: { 'application/zip': { schema: z.string() } } } },
      },
    },
    async ({ viewer }, reply) => {
      if (!viewer) throw platformError('request.unauthenticated');
      const createdAt = databaseNow().toISOString();
      const subject = await findDataSubject(db, viewer.id);
      const zip = exportAccount(context, subject, readmeText(settings.current.productName, createdAt));
      return reply
        .type('application/zip')
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="my-data-${createdAt.slice(0, 10)}.zip"`)
        .send(zip);
    },
  );

  const rules = { access: 'member', isOpenToSuspended: true, limits: [limits.provingPassword] } as const;
  route(app, contract.deleteAccount, rules, async ({ viewer, body, reply }) => {
    await leaveCommunity(context, viewer, body);
    signOutBrowser(reply, context.publicUrl);
  });
}

export const account: Feature = {
  name: 'account',
  registerRoutes: accountRoutes,
  mails: [farewellMail],
  tasks: (context) => [task(departureTask, (member) => finishDeparture(context, member))],
  jobs: (context) => [{ name: 'departures', cron: '17 * * * *', run: () => finishDepartures(context) }],
};
