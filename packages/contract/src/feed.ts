import type { CallsOf } from './endpoint.ts';
import type * as schemas from './feed.schemas.ts';

export type * from './feed.schemas.ts';

export const feedLimits = { postCharacters: 5_000, warningCharacters: 60, removalReasonCharacters: 500 } as const;

/** Of the pictures of a post. */
export const postImageLimits = { count: 4, altCharacters: 500 } as const;

/** A post that nobody has commented on for so long waits for a first answer. */
export const unansweredAfterHours = 2;

/** Posts without an answer are counted up to this: what is more is said as "99+". */
export const maxUnansweredCount = 100;

export const feedPaths = {
  listPosts: { method: 'GET', path: '/api/posts' },
  listUnansweredPosts: { method: 'GET', path: '/api/posts/unanswered' },
  countUnansweredPosts: { method: 'GET', path: '/api/posts/unanswered/count' },
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
