import type { Post } from '@commons/contract/feed';
import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '../../platform/database/database.ts';
import { isoText, isoTextOrNull, preparedOnce, preparedPages } from '../../platform/database/statements.ts';
import { type Reported, toReported } from '../../platform/feature.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { canDelete, canEdit } from '../contributions/index.ts';
import { isNotMuted, isVisible, memberColumns, toMemberSummary, visibilityParameters } from '../members/index.ts';
import { users } from '../members/users.tables.ts';
import { postLikes, posts } from './posts.tables.ts';

type PostRow = Awaited<ReturnType<typeof findPosts>>[number];

/** A post as the viewer may see it. */
export const toPostView =
  (viewer: Viewer) =>
  ({ author, isLiked, ...post }: PostRow): Post => ({
    ...post,
    author: toMemberSummary(author),
    isLiked: isLiked !== null,
    can: { edit: canEdit(viewer, post), delete: canDelete(viewer, post) },
  });

/** Sorts after every UUID v7: where the first page begins. */
const afterEveryId = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * A value looked up by key for each post shown, which PostgreSQL plans in no other way: of `exists(…)` it made a hashed
 * scan of all likes, and of a join a sort of all the likes that a member ever gave.
 */
const likedByViewer = sql<
  true | null
>`(SELECT true FROM ${postLikes} WHERE ${postLikes.subjectId} = ${posts.id} AND ${postLikes.memberId} = ${sql.placeholder('viewerId')})`;

const selectPosts = (db: Queryable) =>
  db
    .select({
      id: posts.id,
      authorId: posts.authorId,
      author: memberColumns,
      content: posts.content,
      imageUrl: posts.imageUrl,
      imageAlt: posts.imageAlt,
      createdAt: isoText(posts.createdAt),
      editedAt: isoTextOrNull(posts.editedAt),
      likesCount: posts.likesCount,
      commentsCount: posts.commentsCount,
      countsRevision: posts.countsRevision,
      isAwaitingReview: posts.isAwaitingReview,
      isLiked: likedByViewer,
    })
    .from(posts)
    .innerJoin(users, eq(users.id, posts.authorId))
    .$dynamic();

const before = lt(posts.id, sql.placeholder('before'));

const feedPage = preparedPages('feed_page', (db, { limit, name }) =>
  selectPosts(db)
    .where(and(before, isVisible(posts), isNotMuted(posts.authorId)))
    .orderBy(desc(posts.id))
    .limit(limit)
    .prepare(name),
);

const authorPage = preparedPages('author_page', (db, { limit, name }) =>
  selectPosts(db)
    .where(and(eq(posts.authorId, sql.placeholder('authorId')), before, isVisible(posts)))
    .orderBy(desc(posts.id))
    .limit(limit)
    .prepare(name),
);

type PageRequest = { before: string | undefined; rowCount: number };

/** The feed before a post id, newest first. */
export function listPosts(db: Database, viewer: Viewer, page: PageRequest): Promise<PostRow[]> {
  return feedPage(db, page.rowCount, { ...visibilityParameters(viewer), before: page.before ?? afterEveryId });
}

/** One member's posts before a post id, newest first. */
export function listPostsOf(db: Database, viewer: Viewer, authorId: string, page: PageRequest): Promise<PostRow[]> {
  return authorPage(db, page.rowCount, {
    ...visibilityParameters(viewer),
    authorId,
    before: page.before ?? afterEveryId,
  });
}

const visiblePost = preparedOnce((db) =>
  selectPosts(db)
    .where(and(eq(posts.id, sql.placeholder('postId')), isVisible(posts)))
    .prepare('visible_post'),
);

/** The post with this id if the viewer may see it, as in the list: one row or none. */
export const findPosts = (db: Queryable, viewer: Viewer, postId: string) =>
  visiblePost(db).execute({ ...visibilityParameters(viewer), postId });

const reportedPosts = preparedOnce((db) =>
  db
    .select({ id: posts.id, authorId: posts.authorId, content: posts.content, createdAt: isoText(posts.createdAt) })
    .from(posts)
    .where(and(sql`${posts.id} = ANY(${sql.placeholder('ids')}::uuid[])`, isVisible(posts)))
    .prepare('reported_posts'),
);

/** Posts as they are when the viewer reports them. */
export async function findReportedPosts(tx: Transaction, viewer: Viewer, ids: string[]): Promise<Reported[]> {
  const rows = await reportedPosts(tx).execute({ ...visibilityParameters(viewer), ids });
  return rows.map(toReported);
}
