import { feedCalls } from '@commons/contract/feed/calls';
import type { AttachedEvent, Post } from '@commons/contract/feed/schemas';
import type { Poll } from '@commons/contract/polls/schemas';
import type { QueryClient } from '@tanstack/react-query';
import { call, callPage } from '../../lib/api-client.ts';
import { recentByClient, RecentMap } from '../../lib/client-state.ts';
import { listCache } from '../../lib/list-cache.ts';
import type { Pages } from '../../lib/pages.ts';
import { type CommentSubject, createSubject, forgetComments, withNewerState } from '../contributions/index.ts';

/** The loaded pages of a feed, newest first. */
export type FeedPages = Pages<Post>;

/** A new post that has not been loaded. */
export type ArrivedPost = Pick<Post, 'id' | 'authorId'>;

/** The feed, the posts without a reply, or the posts of a member. */
type PostFilter = 'feed' | 'unanswered' | `member:${string}`;

// The newest known states by id, because responses can arrive out of order.
const knownPolls = recentByClient<Poll>();
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

/** Posts that arrived while their list was visible and whose cards have not rendered yet. */
const arrivingPosts = new RecentMap<string, true>();

/** Whether the post has just arrived. Returns true only once, for the first card of the post. */
export const consumeArriving = (postId: string): boolean => arrivingPosts.delete(postId);

export const memberPosts = (memberId: string): PostFilter => `member:${memberId}`;

export const postLists = listCache<Post, PostFilter, ArrivedPost>({
  name: 'posts',
  readPage: (filter, query, options) => {
    if (filter === 'unanswered') return callPage(feedCalls.listUnansweredPosts, { query }, options);
    const author = filter === 'feed' ? {} : { userId: filter.slice('member:'.length) };
    return callPage(feedCalls.listPosts, { query: { ...query, ...author } }, options);
  },
  readItem: (id, options) => call(feedCalls.getPost, { params: { id } }, options),
  merge: mergeKnownState,
  belongsTo: ({ authorId }, filter) => filter === 'feed' || filter === memberPosts(authorId),
  onArrive: (posts) => {
    for (const { id } of posts) arrivingPosts.set(id, true);
  },
  onRemove: (client, id) => forgetComments(client, { kind: 'post', id }),
});

export const unansweredCountKey = ['posts', 'unanswered-count'] as const;

/** Describes a post for the comments feature. */
export const postSubject = (postId: string): CommentSubject =>
  createSubject(postLists, {
    kind: 'post',
    id: postId,
    commentType: 'comment',
    calls: feedCalls,
    onCommented: (queryClient) => void queryClient.invalidateQueries({ queryKey: unansweredCountKey }),
  });

export const pollKeys = { voting: (postId: string) => ['posts', 'voting', postId] as const };

/** Applies a poll from the response to a vote. */
export const applyPoll = (queryClient: QueryClient, postId: string, poll: Poll): void => {
  knownPolls(queryClient).set(postId, poll);
  postLists.update(queryClient, postId, (post) => ({ ...post, poll }));
};
