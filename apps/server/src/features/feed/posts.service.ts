import type { Post, PostInput } from '@commons/contract/feed';
import { eq, sql } from 'drizzle-orm';
import { emitChanged, emitNewContribution, removedByModerator } from '../../platform/contributions.ts';
import { newId } from '../../platform/database/columns.ts';
import { onlyRow, together } from '../../platform/database/database.ts';
import { preparedOnce } from '../../platform/database/statements.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { announce, canDelete, canEdit, emitRemoved, isAuthor, startsInReview } from '../contributions/index.ts';
import { comments, feedError, postContribution, postSubject } from './feed.contributions.ts';
import { findPosts, toPostView } from './posts.queries.ts';
import { posts } from './posts.tables.ts';

const insertPost = preparedOnce((db) =>
  db
    .insert(posts)
    .values({
      id: sql.placeholder('id'),
      authorId: sql.placeholder('authorId'),
      content: sql.placeholder('content'),
      contentWarning: sql.placeholder('contentWarning'),
      isAwaitingReview: sql.placeholder('isAwaitingReview'),
      createdAt: sql.placeholder('createdAt'),
    })
    .prepare('insert_post'),
);

export async function createPost(work: UnitOfWork, viewer: Viewer, input: PostInput): Promise<Post> {
  const post = {
    id: newId(),
    authorId: viewer.id,
    content: input.content,
    contentWarning: input.contentWarning ?? null,
    isAwaitingReview: startsInReview(viewer),
    createdAt: new Date(),
  };
  await together(insertPost(work.tx).execute(post), emitNewContribution(work, postContribution(post), post));
  announce(work, post, { type: 'post.created', postId: post.id, authorId: viewer.id }, { isUnasked: true });
  return {
    ...post,
    author: viewer.summary,
    imageUrl: null,
    imageAlt: null,
    createdAt: post.createdAt.toISOString(),
    editedAt: null,
    likesCount: 0,
    commentsCount: 0,
    countsRevision: 0,
    isLiked: false,
    can: { edit: canEdit(viewer, post), delete: canDelete(viewer, post) },
  };
}

/** A field that is undefined stays as it was. */
export async function editPost(work: UnitOfWork, viewer: Viewer, postId: string, input: PostInput): Promise<Post> {
  const post = await postSubject.getLocked(work.tx, viewer, postId);
  if (!canEdit(viewer, post)) throw feedError('feed.not_your_post');
  await work.tx
    .update(posts)
    .set({ ...input, editedAt: new Date(), ...(startsInReview(viewer) && { isAwaitingReview: true }) })
    .where(eq(posts.id, postId));
  await emitChanged(work, postContribution(post), { isAwaitingReview: startsInReview(viewer) });
  announce(work, post, { type: 'post.updated', postId });
  return toPostView(viewer)(onlyRow(await findPosts(work.tx, viewer, postId)));
}

/** Deletes a post with its comments and likes. A moderator who is not its author says why, and the author is told. */
export async function deletePost(
  work: UnitOfWork,
  viewer: Viewer,
  postId: string,
  reason: string | undefined,
): Promise<void> {
  const post = await postSubject.getLocked(work.tx, viewer, postId);
  if (!canDelete(viewer, post)) throw feedError('feed.cannot_delete');
  if (!isAuthor(viewer, post)) {
    if (reason === undefined) throw feedError('feed.reason_required');
    const contribution = postContribution(post);
    return work.emit(removedByModerator, { contribution, moderator: viewer, note: reason });
  }
  await emitRemoved(work, post, [postContribution(post), ...(await comments.contributionsOn(work.tx, post))]);
  await work.tx.delete(posts).where(eq(posts.id, postId));
  announce(work, post, { type: 'post.deleted', postId });
}
