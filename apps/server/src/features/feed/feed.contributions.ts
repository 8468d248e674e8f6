import type { PostComment } from '@commons/contract/feed/schemas';
import { and, eq } from 'drizzle-orm';
import type { Contribution } from '../../platform/contributions.ts';
import type { ContributionKind } from '../../platform/feature.ts';
import { commentsOn, moderationOf, reactionsTo, subjectKind } from '../contributions/index.ts';
import { feedError } from './feed.errors.ts';
import { releasePictures } from './pictures.service.ts';
import { listOptionTexts, restartPoll } from './polls.queries.ts';
import { findReportedPosts, photosOf, warningTitle } from './posts.queries.ts';
import { postComments, postLikes, posts } from './posts.tables.ts';

const postModeration = moderationOf(posts, () => postSubject, {
  contribution: (post) => postContribution(post),
  frames: {
    created: ({ id, authorId }) => ({ type: 'post.created', postId: id, authorId }),
    deleted: (postId) => ({ type: 'post.deleted', postId }),
  },
  comments: {
    listContributions: (tx, post) => comments.listContributions(tx, post),
    listHeld: (tx, post) => comments.listHeld(tx, post),
  },
});

export const postKind: ContributionKind = {
  name: 'post',
  table: posts,
  searchType: 'posts',
  points: 1,
  isSupport: false,
  report: findReportedPosts,
  thread: 'none',
  moderation: {
    ...postModeration,
    async publish(work, id) {
      const isPublished = await postModeration.publish(work, id);
      if (isPublished) await restartPoll(work.tx, { postId: id });
      return isPublished;
    },
    async erase(work, id) {
      const [post] = await work.tx
        .select({ images: posts.images })
        .from(posts)
        .where(and(eq(posts.id, id), posts.isRemoved));
      if (post) await releasePictures(work.tx, post.images);
      await postModeration.erase(work, id);
    },
  },
};

export const postContribution = ({ id, authorId }: { id: string; authorId: string }): Contribution => ({
  kind: postKind,
  id,
  authorId,
  subject: null,
});

export const postSubject = subjectKind({
  name: postKind.name,
  table: posts,
  notFound: () => feedError('feed.post_not_found'),
  quote: async ({ id, content, contentWarning, images }, db) => ({
    title: warningTitle(contentWarning),
    content,
    photos: photosOf(images),
    options: await listOptionTexts(db, id),
  }),
});

export const comments = commentsOn(postSubject, {
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
});

export const likes = reactionsTo(postSubject, {
  name: 'like',
  table: postLikes,
  frame: (postId, counts) => ({ type: 'like.changed', postId, ...counts }),
});
