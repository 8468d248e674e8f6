import type { LikeStatus, PostCounts } from '@commons/contract/feed';
import { and, eq, sql } from 'drizzle-orm';
import { reactionsMoved } from '../../platform/contributions.ts';
import { type Database, onlyRow, together } from '../../platform/database/database.ts';
import { named, preparedOnce } from '../../platform/database/statements.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { isVisible, visibilityParameters } from '../members/index.ts';
import { announce } from './feed.audience.ts';
import { postSubject } from './feed.contributions.ts';
import { feedError } from './feed.errors.ts';
import { findAndLockPost, moveCount } from './posts.queries.ts';
import { postLikes, posts } from './posts.tables.ts';

const likeOfMember = preparedOnce((db) =>
  db
    .select({ postId: postLikes.postId })
    .from(postLikes)
    .where(and(eq(postLikes.postId, sql.placeholder('postId')), eq(postLikes.memberId, sql.placeholder('memberId'))))
    .prepare('like_of_member'),
);

const giveLike = named<PostCounts>(
  'give_like',
  sql`WITH given AS (
      INSERT INTO ${postLikes} (post_id, member_id) VALUES (${sql.placeholder('postId')}, ${sql.placeholder('memberId')})
    ) ${moveCount('likes_count', 1)}`,
);

const takeLike = named<PostCounts>(
  'take_like',
  sql`WITH taken AS (
      DELETE FROM ${postLikes} WHERE post_id = ${sql.placeholder('postId')} AND member_id = ${sql.placeholder('memberId')}
    ) ${moveCount('likes_count', -1)}`,
);

/**
 * Likes a post, or takes the like back. The post is locked first, and whether it is liked is read by the statement behind
 * the lock: two presses of one member then follow each other, and the counter moves with the row.
 */
export async function toggleLike(work: UnitOfWork, viewer: Viewer, postId: string): Promise<LikeStatus> {
  const like = { postId, memberId: viewer.id };
  const [post, likes] = await together(findAndLockPost(work.tx, viewer, postId), likeOfMember(work.tx).execute(like));
  if (!post) throw feedError('feed.post_not_found');
  const isLiked = likes.length === 0;
  const [moved] = await together(
    (isLiked ? giveLike : takeLike)(work.tx, like),
    work.emit(reactionsMoved, { subject: postSubject(post), memberId: viewer.id, by: isLiked ? 1 : -1 }),
  );
  const counts = onlyRow(moved);
  announce(work, post, { type: 'like.changed', postId: post.id, ...counts }, [post.authorId], {
    name: `likes of ${post.id}`,
    revision: counts.countsRevision,
  });
  return { isLiked, likesCount: counts.likesCount };
}

const likeStatus = preparedOnce((db) =>
  db
    .select({ likesCount: posts.likesCount, isLiked: postLikes.memberId })
    .from(posts)
    .leftJoin(postLikes, and(eq(postLikes.postId, posts.id), eq(postLikes.memberId, sql.placeholder('viewerId'))))
    .where(and(eq(posts.id, sql.placeholder('postId')), isVisible(posts)))
    .prepare('like_status'),
);

export async function getLikeStatus(db: Database, viewer: Viewer, postId: string): Promise<LikeStatus> {
  const [status] = await likeStatus(db).execute({ ...visibilityParameters(viewer), postId });
  if (!status) throw feedError('feed.post_not_found');
  return { likesCount: status.likesCount, isLiked: status.isLiked !== null };
}
