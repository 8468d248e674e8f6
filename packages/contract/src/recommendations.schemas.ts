import { z } from 'zod';
import { id, idParams, multiLine, optionalLink, pageQuery, singleLine, timestamp } from './common.schemas.ts';
import { permissions } from './contributions.schemas.ts';
import { endpoint } from './endpoint.ts';
import { likeStatusView } from './feed.schemas.ts';
import { memberSummary } from './members.schemas.ts';
import {
  recommendationErrors,
  recommendationLimits,
  recommendationPaths,
  recommendationTypes,
} from './recommendations.ts';

export const recommendationType = z.enum(recommendationTypes);
export type RecommendationType = z.infer<typeof recommendationType>;

/** Number of likes. A client keeps the count with the higher revision. */
const likeCounts = { likesCount: z.int(), countsRevision: z.int() };

export const recommendationView = z
  .object({
    id,
    authorId: id,
    author: memberSummary,
    type: recommendationType,
    title: z.string(),
    content: z.string(),
    /** An http or https address. */
    link: z.string().nullable(),
    createdAt: timestamp,
    editedAt: timestamp.nullable(),
    ...likeCounts,
    isLiked: z.boolean(),
    isAwaitingReview: z.boolean(),
    can: permissions,
  })
  .meta({ id: 'Recommendation' });
export type Recommendation = z.infer<typeof recommendationView>;

export const recommendationInput = z.strictObject({
  type: recommendationType,
  title: singleLine(recommendationLimits.titleCharacters).min(1, 'Please give it a title'),
  content: multiLine(recommendationLimits.contentCharacters),
  link: optionalLink(recommendationLimits.linkCharacters).nullable().default(null),
});
export type RecommendationInput = z.output<typeof recommendationInput>;

export const listRecommendations = endpoint({
  ...recommendationPaths.listRecommendations,
  summary: 'List recommendations of a type, newest first',
  query: pageQuery.extend({ type: recommendationType }),
  replies: { 200: z.array(recommendationView) },
  paged: true,
});

export const getRecommendation = endpoint({
  ...recommendationPaths.getRecommendation,
  summary: 'Get a recommendation',
  params: idParams,
  replies: { 200: recommendationView },
  errors: recommendationErrors,
});

export const createRecommendation = endpoint({
  ...recommendationPaths.createRecommendation,
  summary: 'Recommend a journal prompt, a book or a podcast',
  body: recommendationInput,
  replies: { 201: recommendationView },
});

export const updateRecommendation = endpoint({
  ...recommendationPaths.updateRecommendation,
  summary: 'Change one’s own recommendation, or any recommendation as a moderator',
  params: idParams,
  body: recommendationInput,
  replies: { 200: recommendationView },
  errors: recommendationErrors,
});

export const deleteRecommendation = endpoint({
  ...recommendationPaths.deleteRecommendation,
  summary: 'Delete one’s own recommendation, or any recommendation as a moderator',
  params: idParams,
  replies: { 204: null },
  errors: recommendationErrors,
});

export const toggleRecommendationLike = endpoint({
  ...recommendationPaths.toggleRecommendationLike,
  summary: 'Like a recommendation, or remove the like',
  params: idParams,
  replies: { 200: likeStatusView },
  errors: recommendationErrors,
});

/** `recommendation.created` contains the type, so that clients ignore types that they do not show. */
export const recommendationEvents = {
  'recommendation.created': z.object({
    type: z.literal('recommendation.created'),
    recommendationId: id,
    authorId: id,
    recommendationType,
  }),
  'recommendation.updated': z.object({ type: z.literal('recommendation.updated'), recommendationId: id }),
  'recommendation.deleted': z.object({ type: z.literal('recommendation.deleted'), recommendationId: id }),
  'recommendation_like.changed': z.object({
    type: z.literal('recommendation_like.changed'),
    recommendationId: id,
    ...likeCounts,
  }),
};
