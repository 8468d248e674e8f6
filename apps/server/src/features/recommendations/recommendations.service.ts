import type { Recommendation, RecommendationInput } from '@commons/contract/recommendations/schemas';
import { eq, sql } from 'drizzle-orm';
import { emitChanged, emitNewContribution, removedByModerator } from '../../platform/contributions.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import { newId } from '../../platform/database/columns.ts';
import { onlyRow, pipelined } from '../../platform/database/database.ts';
import { prepareOnce } from '../../platform/database/statements.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { publishLive, canChange, emitRemoved, isAuthor, startsInReview } from '../contributions/index.ts';
import {
  recommendationContribution,
  recommendationError,
  recommendationSubject,
} from './recommendations.contributions.ts';
import { findRecommendations, toRecommendationView } from './recommendations.queries.ts';
import { recommendations } from './recommendations.tables.ts';

const insertRecommendation = prepareOnce((db) =>
  db
    .insert(recommendations)
    .values({
      id: sql.placeholder('id'),
      authorId: sql.placeholder('authorId'),
      type: sql.placeholder('type'),
      title: sql.placeholder('title'),
      content: sql.placeholder('content'),
      link: sql.placeholder('link'),
      isAwaitingReview: sql.placeholder('isAwaitingReview'),
      createdAt: sql.placeholder('createdAt'),
    })
    .prepare('insert_recommendation'),
);

export async function createRecommendation(
  work: UnitOfWork,
  viewer: Viewer,
  input: RecommendationInput,
): Promise<Recommendation> {
  const recommendation = {
    ...input,
    id: newId(),
    authorId: viewer.id,
    isAwaitingReview: startsInReview(viewer),
    createdAt: databaseNow(),
  };
  await pipelined(
    insertRecommendation(work.tx).execute(recommendation),
    emitNewContribution(work, recommendationContribution(recommendation), recommendation),
  );
  publishLive(work, recommendation, {
    type: 'recommendation.created',
    recommendationId: recommendation.id,
    authorId: viewer.id,
    recommendationType: input.type,
  });
  const isAllowed = canChange(viewer, recommendation);
  return {
    ...recommendation,
    author: viewer.summary,
    createdAt: recommendation.createdAt.toISOString(),
    editedAt: null,
    likesCount: 0,
    countsRevision: 0,
    isLiked: false,
    can: { edit: isAllowed, delete: isAllowed },
  };
}

/** Changes a recommendation. A change by a flagged member sends it to review again. */
export async function updateRecommendation(
  work: UnitOfWork,
  viewer: Viewer,
  recommendationId: string,
  input: RecommendationInput,
): Promise<Recommendation> {
  const recommendation = await recommendationSubject.getLocked(work.tx, viewer, recommendationId);
  if (!canChange(viewer, recommendation)) throw recommendationError('recommendations.cannot_change');
  await work.tx
    .update(recommendations)
    .set({ ...input, editedAt: databaseNow(), ...(startsInReview(viewer) && { isAwaitingReview: true }) })
    .where(eq(recommendations.id, recommendationId));
  await emitChanged(work, recommendationContribution(recommendation), { isAwaitingReview: startsInReview(viewer) });
  publishLive(work, recommendation, { type: 'recommendation.updated', recommendationId });
  return toRecommendationView(viewer)(onlyRow(await findRecommendations(work.tx, viewer, recommendationId)));
}

/** Deletes a recommendation with its likes. */
export async function deleteRecommendation(work: UnitOfWork, viewer: Viewer, recommendationId: string): Promise<void> {
  const recommendation = await recommendationSubject.getLocked(work.tx, viewer, recommendationId);
  if (!canChange(viewer, recommendation)) throw recommendationError('recommendations.cannot_change');
  if (!isAuthor(viewer, recommendation))
    return work.emit(removedByModerator, {
      contribution: recommendationContribution(recommendation),
      moderator: viewer,
      note: null,
    });
  await emitRemoved(work, recommendation, [recommendationContribution(recommendation)]);
  await work.tx.delete(recommendations).where(eq(recommendations.id, recommendationId));
  publishLive(work, recommendation, { type: 'recommendation.deleted', recommendationId });
}
