import { z } from 'zod';
import { id, idParams, multiLine, optionalField, optionalLine, pageQuery, timestamp } from './common.schemas.ts';
import { commentInput, commentView, permissions } from './contributions.schemas.ts';
import { endpoint } from './endpoint.ts';
import { feedErrors } from './feed.errors.ts';
import { feedLimits, feedPaths, maxUnansweredCount, postImageLimits } from './feed.ts';
import { uploadedAddress } from './media.schemas.ts';
import { memberSummary } from './members.schemas.ts';
import { pollInput, pollView } from './polls.schemas.ts';

/**
 * The figures of a post, with a revision that grows with each change of either: of two sets, a client keeps the one with
 * the higher revision, in whatever order frames and answers come.
 */
const postCounts = {
  likesCount: z.int(),
  commentsCount: z.int(),
  /** Answers that the version before kept for calls that are repeated have none. */
  countsRevision: z.int().default(0),
};

const altText = optionalLine(postImageLimits.altCharacters).nullable().default(null);

const postImage = z.object({
  url: z.string(),
  /** Null where its author said that there is nothing to describe. */
  alt: z.string().nullable(),
  width: z.int(),
  height: z.int(),
  /** Blurred until its reader opens it. */
  isBlurred: z.boolean(),
});
export type PostImage = z.infer<typeof postImage>;

/** An event of the community, as a post shows it. */
const attachedEvent = z.object({
  id,
  title: z.string(),
  eventDate: timestamp,
  isOver: z.boolean(),
  going: z.int(),
  mine: z.enum(['going', 'waiting']).nullable(),
  attendanceRevision: z.int(),
});
export type AttachedEvent = z.infer<typeof attachedEvent>;

export const postView = z
  .object({
    id,
    authorId: id,
    author: memberSummary,
    content: z.string(),
    /** What the post is about that not everybody can bear to read: it is folded until somebody opens it. */
    contentWarning: z.string().nullable().default(null),
    /** Those of the first of its pictures. */
    imageUrl: z.string().nullable(),
    imageAlt: z.string().nullable(),
    images: z.array(postImage).default([]),
    poll: pollView.nullable().default(null),
    eventId: id.nullable().default(null),
    /** Null beside an `eventId` says that the event was deleted. */
    event: attachedEvent.nullable().default(null),
    createdAt: timestamp,
    editedAt: timestamp.nullable(),
    ...postCounts,
    isLiked: z.boolean(),
    isAwaitingReview: z.boolean(),
    can: permissions,
  })
  .meta({ id: 'Post' });
export type Post = z.infer<typeof postView>;
export type PostCounts = Pick<Post, keyof typeof postCounts>;

export const postCommentView = commentView.extend({ postId: id }).meta({ id: 'PostComment' });
export type PostComment = z.infer<typeof postCommentView>;

/** With the revision of its count, so that a reader tells what was read before a press from what was read after it. */
export const likeStatusView = z
  .object({ isLiked: z.boolean(), likesCount: z.int(), countsRevision: z.int() })
  .meta({ id: 'LikeStatus' });
export type LikeStatus = z.infer<typeof likeStatusView>;

const words = {
  content: multiLine(feedLimits.postCharacters),
  contentWarning: optionalLine(feedLimits.warningCharacters).nullable().optional(),
};

const listOf = <Picture extends z.ZodType<{ url: string }>>(picture: Picture) =>
  optionalField(
    z
      .array(picture)
      .max(postImageLimits.count, `A post has up to ${postImageLimits.count} pictures`)
      .refine((given) => new Set(given.map(({ url }) => url)).size === given.length, 'Each picture can be used once'),
  );

const images = listOf(z.strictObject({ url: uploadedAddress, alt: altText, isBlurred: z.boolean().default(false) }));

export const postInput = z
  .strictObject({
    ...words,
    /** Pictures that the member uploaded and nothing uses yet. */
    images,
    /** One of them, by the words that there were before there could be several. */
    imageUrl: uploadedAddress.nullable().default(null),
    imageAlt: altText,
    poll: pollInput.nullable().default(null),
    /** An event that is not over. */
    eventId: id.nullable().default(null),
  })
  .refine(({ images: several, imageUrl }) => several === undefined || imageUrl === null, {
    path: ['imageUrl'],
    error: 'Please name each picture in images',
  });
export type PostInput = z.output<typeof postInput>;

