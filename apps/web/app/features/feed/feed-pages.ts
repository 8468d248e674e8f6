import type { Post } from '@commons/contract/feed';
import type { InfiniteData } from '@tanstack/react-query';
import type { Page } from '../../lib/api-client.ts';

/** The loaded part of a feed: pages newest first, each with the cursor it was asked by. */
export type FeedPages = InfiniteData<Page<Post>, string | null>;

export const postsIn = (feed: Pick<FeedPages, 'pages'>): Post[] => feed.pages.flatMap((page) => page.items);

export const findPost = (feed: FeedPages, postId: string): Post | undefined =>
  postsIn(feed).find((post) => post.id === postId);

/** Changes the items of each page; pages and feeds in which nothing changed stay the same objects. */
export const mapPages = (feed: FeedPages, change: (items: Post[]) => Post[]): FeedPages => {
  const pages = feed.pages.map((page) => {
    const items = change(page.items);
    const isSame = items.length === page.items.length && items.every((item, index) => item === page.items[index]);
    return isSame ? page : { ...page, items };
  });
  return pages.every((page, index) => page === feed.pages[index]) ? feed : { ...feed, pages };
};

export const mapPost = (feed: FeedPages, postId: string, change: (post: Post) => Post): FeedPages =>
  mapPages(feed, (items) => items.map((post) => (post.id === postId ? change(post) : post)));

export const withoutPost = (feed: FeedPages, postId: string): FeedPages =>
  mapPages(feed, (items) => items.filter((post) => post.id !== postId));

/** Puts a post on top, unless it is there already. */
export const withPostOnTop = (feed: FeedPages, post: Post): FeedPages => {
  const [first, ...rest] = feed.pages;
  if (!first || findPost(feed, post.id)) return feed;
  return { ...feed, pages: [{ ...first, items: [post, ...first.items] }, ...rest] };
};
