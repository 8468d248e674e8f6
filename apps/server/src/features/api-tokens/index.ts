import * as contract from '@commons/contract/api-tokens/schemas';
import type { FastifyInstance } from 'fastify';
import type { Feature, FeatureContext } from '../../community/feature.ts';
import { adminRulesOf } from '../../community/members/index.ts';
import { route } from '../../platform/http/routes.ts';
import { limits } from '../../platform/rate-limits/rate-limits.ts';
import { createToken, deleteOldTokens, listTokens, revokeToken } from './api-tokens.service.ts';
import { personalData } from './api-tokens.tables.ts';

export { createTokenLookup } from './token-lookup.ts';

function tokenRoutes(app: FastifyInstance, context: FeatureContext): void {
  const { db, transact } = context;
  const rules = adminRulesOf(context);
  const changeRules = { access: 'admin', limits: [limits.integrating] } as const;

  route(app, contract.listApiTokens, { access: 'admin' }, () => listTokens(db, rules));

  route(app, contract.createApiToken, changeRules, ({ viewer, body }) =>
    transact((work) => createToken(work, viewer, body, rules)),
  );

  route(app, contract.revokeApiToken, changeRules, ({ viewer, params }) =>
    transact((work) => revokeToken(work, viewer, params.id)),
  );
}

export const apiTokens: Feature = {
  name: 'api-tokens',
  registerRoutes: tokenRoutes,
  jobs: ({ db }) => [{ name: 'old-api-tokens', cron: '53 3 * * *', run: () => deleteOldTokens(db) }],
  personalData,
};
