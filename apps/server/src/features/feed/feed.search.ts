import { sql } from 'drizzle-orm';
import { isoText } from '../../platform/database/statements.ts';
import type { Searched } from '../../platform/search/searched.ts';
import { isVisible } from '../members/index.ts';
import { posts, searchedPosts } from './posts.tables.ts';

const nothing = sql<null>`NULL::text`;

export const postsSearched: Searched = {
  type: 'posts',
  source: posts,
  index: searchedPosts,
  title: nothing,
  rest: sql`${posts.content}`,
  isOpen: sql`NOT ${posts.isRemoved} AND NOT ${posts.isAwaitingReview}`,
  isShown: isVisible(posts),
  newness: sql`extract(epoch FROM ${posts.createdAt})`,
  shown: {
    title: nothing,
    text: sql`${posts.content}`,
    contentWarning: sql`${posts.contentWarning}`,
    // What its author had blurred is looked at in the post alone.
    imageUrl: sql`CASE WHEN ${posts.contentWarning} IS NULL AND ${posts.images}->0->>'isBlurred' IS DISTINCT FROM 'true'
      THEN ${posts.imageUrl} END`,
    authorId: sql`${posts.authorId}`,
    at: isoText(posts.createdAt),
  },
};
