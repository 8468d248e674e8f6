import { recommendationCalls } from '@commons/contract/recommendations/calls';
import type {
  Recommendation,
  RecommendationInput,
  RecommendationType,
} from '@commons/contract/recommendations/schemas';
import { call, callPage } from '../../lib/api-client.ts';
import { itemMutations } from '../../lib/item-mutations.ts';
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
    callPage(recommendationCalls.listRecommendations, { query: { limit: 12, ...query, type } }, options),
  readItem: (id, options) => call(recommendationCalls.getRecommendation, { params: { id } }, options),
  merge: withNewerState,
  belongsTo: (recommendation, type) => recommendation.type === type,
  ...staleOnVisit,
});

export const recommendationActions = itemMutations({
  lists: recommendationLists,
  changes: ['recommendations'],
  create: (body: RecommendationInput, idempotencyKey) =>
    call(recommendationCalls.createRecommendation, { body }, { idempotencyKey }),
  update: (id, body) => call(recommendationCalls.updateRecommendation, { params: { id }, body }),
  remove: (id) => call(recommendationCalls.deleteRecommendation, { params: { id } }),
  noun: 'Recommendation',
  texts: {
    createFailed: 'Failed to add recommendation. Please try again.',
    updated: 'Recommendation updated',
    updateFailed: 'Failed to update recommendation. Please try again.',
    deleted: 'Recommendation deleted',
    deleteFailed: 'Failed to delete recommendation. Please try again.',
  },
  onCreated: (recommendation) => showSharedToast(recommendation, 'recommendation', { title: 'Recommendation added' }),
});
