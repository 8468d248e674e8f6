import type { Poll } from '@commons/contract/polls';
import type { QueryClient } from '@tanstack/react-query';
import { changePost, heardPolls, postKeys } from './posts.cache.ts';

export const pollKeys = { voting: (postId: string) => [...postKeys.all, 'voting', postId] as const };

/** Shows a poll as the answer to a vote has it. */
export const keepPoll = (queryClient: QueryClient, postId: string, poll: Poll): void => {
  heardPolls.set(postId, poll);
  changePost(queryClient, postId, (post) => ({ ...post, poll }));
};
