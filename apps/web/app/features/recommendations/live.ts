import type { QueryClient } from '@tanstack/react-query';
import type { LiveFeature } from '../../lib/live.ts';
import { applyCounts } from '../contributions/index.ts';
import { recommendationLists } from './recommendations.api.ts';

/** Keeps cached recommendation lists current. New items wait above them. */
export const live = (queryClient: QueryClient, viewerId: string): LiveFeature => {
  const { created, updated, deleted, ...otherHandlers } = recommendationLists.live(queryClient, viewerId);
  return {
    frames: {
      'recommendation.created': ({ recommendationId: id, authorId, recommendationType: type }) =>
        created({ id, authorId, type }),
      'recommendation.updated': ({ recommendationId }) => updated(recommendationId),
      'recommendation.deleted': ({ recommendationId }) => deleted(recommendationId),
      'recommendation_like.changed': ({ recommendationId, ...likes }) =>
        applyCounts(recommendationLists, queryClient, recommendationId, likes),
    },
    ...otherHandlers,
  };
};
