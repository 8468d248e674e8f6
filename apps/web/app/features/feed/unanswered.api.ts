import { feedCalls } from '@commons/contract/feed';
import { queryOptions } from '@tanstack/react-query';
import { call, callPage } from '../../lib/api-client.ts';
import { cursorOf, pagedQuery } from '../../lib/pages.ts';
import { staleOnVisit } from '../../lib/query-client.ts';
import { postKeys, withNewestState } from './posts.cache.ts';

/** Posts that wait for a first answer. One that got it stays in sight until the next visit. */
export const unansweredQuery = pagedQuery({
  queryKey: postKeys.unanswered,
  read: async ({ cursor, signal }) => {
    const page = await callPage(feedCalls.listUnansweredPosts, { query: cursorOf(cursor) }, { signal });
    return { ...page, items: page.items.map(withNewestState) };
  },
  // A frame that changes a post in it makes it look newly read, while it says nothing of who has an answer now.
  staleTime: 0,
});

export const unansweredCountQuery = queryOptions({
  queryKey: postKeys.unansweredCount,
  queryFn: ({ signal }) => call(feedCalls.countUnansweredPosts, undefined, { signal }),
  ...staleOnVisit,
});
