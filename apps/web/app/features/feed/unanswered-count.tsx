import { feedCalls, maxUnansweredCount } from '@commons/contract/feed';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { staleOnVisit } from '../../lib/query-client.ts';
import { postKeys } from './posts.cache.ts';

const unansweredCountQuery = queryOptions({
  queryKey: postKeys.unansweredCount,
  queryFn: ({ signal }) => call(feedCalls.countUnansweredPosts, undefined, { signal }),
  ...staleOnVisit,
});

/** Number of unanswered posts next to the link. Shows nothing if it is zero or unknown. */
const UnansweredCount = () => {
  const count = useQuery(unansweredCountQuery).data?.count ?? 0;
  if (count === 0) return null;
  const shown = count < maxUnansweredCount ? String(count) : `${maxUnansweredCount - 1}+`;
  return (
    <>
      <span className="rounded-full bg-primary-soft px-2 text-xs text-primary tabular-nums" aria-hidden="true">
        {shown}
      </span>
      <span className="sr-only">
        , {shown} {count === 1 ? 'post waits' : 'posts wait'} for a first answer
      </span>
    </>
  );
};

export default UnansweredCount;
