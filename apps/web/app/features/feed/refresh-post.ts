import type { Post } from '@commons/contract/feed';
import type { Poll } from '@commons/contract/polls';
import type { QueryClient } from '@tanstack/react-query';
import { postQuery } from './posts.api.ts';
import { changePost, isPostLoaded, knownPolls, postKeys, removePost } from './posts.cache.ts';

/** Refetches a loaded post. Returns undefined if it is not loaded, and null if it is no longer available. */
export const refreshPost = async (queryClient: QueryClient, postId: string): Promise<Post | null | undefined> => {
  if (!isPostLoaded(queryClient, postId)) return undefined;
  const query = postQuery(queryClient, postId);
  // A request in flight may return the state before the change.
  await queryClient.cancelQueries({ queryKey: query.queryKey });
  const post = await queryClient.fetchQuery({ ...query, staleTime: 0 });
  if (post === null) removePost(queryClient, postId);
  else changePost(queryClient, postId, () => post);
  return post;
};

export const pollKeys = { voting: (postId: string) => [...postKeys.all, 'voting', postId] as const };

/** Applies a poll from the response to a vote. */
export const applyPoll = (queryClient: QueryClient, postId: string, poll: Poll): void => {
  knownPolls(queryClient).set(postId, poll);
  changePost(queryClient, postId, (post) => ({ ...post, poll }));
};
