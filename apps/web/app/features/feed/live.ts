import type { Post } from '@commons/contract/feed';
import type { Query, QueryClient } from '@tanstack/react-query';
import { ApiError, type Page } from '../../lib/api-client.ts';
import { recentByClient } from '../../lib/client-state.ts';
import type { LiveFeature } from '../../lib/live.ts';
import { itemsIn, isOlderThan } from '../../lib/pages.ts';
import { announce } from '../../ui/announcer.tsx';
import { buttonOfMenu } from '../../ui/focus.tsx';
import { catchUpComments, commentFrames } from '../contributions/index.ts';
import { coversFeed, type FreshPosts, reconcile } from './feed-catch-up.ts';
import { readPosts } from './posts.api.ts';
import {
  addArrivals,
  applyCounts,
  type FeedPages,
  findLoadedPost,
  isPostLoaded,
  mergeKnownState,
  postKeys,
  postSubject,
  removePost,
  updateAllPosts,
} from './posts.cache.ts';
import { pollKeys, refreshPost } from './refresh-post.ts';

const catchUpPageSize = 100;
/** Posts on further pages stay unchanged until the next full load. */
const maxCatchUpPages = 10;

const fetchNewest = async (queryClient: QueryClient, feed: FeedPages, signal: AbortSignal): Promise<FreshPosts> => {
  const knownIds = new Set(itemsIn(feed).map((post) => post.id));
  const posts: Post[] = [];
  let page: Page<Post> | null = null;
  for (let count = 0; count < maxCatchUpPages && (page === null || page.next !== null); count += 1) {
    const query: { cursor?: string; limit?: number } = {
      ...(page?.next == null ? {} : { cursor: page.next }),
      // Uses the URL of the first request, so that the server can often respond "304 Not Modified".
      ...(feed.pages.length === 1 ? {} : { limit: catchUpPageSize }),
    };
    page = await readPosts(queryClient, query, signal);
    posts.push(...page.items);
    const oldest = posts.at(-1);
    if (oldest && coversFeed(feed, oldest)) break;
  }
  return { posts, reachesEnd: page?.next === null, knownIds };
};

const hasFailed = ({ state }: Query): boolean => state.status === 'error';

/** Updates the feed after a gap in the live connection, without shifting the visible content. */
const catchUpPosts = async (queryClient: QueryClient): Promise<void> => {
  // Restarts a first request in flight, because it began before the connection opened. Repeats a request that failed
  // without a connection. An error of the server stays until the member retries or reconnects.
  if (queryClient.getQueryData(postKeys.feed) === undefined)
    await queryClient.refetchQueries({
      queryKey: postKeys.feed,
      type: 'active',
      predicate: ({ state }) => !(state.error instanceof ApiError),
    });
  const feed = queryClient.getQueryData<FeedPages>(postKeys.feed);
  if (!feed) return;
  // A previous catch-up that began before the socket opened may lack posts.
  await queryClient.cancelQueries({ queryKey: postKeys.catchUp });
  const fresh = await queryClient.fetchQuery({
    queryKey: postKeys.catchUp,
    queryFn: ({ signal }) => fetchNewest(queryClient, feed, signal),
    staleTime: 0,
    gcTime: 0,
  });
  let arrivals: Post[] = [];
  queryClient.setQueryData<FeedPages>(postKeys.feed, (current) => {
    if (!current) return current;
    // Merged again, because the first pages of the response may be much older than the last one.
    const caughtUp = reconcile(current, {
      ...fresh,
      posts: fresh.posts.map((post) => mergeKnownState(queryClient, post)),
    });
    arrivals = caughtUp.arrivals;
    return caughtUp.feed;
  });
  addArrivals(queryClient, arrivals);
  for (const id of fresh.knownIds) if (!isPostLoaded(queryClient, id)) leaveRemovedPost(id);
};

/** If a removed post has the focus, announces the removal and moves the focus to the list. */
const leaveRemovedPost = (postId: string): void => {
  const { activeElement } = document;
  const menu = activeElement?.closest('[role="menu"]');
  const focused = menu ? buttonOfMenu(menu) : activeElement;
  const card = focused?.closest(`[data-post-id="${postId}"]`);
  const container = card?.parentElement?.closest<HTMLElement>('[tabindex="-1"]');
  if (!container) return;
  container.focus({ preventScroll: true });
  announce('This post is no longer available.');
};

