import type { AttachedEvent, Post, PostChange, PostInput } from '@commons/contract/feed/schemas';
import { eq, sql } from 'drizzle-orm';
import {
  emitChanged,
  emitNewContribution,
  removedByModerator,
} from '../../community/contributions/contribution-events.ts';
import { publishLive, canDelete, canEdit, isAuthor, startsInReview } from '../../community/contributions/index.ts';
import { visibilityParameters } from '../../community/members/index.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import { newId } from '../../platform/database/columns.ts';
import { onlyRow, pipelined, type Transaction } from '../../platform/database/database.ts';
import { columnsOf, namedStatement } from '../../platform/database/named-statements.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { attachedEvent } from '../events/index.ts';
import { postKind } from './feed.contributions.ts';
import { feedError } from './feed.errors.ts';
import { attachPictures, changePictures, firstPicture, releasePictures } from './pictures.service.ts';
import { preparePoll } from './polls.queries.ts';
import { findPosts, toPostView } from './posts.queries.ts';
import { posts } from './posts.tables.ts';

const eventToAttach = namedStatement(
  'event_to_attach',
  sql`SELECT ${attachedEvent(sql`${sql.placeholder('eventId')}::uuid`)} AS event`,
  {
    values: { viewerId: 'uuid | null', eventId: 'uuid' },
    columns: columnsOf<{ event: AttachedEvent | null }>({ event: 'json' }),
  },
);

/**
 * Returns the event to attach to a post.
 * @throws AppError `feed.event_not_found` for a missing or past event.
 */
async function findAttachableEvent(
  tx: Transaction,
  viewer: Viewer,
  eventId: string | null,
): Promise<AttachedEvent | null> {
  if (eventId === null) return null;
  const { event } = onlyRow(await eventToAttach(tx, { ...visibilityParameters(viewer), eventId }));
  if (!event || event.isOver) throw feedError('feed.event_not_found');
  return event;
}

export async function createPost(work: UnitOfWork, viewer: Viewer, input: PostInput): Promise<Post> {
  const [images, event] = await pipelined(
    attachPictures(work.tx, viewer, input),
    findAttachableEvent(work.tx, viewer, input.eventId),
  );
  const post = {
    id: newId(),
    authorId: viewer.id,
    content: input.content,
    contentWarning: input.contentWarning ?? null,
    images,
    eventId: input.eventId,
    isAwaitingReview: startsInReview(viewer),
    createdAt: databaseNow(),
  };
  const poll = input.poll && preparePoll(input.poll, post.id, post.createdAt);
  await pipelined(
    // `execute` sends it before the poll, which refers to it.
    work.tx.insert(posts).values(post).execute(),
    poll?.insert(work.tx),
    emitNewContribution(work, postKind.toContribution(post), post),
  );
  publishLive(work, post, { type: 'post.created', postId: post.id, authorId: viewer.id }, { isUnsolicited: true });
  return {
    ...post,
    ...firstPicture(images),
    author: viewer.summary,
    createdAt: post.createdAt.toISOString(),
    editedAt: null,
    likesCount: 0,
    commentsCount: 0,
    countsRevision: 0,
    isLiked: false,
    poll: poll?.view ?? null,
    event,
    can: { edit: canEdit(viewer, post), delete: canDelete(viewer, post) },
  };
}

/** Changes a post. Undefined fields keep their values. */
export async function editPost(work: UnitOfWork, viewer: Viewer, postId: string, change: PostChange): Promise<Post> {
  const post = await postKind.subject.getLocked(work.tx, viewer, postId);
  if (!canEdit(viewer, post)) throw feedError('feed.not_your_post');
  const { images: requestedImages, ...textFields } = change;
  const images = requestedImages && (await changePictures(work.tx, await imagesOf(work.tx, postId), requestedImages));
  await work.tx
    .update(posts)
    .set({
      ...textFields,
      images,
      // Always later than the previous edit, because clients keep the latest version and clocks can go back.
      editedAt: sql`greatest(${databaseNow().toISOString()}::timestamptz, ${posts.editedAt} + interval '1 millisecond')`,
      ...(startsInReview(viewer) && { isAwaitingReview: true }),
    })
    .where(eq(posts.id, postId));
  await emitChanged(work, postKind.toContribution(post), { isAwaitingReview: startsInReview(viewer) });
  publishLive(work, post, postKind.frames.updated(postId));
  return toPostView(viewer)(onlyRow(await findPosts(work.tx, viewer, postId)));
}

/** Returns the pictures of a locked post. */
async function imagesOf(tx: Transaction, postId: string) {
  return onlyRow(await tx.select({ images: posts.images }).from(posts).where(eq(posts.id, postId))).images;
}

/** Deletes a post with its comments and likes. A moderator must give a reason, which the author receives. */
export async function deletePost(
  work: UnitOfWork,
  viewer: Viewer,
  postId: string,
  reason: string | undefined,
): Promise<void> {
  const post = await postKind.subject.getLocked(work.tx, viewer, postId);
  if (!canDelete(viewer, post)) throw feedError('feed.cannot_delete');
  if (!isAuthor(viewer, post)) {
    if (reason === undefined) throw feedError('feed.reason_required');
    const contribution = postKind.toContribution(post);
    return work.emit(removedByModerator, { contribution, moderator: viewer, note: reason });
  }
  await postKind.emitRemoved(work, post);
  await releasePictures(work.tx, await imagesOf(work.tx, postId));
  await work.tx.delete(posts).where(eq(posts.id, postId));
  publishLive(work, post, postKind.frames.deleted(postId));
}
