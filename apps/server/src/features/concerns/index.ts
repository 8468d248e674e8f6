import * as contract from '@commons/contract/concerns/schemas';
import type { FastifyInstance } from 'fastify';
import type { Feature, FeatureContext } from '../../community/feature.ts';
import { form } from '../../pages/forms.ts';
import { route } from '../../platform/http/routes.ts';
import { limits } from '../../platform/rate-limits/rate-limits.ts';
import {
  answerConcern,
  concernTasks,
  confirmConcern,
  deleteOldConcerns,
  getConcern,
  listConcerns,
  reportConcern,
} from './concerns.service.ts';
import { personalData } from './concerns.tables.ts';

export { concernChanged } from './concerns.service.ts';

function publicRoutes(app: FastifyInstance, { transact }: FeatureContext): void {
  const rules = { access: 'public', limits: [limits.concern] } as const;
  route(app, contract.reportConcern, rules, ({ body, once }) => once((work) => reportConcern(work, body)));

  const fields = { kind: 'shown', text: 'shown', address: 'shown', name: 'shown', email: 'shown' } as const;
  form(app, '/report-a-concern', contract.reportConcern, { ...rules, fields }, async ({ body, request }) => {
    const { receipt } = await app.runOnce(request)((work) => reportConcern(work, body));
    return { shown: { receipt } };
  });

  const confirming = { access: 'public', limits: [limits.confirmingConcern] } as const;
  const confirm = (token: string) => transact((work) => confirmConcern(work, token));
  route(app, contract.confirmConcern, confirming, ({ body }) => confirm(body.token));
  form(
    app,
    '/confirm-concern',
    contract.confirmConcern,
    { ...confirming, fields: {}, toInput: (_formFields, { token = '' }) => ({ token }) },
    async ({ body }) => {
      await confirm(body.token);
      return 'done';
    },
  );
}

function moderatorRoutes(app: FastifyInstance, context: FeatureContext): void {
  const { db } = context;
  route(app, contract.listConcerns, { access: 'moderator' }, () => listConcerns(db));
  route(app, contract.getConcern, { access: 'moderator' }, ({ params }) => getConcern(db, params.id));
  const answering = { access: 'moderator', limits: [limits.moderating] } as const;
  route(app, contract.answerConcern, answering, ({ viewer, params, body, once }) =>
    once((work) => answerConcern(work, context, viewer, { id: params.id, answer: body.answer })),
  );
}

/** Reports and complaints of people without an account. */
export const concerns: Feature = {
  name: 'concerns',
  registerRoutes(app, context) {
    publicRoutes(app, context);
    moderatorRoutes(app, context);
  },
  tasks: concernTasks,
  jobs: ({ db }) => [{ name: 'old-concerns', cron: '23 4 * * *', run: () => deleteOldConcerns(db) }],
  personalData,
};
