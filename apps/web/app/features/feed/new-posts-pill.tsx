import type { CurrentUser } from '@commons/contract/auth';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowUp } from 'lucide-react';
import { showFailure } from '../../lib/failure.ts';
import { loadPart } from '../../lib/load-part.ts';
import { formatCount } from '../../lib/locale.ts';
import { Button } from '../../ui/button.tsx';
import { arrivedQuery } from './posts.api.ts';

/** Says how many posts wait above the feed. It floats, so that its coming and going moves nothing. */
export const NewPostsPill = ({ viewer, onLoaded }: { viewer: CurrentUser; onLoaded: () => void }) => {
  const queryClient = useQueryClient();
  const count = useQuery(arrivedQuery).data.length;
  const load = useMutation({
    mutationFn: async () => {
      // Already here: it counted what arrived.
      const { loadArrived } = await loadPart(() => import('./live.ts'));
      await loadArrived(queryClient, viewer.id);
    },
    onSuccess: onLoaded,
    onError: (error) => showFailure(error, 'Failed to load new posts. Please try again.'),
  });
  const text = count === 0 ? '' : count === 1 ? '1 new post' : `${formatCount(count)} new posts`;
  return (
    <div className="pointer-events-none sticky top-24 z-20 flex h-0 justify-center">
      <span role="status" className="sr-only">
        {text}
      </span>
      {text !== '' && (
        <Button
          size="small"
          className="pointer-events-auto -mt-6.5 h-9 animate-arrive rounded-full shadow-float"
          isPending={load.isPending}
          onClick={() => load.mutate()}
        >
          <ArrowUp size={18} strokeWidth={1.75} aria-hidden="true" />
          {text}
        </Button>
      )}
    </div>
  );
};
