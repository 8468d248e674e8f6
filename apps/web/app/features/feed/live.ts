import type { Query, QueryClient } from '@tanstack/react-query';
import { ApiError } from '../../lib/api-client.ts';
import { recentByClient } from '../../lib/client-state.ts';
import { ignoreFailure, type LiveFeature } from '../../lib/live.ts';
import { announce } from '../../ui/announcer.tsx';
import { buttonOfMenu, moveFocus } from '../../ui/focus.tsx';
import { applyCounts, catchUpComments, commentFrames } from '../contributions/index.ts';
import { pollKeys, postLists, postSubject, unansweredCountKey } from './posts.cache.ts';

const { keys } = postLists;

const hasFailed = ({ state }: Query): boolean => state.status === 'error';

/** Updates the feed after a gap in the live connection, without shifting the visible content. */
const catchUpPosts = async (queryClient: QueryClient): Promise<void> => {
  // Restarts a first request in flight, because it began before the connection opened. Repeats a request that failed
  // without a connection. An error of the server stays until the member retries or reconnects.
  if (!postLists.findList(queryClient, 'feed'))
    await queryClient.refetchQueries({
      queryKey: keys.list('feed'),
      type: 'active',
      predicate: ({ state }) => !(state.error instanceof ApiError),
    });
  for (const id of await postLists.catchUp(queryClient, 'feed')) leaveRemovedPost(id);
};

/** If a removed post has the focus, announces the removal and moves the focus to the list. */
const leaveRemovedPost = (postId: string): void => {
  const { activeElement } = document;
  const menu = activeElement?.closest('[role="menu"]');
  const focused = menu ? buttonOfMenu(menu) : activeElement;
  const card = focused?.closest(`[data-post-id="${postId}"]`);
  const container = card?.parentElement?.closest<HTMLElement>('[tabindex="-1"]');
  if (!container) return;
  moveFocus(container);
  announce('This post is no longer available.');
};

const isOfMember = ({ queryKey }: Query): boolean => String(queryKey[2]).startsWith('member:');

/** Refetches all loaded data of the feed. If one request fails, the others continue. */
const catchUp = async (queryClient: QueryClient): Promise<void> => {
  const outcomes = await Promise.allSettled([
    catchUpPosts(queryClient),
    catchUpComments(queryClient),
    queryClient.invalidateQueries({ queryKey: keys.items }, { throwOnError: true }),
    queryClient.invalidateQueries({ queryKey: keys.lists, predicate: isOfMember }, { throwOnError: true }),
    queryClient.invalidateQueries({ queryKey: unansweredCountKey }, { throwOnError: true }),
  ]);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
};

/** Refetches posts with this event attached. */
const refreshPostsWith = (queryClient: QueryClient, eventId: string): void => {
  const ids = new Set<string>();
  postLists.updateAll(queryClient, (post) => {
    if (post.eventId === eventId) ids.add(post.id);
    return post;
  });
  for (const id of ids) void postLists.refresh(queryClient, id).catch(ignoreFailure);
};

/** Keeps all loaded feed data current, even while another screen is open. */
export const live = (queryClient: QueryClient, viewerId: string): LiveFeature => {
  const { created, updated } = postLists.live(queryClient, viewerId);
  return {
    frames: {
      'post.created': ({ postId: id, authorId }) => created({ id, authorId }),
      'post.updated': ({ postId }) => updated(postId),
      'post.deleted': ({ postId }) => {
        leaveRemovedPost(postId);
        postLists.remove(queryClient, postId);
      },
      'like.changed': ({ postId, ...counts }) => applyCounts(postLists, queryClient, postId, counts),
      'poll.changed': ({ postId, revision }) => schedulePollRefetch(queryClient, postId, revision),
      'poll.voted': ({ postId }) => {
        // The response to this tab's own vote contains it already.
        if (queryClient.isMutating({ mutationKey: pollKeys.voting(postId) }) > 0) return;
        void postLists.refresh(queryClient, postId).catch(ignoreFailure);
      },
      'event.updated': ({ eventId }) => refreshPostsWith(queryClient, eventId),
      'event.answered': ({ eventId }) => refreshPostsWith(queryClient, eventId),
      'event.deleted': ({ eventId }) =>
        postLists.updateAll(queryClient, (post) => (post.eventId === eventId ? { ...post, event: null } : post)),
      'event.attendance': ({ eventId, going, attendanceRevision }) =>
        postLists.updateAll(queryClient, (post) =>
          post.event?.id === eventId && post.event.attendanceRevision < attendanceRevision
            ? { ...post, event: { ...post.event, going, attendanceRevision } }
            : post,
        ),
      'comment.created': ({ postId, commentId, ...counts }) =>
        commentFrames.created(queryClient, postSubject(postId), commentId, counts),
      'comment.updated': ({ postId, commentId, ...counts }) =>
        commentFrames.updated(queryClient, postSubject(postId), commentId, counts),
      'comment.deleted': ({ postId, commentId, ...counts }) =>
        commentFrames.deleted(queryClient, postSubject(postId), commentId, counts),
    },
    onOpened: [() => catchUp(queryClient)],
    onReconnected: [
      () =>
        queryClient.refetchQueries(
          { queryKey: keys.list('feed'), type: 'active', predicate: hasFailed },
          { throwOnError: true },
        ),
    ],
  };
};

/** Delay before refetching poll results. Random, so that thousands of voters do not refetch at the same time. */
const refetchDelayMilliseconds = { min: 500, range: 2_000 };
/** Minimum interval between refetches of a poll that keeps changing. The first change is refetched quickly. */
const minIntervalMilliseconds = 10_000;

/** Newest revision in a live frame of each poll that needs a refetch, and the time of the last refetch. */
const announcedRevisions = recentByClient<number>();
const refetchedAt = recentByClient<number>();

/** Refetches the results of a changed poll after a delay, unless they have arrived by then. */
const schedulePollRefetch = (queryClient: QueryClient, postId: string, revision: number): void => {
  const announced = announcedRevisions(queryClient).get(postId);
  announcedRevisions(queryClient).set(postId, Math.max(revision, announced ?? 0));
  if (announced !== undefined) return;
  const sinceRefetch = Date.now() - (refetchedAt(queryClient).get(postId) ?? 0);
  const { min, range } = refetchDelayMilliseconds;
  const delay = Math.max(min, minIntervalMilliseconds - sinceRefetch) + Math.random() * range;
  setTimeout(() => refetchIfStale(queryClient, postId), delay);
};

const refetchIfStale = (queryClient: QueryClient, postId: string): void => {
  const revision = announcedRevisions(queryClient).get(postId) ?? 0;
  announcedRevisions(queryClient).delete(postId);
  const poll = postLists.find(queryClient, postId)?.poll;
  if (poll && poll.revision >= revision) return;
  const isInFlight =
    queryClient.isMutating({ mutationKey: pollKeys.voting(postId) }) > 0 ||
    queryClient.isFetching({ queryKey: ['posts'] }) > 0;
  // The response in flight may be older than the frame, and it may be the first one with results.
  if (isInFlight) schedulePollRefetch(queryClient, postId, revision);
  if (isInFlight || !poll || (!poll.isClosed && poll.myOptionId === null)) return;
  refetchedAt(queryClient).set(postId, Date.now());
  void postLists.refresh(queryClient, postId).catch(ignoreFailure);
};
