import type { Post, PostComment } from '@commons/contract/feed/schemas';
import { ana, newId, tom } from './screen.tsx';

export const postOf = (content: string, fields: Partial<Post> = {}): Post => {
  const author = fields.author ?? tom;
  return {
    id: newId(),
    authorId: author.id,
    author,
    content,
    contentWarning: null,
    imageUrl: null,
    imageAlt: null,
    images: [],
    poll: null,
    eventId: null,
    event: null,
    createdAt: new Date().toISOString(),
    editedAt: null,
    isAwaitingReview: false,
    likesCount: 0,
    commentsCount: 0,
    countsRevision: 0,
    isLiked: false,
    can: { edit: author === ana, delete: author === ana },
    ...fields,
  };
};

export const commentOf = (postId: string, content: string, fields: Partial<PostComment> = {}): PostComment => {
  const author = fields.author ?? tom;
  return {
    id: newId(),
    postId,
    authorId: author.id,
    author,
    content,
    createdAt: new Date().toISOString(),
    editedAt: null,
    isAwaitingReview: false,
    can: { edit: author === ana, delete: author === ana },
    ...fields,
  };
};
