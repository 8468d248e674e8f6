import { feedCalls } from '@commons/contract/feed/calls';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { staleOnVisit } from '../../lib/query-client.ts';
import { awaitingReply } from './feed.texts.ts';
import { unansweredCountKey } from './posts.cache.ts';

const unansweredCountQuery = queryOptions({
  queryKey: unansweredCountKey,
  queryFn: ({ signal }) => call(feedCalls.countUnansweredPosts, undefined, { signal }),
  ...staleOnVisit,
});

/** Text of the link to posts without a reply: "28 posts await a first reply". Has no number at 0 or while it loads. */
export const UnansweredCount = () => awaitingReply(useQuery(unansweredCountQuery).data?.count ?? 0);
