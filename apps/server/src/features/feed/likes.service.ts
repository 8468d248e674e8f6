import type { LikeStatus } from '@commons/contract/feed';
import { and, eq, sql } from 'drizzle-orm';
import { type Database, onlyRow, preparedOnce } from '../../platform/database/database.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { isVisible, visibilityParameters } from '../members/index.ts';
import { announce } from './feed.audience.ts';
import { feedError } from './feed.errors.ts';
import { likeToggled } from './feed.events.ts';
import { countColumns, findAndLockPost } from './posts.queries.ts';
import { postLikes, posts } from './posts.tables.ts';

const takeLike = preparedOnce((db) =>
  db
    .delete(postLikes)
    .where(and(eq(postLikes.postId, sql.placeholder('postId')), eq(postLikes.memberId, sql.placeholder('memberId'))))
    .returning({ postId: postLikes.postId })
    .prepare('take_like'),
);

const giveLike = preparedOnce((db) =>
  db
    .insert(postLikes)
    .values({ postId: sql.placeholder('postId'), memberId: sql.placeholder('memberId') })
    .prepare('give_like'),
);

const addToLikesCount = preparedOnce((db) =>
  db
    .update(posts)
    .set({
      likesCount: sql`${posts.likesCount} + ${sql.placeholder('by')}`,
      countsRevision: sql`${posts.countsRevision} + 1`,
    })
    .where(eq(posts.id, sql.placeholder('postId')))
    .returning(countColumns)
    .prepare('add_to_likes_count'),
);

/**
 * Likes a post, or takes the like back. The post is locked first: two presses of one member then follow each other,
 * and the counter moves with the row.
 */
export async function toggleLike(work: UnitOfWork, viewer: Viewer, postId: string): Promise<LikeStatus> {
  const post = await findAndLockPost(work.tx, viewer, postId);
  if (!post) throw feedError('feed.post_not_found');
  const like = { postId, memberId: viewer.id };
  const taken = await takeLike(work.tx).execute(like);
  const isLiked = taken.length === 0;
  if (isLiked) await giveLike(work.tx).execute(like);
  const by = isLiked ? 1 : -1;
  await work.emit(likeToggled, { ...like, by });
  const counted = await addToLikesCount(work.tx).execute({ postId, by });
  const counts = onlyRow(counted);
  announce(work, post, { type: 'like.changed', postId, ...counts });
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
