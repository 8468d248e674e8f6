import type { CurrentUser } from '@commons/contract/auth';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { showFailure } from '../../lib/api-error.ts';
import { importWithRetry } from '../../lib/lazy.ts';
import { newerArrivals } from '../../lib/pages.ts';
import { ArrivalsPill } from '../../ui/arrivals-pill.tsx';
import { arrivalsQuery, feedQuery } from './posts.api.ts';

/** Button that loads new posts. Its code loads together with the live updates that count them. */
const NewPostsPill = ({ viewer, onLoaded }: { viewer: CurrentUser; onLoaded: () => void }) => {
  const queryClient = useQueryClient();
  const { data: feed } = useInfiniteQuery({ ...feedQuery, enabled: false });
  const count = newerArrivals(feed, useQuery(arrivalsQuery).data).length;
  const load = useMutation({
    mutationFn: async () => {
      // This module is already loaded, because it counted the posts.
      const { loadArrivals } = await importWithRetry(() => import('./live.ts'));
      await loadArrivals(queryClient, viewer.id);
    },
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

export default NewPostsPill;
