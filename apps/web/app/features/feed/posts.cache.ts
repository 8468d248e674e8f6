import { type AttachedEvent, feedCalls, type Post } from '@commons/contract/feed';
import type { Poll } from '@commons/contract/polls';
import type { QueryClient } from '@tanstack/react-query';
import { recentByClient, RecentMap } from '../../lib/client-state.ts';
import { importWithRetry } from '../../lib/lazy.ts';
import { itemsIn, mapPages, type Pages } from '../../lib/pages.ts';
import { type Subject, withNewerState } from '../contributions/index.ts';

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
  ofMember: (memberId: string) => ['posts', 'member', memberId] as const,
  ofMembers: ['posts', 'member'],
  unanswered: ['posts', 'unanswered'],
  unansweredCount: ['posts', 'unanswered-count'],
  one: (postId: string) => ['posts', 'one', postId] as const,
  everyOne: ['posts', 'one'],
  catchUp: ['posts', 'catch-up'],
  creating: ['posts', 'creating'],
} as const;
export const arrivedKey = ['posts', 'arrived'] as const;

/** A new post that has not been loaded. */
export type Arrived = Pick<Post, 'id' | 'authorId'>;

/** Lists that exist once. */
const singleLists = [postKeys.feed, postKeys.unanswered];

/** Updates the feed, the unanswered list and every loaded list of a member's posts. */
export const changeLists = (queryClient: QueryClient, change: (list: FeedPages) => FeedPages): void => {
  const changeLoaded = (list: FeedPages | undefined) => list && change(list);
  for (const queryKey of singleLists) queryClient.setQueryData<FeedPages>(queryKey, changeLoaded);
  queryClient.setQueriesData<FeedPages>({ queryKey: postKeys.ofMembers }, changeLoaded);
};

export const changeArrived = (queryClient: QueryClient, change: (posts: Arrived[]) => Arrived[]): void => {
  queryClient.setQueryData<Arrived[]>(arrivedKey, (posts = []) => change(posts));
};

/** Finds a post in the loaded lists. */
export const findListedPost = (queryClient: QueryClient, postId: string): Post | undefined => {
  const ofMembers = queryClient.getQueriesData<FeedPages>({ queryKey: postKeys.ofMembers });
  const single = singleLists.map((queryKey) => queryClient.getQueryData<FeedPages>(queryKey));
  const lists = [...single, ...ofMembers.map(([, list]) => list)];
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
const newerOf = <State>(
  states: Map<string, State>,
  id: string,
  answered: State,
  isBefore: (one: State, other: State) => boolean,
): State => {
  const known = states.get(id);
  if (known !== undefined && isBefore(answered, known)) return known;
  states.set(id, answered);
  return answered;
};

const wasEditedBefore = (one: Post, other: Post): boolean => (one.editedAt ?? '') < (other.editedAt ?? '');

/** A response from before a known edit is discarded, because its review state and permissions are outdated too. */
const withLastEdit = (client: QueryClient, answered: Post): Post =>
  answered.editedAt === null && !editedPosts(client).has(answered.id)
    ? answered
    : newerOf(editedPosts(client), answered.id, answered, wasEditedBefore);

/** Merges newer known state into a post from a response. */
export const withNewestState = (client: QueryClient, answered: Post): Post => {
  const post = withNewerState(client, withLastEdit(client, answered));
  const poll =
    post.poll && newerOf(knownPolls(client), post.id, post.poll, (one, other) => one.revision < other.revision);
  const event =
    post.event &&
    newerOf(
      knownEvents(client),
      post.event.id,
      post.event,
      (one, other) => one.attendanceRevision < other.attendanceRevision,
    );
  return poll === post.poll && event === post.event ? post : { ...post, poll, event };
};

/** Updates a post in all loaded data. */
export const changePost = (queryClient: QueryClient, postId: string, change: (post: Post) => Post): void => {
  changeLists(queryClient, (list) => mapPost(list, postId, change));
  queryClient.setQueryData<Post | null>(postKeys.one(postId), (post) => post && change(post));
};

/** The post as a subject of comments. */
export const postSubject = (postId: string): Subject => ({
  kind: 'post',
  id: postId,
  calls: feedCalls,
  addToCount: (queryClient, difference) =>
    changePost(queryClient, postId, (post) => ({
      ...post,
      commentsCount: Math.max(0, post.commentsCount + difference),
    })),
  remove: (queryClient) =>
    void importWithRetry(() => import('./posts.changes.ts')).then(({ removePost }) => removePost(queryClient, postId)),
  onCommented: (queryClient) => void queryClient.invalidateQueries({ queryKey: postKeys.unansweredCount }),
});

/** Posts that arrived while their list was visible, until their cards have rendered. */
const arriving = new RecentMap<string, true>();

export const markArriving = (posts: readonly Pick<Post, 'id'>[]): void => {
  for (const { id } of posts) arriving.set(id, true);
};

/** Whether this is the first card of a post since it arrived. True only once. */
export const consumeArriving = (postId: string): boolean => arriving.delete(postId);

export const addOwnPost = (queryClient: QueryClient, post: Post): void => {
  if (!findListedPost(queryClient, post.id)) markArriving([post]);
  for (const queryKey of [postKeys.feed, postKeys.ofMember(post.authorId)])
    queryClient.setQueryData<FeedPages>(queryKey, (list) => list && withPostOnTop(list, post));
  changeArrived(queryClient, (posts) => posts.filter(({ id }) => id !== post.id));
};
