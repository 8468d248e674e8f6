import {
  type Recommendation,
  recommendationCalls,
  type RecommendationInput,
  type RecommendationType,
} from '@commons/contract/recommendations';
import { mutationOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callPage } from '../../lib/api-client.ts';
import { isNotFoundError, showFailure } from '../../lib/api-error.ts';
import { cursorOf } from '../../lib/pages.ts';
import { showToast } from '../../lib/toast-store.ts';
import { contributionLists, showSharedToast, useToggleLike } from '../contributions/index.ts';

/** A list for each type. */
export const recommendationLists = contributionLists<
  Recommendation,
  Pick<Recommendation, 'id' | 'authorId' | 'type'>,
  RecommendationType
>({
  name: 'recommendations',
  belongsTo: (recommendation, type) => recommendation.type === type,
  readPage: (type, { cursor, signal }) =>
    callPage(recommendationCalls.listRecommendations, { query: { type, ...cursorOf(cursor) } }, signal && { signal }),
  readItem: (id) => call(recommendationCalls.getRecommendation, { params: { id } }),
});

export const createRecommendationMutation = mutationOptions({
  meta: { changes: ['recommendations'] },
  mutationKey: recommendationLists.keys.creating,
  mutationFn: ({ input, idempotencyKey }: { input: RecommendationInput; idempotencyKey: string }) =>
    call(recommendationCalls.createRecommendation, { body: input }, { idempotencyKey }),
  onSuccess: (recommendation, _sent, _before, { client }) => {
    recommendationLists.addOwn(client, recommendation);
    showSharedToast(recommendation, 'recommendation', { title: 'Recommendation added' });
  },
  onError: (error) => showFailure(error, 'Failed to add recommendation. Please try again.'),
});

export const useUpdateRecommendation = (id: string) => {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { changes: ['recommendations'] },
    mutationFn: (input: RecommendationInput) =>
      call(recommendationCalls.updateRecommendation, { params: { id }, body: input }),
    onSuccess: (recommendation) => {
      recommendationLists.replace(queryClient, recommendation);
      showToast({ title: 'Recommendation updated' });
    },
    onError: (error) => {
      showFailure(error, 'Failed to update recommendation. Please try again.');
      if (isNotFoundError(error)) recommendationLists.remove(queryClient, (recommendation) => recommendation.id === id);
    },
  });
};

/** Deletes a recommendation. A recommendation that is already gone counts as deleted. */
export const useDeleteRecommendation = (recommendationId: string) => {
  const queryClient = useQueryClient();
  return useMutation({
    meta: { changes: ['recommendations'] },
    mutationFn: async () => {
      try {
        await call(recommendationCalls.deleteRecommendation, { params: { id: recommendationId } });
      } catch (error) {
        if (!isNotFoundError(error)) throw error;
      }
    },
    onSuccess: () => {
      recommendationLists.remove(queryClient, ({ id }) => id === recommendationId);
      showToast({ title: 'Recommendation deleted' });
    },
    onError: (error) => showFailure(error, 'Failed to delete recommendation. Please try again.'),
  });
};

export const useToggleRecommendationLike = (recommendation: Recommendation): (() => void) => {
  const queryClient = useQueryClient();
  return useToggleLike({
    ...recommendation,
    toggle: () => call(recommendationCalls.toggleRecommendationLike, { params: { id: recommendation.id } }),
    show: recommendationLists.applyViewerLike(queryClient, recommendation.id),
  });
};
