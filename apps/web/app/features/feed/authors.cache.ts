import type { Post } from '@commons/contract/feed/schemas';
import type { MemberSummary } from '@commons/contract/members/schemas';
import type { QueryClient } from '@tanstack/react-query';
import { readCovering, updateItems } from '../../lib/list-cache.ts';
import { changeCommentAuthor, hideCommentsOf, refreshComments } from '../contributions/index.ts';
import { type ArrivedPost, memberPosts, postLists } from './posts.cache.ts';

const { keys } = postLists;

/** Removes a muted member's posts from the feed, the new-posts count and the unanswered list. */
export const hideFromFeed = (queryClient: QueryClient, authorId: string): void => {
  for (const queryKey of [keys.list('feed'), keys.list('unanswered'), keys.arrivals])
    updateItems<ArrivedPost>(queryClient, queryKey, (post) => (post.authorId === authorId ? null : post));
};

/** Removes a blocked member's content from all loaded data. */
export const hideAuthor = (queryClient: QueryClient, authorId: string): void => {
  postLists.removeWhere(queryClient, (post) => post.authorId === authorId);
  hideCommentsOf(queryClient, authorId);
};

const maxRestoredPages = 5;

/**
 * Inserts the posts of an unmuted member into the loaded part of the feed, in order. Posts newer than the
 * loaded feed only increase the new-posts count.
 */
export const restoreToFeed = async (queryClient: QueryClient, authorId: string): Promise<void> => {
  const feed = postLists.findList(queryClient, 'feed');
  if (!feed) return;
  try {
    const { items } = await readCovering<Post>(
      feed,
      (query) => postLists.readPage(queryClient, memberPosts(authorId), query),
      maxRestoredPages,
    );
    postLists.restore(queryClient, 'feed', items);
  } catch {
    // Refetches on the next visit, so that the feed does not shift while the member reads it.
    void queryClient.invalidateQueries({ queryKey: keys.list('feed'), refetchType: 'none' });
  }
};

/** Restores an unblocked member's content: inserts posts into the feed, and refetches other data. */
export const restoreAuthor = async (queryClient: QueryClient, authorId: string): Promise<void> => {
  void queryClient.invalidateQueries({ queryKey: keys.list(memberPosts(authorId)) });
  void queryClient.invalidateQueries({ queryKey: keys.items });
  refreshComments(queryClient);
  await restoreToFeed(queryClient, authorId);
};

/** Updates a member's name, title and photo in all loaded data, without refetching. */
export const updateAuthor = (queryClient: QueryClient, author: MemberSummary): void => {
  postLists.updateAll(queryClient, (post) => (post.authorId === author.id ? { ...post, author } : post));
  changeCommentAuthor(queryClient, author);
};
