import { type AttachedEvent, feedCalls, type Post, type PostCounts } from '@commons/contract/feed';
import type { Poll } from '@commons/contract/polls';
import type { QueryClient } from '@tanstack/react-query';
import { recentByClient, RecentMap } from '../../lib/client-state.ts';
import { itemsIn, mapPages, type Pages } from '../../lib/pages.ts';
import {
  type CommentSubject,
  forgetComments,
  mergeCounts,
  storeLiveCounts,
  withNewerState,
} from '../contributions/index.ts';

/** The loaded pages of a feed, newest first. */
export type FeedPages = Pages<Post>;

const findPost = (feed: FeedPages, postId: string): Post | undefined => itemsIn(feed).find(({ id }) => id === postId);

export const mapPost = (feed: FeedPages, postId: string, change: (post: Post) => Post): FeedPages =>
  mapPages(feed, (items) => items.map((post) => (post.id === postId ? change(post) : post)));

/** Adds a post on top, unless the list contains it. */
export const withPostOnTop = (feed: FeedPages, post: Post): FeedPages =>
  findPost(feed, post.id) ? feed : mapPages(feed, (items, index) => (index === 0 ? [post, ...items] : items));

export const postKeys = {
  all: ['posts'],
  feed: ['posts', 'feed'],
  memberPosts: (memberId: string) => ['posts', 'member', memberId] as const,
  allMemberPosts: ['posts', 'member'],
  unanswered: ['posts', 'unanswered'],
  unansweredCount: ['posts', 'unanswered-count'],
  one: (postId: string) => ['posts', 'one', postId] as const,
  allSingle: ['posts', 'one'],
  catchUp: ['posts', 'catch-up'],
  creating: ['posts', 'creating'],
} as const;
export const arrivalsKey = ['posts', 'arrived'] as const;

/** A new post that has not been loaded. */
export type ArrivedPost = Pick<Post, 'id' | 'authorId'>;

/** Keys of lists that exist only once. */
const singleLists = [postKeys.feed, postKeys.unanswered];

/** Updates the feed, the unanswered list and every loaded list of a member's posts. */
const changeLists = (queryClient: QueryClient, change: (list: FeedPages) => FeedPages): void => {
  const changeLoaded = (list: FeedPages | undefined) => list && change(list);
  for (const queryKey of singleLists) queryClient.setQueryData<FeedPages>(queryKey, changeLoaded);
  queryClient.setQueriesData<FeedPages>({ queryKey: postKeys.allMemberPosts }, changeLoaded);
};

export const updateArrivals = (queryClient: QueryClient, change: (posts: ArrivedPost[]) => ArrivedPost[]): void => {
  queryClient.setQueryData<ArrivedPost[]>(arrivalsKey, (posts = []) => change(posts));
};

/** Finds a post in the loaded lists. */
export const findListedPost = (queryClient: QueryClient, postId: string): Post | undefined => {
  const memberLists = queryClient.getQueriesData<FeedPages>({ queryKey: postKeys.allMemberPosts });
  const loadedSingleLists = singleLists.map((queryKey) => queryClient.getQueryData<FeedPages>(queryKey));
  const lists = [...loadedSingleLists, ...memberLists.map(([, list]) => list)];
  for (const list of lists) {
    const post = list && findPost(list, postId);
    if (post) return post;
  }
  return undefined;
};

// The newest known states by id, because responses can arrive out of order.
export const knownPolls = recentByClient<Poll>();
const knownEvents = recentByClient<AttachedEvent>();
const editedPosts = recentByClient<Post>();

/** Returns the known state if it is newer than the response, otherwise the response. */
const keepNewer = <State>(
  states: Map<string, State>,
  id: string,
  response: State,
  isOlder: (state: State, otherState: State) => boolean,
): State => {
  const knownState = states.get(id);
  if (knownState !== undefined && isOlder(response, knownState)) return knownState;
  states.set(id, response);
  return response;
};

const wasEditedBefore = (post: Post, otherPost: Post): boolean => (post.editedAt ?? '') < (otherPost.editedAt ?? '');

/** Discards a response that is older than a known edit, because its review state and permissions are outdated too. */
const withLatestEdit = (client: QueryClient, response: Post): Post =>
  response.editedAt === null && !editedPosts(client).has(response.id)
    ? response
    : keepNewer(editedPosts(client), response.id, response, wasEditedBefore);

