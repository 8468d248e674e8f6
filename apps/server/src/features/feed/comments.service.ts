import { randomUUIDv7 } from 'node:crypto';
import type { PostComment, PostCounts } from '@commons/contract/feed';
import { eq, sql } from 'drizzle-orm';
import { contributionChanged, contributionsRemoved, emitNewContribution } from '../../platform/contributions.ts';
import { onlyRow, together } from '../../platform/database/database.ts';
import { named } from '../../platform/database/statements.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { findComment, toCommentView } from './comments.queries.ts';
import { announce } from './feed.audience.ts';
import { commentContribution } from './feed.contributions.ts';
import { feedError } from './feed.errors.ts';
import { canDelete, canEdit, startsInReview } from './feed.policy.ts';
import { findAndLockPost, moveCount } from './posts.queries.ts';
import { postComments } from './posts.tables.ts';

const insertComment = named<PostCounts>(
  'insert_comment',
  sql`WITH inserted AS (
      INSERT INTO ${postComments} (id, post_id, author_id, content, is_awaiting_review, created_at)
      VALUES (${sql.placeholder('id')}, ${sql.placeholder('postId')}, ${sql.placeholder('authorId')},
        ${sql.placeholder('content')}, ${sql.placeholder('isAwaitingReview')}, ${sql.placeholder('createdAt')})
    ) ${moveCount('comments_count', sql.placeholder('by'))}`,
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
    createdAt: new Date().toISOString(),
  };
  const [moved] = await together(
    insertComment(work.tx, { ...comment, by: comment.isAwaitingReview ? 0 : 1 }),
    emitNewContribution(work, commentContribution(post, comment), comment),
  );
  const counts = onlyRow(moved);
  announceComment(work, post, comment, { type: 'comment.created', postId, commentId: comment.id, ...counts });
  return {
    ...comment,
    author: viewer.summary,
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
  await work.emit(contributionChanged, commentContribution(post, comment));
  announceComment(work, post, comment, { type: 'comment.updated', ...ids });
  return toCommentView(viewer)({ ...comment, content, editedAt: editedAt.toISOString(), isAwaitingReview });
}

export async function deleteComment(
  work: UnitOfWork,
  viewer: Viewer,
  ids: { postId: string; commentId: string },
): Promise<void> {
  const { post, comment } = await getLocked(work, viewer, ids);
  if (!canDelete(viewer, comment)) throw feedError('feed.cannot_delete');
  await work.emit(contributionsRemoved, { contributions: [commentContribution(post, comment)] });
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

const addToCommentsCount = named<PostCounts>(
  'add_to_comments_count',
  moveCount('comments_count', sql.placeholder('by')),
);

/** The counter is of comments that everyone may read: what awaits review is not in it. */
const moveCommentsCount = async (work: UnitOfWork, postId: string, by: 0 | -1): Promise<PostCounts> =>
  onlyRow(await addToCommentsCount(work.tx, { postId, by }));

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
