import { recommendationErrors } from '@commons/contract/recommendations';
import type { Contribution } from '../../platform/contributions.ts';
import { errorsOf } from '../../platform/errors.ts';
import type { ContributionKind } from '../../platform/feature.ts';
import { moderationOf, reactionsTo, subjectKind } from '../contributions/index.ts';
import { findReportedRecommendations } from './recommendations.queries.ts';
import { recommendationLikes, recommendations } from './recommendations.tables.ts';

export const recommendationError = errorsOf(recommendationErrors);

/** Recommendations earn no points: section 9 of the specification does not list them. */
export const recommendationKind: ContributionKind = {
  name: 'recommendation',
  table: recommendations,
  points: 0,
  isSupport: false,
  report: findReportedRecommendations,
  thread: 'none',
  moderation: moderationOf(recommendations, () => recommendationSubject, {
    contribution: (recommendation) => recommendationContribution(recommendation),
    frames: {
      created: ({ id, authorId, type }) => ({
        type: 'recommendation.created',
        recommendationId: id,
        authorId,
        recommendationType: type,
      }),
      deleted: (recommendationId) => ({ type: 'recommendation.deleted', recommendationId }),
    },
  }),
};

export const recommendationContribution = ({ id, authorId }: { id: string; authorId: string }): Contribution => ({
  kind: recommendationKind,
  id,
  authorId,
  subject: null,
});

export const recommendationSubject = subjectKind({
  name: recommendationKind.name,
  table: recommendations,
  notFound: () => recommendationError('recommendations.not_found'),
  quote: ({ title, content, link }) => ({ title, content, link }),
});

export const recommendationReactions = reactionsTo(recommendationSubject, {
  name: 'recommendation_like',
  table: recommendationLikes,
  frame: (recommendationId, { likesCount, countsRevision }) => ({
    type: 'recommendation_like.changed',
    recommendationId,
    likesCount,
    countsRevision,
  }),
});
