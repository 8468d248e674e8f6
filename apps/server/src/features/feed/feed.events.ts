import { domainEvent } from '../../platform/database/domain-events.ts';

export const postCreated = domainEvent<{ postId: string; authorId: string }>('feed.post_created');

/** Announced while the post and its comments are still there. */
export const postDeleting = domainEvent<{ postId: string }>('feed.post_deleting');

export const commentCreated = domainEvent<{ commentId: string; authorId: string }>('feed.comment_created');

export const commentDeleting = domainEvent<{ commentId: string }>('feed.comment_deleting');

/** A member liked a post (`by` 1) or took the like back (`by` -1). */
export const likeToggled = domainEvent<{ postId: string; memberId: string; by: 1 | -1 }>('feed.like_toggled');
