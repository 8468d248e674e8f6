import { randomUUIDv7 } from 'node:crypto';
import type { PostComment, PostCounts } from '@commons/contract/feed';
import { eq, sql } from 'drizzle-orm';
import { onlyRow, preparedOnce } from '../../platform/database/database.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { findComment, toCommentView } from './comments.queries.ts';
import { announce } from './feed.audience.ts';
import { feedError } from './feed.errors.ts';
import { commentCreated, commentDeleting } from './feed.events.ts';
import { canDelete, canEdit, startsInReview } from './feed.policy.ts';
import { countColumns, findAndLockPost } from './posts.queries.ts';
import { postComments, posts } from './posts.tables.ts';

const insertComment = preparedOnce((db) =>
  db
    .insert(postComments)
    .values({
      id: sql.placeholder('id'),
      postId: sql.placeholder('postId'),
      authorId: sql.placeholder('authorId'),
      content: sql.placeholder('content'),
      isAwaitingReview: sql.placeholder('isAwaitingReview'),
      createdAt: sql.placeholder('createdAt'),
    })
    .prepare('insert_comment'),
);

export async function createComment(
  work: UnitOfWork,
  viewer: Viewer,
  postId: string,
  content: string,
): Promise<PostComment> {
  const post = await findAndLockPost(work.tx, viewer, postId);
  if (!post) throw feedError('feed.post_not_found');
  const comment = {
    id: randomUUIDv7(),
    postId,
    authorId: viewer.id,
    content,
    isAwaitingReview: startsInReview(viewer),
    createdAt: new Date(),
  };
  await insertComment(work.tx).execute(comment);
  const counts = await moveCommentsCount(work, postId, comment.isAwaitingReview ? 0 : 1);
  await work.emit(commentCreated, { commentId: comment.id, authorId: viewer.id });
  announceComment(work, post, comment, { type: 'comment.created', postId, commentId: comment.id, ...counts });
  return {
    ...comment,
    author: viewer.summary,
    createdAt: comment.createdAt.toISOString(),
    editedAt: null,
    can: { edit: canEdit(viewer, comment), delete: canDelete(viewer, comment) },
  };
}

export async function editComment(
  work: UnitOfWork,
  viewer: Viewer,
  ids: { postId: string; commentId: string },
  content: string,
): Promise<PostComment> {
  const { post, comment } = await getLocked(work, viewer, ids);
  if (!canEdit(viewer, comment)) throw feedError('feed.not_your_comment');
  const isAwaitingReview = comment.isAwaitingReview || startsInReview(viewer);
  const editedAt = new Date();
  await work.tx
    .update(postComments)
    .set({ content, editedAt, isAwaitingReview })
    .where(eq(postComments.id, comment.id));
  if (isAwaitingReview !== comment.isAwaitingReview) await moveCommentsCount(work, ids.postId, -1);
  announceComment(work, post, comment, { type: 'comment.updated', ...ids });
  return toCommentView(viewer)({ ...comment, content, editedAt, isAwaitingReview });
}

export async function deleteComment(
  work: UnitOfWork,
  viewer: Viewer,
  ids: { postId: string; commentId: string },
): Promise<void> {
  const { post, comment } = await getLocked(work, viewer, ids);
  if (!canDelete(viewer, comment)) throw feedError('feed.cannot_delete');
  await work.emit(commentDeleting, { commentId: comment.id });
  await work.tx.delete(postComments).where(eq(postComments.id, comment.id));
  const counts = await moveCommentsCount(work, ids.postId, comment.isAwaitingReview ? 0 : -1);
  announceComment(work, post, comment, { type: 'comment.deleted', ...ids, ...counts });
}

async function getLocked(work: UnitOfWork, viewer: Viewer, ids: { postId: string; commentId: string }) {
  const post = await findAndLockPost(work.tx, viewer, ids.postId);
  if (!post) throw feedError('feed.post_not_found');
  const comment = await findComment(work.tx, viewer, ids.postId, ids.commentId);
  if (!comment) throw feedError('feed.comment_not_found');
  return { post, comment };
}

/** The counter is of comments that everyone may read: what awaits review is not in it. */
async function moveCommentsCount(work: UnitOfWork, postId: string, by: 1 | 0 | -1): Promise<PostCounts> {
  const moved = await addToCommentsCount(work.tx).execute({ postId, by });
  return onlyRow(moved);
}

const addToCommentsCount = preparedOnce((db) =>
  db
    .update(posts)
    .set({
      commentsCount: sql`${posts.commentsCount} + ${sql.placeholder('by')}`,
      countsRevision: sql`${posts.countsRevision} + 1`,
    })
    .where(eq(posts.id, sql.placeholder('postId')))
    .returning(countColumns)
    .prepare('add_to_comments_count'),
);

/** A comment is public when both it and its post are. */
function announceComment(
  work: UnitOfWork,
  post: { authorId: string; isAwaitingReview: boolean },
  comment: { authorId: string; isAwaitingReview: boolean },
  frame: Parameters<typeof announce>[2],
): void {
  const isAwaitingReview = post.isAwaitingReview || comment.isAwaitingReview;
  announce(work, { authorId: comment.authorId, isAwaitingReview }, frame, [post.authorId, comment.authorId]);
}
