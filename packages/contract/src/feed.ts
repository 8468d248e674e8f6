import type { CallsOf } from './endpoint.ts';
import type * as schemas from './feed.schemas.ts';
import { defineErrors } from './problem.ts';

export type * from './feed.schemas.ts';

export const feedLimits = { postCharacters: 5_000, removalReasonCharacters: 500 } as const;

export const feedErrors = defineErrors({
  'feed.post_not_found': { status: 404, title: 'Post not found', detail: 'This post is not here any more.' },
  'feed.comment_not_found': { status: 404, title: 'Comment not found', detail: 'This comment is not here any more.' },
  'feed.not_your_post': { status: 403, title: 'Not your post', detail: 'Only the author can edit a post.' },
  'feed.not_your_comment': { status: 403, title: 'Not your comment', detail: 'Only the author can edit a comment.' },
  'feed.cannot_delete': {
    status: 403,
    title: 'Not allowed',
    detail: 'Only the author or a moderator can delete this.',
  },
  'feed.reason_required': {
    status: 400,
    path: 'reason',
    title: 'A reason is needed',
    detail: 'Please tell the author why their post is removed. Nothing was changed.',
  },
});

export const feedPaths = {
  listPosts: { method: 'GET', path: '/api/posts' },
  getPost: { method: 'GET', path: '/api/posts/{id}' },
  createPost: { method: 'POST', path: '/api/posts', creates: true },
  updatePost: { method: 'PUT', path: '/api/posts/{id}' },
  deletePost: { method: 'DELETE', path: '/api/posts/{id}' },
  getLikeStatus: { method: 'GET', path: '/api/posts/{id}/like-status' },
  toggleLike: { method: 'POST', path: '/api/posts/{id}/like' },
  listComments: { method: 'GET', path: '/api/posts/{id}/comments' },
  createComment: { method: 'POST', path: '/api/posts/{id}/comments', creates: true },
  updateComment: { method: 'PUT', path: '/api/posts/{id}/comments/{commentId}' },
  deleteComment: { method: 'DELETE', path: '/api/posts/{id}/comments/{commentId}' },
} as const;

/** The same as calls: a client knows by their types what goes in and what comes out. */
export const feedCalls: CallsOf<typeof feedPaths, typeof schemas> = feedPaths;