/**
 * Pictures may be described anew and taken away: those that are not named any more, where any list is given. What is left
 * out of one stays as it is. A poll, its votes and the event stay as they are.
 */
export const postChange = z.strictObject({
  ...words,
  images: listOf(
    z.strictObject({
      url: uploadedAddress,
      alt: optionalLine(postImageLimits.altCharacters).nullable().optional(),
      isBlurred: z.boolean().optional(),
    }),
  ),
});
export type PostChange = z.output<typeof postChange>;

const commentParams = z.strictObject({ id, commentId: id });

export const listPosts = endpoint({
  ...feedPaths.listPosts,
  summary: 'The feed, newest first, or one member’s posts',
  query: pageQuery.extend({ userId: id.optional() }),
  replies: { 200: z.array(postView) },
  paged: true,
});

export const listUnansweredPosts = endpoint({
  ...feedPaths.listUnansweredPosts,
  summary: 'Posts of others that nobody has commented on for two hours, newest first',
  query: pageQuery,
  replies: { 200: z.array(postView) },
  paged: true,
});

export const countUnansweredPosts = endpoint({
  ...feedPaths.countUnansweredPosts,
  summary: `How many posts wait for a first answer, counted up to ${maxUnansweredCount}`,
  replies: { 200: z.object({ count: z.int() }) },
});

export const getPost = endpoint({
  ...feedPaths.getPost,
  summary: 'One post, as in the list',
  params: idParams,
  replies: { 200: postView },
  errors: feedErrors,
});

export const createPost = endpoint({
  ...feedPaths.createPost,
  summary: 'Share a post',
  body: postInput,
  replies: { 201: postView },
  errors: feedErrors,
});

export const updatePost = endpoint({
  ...feedPaths.updatePost,
  summary:
    'Edit one’s own post; what is left out stays. A content warning of null goes, and so do pictures that are not named',
  params: idParams,
  body: postChange,
  replies: { 200: postView },
  errors: feedErrors,
});

export const deletePost = endpoint({
  ...feedPaths.deletePost,
  summary: 'Delete one’s own post, or remove one as a moderator, with a reason',
  params: idParams,
  query: z.strictObject({ reason: multiLine(feedLimits.removalReasonCharacters).optional() }),
  replies: { 204: null },
  errors: feedErrors,
});

export const getLikeStatus = endpoint({
  ...feedPaths.getLikeStatus,
  summary: 'Whether the member likes a post',
  params: idParams,
  replies: { 200: likeStatusView },
  errors: feedErrors,
});

export const toggleLike = endpoint({
  ...feedPaths.toggleLike,
  summary: 'Like a post, or take the like back',
  params: idParams,
  replies: { 200: likeStatusView },
  errors: feedErrors,
});

export const listComments = endpoint({
  ...feedPaths.listComments,
  summary: 'The comments on a post, oldest first',
  params: idParams,
  query: pageQuery,
  replies: { 200: z.array(postCommentView) },
  errors: feedErrors,
  paged: true,
});

export const createComment = endpoint({
  ...feedPaths.createComment,
  summary: 'Comment on a post',
  params: idParams,
  body: commentInput,
  replies: { 201: postCommentView },
  errors: feedErrors,
});

export const updateComment = endpoint({
  ...feedPaths.updateComment,
  summary: 'Edit one’s own comment',
  params: commentParams,
  body: commentInput,
  replies: { 200: postCommentView },
  errors: feedErrors,
});

export const deleteComment = endpoint({
  ...feedPaths.deleteComment,
  summary: 'Delete one’s own comment, or remove one as a moderator',
  params: commentParams,
  replies: { 204: null },
  errors: feedErrors,
});

const commentChanged = { postId: id, commentId: id, ...postCounts };

/** Live frames of the feed: ids and counts only; what a member may see is decided when they fetch it. */
export const feedEvents = {
  'post.created': z.object({ type: z.literal('post.created'), postId: id, authorId: id }),
  'post.updated': z.object({ type: z.literal('post.updated'), postId: id }),
  'post.deleted': z.object({ type: z.literal('post.deleted'), postId: id }),
  'comment.created': z.object({ type: z.literal('comment.created'), ...commentChanged }),
  'comment.updated': z.object({ type: z.literal('comment.updated'), ...commentChanged }),
  'comment.deleted': z.object({ type: z.literal('comment.deleted'), ...commentChanged }),
  'like.changed': z.object({ type: z.literal('like.changed'), postId: id, ...postCounts }),
};
