import type { PostComment } from '@commons/contract/feed';
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '../../platform/database/database.ts';
import { isoText, isoTextOrNull, preparedOnce, preparedPages } from '../../platform/database/statements.ts';
import type { Reported } from '../../platform/feature.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { isVisible, memberColumns, toMemberSummary, visibilityParameters } from '../members/index.ts';
import { users } from '../members/users.tables.ts';
import { canDelete, canEdit } from './feed.policy.ts';
import { toReported } from './posts.queries.ts';
import { postComments, posts } from './posts.tables.ts';

export type CommentRow = NonNullable<Awaited<ReturnType<typeof findComment>>>;

/** Sorts before every UUID v7: where the first page begins. */
const beforeEveryId = '00000000-0000-0000-0000-000000000000';

const selectComments = (db: Queryable) =>
  db
    .select({
      id: postComments.id,
      postId: postComments.postId,
      authorId: postComments.authorId,
      author: memberColumns,
      content: postComments.content,
      createdAt: isoText(postComments.createdAt),
      editedAt: isoTextOrNull(postComments.editedAt),
      isAwaitingReview: postComments.isAwaitingReview,
    })
    .from(postComments)
    .innerJoin(users, eq(users.id, postComments.authorId))
    .innerJoin(posts, eq(posts.id, postComments.postId))
    .$dynamic();

/** Who may not see a post sees nothing of what is said under it, whoever said it. */
const isReadable = and(isVisible(postComments), isVisible(posts));

const ofPost = eq(postComments.postId, sql.placeholder('postId'));

const commentPage = preparedPages('comment_page', (db, { limit, name }) =>
  selectComments(db)
    .where(and(ofPost, gt(postComments.id, sql.placeholder('after')), isReadable))
    .orderBy(asc(postComments.id))
    .limit(limit)
    .prepare(name),
);

/** The comments on a post after a comment id, oldest first. */
export function listComments(
  db: Database,
  viewer: Viewer,
  postId: string,
  page: { after: string | undefined; rowCount: number },
): Promise<CommentRow[]> {
  return commentPage(db, page.rowCount, {
    ...visibilityParameters(viewer),
    postId,
    after: page.after ?? beforeEveryId,
  });
}

const visibleComment = preparedOnce((db) =>
  selectComments(db)
    .where(and(ofPost, eq(postComments.id, sql.placeholder('commentId')), isReadable))
    .prepare('visible_comment'),
);

/** A comment of a post that the viewer may see. */
export async function findComment(db: Queryable, viewer: Viewer, postId: string, commentId: string) {
  const [comment] = await visibleComment(db).execute({ ...visibilityParameters(viewer), postId, commentId });
  return comment;
}

const reportedComments = preparedOnce((db) =>
  db
    .select({
      id: postComments.id,
      authorId: postComments.authorId,
      content: postComments.content,
      createdAt: isoText(postComments.createdAt),
    })
    .from(postComments)
    .innerJoin(posts, eq(posts.id, postComments.postId))
    .where(and(sql`${postComments.id} = ANY(${sql.placeholder('ids')}::uuid[])`, isReadable))
    .prepare('reported_comments'),
);

/** Comments as they are when the viewer reports them. */
export async function findReportedComments(tx: Transaction, viewer: Viewer, ids: string[]): Promise<Reported[]> {
  const rows = await reportedComments(tx).execute({ ...visibilityParameters(viewer), ids });
  return rows.map(toReported);
}

/** A comment as the viewer may see it. */
export const toCommentView =
  (viewer: Viewer) =>
  ({ author, ...comment }: CommentRow): PostComment => ({
    ...comment,
    author: toMemberSummary(author),
    can: { edit: canEdit(viewer, comment), delete: canDelete(viewer, comment) },
  });
