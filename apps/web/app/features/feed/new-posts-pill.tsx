import type { CurrentUser } from '@commons/contract/auth';
import { type QueryClient, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { showFailure } from '../../lib/api-error.ts';
import { newerArrivals } from '../../lib/pages.ts';
import { ArrivalsPill } from '../../ui/arrivals-pill.tsx';
import { withNewest } from './feed-catch-up.ts';
import { arrivalsQuery, feedQuery, readPosts } from './posts.api.ts';
import { type FeedPages, findListedPost, markArriving, postKeys, updateArrivals } from './posts.cache.ts';

/** Loads the new posts into the feed. The caller scrolls to the top, because the feed may start over. */
const loadArrivals = async (queryClient: QueryClient, viewerId: string): Promise<void> => {
  const fresh = await readPosts(queryClient);
  markArriving(fresh.items.filter(({ id }) => !findListedPost(queryClient, id)));
  queryClient.setQueryData<FeedPages>(postKeys.feed, (feed) => feed && withNewest(feed, fresh, viewerId));
  const newest = fresh.items[0];
  // Posts newer than this response stay counted.
  updateArrivals(queryClient, (waiting) => waiting.filter(({ id }) => newest !== undefined && id > newest.id));
};

/** Button that loads new posts. */
export const NewPostsPill = ({ viewer, onLoaded }: { viewer: CurrentUser; onLoaded: () => void }) => {
  const queryClient = useQueryClient();
  const { data: feed } = useInfiniteQuery({ ...feedQuery, enabled: false });
  const count = newerArrivals(feed, useQuery(arrivalsQuery).data).length;
  const load = useMutation({
    mutationFn: () => loadArrivals(queryClient, viewer.id),
    onSuccess: onLoaded,
    onError: (error) => showFailure(error, 'Failed to load new posts. Please try again.'),
  });
  return (
    <ArrivalsPill
      count={count}
      nouns={{ one: 'new post', other: 'new posts' }}
      isPending={load.isPending}
      onLoad={() => load.mutate()}
    />
  );
};
