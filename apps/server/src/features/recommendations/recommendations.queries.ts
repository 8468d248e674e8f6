import type { Recommendation, RecommendationType } from '@commons/contract/recommendations/schemas';
import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '../../platform/database/database.ts';
import { isoText, isoTextOrNull, prepareOnce, preparePages } from '../../platform/database/statements.ts';
import { type ReportSnapshot, toReportSnapshot } from '../../platform/feature.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { canChange } from '../contributions/index.ts';
import { isVisible, memberColumns, toMemberSummary, visibilityParameters } from '../members/index.ts';
import { users } from '../members/users.tables.ts';
import { recommendationLikes, recommendations } from './recommendations.tables.ts';

export type RecommendationRow = Awaited<ReturnType<typeof findRecommendations>>[number];

/** Sorts after every UUID v7. The default start of a page. */
const afterEveryId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** A scalar subquery, for the same plan as likes of posts (`feed/posts.queries.ts`). */
const likedByViewer = sql<
  true | null
>`(SELECT true FROM ${recommendationLikes} WHERE ${recommendationLikes.subjectId} = ${recommendations.id} AND ${recommendationLikes.memberId} = ${sql.placeholder('viewerId')})`;

const selectRecommendations = (db: Queryable) =>
  db
    .select({
      id: recommendations.id,
      authorId: recommendations.authorId,
      author: memberColumns,
      type: recommendations.type,
      title: recommendations.title,
      content: recommendations.content,
      link: recommendations.link,
      createdAt: isoText(recommendations.createdAt),
      editedAt: isoTextOrNull(recommendations.editedAt),
      likesCount: recommendations.likesCount,
      countsRevision: recommendations.countsRevision,
      isAwaitingReview: recommendations.isAwaitingReview,
      isLiked: likedByViewer,
    })
    .from(recommendations)
    .innerJoin(users, eq(users.id, recommendations.authorId))
    .$dynamic();

const recommendationPage = preparePages('recommendation_page', (db, { limit, name }) =>
  selectRecommendations(db)
    .where(
      and(
        eq(recommendations.type, sql.placeholder('type')),
        lt(recommendations.id, sql.placeholder('before')),
        isVisible(recommendations),
      ),
    )
    .orderBy(desc(recommendations.id))
    .limit(limit)
    .prepare(name),
);

/** Lists recommendations of a type before an id, newest first. */
export const listRecommendations = (
  db: Database,
  viewer: Viewer,
  { type, before = afterEveryId, rowCount }: { type: RecommendationType; before: string | undefined; rowCount: number },
): Promise<RecommendationRow[]> => recommendationPage(db, rowCount, { ...visibilityParameters(viewer), type, before });

const visibleRecommendation = prepareOnce((db) =>
  selectRecommendations(db)
    .where(and(eq(recommendations.id, sql.placeholder('recommendationId')), isVisible(recommendations)))
    .prepare('visible_recommendation'),
);

/** Returns the recommendation with this id if the viewer may see it: one row or none. */
export const findRecommendations = (db: Queryable, viewer: Viewer, recommendationId: string) =>
  visibleRecommendation(db).execute({ ...visibilityParameters(viewer), recommendationId });

/** Converts a row to a recommendation with the viewer's permissions. */
export const toRecommendationView =
  (viewer: Viewer) =>
  ({ author, isLiked, ...recommendation }: RecommendationRow): Recommendation => ({
    ...recommendation,
    author: toMemberSummary(author),
    isLiked: isLiked !== null,
    can: { edit: canChange(viewer, recommendation), delete: canChange(viewer, recommendation) },
  });

const reportedRecommendations = prepareOnce((db) =>
  db
    .select({
      id: recommendations.id,
      authorId: recommendations.authorId,
      title: recommendations.title,
      content: recommendations.content,
      link: recommendations.link,
      createdAt: isoText(recommendations.createdAt),
    })
    .from(recommendations)
    .where(and(sql`${recommendations.id} = ANY(${sql.placeholder('ids')}::uuid[])`, isVisible(recommendations)))
    .prepare('reported_recommendations'),
);

/** Returns the evidence of recommendations that the viewer reports. */
export async function findReportedRecommendations(
  tx: Transaction,
  viewer: Viewer,
  ids: string[],
): Promise<ReportSnapshot[]> {
  const rows = await reportedRecommendations(tx).execute({ ...visibilityParameters(viewer), ids });
  return rows.map(({ title, link, ...recommendation }) => {
    const reported = toReportSnapshot(recommendation);
    return { ...reported, evidence: { title, link, ...reported.evidence } };
  });
}
