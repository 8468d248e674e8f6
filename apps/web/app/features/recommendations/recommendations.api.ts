import {
  type Recommendation,
  recommendationCalls,
  type RecommendationInput,
  type RecommendationType,
} from '@commons/contract/recommendations';
import { mutationOptions } from '@tanstack/react-query';
import { call, callPage } from '../../lib/api-client.ts';
import { showFailure } from '../../lib/api-error.ts';
import { useDelete, useUpdate } from '../../lib/item-mutations.ts';
import { listCache } from '../../lib/list-cache.ts';
import { staleOnVisit } from '../../lib/query-client.ts';
import { showSharedToast, withNewerState } from '../contributions/index.ts';

/** A list for each type. */
export const recommendationLists = listCache<
  Recommendation,
  RecommendationType,
  Pick<Recommendation, 'id' | 'authorId' | 'type'>
>({
  name: 'recommendations',
  readPage: (type, query, options) =>
    callPage(recommendationCalls.listRecommendations, { query: { ...query, type } }, options),
  readItem: (id, options) => call(recommendationCalls.getRecommendation, { params: { id } }, options),
  merge: withNewerState,
  belongsTo: (recommendation, type) => recommendation.type === type,
  ...staleOnVisit,
});

export const createRecommendationMutation = mutationOptions({
  meta: { changes: ['recommendations'] },
  mutationKey: recommendationLists.keys.creating,
  mutationFn: ({ input, idempotencyKey }: { input: RecommendationInput; idempotencyKey: string }) =>
    call(recommendationCalls.createRecommendation, { body: input }, { idempotencyKey }),
  onSuccess: (recommendation, _sent, _before, { client }) => {
    recommendationLists.add(client, recommendation);
    showSharedToast(recommendation, 'recommendation', { title: 'Recommendation added' });
  },
  onError: (error) => showFailure(error, 'Failed to add recommendation. Please try again.'),
});

export const useUpdateRecommendation = (id: string) =>
  useUpdate({
    changes: ['recommendations'],
    send: (input: RecommendationInput) =>
      call(recommendationCalls.updateRecommendation, { params: { id }, body: input }),
    onUpdated: recommendationLists.replace,
    onMissing: (queryClient) => recommendationLists.remove(queryClient, id),
    title: 'Recommendation updated',
    failedText: 'Failed to update recommendation. Please try again.',
  });

export const useDeleteRecommendation = (id: string) =>
  useDelete({
    changes: ['recommendations'],
    send: () => call(recommendationCalls.deleteRecommendation, { params: { id } }),
    onDeleted: (queryClient) => recommendationLists.remove(queryClient, id),
    title: 'Recommendation deleted',
    failedText: 'Failed to delete recommendation. Please try again.',
  });
