import type { QueryClient } from '@tanstack/react-query';
import { postQuery } from './posts.api.ts';
import { changePost } from './posts.cache.ts';
import { isPostLoaded, removePost } from './posts.changes.ts';

/** Reads one loaded post again. */
export const refreshPost = async (queryClient: QueryClient, postId: string): Promise<void> => {
  if (!isPostLoaded(queryClient, postId)) return;
  const query = postQuery(queryClient, postId);
  // A read that began before the change would answer with the state before it.
  await queryClient.cancelQueries({ queryKey: query.queryKey });
  const post = await queryClient.fetchQuery({ ...query, staleTime: 0 });
  if (post === null) removePost(queryClient, postId);
  else changePost(queryClient, postId, () => post);
};
