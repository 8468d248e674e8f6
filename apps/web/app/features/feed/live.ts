import type { Post } from '@commons/contract/feed';
import type { Query, QueryClient } from '@tanstack/react-query';
import { ApiError, type Page } from '../../lib/api-client.ts';
import { recentByClient } from '../../lib/client-state.ts';
import type { LiveFeature } from '../../lib/live.ts';
import { itemsIn, standsBelow } from '../../lib/pages.ts';
import { announce } from '../../ui/announcer.tsx';
import { openerOf } from '../../ui/menu-opener.ts';
import { catchUpComments, commentFrames } from '../contributions/index.ts';
import { coversFeed, type FreshRead, reconcile, withNewest } from './feed-catch-up.ts';
import { readPosts } from './posts.api.ts';
import {
  changeArrived,
  type FeedPages,
  findListedPost,
  noteArriving,
  postKeys,
  postSubject,
  withNewestState,
} from './posts.cache.ts';
import { addArrived, changeEveryPost, findLoadedPost, isPostLoaded, removePost, takeCounts } from './posts.changes.ts';
import { pollKeys, refreshPost } from './refresh-post.ts';

const catchUpPageSize = 100;
/** Beyond this, posts loaded long ago stay as they were until the next full load. */
const maxCatchUpPages = 10;

