import type { PostComment } from '@commons/contract/feed/schemas';
import { and, eq, sql } from 'drizzle-orm';
import { contributionKind } from '../../community/contributions/index.ts';
import { feedError } from './feed.errors.ts';
import { photoIdsOf, releasePictures } from './pictures.service.ts';
import { listOptionTexts, restartPoll } from './polls.queries.ts';
import { postComments, postLikes, posts } from './posts.tables.ts';

export const postKind = contributionKind({
  name: 'post',
  table: posts,
  points: 1,
  search: {
    type: 'posts',
    text: posts.content,
    shown: {
      contentWarning: sql`${posts.contentWarning}`,
      // Results do not show pictures that the author blurred.
      imageUrl: sql`CASE WHEN ${posts.contentWarning} IS NULL AND ${posts.images}->0->>'isBlurred' IS DISTINCT FROM 'true'
        THEN ${posts.images}->0->>'url' END`,
    },
  },
  notFound: () => feedError('feed.post_not_found'),
  quote: async ({ id, content, contentWarning, images }, db) => ({
    title: contentWarning === null ? null : `Content warning: ${contentWarning}`,
    content,
    photos: images.map(({ url, alt }) => ({ url, alt })),
    options: await listOptionTexts(db, id),
  }),
  photoIds: ({ images }) => photoIdsOf(images),
  frames: {
    created: ({ id, authorId }) => ({ type: 'post.created', postId: id, authorId }),
    updated: (postId) => ({ type: 'post.updated', postId }),
    deleted: (postId) => ({ type: 'post.deleted', postId }),
  },
  comments: {
    name: 'comment',
    table: postComments,
    toView: ({ subjectId, ...comment }): PostComment => ({ ...comment, postId: subjectId }),
    errors: {
      notFound: () => feedError('feed.comment_not_found'),
      notYours: () => feedError('feed.not_your_comment'),
      cannotDelete: () => feedError('feed.cannot_delete'),
    },
    frames: {
      created: (postId, commentId, counts) => ({ type: 'comment.created', postId, commentId, ...counts }),
      updated: (postId, commentId, counts) => ({ type: 'comment.updated', postId, commentId, ...counts }),
      deleted: (postId, commentId, counts) => ({ type: 'comment.deleted', postId, commentId, ...counts }),
    },
  },
  reactions: {
    name: 'like',
    table: postLikes,
    frame: (postId, counts) => ({ type: 'like.changed', postId, ...counts }),
  },
  extendModeration: (standard) => ({
    ...standard,
    async publish(work, id) {
      const isPublished = await standard.publish(work, id);
      if (isPublished) await restartPoll(work.tx, { postId: id });
      return isPublished;
    },
    async erase(work, id) {
      const [removedPost] = await work.tx
        .select({ images: posts.images })
        .from(posts)
        .where(and(eq(posts.id, id), posts.isRemoved));
      if (removedPost) await releasePictures(work.tx, removedPost.images);
      await standard.erase(work, id);
    },
  }),
});