/** Merges newer known state into a post from a response. */
export const mergeKnownState = (client: QueryClient, response: Post): Post => {
  const post = withNewerState(client, withLatestEdit(client, response));
  const poll =
    post.poll &&
    keepNewer(knownPolls(client), post.id, post.poll, (poll, otherPoll) => poll.revision < otherPoll.revision);
  const event =
    post.event &&
    keepNewer(
      knownEvents(client),
      post.event.id,
      post.event,
      (event, otherEvent) => event.attendanceRevision < otherEvent.attendanceRevision,
    );
  return poll === post.poll && event === post.event ? post : { ...post, poll, event };
};

/** Updates a post in all loaded data. */
export const changePost = (queryClient: QueryClient, postId: string, change: (post: Post) => Post): void => {
  changeLists(queryClient, (list) => mapPost(list, postId, change));
  queryClient.setQueryData<Post | null>(postKeys.one(postId), (post) => post && change(post));
};

export const withoutPost = (feed: FeedPages, postId: string): FeedPages =>
  mapPages(feed, (items) => items.filter(({ id }) => id !== postId));

/** Finds a post in all loaded data. */
export const findLoadedPost = (queryClient: QueryClient, postId: string): Post | undefined =>
  findListedPost(queryClient, postId) ?? queryClient.getQueryData<Post | null>(postKeys.one(postId)) ?? undefined;

export const isPostLoaded = (queryClient: QueryClient, postId: string): boolean =>
  findLoadedPost(queryClient, postId) !== undefined;

/** Applies a change to each loaded post. */
export const updateAllPosts = (queryClient: QueryClient, change: (post: Post) => Post): void => {
  changeLists(queryClient, (list) => mapPages(list, (items) => items.map(change)));
  queryClient.setQueriesData<Post | null>({ queryKey: postKeys.allSingle }, (post) => post && change(post));
};

/** Applies counts from a live frame. */
export const applyCounts = (queryClient: QueryClient, postId: string, counts: PostCounts): void => {
  storeLiveCounts(queryClient, postId, counts);
  changePost(queryClient, postId, (post) => mergeCounts(post, counts));
};

/** Removes a post from all loaded data. Its own screen then shows that the post is no longer available. */
export const removePost = (queryClient: QueryClient, postId: string): void => {
  changeLists(queryClient, (list) => withoutPost(list, postId));
  updateArrivals(queryClient, (posts) => posts.filter(({ id }) => id !== postId));
  queryClient.setQueryData<Post | null>(postKeys.one(postId), (post) => (post === undefined ? undefined : null));
  forgetComments(queryClient, { kind: 'post', id: postId });
};

/** Adds to the count of new posts above the feed. */
export const addArrivals = (queryClient: QueryClient, posts: readonly ArrivedPost[]): void => {
  updateArrivals(queryClient, (arrivals) => {
    const added = posts.filter(({ id }) => !arrivals.some((post) => post.id === id));
    return added.length === 0 ? arrivals : [...added.map(({ id, authorId }) => ({ id, authorId })), ...arrivals];
  });
};

/** Describes a post for the comments feature. */
export const postSubject = (postId: string): CommentSubject => ({
  kind: 'post',
  id: postId,
  calls: feedCalls,
  addToCount: (queryClient, difference) =>
    changePost(queryClient, postId, (post) => ({
      ...post,
      commentsCount: Math.max(0, post.commentsCount + difference),
    })),
  remove: (queryClient) => removePost(queryClient, postId),
  onCommented: (queryClient) => void queryClient.invalidateQueries({ queryKey: postKeys.unansweredCount }),
});

/** Posts that arrived while their list was visible and whose cards have not rendered yet. */
const arrivingPosts = new RecentMap<string, true>();

export const markArriving = (posts: readonly Pick<Post, 'id'>[]): void => {
  for (const { id } of posts) arrivingPosts.set(id, true);
};

/** Whether the post has just arrived. Returns true only once, for the first card of the post. */
export const consumeArriving = (postId: string): boolean => arrivingPosts.delete(postId);

export const addOwnPost = (queryClient: QueryClient, post: Post): void => {
  if (!findListedPost(queryClient, post.id)) markArriving([post]);
  for (const queryKey of [postKeys.feed, postKeys.memberPosts(post.authorId)])
    queryClient.setQueryData<FeedPages>(queryKey, (list) => list && withPostOnTop(list, post));
  updateArrivals(queryClient, (posts) => posts.filter(({ id }) => id !== post.id));
};