const readNewest = async (queryClient: QueryClient, feed: FeedPages, signal: AbortSignal): Promise<FreshRead> => {
  const knownIds = new Set(itemsIn(feed).map((post) => post.id));
  const posts: Post[] = [];
  let page: Page<Post> | null = null;
  for (let count = 0; count < maxCatchUpPages && (page === null || page.next !== null); count += 1) {
    const query: { cursor?: string; limit?: number } = {
      ...(page?.next == null ? {} : { cursor: page.next }),
      // What is asked for as the first read was is most often answered "not modified".
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

/** Brings the feed up to date after frames may have been missed, without moving what is being read. */
const catchUpPosts = async (queryClient: QueryClient): Promise<void> => {
  // A first read that is under way began before the frames came; one that failed without a connection is made again. A
  // refusal stands until the member, or the connection's return, asks again.
  if (queryClient.getQueryData(postKeys.feed) === undefined)
    await queryClient.refetchQueries({
      queryKey: postKeys.feed,
      type: 'active',
      predicate: ({ state }) => !(state.error instanceof ApiError),
    });
  const feed = queryClient.getQueryData<FeedPages>(postKeys.feed);
  if (!feed) return;
  // A read that began before the socket opened may have missed what came in between.
  await queryClient.cancelQueries({ queryKey: postKeys.catchUp });
  const fresh = await queryClient.fetchQuery({
    queryKey: postKeys.catchUp,
    queryFn: ({ signal }) => readNewest(queryClient, feed, signal),
    staleTime: 0,
    gcTime: 0,
  });
  let arrived: Post[] = [];
  queryClient.setQueryData<FeedPages>(postKeys.feed, (current) => {
    if (!current) return current;
    // Its first pages may have come long before its last one.
    const caughtUp = reconcile(current, {
      ...fresh,
      posts: fresh.posts.map((post) => withNewestState(queryClient, post)),
    });
    arrived = caughtUp.arrived;
    return caughtUp.feed;
  });
  addArrived(queryClient, arrived);
  for (const id of fresh.knownIds) if (!isPostLoaded(queryClient, id)) leavePost(id);
};

/** Whoever is in a post that goes is told so, and stays in what it stood in: the focus would go with it, in silence. */
const leavePost = (postId: string): void => {
  const { activeElement } = document;
  const card = (activeElement && (openerOf(activeElement) ?? activeElement))?.closest(`[data-post-id="${postId}"]`);
  const around = card?.parentElement?.closest<HTMLElement>('[tabindex="-1"]');
  if (!around) return;
  around.focus({ preventScroll: true });
  announce('This post is no longer available.');
};

/** Everything loaded; what fails does not keep the rest back. */
const catchUp = async (queryClient: QueryClient): Promise<void> => {
  const outcomes = await Promise.allSettled([
    catchUpPosts(queryClient),
    catchUpComments(queryClient),
    queryClient.invalidateQueries({ queryKey: postKeys.everyOne }, { throwOnError: true }),
    queryClient.invalidateQueries({ queryKey: postKeys.ofMembers }, { throwOnError: true }),
    queryClient.invalidateQueries({ queryKey: postKeys.unansweredCount }, { throwOnError: true }),
  ]);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
};

/** The next reconnection or visit reads again; a signed-out answer is spoken of by the query client. */
const ignoreFailure = () => undefined;

/** Posts that carry an event show it as it is now. */
const refreshPostsWith = (queryClient: QueryClient, eventId: string): void => {
  const ids = new Set<string>();
  changeEveryPost(queryClient, (post) => {
    if (post.eventId === eventId) ids.add(post.id);
    return post;
  });
  for (const id of ids) void refreshPost(queryClient, id).catch(ignoreFailure);
};

/** Keeps everything loaded of the feed in step, also while another screen is open: it is current on coming back. */
export const live = (queryClient: QueryClient, viewerId: string): LiveFeature => ({
  frames: {
    'post.created': ({ postId, authorId }) => {
      // The answer to the viewer's own call puts their post on top; counted here, it would be announced to its author.
      if (authorId === viewerId && queryClient.isMutating({ mutationKey: postKeys.creating }) > 0) return;
      const feed = queryClient.getQueryData<FeedPages>(postKeys.feed);
      // A first read that is under way may have begun before it.
      const isNew = feed ? !standsBelow(feed, postId) : queryClient.isFetching({ queryKey: postKeys.feed }) > 0;
      if (!isNew || isPostLoaded(queryClient, postId)) return;
      addArrived(queryClient, [{ id: postId, authorId }]);
    },
    'post.updated': ({ postId }) => void refreshPost(queryClient, postId).catch(ignoreFailure),
    'post.deleted': ({ postId }) => {
      leavePost(postId);
      removePost(queryClient, postId);
    },
    'like.changed': ({ postId, ...counts }) => takeCounts(queryClient, postId, counts),
    'poll.changed': ({ postId, revision }) => hearPoll(queryClient, postId, revision),
    'poll.voted': ({ postId }) => {
      // The answer to this tab's own call says it, too.
      if (queryClient.isMutating({ mutationKey: pollKeys.voting(postId) }) > 0) return;
      void refreshPost(queryClient, postId).catch(ignoreFailure);
    },
    'event.updated': ({ eventId }) => refreshPostsWith(queryClient, eventId),
    'event.answered': ({ eventId }) => refreshPostsWith(queryClient, eventId),
    'event.deleted': ({ eventId }) =>
      changeEveryPost(queryClient, (post) => (post.eventId === eventId ? { ...post, event: null } : post)),
    'event.attendance': ({ eventId, going, attendanceRevision }) =>
      changeEveryPost(queryClient, (post) =>
        post.event?.id === eventId && post.event.attendanceRevision < attendanceRevision
          ? { ...post, event: { ...post.event, going, attendanceRevision } }
          : post,
      ),
    'comment.created': ({ postId, commentId, ...counts }) => {
      takeCounts(queryClient, postId, counts);
      commentFrames.created(queryClient, postSubject(postId), commentId);
    },
    'comment.updated': ({ postId, commentId, ...counts }) => {
      takeCounts(queryClient, postId, counts);
      commentFrames.updated(queryClient, postSubject(postId), commentId);
    },
    'comment.deleted': ({ postId, commentId, ...counts }) => {
      takeCounts(queryClient, postId, counts);
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

/** Brings the waiting posts into the feed. The caller moves to the top, because the feed may begin anew. */
export const loadArrived = async (queryClient: QueryClient, viewerId: string | undefined): Promise<void> => {
  const fresh = await readPosts(queryClient);
  noteArriving(fresh.items.filter(({ id }) => !findListedPost(queryClient, id)));
  queryClient.setQueryData<FeedPages>(postKeys.feed, (feed) => feed && withNewest(feed, fresh, viewerId));
  const newest = fresh.items[0];
  // What came after the answer was made waits on.
  changeArrived(queryClient, (waiting) => waiting.filter(({ id }) => newest !== undefined && id > newest.id));
};

/** Those who may see the figures of a poll fetch them: in their own time, that thousands do not ask at once. */
const pauseMilliseconds = { least: 500, spread: 2_000 };
/** A poll that goes on changing is read quickly once, and then so far apart: whoever changes votes makes all voters read. */
const apartMilliseconds = 10_000;

/** Newest announced revision of each poll that is not read yet, and the time of its last read. */
const heardRevisions = recentByClient<number>();
const readAt = recentByClient<number>();

/** A frame says that a poll changed: when its pause is over, its figures are fetched, unless they came meanwhile. */
const hearPoll = (queryClient: QueryClient, postId: string, revision: number): void => {
  const heard = heardRevisions(queryClient).get(postId);
  heardRevisions(queryClient).set(postId, Math.max(revision, heard ?? 0));
  if (heard !== undefined) return;
  const sinceRead = Date.now() - (readAt(queryClient).get(postId) ?? 0);
  const { least, spread } = pauseMilliseconds;
  const pause = Math.max(least, apartMilliseconds - sinceRead) + Math.random() * spread;
  setTimeout(() => readIfBehind(queryClient, postId), pause);
};

const readIfBehind = (queryClient: QueryClient, postId: string): void => {
  const revision = heardRevisions(queryClient).get(postId) ?? 0;
  heardRevisions(queryClient).delete(postId);
  const poll = findLoadedPost(queryClient, postId)?.poll;
  if (poll && poll.revision >= revision) return;
  const isOnItsWay =
    queryClient.isMutating({ mutationKey: pollKeys.voting(postId) }) > 0 ||
    queryClient.isFetching({ queryKey: postKeys.all }) > 0;
  // What is answered next may be older than the frame, and show figures where there were none.
  if (isOnItsWay) hearPoll(queryClient, postId, revision);
  if (isOnItsWay || !poll || (!poll.isClosed && poll.myOptionId === null)) return;
  readAt(queryClient).set(postId, Date.now());
  // The next reconnection or visit reads again.
  void refreshPost(queryClient, postId).catch(() => undefined);
};
