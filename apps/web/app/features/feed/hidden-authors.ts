import type { Post } from '@commons/contract/feed';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Page } from '../../lib/api-client.ts';
import { commentKeys, type CommentPages } from './comments.cache.ts';
import type { FeedPages } from './feed-pages.ts';
import { postKeys } from './posts.cache.ts';

/** A list without what one member wrote; undefined stays undefined. */
const without = <Item extends { authorId: string }>(
  list: InfiniteData<Page<Item>, string | null> | undefined,
  authorId: string,
) =>
  list && {
    ...list,
    pages: list.pages.map((page) => ({ ...page, items: page.items.filter((item) => item.authorId !== authorId) })),
  };

/** Reads posts and comments again: the screens that show them at once, the others when they are next shown. */
export const refreshPosts = (queryClient: QueryClient): void => {
  void queryClient.invalidateQueries({ queryKey: postKeys.all });
  void queryClient.invalidateQueries({ queryKey: commentKeys.all });
};

/** Takes a muted member's posts out of the feed, without waiting for the feed to be read again. */
export const hideFromFeed = (queryClient: QueryClient, authorId: string): void => {
  queryClient.setQueryData<FeedPages>(postKeys.feed, (feed) => without(feed, authorId));
};

/** Takes everything a blocked member wrote off every screen, at once. */
export const hideAuthor = (queryClient: QueryClient, authorId: string): void => {
  hideFromFeed(queryClient, authorId);
  queryClient.removeQueries({ queryKey: postKeys.ofMember(authorId) });
  queryClient.setQueriesData<Post | null>({ queryKey: postKeys.everyOne }, (post) =>
    post?.authorId === authorId ? null : post,
  );
  for (const query of queryClient.getQueryCache().findAll({ queryKey: commentKeys.all })) {
    if (query.queryKey.at(-1) !== 'pages') continue;
    queryClient.setQueryData<CommentPages>(query.queryKey, (pages) => without(pages, authorId));
  }
};
