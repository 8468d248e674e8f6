import { recommendationErrors } from '@commons/contract/recommendations';
import * as contract from '@commons/contract/recommendations/schemas';
import { contributionFeature, contributionKind } from '../../community/contributions/index.ts';
import type { Feature } from '../../community/feature.ts';
import { errorsOf } from '../../platform/errors.ts';
import { personalData, recommendationLikes, recommendations as table } from './recommendations.tables.ts';

const recommendationError = errorsOf(recommendationErrors);

const recommendationKind = contributionKind({
  name: 'recommendation',
  table,
  // Section 9 of the specification does not list them.
  points: 0,
  notFound: () => recommendationError('recommendations.not_found'),
  quote: ({ title, content, link }) => ({ title, content, link }),
  frames: {
    created: ({ id, authorId, type }) => ({
      type: 'recommendation.created',
      recommendationId: id,
      authorId,
      recommendationType: type,
    }),
    updated: (recommendationId) => ({ type: 'recommendation.updated', recommendationId }),
    deleted: (recommendationId) => ({ type: 'recommendation.deleted', recommendationId }),
  },
  reactions: {
    name: 'recommendation_like',
    table: recommendationLikes,
    frame: (recommendationId, { likesCount, countsRevision }) => ({
      type: 'recommendation_like.changed',
      recommendationId,
      likesCount,
      countsRevision,
    }),
  },
});

export const recommendations: Feature = {
  name: 'recommendations',
  ...contributionFeature(recommendationKind, {
    cannotChange: () => recommendationError('recommendations.cannot_change'),
    filter: 'type',
    calls: {
      list: contract.listRecommendations,
      get: contract.getRecommendation,
      create: contract.createRecommendation,
      update: contract.updateRecommendation,
      delete: contract.deleteRecommendation,
      react: contract.toggleRecommendationLike,
    },
  }),
  personalData,
};