/** Refetches all loaded data of the feed. If one request fails, the others continue. */
const catchUp = async (queryClient: QueryClient): Promise<void> => {
  const outcomes = await Promise.allSettled([
    catchUpPosts(queryClient),
    catchUpComments(queryClient),
    queryClient.invalidateQueries({ queryKey: postKeys.allSingle }, { throwOnError: true }),
    queryClient.invalidateQueries({ queryKey: postKeys.allMemberPosts }, { throwOnError: true }),
    queryClient.invalidateQueries({ queryKey: postKeys.unansweredCount }, { throwOnError: true }),
  ]);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
};

/** The next reconnection or visit refetches, and the query client handles an ended session. */
const ignoreFailure = () => undefined;

/** Refetches posts with this event attached. */
const refreshPostsWith = (queryClient: QueryClient, eventId: string): void => {
  const ids = new Set<string>();
  updateAllPosts(queryClient, (post) => {
    if (post.eventId === eventId) ids.add(post.id);
    return post;
  });
  for (const id of ids) void refreshPost(queryClient, id).catch(ignoreFailure);
};

/** Keeps all loaded feed data current, even while another screen is open. */
export const live = (queryClient: QueryClient, viewerId: string): LiveFeature => ({
  frames: {
    'post.created': ({ postId, authorId }) => {
      // The response to the viewer's own call adds their post. Counting it here would announce it to its author.
      if (authorId === viewerId && queryClient.isMutating({ mutationKey: postKeys.creating }) > 0) return;
      const feed = queryClient.getQueryData<FeedPages>(postKeys.feed);
      // A first request in flight may have begun before this post was created.
      const isNew = feed ? !isOlderThan(feed, postId) : queryClient.isFetching({ queryKey: postKeys.feed }) > 0;
      if (!isNew || isPostLoaded(queryClient, postId)) return;
      addArrivals(queryClient, [{ id: postId, authorId }]);
    },
    'post.updated': ({ postId }) => void refreshPost(queryClient, postId).catch(ignoreFailure),
    'post.deleted': ({ postId }) => {
      leaveRemovedPost(postId);
      removePost(queryClient, postId);
    },
    'like.changed': ({ postId, ...counts }) => applyCounts(queryClient, postId, counts),
    'poll.changed': ({ postId, revision }) => schedulePollRefetch(queryClient, postId, revision),
    'poll.voted': ({ postId }) => {
      // The response to this tab's own vote contains it already.
      if (queryClient.isMutating({ mutationKey: pollKeys.voting(postId) }) > 0) return;
      void refreshPost(queryClient, postId).catch(ignoreFailure);
    },
    'event.updated': ({ eventId }) => refreshPostsWith(queryClient, eventId),
    'event.answered': ({ eventId }) => refreshPostsWith(queryClient, eventId),
    'event.deleted': ({ eventId }) =>
      updateAllPosts(queryClient, (post) => (post.eventId === eventId ? { ...post, event: null } : post)),
    'event.attendance': ({ eventId, going, attendanceRevision }) =>
      updateAllPosts(queryClient, (post) =>
        post.event?.id === eventId && post.event.attendanceRevision < attendanceRevision
          ? { ...post, event: { ...post.event, going, attendanceRevision } }
          : post,
      ),
    'comment.created': ({ postId, commentId, ...counts }) => {
      applyCounts(queryClient, postId, counts);
      commentFrames.created(queryClient, postSubject(postId), commentId);
    },
    'comment.updated': ({ postId, commentId, ...counts }) => {
      applyCounts(queryClient, postId, counts);
      commentFrames.updated(queryClient, postSubject(postId), commentId);
    },
    'comment.deleted': ({ postId, commentId, ...counts }) => {
      applyCounts(queryClient, postId, counts);
      commentFrames.deleted(queryClient, postSubject(postId), commentId);
    },
  },
  onOpened: [() => catchUp(queryClient)],
  onReconnected: [
    () =>
      queryClient.refetchQueries(
        { queryKey: postKeys.feed, type: 'active', predicate: hasFailed },
        { throwOnError: true },
      ),
  ],
});

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
  const poll = findLoadedPost(queryClient, postId)?.poll;
  if (poll && poll.revision >= revision) return;
  const isInFlight =
    queryClient.isMutating({ mutationKey: pollKeys.voting(postId) }) > 0 ||
    queryClient.isFetching({ queryKey: postKeys.all }) > 0;
  // The response in flight may be older than the frame, and it may be the first one with results.
  if (isInFlight) schedulePollRefetch(queryClient, postId, revision);
  if (isInFlight || !poll || (!poll.isClosed && poll.myOptionId === null)) return;
  refetchedAt(queryClient).set(postId, Date.now());
  void refreshPost(queryClient, postId).catch(ignoreFailure);
};
