import type { QueryClient } from '@tanstack/react-query';
import type { LiveFeature } from '../../lib/live.ts';
import { searchKey } from './search.api.ts';

/** Refetches results after a block. */
export const live = (queryClient: QueryClient): LiveFeature => ({
  changes: {
    'hidden.changed': () => void queryClient.invalidateQueries({ queryKey: searchKey }),
  },
});
