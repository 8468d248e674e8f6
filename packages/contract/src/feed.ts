export const feedLimits = { postCharacters: 5_000, warningCharacters: 60, removalReasonCharacters: 500 } as const;

/** Limits of the pictures of a post. */
export const postImageLimits = { count: 4, altCharacters: 500 } as const;

/** A post without a comment counts as unanswered after this many hours. */
export const unansweredAfterHours = 2;

/** The count of unanswered posts stops here; the interface shows "99+". */
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
