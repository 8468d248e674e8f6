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
 * The counters of a post. The revision grows with each change. A client keeps the counts with the higher revision,
 * because live frames and replies can arrive in any order.
 */
const postCounts = {
  likesCount: z.int(),
  commentsCount: z.int(),
  countsRevision: z.int(),
};

const altText = optionalLine(postImageLimits.altCharacters).nullable().default(null);

const postImage = z.object({
  url: z.string(),
  /** Null if the author marked the picture as having nothing to describe. */
  alt: z.string().nullable(),
  width: z.int(),
  height: z.int(),
  /** Whether clients blur the picture until the reader opens it. */
  isBlurred: z.boolean(),
});
export type PostImage = z.infer<typeof postImage>;

/** An event that is attached to a post. */
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
    /** The sensitive subject of the post. Clients collapse the post until the reader opens it. */
    contentWarning: z.string().nullable(),
    /** Address and description of the first picture. */
    imageUrl: z.string().nullable(),
    imageAlt: z.string().nullable(),
    images: z.array(postImage),
    poll: pollView.nullable(),
    eventId: id.nullable(),
    /** Null with an `eventId`: the event was deleted. */
    event: attachedEvent.nullable(),
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

/** The revision tells a client whether this reply is newer than its own state. */
export const likeStatusView = z
  .object({ isLiked: z.boolean(), likesCount: z.int(), countsRevision: z.int() })
  .meta({ id: 'LikeStatus' });
export type LikeStatus = z.infer<typeof likeStatusView>;

const textFields = {
  content: multiLine(feedLimits.postCharacters),
  contentWarning: optionalLine(feedLimits.warningCharacters).nullable().optional(),
};

const pictureList = <Picture extends z.ZodType<{ url: string }>>(picture: Picture) =>
  optionalField(
    z
      .array(picture)
      .max(postImageLimits.count, `A post has up to ${postImageLimits.count} pictures`)
      .refine(
        (pictures) => new Set(pictures.map(({ url }) => url)).size === pictures.length,
        'Each picture can be used once',
      ),
  );

const images = pictureList(
  z.strictObject({ url: uploadedAddress, alt: altText, isBlurred: z.boolean().default(false) }),
);

export const postInput = z
  .strictObject({
    ...textFields,
    /** Pictures that the member uploaded and that nothing uses yet. */
    images,
    /** A single picture: the form before posts could have several. */
    imageUrl: uploadedAddress.nullable().default(null),
    imageAlt: altText,
    poll: pollInput.nullable().default(null),
    /** An event that is not over yet. */
    eventId: id.nullable().default(null),
  })
  .refine(({ images: several, imageUrl }) => several === undefined || imageUrl === null, {
    path: ['imageUrl'],
    error: 'Please name each picture in images',
  });
export type PostInput = z.output<typeof postInput>;

/**
 * A change to a post. A list of pictures removes every picture that it does not contain; omitted fields of a listed
 * picture keep their values. Poll, votes and event cannot change.
 */
export const postChange = z.strictObject({
  ...textFields,
  images: pictureList(
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
  summary: 'List the posts of the feed or of one member, newest first',
  query: pageQuery.extend({ userId: id.optional() }),
  replies: { 200: z.array(postView) },
  paged: true,
});

export const listUnansweredPosts = endpoint({
  ...feedPaths.listUnansweredPosts,
  summary: 'List posts of other members without a comment after two hours, newest first',
  query: pageQuery,
  replies: { 200: z.array(postView) },
  paged: true,
});

export const countUnansweredPosts = endpoint({
  ...feedPaths.countUnansweredPosts,
  summary: `Count posts without a comment after two hours, up to ${maxUnansweredCount}`,
  replies: { 200: z.object({ count: z.int() }) },
});

export const getPost = endpoint({
  ...feedPaths.getPost,
  summary: 'Get a post',
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
    'Edit one’s own post. Omitted fields stay; null removes the content warning; pictures that are not listed are removed',
  params: idParams,
  body: postChange,
  replies: { 200: postView },
  errors: feedErrors,
});

export const deletePost = endpoint({
  ...feedPaths.deletePost,
  summary: 'Delete one’s own post, or remove a post as a moderator, with a reason',
  params: idParams,
  query: z.strictObject({ reason: multiLine(feedLimits.removalReasonCharacters).optional() }),
  replies: { 204: null },
  errors: feedErrors,
});

export const getLikeStatus = endpoint({
  ...feedPaths.getLikeStatus,
  summary: 'Get the number of likes of a post and whether the member likes it',
  params: idParams,
  replies: { 200: likeStatusView },
  errors: feedErrors,
});

export const toggleLike = endpoint({
  ...feedPaths.toggleLike,
  summary: 'Like a post, or remove the like',
  params: idParams,
  replies: { 200: likeStatusView },
  errors: feedErrors,
});

export const listComments = endpoint({
  ...feedPaths.listComments,
  summary: 'List the comments on a post, oldest first',
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
  summary: 'Delete one’s own comment, or remove a comment as a moderator',
  params: commentParams,
  replies: { 204: null },
  errors: feedErrors,
});

const commentChanged = { postId: id, commentId: id, ...postCounts };

/** Live frames of the feed. They contain ids and counts only; clients fetch the content, which checks visibility. */
export const feedEvents = {
  'post.created': z.object({ type: z.literal('post.created'), postId: id, authorId: id }),
  'post.updated': z.object({ type: z.literal('post.updated'), postId: id }),
  'post.deleted': z.object({ type: z.literal('post.deleted'), postId: id }),
  'comment.created': z.object({ type: z.literal('comment.created'), ...commentChanged }),
  'comment.updated': z.object({ type: z.literal('comment.updated'), ...commentChanged }),
  'comment.deleted': z.object({ type: z.literal('comment.deleted'), ...commentChanged }),
  'like.changed': z.object({ type: z.literal('like.changed'), postId: id, ...postCounts }),
};
