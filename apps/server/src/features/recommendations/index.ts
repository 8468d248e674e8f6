import * as contract from '@commons/contract/recommendations/schemas';
import type { FastifyInstance } from 'fastify';
import type { Feature, FeatureContext } from '../../platform/feature.ts';
import { idCursor, toPage } from '../../platform/http/pagination.ts';
import { route } from '../../platform/http/routes.ts';
import { limits } from '../../platform/rate-limits/rate-limits.ts';
import {
  recommendationError,
  recommendationKind,
  recommendationReactions,
  recommendationSubject,
} from './recommendations.contributions.ts';
import {
  findRecommendations,
  listRecommendations,
  type RecommendationRow,
  toRecommendationView,
} from './recommendations.queries.ts';
import { createRecommendation, deleteRecommendation, updateRecommendation } from './recommendations.service.ts';
import { personalData } from './recommendations.tables.ts';

function recommendationRoutes(app: FastifyInstance, { db, transact }: FeatureContext): void {
  const { queue } = recommendationSubject;
  const read = { access: 'member' } as const;
  const list = { access: 'member', cursor: idCursor } as const;
  const recommend = { access: 'member', limits: [limits.posting] } as const;
  const like = { access: 'member', limits: [limits.liking] } as const;

  route(app, contract.listRecommendations, list, async ({ viewer, query, after, sendPage }) => {
    const { type, limit } = query;
    const rows = await listRecommendations(db, viewer, { type, before: after, rowCount: limit + 1 });
    return sendPage(200, toPage(rows, limit, keyOf, toRecommendationView(viewer)));
  });

  route(app, contract.getRecommendation, read, async ({ viewer, params, send }) => {
    const [recommendation] = await findRecommendations(db, viewer, params.id);
    if (!recommendation) throw recommendationError('recommendations.not_found');
    return send(200, toRecommendationView(viewer)(recommendation));
  });

  route(app, contract.createRecommendation, recommend, async ({ viewer, body, once, send }) =>
    send(201, await once((work) => createRecommendation(work, viewer, body))),
  );

  route(app, contract.updateRecommendation, recommend, async ({ viewer, params, body, send }) =>
    send(200, await transact((work) => updateRecommendation(work, viewer, params.id, body), queue(params.id))),
  );

  route(app, contract.deleteRecommendation, recommend, async ({ viewer, params, send }) => {
    await transact((work) => deleteRecommendation(work, viewer, params.id), queue(params.id));
    return send(204);
  });

  route(app, contract.toggleRecommendationLike, like, async ({ viewer, params, send }) =>
    send(200, await transact((work) => recommendationReactions.toggle(work, viewer, params.id), queue(params.id))),
  );
}

const keyOf = ({ id }: RecommendationRow): string => id;

export const recommendations: Feature = {
  name: 'recommendations',
  registerRoutes: recommendationRoutes,
  contributions: [recommendationKind],
  checks: [recommendationReactions.check],
  personalData,
  departures: [recommendationReactions.departure],
};
